/** Makes a rig of its tables: what is left is made on first use. */
import type { AnimationModel } from '../base/model/animation'
import type { RigPlayer } from '../base/model/player'
import type { SkeletonModel } from '../base/model/skeleton'
import { compileAnimation } from './animation/compile'
import type { AnimationContext } from './animation/context'
import type { AnimationImage } from './animation/image'
import { type Dressed, writeEach } from './attachments/compile'
import type { LinkedSlots } from './attachments/linked-slots'
import { orderByNumber } from './attachments/orders'
import { writePaths } from './attachments/paths'
import { makeSkinTable } from './attachments/skin-table'
import type { BroughtKinds } from './constraints'
import { createImageWriter, finishImage, writeFloats, writeInts } from './image-writer'
import { once } from './once'
import { createProgramSource } from './program/cache'
import type { Program } from './program/compile'
import { type Recalls, recallsOf } from './program/recalls'
import { compileVisibleProgram } from './program/visible'
import type { Rig, RigAnimation, RigImage } from './rig'
import type { RigSkin } from './tables'

/** What is made on first use. */
type Later =
  | 'animations'
  | 'program'
  | 'compileVisible'
  | 'recalls'
  | 'image'
  | 'advanceImage'
  | 'skinIndex'
  | 'eventIndex'
  | 'animationIndex'
  | 'defaultAnimation'

/** The tables of a rig, and what is asked for later. */
export interface RigTables extends Omit<Rig, Later> {
  /** Timelines may be read when they are first asked for. */
  readonly animations: readonly AnimationModel[]
  /** The name of `Rig.defaultAnimation`. */
  readonly defaultAnimation: string
  /** Other slots in which a timeline of a skin entry acts. */
  readonly linked: LinkedSlots
  /** Images of frames, and points that deform keys move. */
  readonly dressed: Dressed
  /** If they are known already. */
  readonly recalls: Recalls | null
  /** Makes the program without skins, if it is known. */
  readonly known: (() => Program) | null
  /** Kinds that the reader brings. */
  readonly brought: BroughtKinds | undefined
}

/** What a rig's tables have of its model as it is. */
export function headOf(
  model: SkeletonModel,
  {
    name = model.name,
    player = null,
  }: { readonly name?: string | undefined; readonly player?: RigPlayer | null | undefined },
) {
  const { animations, events, format, height, maths, referenceScale, version, width, x, y } = model
  return { name, animations, events, format, height, maths, referenceScale, version, width, x, y, player }
}

/** Makes a rig of its tables. */
export function openRig(tables: RigTables): Rig {
  const { animations, brought, defaultAnimation, dressed, known, linked, recalls, ...rest } = tables
  const { attachments, events, keyIndex, skins } = rest
  const context: AnimationContext = {
    ...rest,
    brought,
    attachmentOf: entryFinder(skins, keyIndex),
    linkedSlots: linked,
    orderOf: orderByNumber(attachments, dressed.moved),
  }
  // Closures made here would keep all tables.
  const { advanceImage, image } = imageOf(tables)
  const input = { ...rest, image }
  const found = recalls ? () => recalls : once(() => recallsOf(input))
  const animationIndex = indexOf(animations)
  return {
    ...input,
    skinIndex: indexOf(skins),
    eventIndex: indexOf(events),
    animations: animationList(animations, context),
    animationIndex,
    program: createProgramSource(input, found, known),
    compileVisible: compileVisibleProgram,
    recalls: found,
    defaultAnimation: animationIndex.get(defaultAnimation) ?? -1,
    advanceImage,
  }
}

/** Makes the rig's image on first use, or step by step before. */
function imageOf({
  attachments,
  constraints,
  dressed,
  maths,
  rows,
  slots,
}: RigTables): Pick<Rig, 'image' | 'advanceImage'> {
  return onceInSteps(function* () {
    const writer = createImageWriter()
    writeFloats(writer, rows.setup)
    const fixed = writeFloats(writer, rows.fixed)
    yield* writeEach(attachments, dressed, slots.bone, maths.exactCornerPi, writer)
    const paths = writePaths(writer, constraints.models, attachments)
    const skinTable = writeInts(writer, makeSkinTable(attachments, rows, slots))
    return { words: finishImage(writer), fixed, paths, skinTable }
  })
}

type Steps = Generator<undefined, RigImage>

/** Makes an image on first use, at once or step by step; then it keeps nothing else. */
function onceInSteps(make: () => Steps): Pick<Rig, 'image' | 'advanceImage'> {
  let known: { make: () => Steps } | { steps: Steps } | { made: RigImage } = { make }
  const advance = (): RigImage | null => {
    if ('made' in known) return known.made
    if ('make' in known) known = { steps: known.make() }
    const { done, value } = known.steps.next()
    if (!done) return null
    known = { made: value }
    return value
  }
  const image = () => {
    for (;;) {
      const made = advance()
      if (made) return made
    }
  }
  return { image, advanceImage: () => advance() !== null }
}

/** Makes images of animations on first use. */
function animationList(animations: readonly AnimationModel[], context: AnimationContext): RigAnimation[] {
  return animations.map((animation) => ({
    name: animation.name,
    duration: animation.duration,
    playback: animation.playback ?? null,
    image: once((): AnimationImage => compileAnimation(animation, context)),
  }))
}

/** Finds the attachment number of a skin's entry; -1 = none. */
function entryFinder(
  skins: readonly RigSkin[],
  keyIndex: ReadonlyMap<string, number>,
): AnimationContext['attachmentOf'] {
  return (skin, slot, key) => {
    const number = keyIndex.get(key)
    return number === undefined ? -1 : (skins[skin]?.entries.get(slot * keyIndex.size + number) ?? -1)
  }
}

/** Of equal names the last one counts. */
export function indexOf(named: readonly { name: string }[]): ReadonlyMap<string, number> {
  const index = new Map<string, number>()
  for (let i = 0; i < named.length; i++) index.set(named[i].name, i)
  return index
}
