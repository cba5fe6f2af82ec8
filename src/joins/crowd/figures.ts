/** The list of a world's figures, their private columns, and their fades. */
import type { AnimationState } from '../../world/state'
import type { CrowdState, Fades, Rests } from './state'

export function createFades(room: number): Fades {
  return {
    entity: new Uint32Array(room),
    animation: new Uint16Array(room),
    loop: new Uint8Array(room),
    time: new Float64Array(room),
    rate: new Float64Array(room),
    flags: new Uint8Array(room),
    mix: new Float64Array(room),
    mixTime: new Float64Array(room),
  }
}

export function createRests(capacity: number): Rests {
  const column = () => new Float64Array(capacity)
  return { restX: column(), restY: column(), restRotation: column() }
}

/** Adds a new figure, after all others. */
export function addFigure(state: AnimationState, crowd: CrowdState, eid: number): void {
  const { figures } = crowd
  // Its earlier life may still be in the list.
  if (crowd.left) compact(crowd)
  figures.serial[eid] = state.nextSerial++
  figures.rate[eid] = 1
  figures.seen[eid] = figures.fade[eid] = figures.mix[eid] = figures.flags[eid] = 0
  const { rest } = crowd
  if (rest) rest.restX[eid] = rest.restY[eid] = rest.restRotation[eid] = 0
  if (crowd.count === crowd.ids.length) {
    const longer = new Int32Array(2 * crowd.count)
    longer.set(crowd.ids)
    crowd.ids = longer
  }
  crowd.ids[crowd.count++] = eid
  crowd.structure++
}

/**
 * Removes a figure. The entity stays in the list until `compact`, so that many can be removed at the cost of one pass.
 */
export function dropFigure(crowd: CrowdState, eid: number): void {
  if (crowd.figures.serial[eid] === 0) return
  dropFade(crowd, eid)
  crowd.figures.serial[eid] = 0
  crowd.left = true
  crowd.structure++
}

/** Removes removed figures from the list. */
export function compact(crowd: CrowdState): void {
  if (!crowd.left) return
  const { ids, figures } = crowd
  let kept = 0
  for (let i = 0; i < crowd.count; i++) if (figures.serial[ids[i]] !== 0) ids[kept++] = ids[i]
  crowd.count = kept
  crowd.left = false
}

/** Returns the row of the figure's fade; a new one if it has none. */
export function takeFade(crowd: CrowdState, eid: number): number {
  const { figures } = crowd
  if (figures.fade[eid] !== 0) return figures.fade[eid]
  const row = crowd.freeFades.pop() ?? crowd.fadeCount++
  if (row >= crowd.fades.entity.length) {
    const longer = createFades(2 * row)
    for (const name of Object.keys(longer) as (keyof Fades)[]) longer[name].set(crowd.fades[name])
    crowd.fades = longer
  }
  crowd.fades.entity[row] = eid
  figures.fade[eid] = row
  return row
}

export function dropFade(crowd: CrowdState, eid: number): void {
  const { fades, figures, freeFades } = crowd
  const row = figures.fade[eid]
  if (row === 0) return
  fades.entity[row] = 0
  figures.fade[eid] = 0
  freeFades.push(row)
}
