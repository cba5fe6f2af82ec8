/** Plays scripts of the recordings' own form in the official core of DragonBones, and reads poses in the form of the recordings. */
import type { Pose } from '../../golden/dragonbones/compare'
import type { EventOf, Sample, StateOf, Step } from '../../golden/dragonbones/script'
import type { Armature, Config, CoreEvent, Factory, Matrix, PlainCore, Slot, State } from './core-api'

/** A skeleton's file in a factory of its own, with its events. */
export interface Core {
  readonly factory: Factory
  readonly heard: EventOf[]
  /** Of armatures. */
  readonly names: readonly string[]
}

const NAME = 'skeleton'

export function openCore(
  { PlainFactory }: PlainCore,
  data: object | ArrayBuffer,
  atlases: readonly object[],
): Core {
  const heard: EventOf[] = []
  const factory = new PlainFactory((event) => heard.push(told(event)))
  const parsed = factory.parseDragonBonesData(data, NAME)
  for (const atlas of atlases) factory.parseTextureAtlasData(atlas, null, NAME)
  return { factory, heard, names: parsed?.armatureNames ?? [] }
}

const TELLING: ReadonlySet<string> = new Set(['frameEvent', 'soundEvent'])

function told({ type, armature, animationState, name, time, bone, slot, data }: CoreEvent): EventOf {
  const plain = { type, armature: armature.name, animation: animationState?.name ?? '' }
  if (!TELLING.has(type)) return plain
  return {
    ...{ ...plain, name, time: rounded(time) ?? 0 },
    ...(bone ? { bone: bone.name } : {}),
    ...(slot ? { slot: slot.name } : {}),
    ...(data && data.ints.length > 0 ? { ints: [...data.ints] } : {}),
    ...(data && data.floats.length > 0 ? { floats: [...data.floats] } : {}),
    ...(data && data.strings.length > 0 ? { strings: [...data.strings] } : {}),
  }
}

/**
 * @param keepsLeft plays 'children outlive their tree', too, as the recordings do.
 * @returns one sample for each `advance`, as the recordings have them.
 */
export function playInCore(
  { factory, heard }: Core,
  name: string,
  steps: readonly Step[],
  keepsLeft = false,
): Sample[] {
  const armature = factory.buildArmature(name, NAME)
  if (!armature) throw new Error(`the core builds no armature ${name}`)
  factory.clock.add(armature)
  heard.length = 0
  const found: Sample[] = []
  let left = new Set<State>()
  try {
    for (const [number, step] of steps.entries()) {
      if (step.op !== 'advance') {
        const states = armature.animation.getStates()
        const isEmpty = states.every((state) => left.has(state))
        OPS[step.op](armature, isEmpty && 'fadeInTime' in step ? { ...step, fadeInTime: 0 } : step)
        continue
      }
      if (!keepsLeft) left = leaveWithTrees(armature, left)
      touch(armature)
      if (step.dt === 0) standStill(factory)
      factory.dragonBones.advanceTime(step.dt ?? 0)
      const listed = armature.animation.getStates()
      // The pool makes new states of those that are gone.
      left = new Set(listed.filter((state) => left.has(state)))
      const states = listed.map(stateOf)
      found.push({ step: number, states, events: heard.splice(0), pose: poseOf(armature) })
    }
  } finally {
    factory.clock.remove(armature)
    armature.dispose()
    factory.dragonBones.advanceTime(0)
  }
  return found
}

/**
 * 'children outlive their tree': those of trees that are removed next get no weight, so that they do nothing more.
 *
 * @param before the children that were left before. @returns all that are still listed.
 */
function leaveWithTrees({ animation }: Armature, before: ReadonlySet<State>): Set<State> {
  const isRemoved = (state: State): boolean => {
    if (before.has(state)) return true
    return state._parent ? isRemoved(state._parent) : state.isFadeOut && state._fadeProgress <= 0
  }
  const left = animation
    .getStates()
    .filter((state) => (state._parent || before.has(state)) && isRemoved(state))
  for (const state of left) state.weight = 0
  return new Set(left)
}

