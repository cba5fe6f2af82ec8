/** Figures with looks: a world, without a page. */
import { createWorld, removeEntity } from 'bitecs'
import { installAnimation, play, type Rig, spawnSkeleton } from 'osteon'
import { type LookData, look, looks, setPalettes } from 'osteon/looks'
import type { View } from 'osteon/render'
import { runPipeline } from 'osteon/systems'
import type { CharacterName } from '../characters'
import { createPalettes } from './palettes'

/** Who shows each look, from left to right. */
export const SHOWN = {
  none: { name: 'lamplighter', animation: 'walk', skin: 'default' },
  grey: { name: 'badger', animation: 'walk', skin: 'rust' },
  silhouette: { name: 'hare', animation: 'run', skin: 'default' },
  dissolve: { name: 'badger', animation: 'idle', skin: 'moss' },
  palette: { name: 'lamplighter', animation: 'wave', skin: 'default' },
  outline: { name: 'hare', animation: 'idle', skin: 'dusk' },
} as const satisfies Record<string, { name: CharacterName; animation: string; skin: string }>

export type LookName = keyof typeof SHOWN
const NAMES = Object.keys(SHOWN) as LookName[]

/** Columns and rows by the number of figures; a column of figures has one look. */
export const GRIDS = {
  6: { columns: 6, rows: 1, apart: 480, deep: 0, height: 720 },
  60: { columns: 12, rows: 5, apart: 650, deep: 330, height: 2050 },
  600: { columns: 60, rows: 10, apart: 450, deep: 640, height: 6800 },
} as const
export type Count = keyof typeof GRIDS

/** Width of the picture over its height. */
const ASPECT = 4
/** Seconds of dissolving and back, and of a pulse of outlines. */
const DISSOLVES = 4
const PULSES = 0.9

/** Characters by name. */
export type Cast = Readonly<Record<(typeof SHOWN)[LookName]['name'], Rig>>

const createLookWorld = () => installAnimation(createWorld(), { use: [looks], capacity: 601 })

export interface Scene {
  readonly world: ReturnType<typeof createLookWorld>
  readonly cast: Cast
  /** Entities by look. */
  readonly figures: Record<LookName, number[]>
  view: View
}

export function createScene(cast: Cast): Scene {
  const world = createLookWorld()
  setPalettes(world, createPalettes())
  const figures = Object.fromEntries(NAMES.map((name) => [name, []])) as unknown as Scene['figures']
  return { world, cast, figures, view: { x: 0, y: 0, width: 1, height: 1 } }
}

/** Replaces all figures by so many others. */
export function fill(scene: Scene, count: Count): void {
  const { cast, figures, world } = scene
  const { apart, columns, deep, height, rows } = GRIDS[count]
  for (const name of NAMES) for (const eid of figures[name].splice(0)) removeEntity(world, eid)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const look = NAMES[Math.floor((column * NAMES.length) / columns)]
      const { name, animation, skin } = SHOWN[look]
      // Rows stand in the gaps of those before.
      const gap = rows === 1 ? 0 : (row % 2) / 2 - 0.25
      const x = apart * (column - (columns - 1) / 2 + gap)
      const y = deep * (rows - 1 - row) - height / 2 + 80
      const eid: number = spawnSkeleton(world, cast[name], { x, y, sortKey: row, skin })
      play(world, eid, animation, { loop: true, trackTime: 0.31 * row + 0.17 * column })
      figures[look].push(eid)
    }
  scene.view = { x: 0, y: 0, width: ASPECT * height, height }
}

/** What is set in the page: the look of each kind, and what moves by itself. */
export interface Settings {
  readonly looks: Readonly<Record<Exclude<LookName, 'none'>, LookData>>
  readonly again: boolean
  readonly pulses: boolean
}

/** Gives all figures the looks that are set. */
export function dress({ figures, world }: Scene, { looks: set }: Settings): void {
  for (const name of Object.keys(set) as (keyof typeof set)[])
    for (const eid of figures[name]) look(world, eid, set[name])
}

/** Runs a tick. What moves by itself is written to columns. @param time seconds since the page began. */
export function step({ figures, world }: Scene, { again, looks: set, pulses }: Settings, time: number): void {
  const { Look } = world.components
  const share = (period: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * time) / period)
  if (again) for (const eid of figures.dissolve) Look.dissolve[eid] = share(DISSOLVES)
  const width = set.outline.outlineWidth ?? 0
  if (pulses) for (const eid of figures.outline) Look.outlineWidth[eid] = width * (0.4 + 0.6 * share(PULSES))
  runPipeline(world)
}
