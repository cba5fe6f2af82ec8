/** Random scripts for skeletons of DragonBones: rigs, and operations on their layers. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import {
  type AnimationWorld,
  createMask,
  currentEntry,
  fadeOut,
  fadeOutAll,
  loadRig,
  type PlayOptions,
  play,
  queue,
  setEntry,
} from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import {
  bentArmature,
  lateArmature,
  richArmature,
  smallArmature,
  smallAtlas,
} from '../../fixtures/rigs/dragonbones'
import type { Json } from '../../fixtures/rigs/rich-rig'
import type { Cast } from '../../fixtures/track-ops'

const display = (value: number, duration = 3) => ({ duration, value })
const glow = (aM: number, duration: number, tween: object = {}) => ({ duration, value: { aM }, ...tween })

/** Slots of which animations key displays, colours and the order now and then: one may leave a value that the next does not key. */
function quickArmature(): Json {
  const slot = (name: string, displayFrame: Json[], colorFrame: Json[] = []) => ({
    name,
    displayFrame,
    colorFrame,
  })
  const zOrder = { frame: [{ duration: 4, zOrder: [0, 1] }, { duration: 6 }] }
  const turn = (name: string, rotate: number) => ({
    name,
    rotateFrame: [{ duration: 10, rotate, tweenEasing: 0 }, { rotate: 0 }],
  })
  const shows = ['slot', 'back']
  return smallArmature({
    slot: [
      { name: 'slot', parent: 'arm' },
      { name: 'back', parent: 'root', color: { rM: 60 } },
    ],
    skin: [
      { slot: shows.map((name) => ({ name, display: [{ name: 'box' }, { name: 'other', path: 'box' }] })) },
    ],
    animation: [
      { name: 'blank', duration: 10, playTimes: 0, bone: [turn('arm', 400)] },
      {
        ...{ name: 'blink', duration: 10, playTimes: 0, zOrder },
        slot: [slot('slot', [display(0), display(1), display(-1, 4)], [glow(50, 5), glow(100, 5)])],
      },
      {
        ...{ name: 'once', duration: 10, playTimes: 1, bone: [turn('root', 60)] },
        slot: [slot('back', [display(1, 10)], [glow(0, 10, { tweenEasing: 0 }), glow(80, 0)])],
      },
      { name: 'still', duration: 0, slot: [slot('slot', [display(1)], [glow(30, 0)])] },
    ],
  })
}

export async function layerCasts(): Promise<Cast[]> {
  const own = readFileSync(new URL('../../../demo/assets/badger_ske.json', import.meta.url))
  const ownAtlas = readFileSync(new URL('../../../demo/assets/badger_tex.json', import.meta.url))
  const made = [quickArmature(), richArmature(), lateArmature(), bentArmature()]
  const options = { readers: [dragonBones], warn: () => {} }
  const bytes = (it: Json) => new TextEncoder().encode(JSON.stringify(it))
  const rigs = await Promise.all([
    ...made.map((it) => loadRig(bytes(it), bytes(smallAtlas()), options)),
    loadRig(own, ownAtlas, options),
  ])
  return rigs.map((rig) => {
    const bones = rig.bones.names.filter((_, bone) => bone % 2 === 1)
    const masks = [null, createMask(rig, { bones }), createMask(rig, { bones, slots: rig.slots.names })]
    return { rig, masks, names: rig.animations.map(({ name }) => name) }
  })
}

export type LayerOp =
  | { kind: 'play' | 'queue'; animation: number; mask: number; fields: PlayOptions }
  | { kind: 'fade'; track: number; mix: number; queued: boolean }
  | { kind: 'fade all'; mix: number }
  | { kind: 'entry'; track: number; fields: { alpha?: number; timeScale?: number } }

const track = fc.constantFrom(0, 0, 1, 2)
const seconds = fc.constantFrom(0, 0, 0.1, 0.3, 0.5)
const alpha = fc.constantFrom(0, 0.25, 0.5, 1, 1, 1)
const timeScale = fc.constantFrom(1, 1, 1, 0.7, -1, 0)
const fieldsOf: fc.Arbitrary<PlayOptions> = fc.record(
  {
    track,
    playTimes: fc.constantFrom(0, 0, 1, 2),
    alpha,
    timeScale,
    mix: seconds,
    mixOut: seconds,
    autoFadeOut: seconds,
    replaces: fc.constantFrom('trackAndGroup', 'track', 'group', 'all', 'none'),
    group: fc.nat(1),
    pauseIn: fc.boolean(),
    pauseOut: fc.boolean(),
    resets: fc.boolean(),
    displays: fc.boolean(),
  },
  { requiredKeys: ['track'] },
)

export const layerOps: fc.Arbitrary<LayerOp> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('play' as const, 'play' as const, 'queue' as const),
      animation: fc.nat(99),
      mask: fc.constantFrom(0, 0, 0, 1, 2),
      fields: fieldsOf,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fade' as const),
      track,
      mix: seconds,
      queued: fc.constant(false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fade all' as const), mix: seconds }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('entry' as const),
      track,
      fields: fc.record({ alpha, timeScale }, { requiredKeys: [] }),
    }),
  },
)

export function carryOutLayer(world: AnimationWorld, eid: number, { names, masks }: Cast, op: LayerOp): void {
  switch (op.kind) {
    case 'play':
    case 'queue': {
      const start = op.kind === 'play' ? play : queue
      start(world, eid, names[op.animation % names.length], { ...op.fields, mask: masks[op.mask] })
      break
    }
    case 'fade':
      fadeOut(world, eid, { track: op.track, mix: op.mix })
      break
    case 'fade all':
      fadeOutAll(world, eid, op.mix)
      break
    case 'entry': {
      const entry = currentEntry(world, eid, op.track)
      if (entry !== 0) setEntry(world, entry, op.fields)
      break
    }
  }
}