/** Marks all bones as changed, so that constraints begin with unconstrained bones. */
function touch(armature: Armature): void {
  armature.invalidUpdate(null, false)
  for (const { childArmature } of armature.getSlots()) if (childArmature) touch(childArmature)
}

/** The core's clock passes over ticks of 0 seconds. */
function standStill({ clock }: Factory): void {
  // Armatures that join meanwhile come last.
  for (const armature of clock._animatebles) armature?.advanceTime(0)
}

const OPS: Readonly<Record<string, (armature: Armature, step: Step) => void>> = {
  play: ({ animation }, { animation: name = '', playTimes = -1 }) => {
    animation.play(name, playTimes)
  },
  fadeIn: ({ animation: player }, step) => {
    const { animation = '', fadeInTime = -1, playTimes = -1, layer = 0, group = '', fadeOutMode = 3 } = step
    player.fadeIn(animation, fadeInTime, playTimes, layer, group, fadeOutMode)
  },
  config: ({ animation }, { op: _, boneMask = [], ...fields }) => {
    const config: Config = animation.animationConfig
    config.clear()
    Object.assign(config, fields)
    config.boneMask.push(...boneMask)
    animation.playConfig(config)
  },
  goto: ({ animation: player }, { animation = '', kind = 'Time', value = 0, stop, playTimes }) => {
    if (stop) player[`gotoAndStopBy${kind as 'Time'}`](animation, value)
    else player[`gotoAndPlayBy${kind as 'Time'}`](animation, value, playTimes)
  },
  state: (armature, { field, value = 0, ...step }) => {
    const state = meant(armature, step)
    if (state) state[field as 'weight' | 'timeScale'] = value
  },
  stateCall: (armature, step) => {
    meant(armature, step)?.fadeOut(step.args?.[0] ?? 0)
  },
  timeScale: ({ animation }, { value = 1 }) => {
    animation.timeScale = value
  },
  flip: (armature, { x = false, y = false }) => {
    armature.flipX = Boolean(x)
    armature.flipY = Boolean(y)
  },
  boneOffset: (armature, step) => {
    const { bone = '', mode, x = 0, y = 0, rotation = 0, skew = 0, scaleX = 1, scaleY = 1 } = step
    const found = armature.getBone(bone)
    if (!found) throw new Error(`the core has no bone ${bone}`)
    found.offsetMode = mode === 'override' ? 2 : 1
    Object.assign(found.offset, { x: Number(x), y: Number(y), rotation, skew, scaleX, scaleY })
  },
}

/** The last started state of that name, without states of blend trees, for which osteon has no handles. */
function meant({ animation: player }: Armature, { animation, layer }: Pick<Step, 'animation' | 'layer'>) {
  return player
    .getStates()
    .findLast((one) => one._parent === null && one.name === animation && (layer ?? one.layer) === one.layer)
}

function stateOf(state: State): StateOf {
  const { name, layer, group, isFadeIn, isFadeOut } = state
  return {
    ...{ name, layer, group },
    fadeState: isFadeIn ? -1 : isFadeOut ? 1 : 0,
    fadeProgress: rounded(state._fadeProgress) ?? Number.NaN,
    weight: rounded(state._weightResult) ?? Number.NaN,
    time: rounded(state.currentTime) ?? Number.NaN,
    plays: state.currentPlayTimes,
    completed: state.isCompleted,
    playing: state.isPlaying,
  }
}

/** Values of the core's DisplayType. */
const SHOWN = { image: 0, armature: 1, mesh: 2 } as const
const BLENDS = [
  ...['normal', 'add', 'alpha', 'darken', 'difference', 'erase', 'hardlight', 'invert', 'layer', 'lighten'],
  ...['multiply', 'overlay', 'screen', 'subtract'],
]

function poseOf(armature: Armature): Pose {
  const order = armature.getSlots()
  const names = armature.armatureData.sortedSlots.map(({ name }) => name)
  const slots = names.map((name) => order.find((slot) => slot.name === name))
  const pose: Pose = { b: [], o: order.map(({ name }) => names.indexOf(name)), s: [], m: {}, v: {}, c: {} }
  pose.b = armature.getBones().map(({ globalTransformMatrix }) => six(globalTransformMatrix))
  slots.forEach((slot, number) => {
    if (slot) addSlot(pose, slot, number)
  })
  return pose
}

