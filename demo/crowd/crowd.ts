/** The state of the crowd, shared by the demo's systems. */

import type { CrowdWorld } from 'osteon/crowd'
import type { SpriteColumns, SpriteSheet } from 'osteon/sprites'
import { type ActorColumns, createActors } from './figures/actors'
import type { Pair } from './figures/bands'
import type { Artwork, Member } from './figures/cast'
import { type Cells, createCells } from './figures/cells'
import { KINDS } from './figures/kinds'
import { type Burst, createParticles, type Particles } from './particles'
import type { Random } from './random'

/** A world with figures and sprites. */
export type StreetWorld = CrowdWorld & { components: { Sprite: SpriteColumns } }

/** Greatest numbers of skeletons and sprites that the page offers. */
export const MOST_SKELETONS = 100_000
export const MOST_SPRITES = 20_000

/** Greatest number of skeletons that are all live. */
export const MOST_LIVE = 20_000

/** Crowds of more are not recorded. */
export const MOST_RECORDED = 500

/** Crowds of more are drawn from tables but for those near the camera. */
export const SMALL_CROWD = 1_500

/** Entity ids that columns have room for: skeletons, sprites, and the ground with its lamps. */
export const CAPACITY = 1 << 18

/** A sprite over the head of a character. */
export interface Star {
  readonly sprite: number
  readonly host: number
}

export interface Crowd {
  readonly world: StreetWorld
  readonly cast: readonly Member[]
  /** Numbers of tables by member and skin; null: all are live skeletons. */
  tables: readonly (readonly number[])[] | null
  readonly actors: ActorColumns
  /** Entities of the crowd, in order of appearance. */
  ids: Int32Array
  /** The live ones of them: the first `liveCount` numbers. */
  live: Int32Array
  liveCount: number
  /** Those that act in this tick: the first `actingCount` numbers; and by entity id, for how many ticks each of them acts. */
  acting: Int32Array
  actingCount: number
  readonly turns: Uint8Array
  pairs: Pair[]
  /** Size of the ground from (0, 0), units. */
  readonly arena: { width: number; height: number }
  readonly cells: Cells
  readonly random: Random
  readonly particles: Particles
  /** Region number of each kind of particle. */
  readonly regions: Uint32Array
  readonly sheet: SpriteSheet
  /** Regions of the ground's own page. */
  readonly paving: SpriteSheet
  /** Sprites that show particles, row by row, and the number of them in use. */
  readonly sprites: number[]
  shownSprites: number
  /** Sprites of the ground, drawn before all others. */
  ground: number[]
  /** Lamps, which stand among the crowd. */
  props: number[]
  /** A star over the head of every band's first member. */
  stars: Star[]
  /** Scratch: a bone's matrix, and the start of particles. */
  readonly bone: Float64Array
  /** Scratch, x, y: the direction in which neighbours push a character. */
  readonly room: Float64Array
  readonly burst: Burst
  /** Paints live skeletons and figures of tables in two colours; `recolour`: all get their colours anew in the next tick. */
  painted: boolean
  recolour: boolean
  /** Number of this tick. */
  turn: number
  /** Seconds since the beginning, and seconds of this tick. */
  time: number
  seconds: number
}

export function createCrowd(
  world: StreetWorld,
  { cast }: Artwork,
  { sheet, paving }: { sheet: SpriteSheet; paving: SpriteSheet },
  random: Random,
): Crowd {
  return {
    world,
    cast,
    actors: createActors(CAPACITY),
    tables: null,
    ids: new Int32Array(0),
    live: new Int32Array(0),
    liveCount: 0,
    acting: new Int32Array(0),
    actingCount: 0,
    turns: new Uint8Array(CAPACITY),
    pairs: [],
    arena: { width: 0, height: 0 },
    cells: createCells(240),
    random,
    particles: createParticles(KINDS, MOST_SPRITES),
    regions: Uint32Array.from(KINDS, ({ region }) => sheet.regions.get(region) ?? 0),
    sheet,
    paving,
    sprites: [],
    shownSprites: 0,
    ground: [],
    props: [],
    stars: [],
    bone: new Float64Array(6),
    room: new Float64Array(2),
    burst: { x: 0, y: 0, ground: 0, angle: 0, scale: 1, red: 1, green: 1, blue: 1 },
    painted: false,
    recolour: false,
    turn: 0,
    time: 0,
    seconds: 0,
  }
}
