/** Places the mouse's bones. */
import { chain, type Point, placeBones } from '../rig/bones'

/** Lines along which limbs are drawn, and along which their bones lie. */
export const SCARF: readonly Point[] = [
  [-8, 158],
  [-52, 168],
  [-96, 158],
  [-140, 164],
  [-186, 150],
]
export const SCARF_SHORT: readonly Point[] = [
  [-6, 162],
  [-38, 186],
  [-74, 196],
  [-112, 214],
]
export const TAIL: readonly Point[] = [
  [-26, 250],
  [-66, 274],
  [-108, 280],
  [-148, 262],
  [-176, 228],
  [-214, 214],
]
export const ARM: readonly Point[] = [
  [18, 180],
  [52, 214],
  [100, 206],
]

/** The root is where the paw holds the umbrella; the body hangs from there. */
export const BONES = placeBones([
  { name: 'root', from: [0, 0] },
  { name: 'umbrella', parent: 'root', from: [0, 0], to: [0, -190] },
  { name: 'reach', parent: 'root', from: [112, 222] },
  { name: 'body', parent: 'umbrella', from: [0, 0], to: [0, 150] },
  { name: 'torso', parent: 'body', from: [0, 158], to: [2, 236] },
  { name: 'hem', parent: 'torso', from: [2, 236], to: [2, 292] },
  { name: 'leg-back', parent: 'torso', from: [26, 256], to: [30, 330] },
  { name: 'leg-front', parent: 'torso', from: [-12, 258], to: [-14, 336] },
  ...chain('tail', 'torso', TAIL),
  ...chain('scarf', 'body', SCARF),
  ...chain('scarf-short', 'body', SCARF_SHORT),
  { name: 'head', parent: 'body', from: [16, 158], to: [40, 60] },
  { name: 'face', parent: 'head', from: [60, 112] },
  { name: 'ear-back', parent: 'head', from: [66, 76], to: [88, 28] },
  { name: 'ear-front', parent: 'head', from: [6, 82], to: [-20, 30] },
  { name: 'tuft-1', parent: 'head', from: [38, 66], to: [44, 42] },
  { name: 'tuft-2', parent: 'tuft-1', from: [44, 42], to: [62, 26] },
  ...chain('arm', 'torso', ARM),
])