function addSlot(pose: Pose, slot: Slot, number: number): void {
  pose.s.push([
    ...[slot.displayIndex, BLENDS[slot._blendMode]],
    ...[slot._zOrder, rounded(slot._zIndex), rounded(slot._globalAlpha)],
    ...colorsOf(slot),
  ])
  const { _displayFrame: frame } = slot
  const shown = (frame?.displayData ?? frame?.rawDisplayData)?.type
  if (slot.displayIndex < 0 || shown === undefined) return
  const { childArmature: child } = slot
  const matrix = six(slot.globalTransformMatrix)
  if (child) {
    const { lastAnimationName, lastAnimationState } = child.animation
    pose.c[number] = {
      armature: child.name,
      animation: lastAnimationName,
      time: rounded(lastAnimationState?.currentTime ?? 0) ?? 0,
      pose: poseOf(child),
    }
  }
  if (shown === SHOWN.mesh) pose.v[number] = verticesOf(slot)
  const pivot = [slot._pivotX, slot._pivotY].map(rounded)
  const turned = shown === SHOWN.image && pivot.some((value) => value !== 0)
  const isBent = slot._geometryData?.weight || slot.parent._getGlobalTransformMatrix
  if (shown === SHOWN.image || shown === SHOWN.armature || (shown === SHOWN.mesh && !isBent))
    pose.m[number] = turned ? [...matrix, ...pivot] : matrix
}

const COLORS = ['alpha', 'red', 'green', 'blue']

function colorsOf({ _colorTransform: all }: Slot): (number | null)[] {
  const colors = [
    ...COLORS.map((one) => all[`${one}Multiplier`]),
    ...COLORS.map((one) => all[`${one}Offset`]),
  ]
  return colors.every((value, i) => value === (i < 4 ? 1 : 0)) ? [] : colors.map(rounded)
}

/** The layout of geometry is that of binary files. */
function verticesOf({ parent, _displayFrame, _geometryBones, _geometryData, globalTransformMatrix }: Slot) {
  if (!_geometryData) return []
  const { data, inheritDeform, offset, weight } = _geometryData
  const { floatArray: floats, intArray: ints } = data
  const deform = inheritDeform ? (_displayFrame?.deformVertices ?? []) : []
  const unsigned = (value: number) => (value < 0 ? value + 65536 : value)
  const found: number[] = []
  if (!weight) {
    const first = unsigned(ints[offset + 2])
    for (let i = 0; i < 2 * ints[offset]; i += 2) {
      const [x, y] = [0, 1].map((k) => floats[first + i + k] + (deform[i + k] ?? 0))
      const matrix = parent._getGlobalTransformMatrix?.(x, y) ?? globalTransformMatrix
      found.push(...applied(matrix, x, y))
    }
    return found.map(rounded)
  }
  let at = weight.offset + 2 + _geometryBones.length
  let float = unsigned(ints[weight.offset + 1])
  let bent = 0
  for (let vertex = 0; vertex < ints[offset]; vertex++) {
    const sum = [0, 0]
    for (let left = ints[at++]; left > 0; left--) {
      const bone = _geometryBones[ints[at++]]
      const [part, x, y] = [floats[float], floats[float + 1], floats[float + 2]]
      float += 3
      const [dx, dy] = [deform[bent++] ?? 0, deform[bent++] ?? 0]
      if (!bone) continue
      const point = applied(bone.globalTransformMatrix, x + dx, y + dy)
      sum[0] += part * point[0]
      sum[1] += part * point[1]
    }
    found.push(...sum)
  }
  return found.map(rounded)
}

function applied({ a, b, c, d, tx, ty }: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + tx, b * x + d * y + ty]
}

function six({ a, b, c, d, tx, ty }: Matrix): (number | null)[] {
  return [a, b, c, d, tx, ty].map(rounded)
}

/** As recordings have numbers. */
function rounded(value: number): number | null {
  return Number.isFinite(value) ? Math.round(value * 1e5) / 1e5 + 0 : null
}
