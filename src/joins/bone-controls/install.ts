/** The extension `boneControls`: bones that games move on top of animations. */
import type { Extension } from '../../../components/extension'
import { overrideBones } from '../../rig/program/override'
import { forgetLinks } from '../../world/attached/links'
import type { Joined } from '../../world/joins'
import type { AnimationWorld } from '../../world/world-type'
import { aimChunk } from './aim'
import { createBoneTarget, installBoneTarget } from './component'
import { addOffsets, removeOffsets } from './lanes'
import { createOffsets, dropOffset, OFFSETS_SCHEMA, overriddenBones } from './offsets'
import { renameBones } from './rename'
import type { BoneTargetColumns, ControlledWorld } from './state'
import { createTargets, TARGET_SCHEMA } from './targets'
import { wakeHosts } from './wake-hosts'

/**
 * Lets games move bones on top of animations: by offsets (`setBoneOffset`), and by entities that bones follow, with the
 * component `BoneTarget` under `world.components`: `installAnimation(world, { use: [boneControls] })`.
 */
export const boneControls: Extension<{ BoneTarget: BoneTargetColumns }> = {
  name: 'boneControls',
  components: (capacity) => ({ BoneTarget: createBoneTarget(capacity) }),
  install: joinBones,
}

function joinBones(installed: AnimationWorld & { components: { BoneTarget: BoneTargetColumns } }): Joined {
  const { arena } = installed.animation
  const own = { offsets: createOffsets(arena), targets: createTargets(arena) }
  const state = Object.assign(installed.animation, own)
  const world: ControlledWorld = Object.assign(installed, { animation: state })
  const { offsets, targets } = state
  const { BoneTarget } = world.components
  return {
    state: own,
    columns: { BoneTarget },
    schema: { offsets: OFFSETS_SCHEMA, targets: TARGET_SCHEMA },
    observe: () => installBoneTarget(world),
    forget: () => forgetLinks(targets),
    bones: {
      open: () => wakeHosts(world),
      mixed: (chunk) => aimChunk(world, chunk),
      begin: (chunk, masks) => addOffsets(state, chunk, masks),
      end: (chunk, masks) => removeOffsets(state, chunk, masks),
      isIn: ({ id }) => offsets.count !== 0 || (targets.count !== 0 && targets.heads[id] >= 0),
      moves(eid) {
        if (state.skeletons.moved[eid] !== 0) return true
        for (let i = 0; i < targets.count; i++)
          if (BoneTarget.host[targets.rows.entity[i]] === eid) return true
        return false
      },
      override(eid) {
        const bones = overriddenBones(state, eid)
        return bones.length === 0 ? undefined : overrideBones(bones)
      },
      rename: (eid, from, to) => renameBones(world, eid, from, to),
      drop(eid) {
        const { skeletons } = state
        while (skeletons.moved[eid] !== 0) dropOffset(state, eid, skeletons.moved[eid])
      },
    },
  }
}
