/** Lists the hare's slots. */
import type { SlotJson } from '../rig/spine-json'

const SHOWN: Record<string, string> = { eyes: 'eyes-open', mouth: 'mouth-shut' }

/** [slot, bone] from back to front; a slot shows the attachment of its own name. */
const ORDER: readonly (readonly [name: string, bone: string])[] = [
  ['shadow', 'shadow'],
  ['blade-back', 'arm-back-2'],
  ['arm-back', 'arm-back-1'],
  ['hand-back', 'arm-back-2'],
  ['tail', 'hip'],
  ['leg-back', 'leg-back-1'],
  ['paw-back', 'foot-back'],
  ['leg-front', 'leg-front-1'],
  ['paw-front', 'foot-front'],
  ['torso', 'chest'],
  ['ear-back', 'ear-back-1'],
  ['ear-front', 'ear-front-1'],
  ['head', 'head'],
  ['hood', 'chest'],
  ['mouth', 'head'],
  ['eyes', 'head'],
  ['blade-front', 'blade'],
  ['arm-front', 'arm-front-1'],
  ['hand-front', 'arm-front-2'],
  ['spark', 'blade'],
  ['hit-box', 'hip'],
]

export const SLOTS: SlotJson[] = ORDER.map(([name, bone]) => ({
  name,
  bone,
  attachment: SHOWN[name] ?? name,
}))
