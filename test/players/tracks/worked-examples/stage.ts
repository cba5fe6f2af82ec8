/** One skeleton of the worked examples, played through rows, and its state in the words of the tables. */
import { type AnimationWorld, getAttachment, spawnSkeleton } from '../../../../src/api'
import { checkFields } from '../../../../src/api/tracks/entry-fields'
import { LANES, LOCAL, LOCAL_FIELDS } from '../../../../src/base/memory/lanes'
import { TIMELINE_KIND } from '../../../../src/rig/animation/image'
import type { Rig } from '../../../../src/rig/rig'
import { editSeated } from '../../../../src/tick/doors/edit'
import { blendOf, modeOf, writeWeight } from '../../../../src/tracks/commands/timeline-mode'
import { COMMON_NUMBERS } from '../../../../src/tracks/entries/common-fields'
import { prepareAnimation } from '../../../../src/tracks/entries/prepare'
import { handleOf } from '../../../../src/tracks/entries/rows'
import { tracks } from '../../../../src/tracks/player'
import { emptyTrack } from '../../../../src/tracks/player/empty'
import { NUMBERS } from '../../../../src/tracks/player/fields'
import { putOnTrack } from '../../../../src/tracks/player/put-on-track'
import { queueEmpty, queueEntry } from '../../../../src/tracks/player/queue'
import type { RegisteredRig } from '../../../../src/world/chunks/blocks'
import { orderBase, slotAt } from '../../../../src/world/chunks/shown-order'
import {
  APPLY_FLAG,
  COMMAND,
  COMMAND_HELD,
  COMMAND_OUT,
  commandAt,
  flagsOf,
  stepBlend,
  workAt,
} from '../../../../src/world/commands'
import { TRACK_FLAG } from '../../../../src/world/entries'
import { BLEND_TURNS, MODE, WORK } from '../../../../src/world/playback'
import { mixing, timelineSampling } from '../../../../systems'
import { makeWorld } from '../../../fixtures/play'
import { wholeEvents } from '../../../fixtures/whole-events'

export interface Stage {
  world: AnimationWorld
  eid: number
  rig: Rig
  registered: RegisteredRig
  /** Rows and handles of entries by their letters. */
  rows: Map<string, number>
  letters: Map<number, string>
  heard: string[]
}

export function createStage(rig: Rig, defaultMix: number): Stage {
  const world = makeWorld()
  const eid = spawnSkeleton(world, rig)
  const registered = world.animation.rigsByRig.get(rig)
  if (!registered) throw new Error('not registered')
  registered.mixes.fallback = defaultMix
  return { world, eid, rig, registered, rows: new Map(), letters: new Map(), heard: [] }
}

const CALL = /^(\w+)\((.*)\) → (\w)(.*)$/
const LATER = /^(\w):(.*)$/
const SKELETON = /^state time scale = (.*)$/

/** Carries out one operation of an example. */
export function operate(stage: Stage, operation: string): void {
  const { world, eid } = stage
  const call = CALL.exec(operation)
  const later = LATER.exec(operation)
  const scale = SKELETON.exec(operation)
  editSeated(world.animation, eid)
  if (scale) world.components.Skeleton.timeScale[eid] = Number(scale[1])
  else if (later) assign(stage, stage.rows.get(later[1]) ?? -1, later[2])
  else if (call) {
    const row = make(stage, call[1], call[2].split(', '))
    stage.rows.set(call[3], row)
    stage.letters.set(handleOf(world.animation, row), call[3])
    assign(stage, row, call[4])
  } else throw new Error(`what is "${operation}"?`)
}

function make({ world, eid, rig }: Stage, name: string, args: string[]): number {
  const state = world.animation
  const track = Number(args[0])
  const delay = Number(args.at(-1)?.replace('delay ', ''))
  if (name === 'setEmpty') return emptyTrack(state, eid, track, Number(args[1]))
  if (name === 'addEmpty') return queueEmpty(state, eid, track, Number(args[1]), delay)
  const animation = rig.animationIndex.get(args[1]) ?? -2
  prepareAnimation(state, eid, animation)
  const loop = args[2] === 'loop'
  if (name === 'set') return putOnTrack(state, eid, track, animation, loop)
  return queueEntry(state, eid, track, animation, loop, delay)
}

/** Fields by the names that Spine has for them. */
const FIELDS = new Map(
  Object.entries({ ...COMMON_NUMBERS, ...NUMBERS }).map(([field, name]): [string, string] => [name, field]),
)

/** Writes fields, such as ` alpha=0.5 reverse=true`. */
function assign({ world, registered }: Stage, row: number, text: string): void {
  const fields: Record<string, number | boolean> = {}
  for (const field of text.trim().split(' ').filter(Boolean)) {
    const [name, value] = field.split('=')
    fields[FIELDS.get(name) ?? name] = value === 'true' ? true : Number(value)
  }
  checkFields(world.animation.playback.entries.entity[row], registered, fields, tracks.fields)
  tracks.write(world.animation, row, fields)
}

/** @param awake it is applied even if it could sleep, and is not repeated. */
export function step(stage: Stage, seconds: number, awake: boolean): void {
  const { world, eid, heard, letters } = stage
  if (awake) editSeated(world.animation, eid)
  world.time.delta = seconds
  timelineSampling(world)
  mixing(world)
  for (const { entry, kind, name } of wholeEvents(world))
    heard.push(`${letters.get(entry)} ${kind}${name === null ? '' : ` ${name}`}`)
}

