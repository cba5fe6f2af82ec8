/** A rig with armatures in its slots, two deep. */
import type { AnimationModel, PlaybackModel } from '../../src/base/model/animation'
import type { ArmatureModel, AttachmentModel } from '../../src/base/model/attachment'
import type { SkeletonModel } from '../../src/base/model/skeleton'
import { layers } from '../../src/formats/dragonbones/player'
import { compileRig } from '../../src/rig/compile'
import type { Rig } from '../../src/rig/rig'
import type { Player } from '../../src/world/state'
import { linear } from '../rig/animation/animation-kit'
import { modelOf, region } from '../streams/fixture'

const PLAYBACK: PlaybackModel = {
  ...{ playTimes: 0, fadeInTime: 0, scale: 1, bones: [], timelines: [] },
  ...{ formsBefore: 0, rate: 24, seconds: 1 },
}

/** Moves bone 1 from 3 to so much in a second. */
const moves = (name: string, by: number): AnimationModel => ({
  name,
  duration: 1,
  playback: { ...PLAYBACK, bones: [1] },
  timelines: [{ type: 'bone', bone: 1, property: 'translateX', channels: 1, ...linear([0, 1], [3, by]) }],
})

const PLACE = { x: 10, y: 0, rotation: 0, shearY: 0.3, scaleX: 1, scaleY: 2 }
const showing = (armature: string, actions: string[] = []): ArmatureModel => ({
  ...{ type: 'armature', name: armature, armature, place: PLACE, actions },
})

/** An armature of a slot that shows a picture or other armatures. */
function armature(name: string, inner: SkeletonModel | null, actions?: string[]): SkeletonModel {
  const attachments: Record<string, AttachmentModel> = inner
    ? { inner: showing(inner.name, actions), other: showing(inner.name) }
    : { face: region('face') }
  const model = modelOf({
    slots: [
      { name: 'slot', bone: 1, attachments },
      { name: 'top', attachments: { top: region('top') } },
    ],
    bones: [{ name: 'root' }, { name: 'arm', x: 5 }],
    animations: [moves('idle', 100), moves('walk', 20)],
  })
  const nested = inner ? new Map([[inner.name, inner]]) : new Map<string, SkeletonModel>()
  return { ...model, name, nested, defaultAnimation: 'idle' }
}

/** An armature `outer`, in whose slot is `middle`, in whose slot is `inner`. @param actions of the outer two. */
export function armatureRig(actions?: string[], player: Player = layers): Rig {
  const model = armature('outer', armature('middle', armature('inner', null)), actions)
  return compileRig(model, null, { source: 'outer', pages: [], warn: () => {}, player })
}
