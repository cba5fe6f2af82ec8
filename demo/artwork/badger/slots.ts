/** Lists the badger's slots. */
import type { SlotJson } from '../rig/spine-json'

const SHOWN: Record<string, string> = { eyes: 'eyes-open', mouth: 'mouth-shut' }

/** [slot, bone] from back to front; a slot shows the attachment of its own name. */
const ORDER: readonly (readonly [name: string, bone: string])[] = [
  ['shadow', 'shadow'],
  ['arm-back', 'arm-back-1'],
  ['fist-back', 'arm-back-2'],
  ['tail', 'tail'],
  ['leg-back', 'leg-back-1'],
  ['boot-back', 'foot-back'],
  ['leg-front', 'leg-front-1'],
  ['boot-front', 'foot-front'],
  ['torso', 'spine'],
  ['hammer', 'hammer'],
  ['ear', 'ear'],
  ['head', 'head'],
  ['mouth', 'face'],
  ['eyes', 'face'],
  ['arm-front', 'arm-front-1'],
  ['fist-front', 'arm-front-2'],
  ['spark', 'hammer'],
  ['hit-box', 'hip'],
]

export const SLOTS: SlotJson[] = ORDER.map(([name, bone]) => ({
  name,
  bone,
  attachment: SHOWN[name] ?? name,
}))
