/** One contact sheet: `?name=badger&animation=walk&skin=&columns=8&turn=0`, drawn by the library's own renderer. */
import { createWorld } from 'bitecs'
import {
  applyAnimation,
  getBounds,
  installAnimation,
  loadRig,
  type Rig,
  setToSetupPose,
  spawnSkeleton,
} from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { draw, installRenderer } from 'osteon/render'
import { constraints, skinning, worldTransform } from 'osteon/systems'
import { element, flatContext } from '../../dom'

const query = new URLSearchParams(location.search)
const text = (key: string, otherwise: string): string => query.get(key) || otherwise

/** Pixels per unit. */
const SCALE = Number(text('scale', '0.6'))
const PHASES = Number(text('columns', '8'))
const NAMES = text('animation', 'idle').split(',')
const SKINS = text('skin', 'default').split(',')

/** The box of one cell, units: large enough for every cell's drawing, with a margin. */
function cellOf(rig: Rig): { x: number; y: number; width: number; height: number } {
  const world = installAnimation(createWorld(), { capacity: 2 })
  const eid = spawnSkeleton(world, rig)
  let [left, bottom, right, top] = [rig.x, rig.y, rig.x + rig.width, rig.y + rig.height]
  for (const animation of NAMES)
    for (let phase = 0; phase < PHASES; phase++) {
      const index = rig.animationIndex.get(animation)
      if (index === undefined) continue
      setToSetupPose(world, eid, 'both')
      applyAnimation(world, eid, animation, { time: (rig.animations[index].duration * phase) / PHASES })
      constraints(world)
      worldTransform(world)
      const bounds = getBounds(world, eid)
      if (!bounds) continue
      left = Math.min(left, bounds[0])
      bottom = Math.min(bottom, bounds[1])
      right = Math.max(right, bounds[0] + bounds[2])
      top = Math.max(top, bounds[1] + bounds[3])
    }
  return { x: left - 10, y: bottom - 6, width: right - left + 20, height: top - bottom + 36 }
}

async function show(): Promise<void> {
  const name = text('name', 'lamplighter')
  const at = (end: string): URL => new URL(`../../assets/${name}.${end}`, location.href)
  const page = await (await fetch(at('png'))).blob()
  const rig = await loadRig(at('json'), at('atlas'), {
    readers: [spineJson],
    name,
    pages: { [`${name}.png`]: page },
  })
  const cell = cellOf(rig)
  const rows = NAMES.length * SKINS.length
  const [width, height] = [cell.width * PHASES, cell.height * rows]
  const figures = element('figures', HTMLCanvasElement)
  const ground = element('ground', HTMLCanvasElement)
  for (const canvas of [figures, ground]) {
    canvas.width = Math.round(width * SCALE)
    canvas.height = Math.round(height * SCALE)
  }
  paintGround(flatContext(ground), cell, rows)
  const world = installAnimation(createWorld(), { capacity: PHASES * rows + 4 })
  const { gl } = installRenderer(world, { canvas: figures, attributes: { antialias: true, alpha: true } })
  for (let row = 0; row < rows; row++)
    for (let phase = 0; phase < PHASES; phase++) {
      const skin = SKINS[row % SKINS.length]
      const animation = NAMES[Math.floor(row / SKINS.length)]
      const eid = spawnSkeleton(world, rig, {
        x: phase * cell.width - cell.x,
        y: (rows - 1 - row) * cell.height - cell.y,
        skin: skin === 'default' ? null : skin,
      })
      setToSetupPose(world, eid, 'both')
      const index = rig.animationIndex.get(animation)
      if (index === undefined) continue
      const time = (rig.animations[index].duration * phase) / PHASES
      applyAnimation(world, eid, animation, { time })
    }
  constraints(world)
  worldTransform(world)
  skinning(world)
  gl.clearColor(0, 0, 0, 0)
  gl.clear(gl.COLOR_BUFFER_BIT)
  draw(world, { x: width / 2, y: height / 2, width, height })
  document.body.dataset.ready = 'true'
}

function paintGround(
  to: CanvasRenderingContext2D,
  cell: { x: number; y: number; width: number; height: number },
  rows: number,
): void {
  to.scale(SCALE, SCALE)
  for (let row = 0; row < rows; row++)
    for (let phase = 0; phase < PHASES; phase++) {
      const [x, y] = [phase * cell.width, row * cell.height]
      to.fillStyle = (phase + row) % 2 ? '#b9c3d3' : '#c6cfdc'
      to.fillRect(x, y, cell.width, cell.height)
      to.fillStyle = '#8e9ab0'
      to.fillRect(x, y + cell.height + cell.y, cell.width, -cell.y)
      to.fillStyle = '#5f6b84'
      to.fillRect(x, y + cell.height + cell.y, cell.width, 1.5)
      to.fillRect(x - cell.x - 1, y + cell.height + cell.y, 2, 8)
      to.font = '16px sans-serif'
      to.fillText(`${NAMES[Math.floor(row / SKINS.length)]} ${phase}/${PHASES}`, x + 8, y + 20)
    }
}

void show()
