/** Places the octopus's bones. */
import { type BonePlan, chain, type Point, placeBones } from '../rig/bones'
import { evenly, type Knot } from '../rig/path'

const knot = (bone: string, at: Point, [dx, dy]: Point): Knot => ({
  bone,
  at,
  before: [at[0] - dx, at[1] - dy],
  after: [at[0] + dx, at[1] + dy],
})

/** The path of the long tentacle, from the barrel to its tip. */
export const KNOTS: readonly Knot[] = [
  knot('knot-1', [-80, -128], [-14, -56]),
  knot('knot-2', [-150, -240], [-50, -34]),
  knot('knot-3', [-226, -350], [14, -62]),
  knot('knot-4', [-150, -450], [56, -10]),
]
export const PIECES = 12
export const TENTACLE: readonly Point[] = evenly(KNOTS, PIECES)

export const LEFT: readonly Point[] = [
  [-60, -122],
  [-90, -178],
  [-134, -188],
  [-156, -142],
  [-146, -94],
  [-166, -60],
]
export const RIGHT: readonly Point[] = [
  [60, -122],
  [92, -184],
  [136, -188],
  [156, -140],
  [146, -96],
  [170, -68],
]

/** A knot's bone points where the path goes. */
const knots = KNOTS.map(
  ({ bone, at, after }): BonePlan => ({ name: bone, parent: 'root', from: at, to: after }),
)

const TIP = TENTACLE[PIECES]

export const BONES = placeBones([
  { name: 'root', from: [0, 0] },
  ...knots,
  { name: 'head', parent: 'root', from: [0, -160], to: [0, -260] },
  { name: 'crown', parent: 'head', from: [0, -260], to: [16, -380] },
  { name: 'face', parent: 'head', from: [-24, -226] },
  ...chain('left', 'root', LEFT),
  ...chain('right', 'root', RIGHT),
  ...chain('tentacle', 'root', TENTACLE),
  {
    name: 'lantern',
    parent: `tentacle-${PIECES}`,
    inherit: 'onlyTranslation',
    from: TIP,
    to: [TIP[0], TIP[1] + 90],
  },
])
