/** Lists the fox's slots. */
import type { SlotJson } from '../rig/spine-json'

const SAME: Record<string, string> = { eyes: 'eyes-open', mouth: 'mouth-smile', pom: 'pom', hat: 'hat' }

/** [slot, bone] from back to front; a slot shows the attachment of its own name. */
const ORDER: readonly (readonly [name: string, bone: string])[] = [
  ['shadow', 'shadow'],
  ['arm-back', 'arm-back-1'],
  ['tail', 'tail-1'],
  ['leg-back', 'leg-back-1'],
  ['boot-back', 'foot-back'],
  ['leg-front', 'leg-front-1'],
  ['boot-front', 'foot-front'],
  ['torso', 'spine'],
  ['cape', 'cape-1'],
  ['scarf-tail', 'scarf-1'],
  ['scarf-wrap', 'chest'],
  ['ear-back', 'ear-back'],
  ['ear-front', 'ear-front'],
  ['head', 'head'],
  ['mouth', 'face'],
  ['eyes', 'face'],
  ['hat', 'hat'],
  ['pom', 'pom'],
  ['staff', 'staff'],
  ['lantern-back', 'lantern'],
  ['lantern-window', 'lantern'],
  ['flame', 'flame'],
  ['spark', 'spark'],
  ['lantern-frame', 'lantern'],
  ['arm-front', 'arm-front-1'],
  ['paw-front', 'hand-front'],
  ['glow', 'lantern'],
  ['light', 'lantern'],
  ['hit-box', 'hip'],
]

/** Light and dark colour of the flame: white pixels take the first, black ones the second. */
export const FLAME = { light: 'fff3b0ff', dark: 'e8641e' }

/** The slots of the rig. A few differ from the rule: additive light, a flame of two colours. */
export const SLOTS: SlotJson[] = ORDER.map(([name, bone]) => {
  const slot: SlotJson = { name, bone, attachment: SAME[name] ?? name }
  if (name === 'flame') return { ...slot, color: FLAME.light, dark: FLAME.dark }
  if (name === 'spark') return { ...slot, color: 'ffffff00', blend: 'additive' }
  return name === 'glow' ? { ...slot, blend: 'additive' } : slot
})
