/** Wires the component `Look` into a world. */
import { observe, onAdd, onGet, onRemove, onSet, removeComponent } from 'bitecs'
import { reserveAdded } from '../../../components/columns'
import { badOption, refuseUnknown } from '../../base/errors'
import { addEntity, dropEntity, type LookColumns, type LookState, type LookWorld } from './state'

/** The data of `set(Look, …)` and of `look`. Fields that are left out stay as they are, at first 0. */
export type LookData = {
  /** Share of grey, 0…1. */
  grey?: number
  /** A flat colour in place of all others, 0xAARRGGBB; its alpha is its strength. */
  silhouette?: number
  /** Share that is gone, 0…1. */
  dissolve?: number
  /** Colour of the rim of what is left, 0xAARRGGBB; its alpha is its strength. */
  rim?: number
  /** Width of the rim, as a share of `dissolve`: 0…1. */
  rimWidth?: number
  /** Size of the spots that go, in pixels of the page: an integer, 1…255; 0 = 8. */
  grain?: number
  /** Row of the palettes, from 1 on, up to 255; 0 = the colours of the page. */
  palette?: number
  /** Colour of the outline, 0xAARRGGBB; its alpha is its opacity. */
  outline?: number
  /** Width of the outline in world units, from 0 on. */
  outlineWidth?: number
}

/** The greatest value of each field, and whether it is an integer. */
const FIELDS = {
  grey: [1, false],
  silhouette: [0xffffffff, true],
  dissolve: [1, false],
  rim: [0xffffffff, true],
  rimWidth: [1, false],
  grain: [255, true],
  palette: [255, true],
  outline: [0xffffffff, true],
  outlineWidth: [3e38, false],
} as const satisfies Record<keyof LookData, readonly [number, boolean]>
const NAMES = Object.keys(FIELDS) as (keyof LookData)[]

export function createLook(capacity: number): LookColumns {
  const float = () => new Float32Array(capacity)
  const word = () => new Uint32Array(capacity)
  return {
    ...{ grey: float(), silhouette: word(), dissolve: float(), rim: word(), rimWidth: float() },
    ...{ grain: new Uint8Array(capacity), palette: new Uint8Array(capacity) },
    ...{ outline: word(), outlineWidth: float() },
  }
}

/** Registers observers. The row of an entity without the component is 0. */
export function installLook(world: LookWorld, own: LookState): void {
  const { Look } = world.components
  observe(world, onAdd(Look), (eid) => {
    reserveAdded(world, eid, Look)
    addEntity(own, eid)
    own.added = eid
  })
  observe(world, onSet(Look), (eid, data: LookData) => {
    const isNew = own.added === eid
    own.added = 0
    try {
      checkLook(data, eid)
    } catch (error) {
      // bitECS attaches before it calls setters, so after a refused first `set` the component is removed.
      if (isNew) removeComponent(world, eid, Look)
      throw error
    }
    writeLook(Look, eid, data)
  })
  observe(world, onGet(Look), (eid) => readLook(Look, eid))
  observe(world, onRemove(Look), (eid) => {
    dropEntity(own, eid)
    for (const name of NAMES) Look[name][eid] = 0
  })
}

/** Checks data. @throws OsteonError `bad-option`. */
export function checkLook(data: LookData, eid: number): void {
  refuseUnknown(data, NAMES, eid)
  for (const name of NAMES) {
    const value = data[name]
    const [most, isInteger] = FIELDS[name]
    if (value === undefined) continue
    const isNumber = typeof value === 'number' && (!isInteger || Number.isInteger(value))
    if (isNumber && value >= 0 && value <= most) continue
    const kind = isInteger ? 'an integer' : 'a number'
    throw badOption(eid, `Look.${name}`, `expected ${kind} from 0 to ${most}, got ${value}`)
  }
}

export function writeLook(Look: LookColumns, eid: number, data: LookData): void {
  for (const name of NAMES) Look[name][eid] = data[name] ?? Look[name][eid]
}

function readLook(Look: LookColumns, eid: number): Required<LookData> {
  return Object.fromEntries(NAMES.map((name) => [name, Look[name][eid]])) as Required<LookData>
}