/** Entries as the tables list them: per track the entries mixed out, oldest first, the current one, the queue. */
export function entriesOf({ world, eid, letters }: Stage): string[] {
  const { arena, playback, skeletons } = world.animation
  const { entries, trackEntries } = playback
  const list: string[] = []
  const tell = (row: number) => {
    const delay = entries.delay[row]
    const mix = trackEntries.mixTime[row] !== 0 || trackEntries.mixDuration[row] !== 0
    const waits = delay === 0 ? '' : ` (delay ${round(delay)})`
    const mixes = mix
      ? `, mix ${round(trackEntries.mixTime[row])}/${round(trackEntries.mixDuration[row])}`
      : ''
    return `${letters.get(handleOf(world.animation, row))} ${round(entries.trackTime[row])}${waits}${mixes}`
  }
  for (let track = 0; track < skeletons.trackCount[eid]; track++) {
    const current = arena.i32[skeletons.tracks[eid] + track]
    const chain: string[] = []
    for (let row = current; row >= 0; row = entries.older[row]) chain.unshift(tell(row))
    list.push(...chain)
    for (let row = current < 0 ? -1 : entries.next[current]; row >= 0; row = entries.next[row])
      list.push(tell(row))
  }
  return list
}

const BLENDS = ['setup', 'first', 'replace', 'add']

/** The applications of the last step, as the tables list them. */
export function applicationsOf({ world, eid, rig }: Stage, bases: boolean): string[] {
  const state = world.animation
  const { f64, i32 } = state.arena
  const { commands, entries, trackEntries } = state.playback
  const told: string[] = []
  let row = state.skeletons.command[eid]
  for (; row >= 0; row = i32[commandAt(commands, row) + COMMAND.NEXT]) {
    const entry = row
    const { name, image } = rig.animations[entries.animation[entry]]
    const { attachments, drawOrder, events: keyed, timelineKinds } = image()
    const flags = flagsOf(state, entry)
    const out = (flags & COMMAND_OUT) !== 0
    // Held curves are stored; their entry keeps its directions all the same.
    const isHeld = (flags & COMMAND_HELD) !== 0
    const turns = isHeld ? (trackEntries.flags[entry] & TRACK_FLAG.turned) !== 0 : (flags & BLEND_TURNS) !== 0
    timelineKinds.forEach((kind, timeline) => {
      writeWeight(state, entry, timeline)
      const weight = f64[workAt(commands, entry) + WORK.WEIGHT]
      let blend = BLENDS[blendOf(state, entry, timeline)]
      if (bases && blend === 'replace') blend = 'current'
      if ((modeOf(state, entry, timeline) & MODE.add) !== 0) blend += ' add'
      if (attachments.some((track) => track.timeline === timeline)) {
        const keeps = (flags & APPLY_FLAG.keepAttachments) !== 0 ? 'keep' : 'temp'
        const own = out || bases ? blend : BLENDS[stepBlend(state, entry)]
        told.push(`${name}.att ${own} ${keeps}`)
        return
      }
      let direction = out ? ' out' : ' in'
      if (kind === TIMELINE_KIND.rotate && turns && weight !== 1) direction = ' (rot)'
      // Without a weight to mix by, a rotation in a chain is stored, too; the tables name the way, not the store.
      if (kind === TIMELINE_KIND.rotate && out && turns) direction = ' (rot)'
      const orders = drawOrder?.timeline === timeline
      if (orders && out && (flags & APPLY_FLAG.keepOrder) !== 0) direction = ' in'
      const reversed = (trackEntries.flags[entry] & TRACK_FLAG.reverse) !== 0
      const unheard = keyed?.timeline === timeline && ((flags & APPLY_FLAG.events) === 0 || reversed)
      told.push(
        `${name}${orders ? '.order' : ''} ${round(weight)} ${blend}${direction}${unheard ? ' (no list)' : ''}`,
      )
    })
  }
  return told
}

/** The present value for a cell of the pose column: `b.x 12.5`, `s1.attachment red`, `drawOrder s2,s1`. */
export function poseOf(stage: Stage, asked: string): string {
  const [what] = asked.split(' ')
  if (what === 'drawOrder') return `drawOrder ${orderOf(stage).join()}`
  const [owner, field] = what.split('.')
  if (field === 'attachment') return `${what} ${getAttachment(stage.world, stage.eid, owner)?.name}`
  const row =
    (stage.rig.bones.index.get(owner) ?? 0) * LOCAL_FIELDS + (field === 'x' ? LOCAL.X : LOCAL.ROTATION)
  const { chunk, base } = seatOf(stage)
  const value = stage.world.animation.arena.f32[base + chunk.layout.local + row * LANES]
  return `${what} ${field === 'x' ? round(value) : round((value * 180) / Math.PI, 2)}`
}

function seatOf({ world, eid }: Stage) {
  const { blocks, skeletons } = world.animation
  const chunk = blocks.chunks[skeletons.chunk[eid]]
  if (!chunk) throw new Error('no rows')
  return { chunk, base: chunk.words + skeletons.seat[eid] }
}

function orderOf(stage: Stage): string[] {
  const { chunk, base } = seatOf(stage)
  const { i32 } = stage.world.animation.arena
  return stage.rig.slots.names.map((_, place, names) => names[slotAt(i32, orderBase(chunk, base), place)])
}

function round(value: number, digits = 4): string {
  return String(Number(value.toFixed(digits)) + 0)
}
