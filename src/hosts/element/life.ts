/** The life of one element: what it loads, shows and reports. */
import { setSkin } from '../../api/dress/skins'
import type { SkeletonEvent } from '../../api/events'
import { setToSetupPose } from '../../api/pose/write-pose'
import { spawnSkeleton } from '../../api/spawn'
import { clearTracks } from '../../api/tracks/fade'
import { play as playAnimation } from '../../api/tracks/play'
import { disposeRig } from '../../load/assets'
import type { Rig } from '../../rig/rig'
import type { PlayOptions } from '../../world/play-options'
import type { Actor, Stage, Studio } from './actor'
import { ATTRIBUTES, adoptProperties, namesIn, problemOf } from './attributes'
import type { FigureElement, ShownFigure } from './figure-element'
import { boxOf, loadWanted } from './load'
import { createShadow } from './shadow'
import { enterStage, holdRig, leaveStage, removeFigure, wake } from './stage'

/** What the element's class calls. */
export interface Life {
  enter(): void
  leave(): void
  /** An attribute was changed. Changes of one task are applied together. */
  change(name: string): void
  figure(): ShownFigure | null
  ready(): Promise<ShownFigure>
  play(animation?: string, options?: PlayOptions): void
  redraw(): void
}

/** A promise with its ends. */
interface Pending {
  readonly promise: Promise<ShownFigure>
  readonly resolve: (figure: ShownFigure) => void
  readonly reject: (error: unknown) => void
  isSettled: boolean
}

/** Attributes that mean other files. */
const FILES = ['src', 'atlas', 'armature']

export function createLife(element: FigureElement, studio: Studio): Life {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)')
  const shadow = createShadow(element, () => (isPlaying() ? element.pause() : play()))
  const changed = new Set<string>()
  let stage: Stage | null = null
  let figure: ShownFigure | null = null
  let loading: AbortController | null = null
  let pending = createPending()
  /** What a script has played; null = what the attribute says. */
  let played: { animation: string; options: PlayOptions } | null = null
  /** Whether somebody made it move, although less motion is preferred. */
  let isStarted = false

  const actor: Actor = {
    canvas: shadow.canvas,
    width: 0,
    height: 0,
    isInView: false,
    eid: 0,
    box: null,
    covers: false,
    speed: 0,
    isStale: true,
    tell,
    fail,
  }
  const sizes = new ResizeObserver((entries) => {
    const { contentRect, devicePixelContentBoxSize: pixels } = entries[entries.length - 1]
    actor.width = Math.round(pixels?.[0].inlineSize ?? contentRect.width * devicePixelRatio)
    actor.height = Math.round(pixels?.[0].blockSize ?? contentRect.height * devicePixelRatio)
    redraw()
  })
  const places = new IntersectionObserver((entries) => {
    actor.isInView = entries[entries.length - 1].isIntersecting
    redraw()
  })

  return { enter, leave, change, figure: () => figure, ready: () => pending.promise, play, redraw }

  function enter(): void {
    if (stage) return
    adoptProperties(element)
    try {
      stage = enterStage(studio, actor)
    } catch (error) {
      fail(error)
      return
    }
    observeSize(sizes, shadow.canvas)
    places.observe(element)
    reduced.addEventListener('change', followMedia)
    for (const name of ATTRIBUTES) if (element.hasAttribute(name)) change(name)
    update()
  }

  function leave(): void {
    if (!stage) return
    unload()
    sizes.disconnect()
    places.disconnect()
    reduced.removeEventListener('change', followMedia)
    leaveStage(studio, stage, actor)
    stage = null
    isStarted = actor.isInView = false
    actor.width = actor.height = 0
  }

  function change(name: string): void {
    // Elements outside a page read their attributes when they come in.
    if (!stage) return
    if (changed.size === 0) queueMicrotask(applyChanges)
    changed.add(name)
  }

  function applyChanges(): void {
    const names = [...changed]
    changed.clear()
    if (!stage) return
    for (const name of names) {
      const problem = problemOf(element, name)
      if (problem) fail(problem)
    }
    const has = (...wanted: string[]) => names.some((name) => wanted.includes(name))
    if (has('animation')) played = null
    if (has(...FILES)) load(stage)
    else if (figure) {
      if (has('skin')) dress(figure)
      if (has('animation', 'loop') || (has('still') && isStill())) start(figure)
      if (has('skin', 'animation')) measure(stage, figure)
    }
    update()
  }

  function load(on: Stage): void {
    unload()
    if (pending.isSettled) pending = createPending()
    const { src, atlas, armature } = element
    if (src === '') return
    const load = new AbortController()
    loading = load
    loadWanted(on, { src, atlas, armature }, load.signal)
      .then((rig) => {
        if (!load.signal.aborted) show(on, rig)
        else if (!on.assets.disposed) disposeRig(on.assets, rig)
      })
      .catch((error: unknown) => {
        if (!load.signal.aborted) fail(error)
      })
  }

  function show(on: Stage, rig: Rig): void {
    const { assets, world } = on
    try {
      figure = { world, eid: spawnSkeleton(world, rig, {}), rig }
    } catch (error) {
      disposeRig(assets, rig)
      throw error
    }
    holdRig(on, rig)
    actor.eid = figure.eid
    if (element.skin !== '') dress(figure)
    start(figure)
    measure(on, figure)
    update()
    pending.isSettled = true
    pending.resolve(figure)
    element.dispatchEvent(new CustomEvent('load', { detail: figure }))
  }

  function unload(): void {
    loading?.abort()
    loading = null
    const last = figure
    if (stage && last) removeFigure(stage, last.eid, last.rig)
    figure = null
    played = null
    actor.eid = 0
    actor.box = null
    // This clears it.
    shadow.canvas.width = shadow.canvas.height = 1
    if (last) element.dispatchEvent(new CustomEvent('unload', { detail: last }))
  }

  function dress({ world, eid }: ShownFigure): void {
    attempt(() => setSkin(world, eid, namesIn(element.skin), { reset: true }))
  }

  /** Plays what a script or the attribute says; without either, it is the setup pose. */
  function start(shown: ShownFigure): void {
    const { animation, options = {} } = played ?? { animation: element.animation }
    if (animation !== '') attempt(() => playNow(shown, animation, options))
    else {
      clearTracks(shown.world, shown.eid)
      setToSetupPose(shown.world, shown.eid, 'both')
    }
  }

  function playNow({ world, eid }: ShownFigure, animation: string, options: PlayOptions): void {
    const loop = options.playTimes === undefined ? { loop: element.loop } : {}
    const still = isStill() ? { trackTime: element.still, mix: 0 } : {}
    playAnimation(world, eid, animation, { ...loop, ...options, ...still })
  }

  /** Finds the box that is fitted. Names that the rig lacks were reported before. */
  function measure(on: Stage, { rig }: ShownFigure): void {
    const { animation } = element
    const skin = namesIn(element.skin)
    const isKnown = rig.animationIndex.has(animation)
    const isWorn = skin?.every((name) => rig.skinIndex.has(name))
    attempt(() => {
      actor.box = boxOf(on, rig, isKnown ? animation : null, isWorn ? skin : null)
    })
  }

  function play(animation?: string, options: PlayOptions = {}): void {
    const wasStarted = isStarted
    isStarted = true
    try {
      if (figure && animation !== undefined) playNow(figure, animation, options)
    } catch (error) {
      isStarted = wasStarted
      throw error
    }
    if (animation !== undefined) played = { animation, options }
    element.toggleAttribute('paused', false)
    update()
  }

  function isStill(): boolean {
    return reduced.matches && !isStarted
  }

  function isPlaying(): boolean {
    return !element.paused && !isStill()
  }

  function followMedia(): void {
    isStarted = false
    if (figure) start(figure)
    update()
  }

  /** Brings everything up to date that costs nothing to set. */
  function update(): void {
    actor.speed = isPlaying() ? element.speed : 0
    actor.covers = element.fit === 'cover'
    shadow.setName(element.alt)
    shadow.setControls(element.controls)
    shadow.setPlaying(isPlaying())
    redraw()
  }

  function redraw(): void {
    actor.isStale = true
    if (stage) wake(stage)
  }

  function tell(event: SkeletonEvent): void {
    const { kind } = event
    if (kind === 'complete' || kind === 'event')
      element.dispatchEvent(new CustomEvent(kind, { detail: event }))
  }

  function attempt(change: () => void): void {
    try {
      change()
    } catch (error) {
      fail(error)
    }
  }

  function fail(error: unknown): void {
    console.warn(error instanceof Error ? error.message : error)
    // Whoever waits for a figure that is there has it.
    if (!figure && !pending.isSettled) {
      pending.isSettled = true
      pending.reject(error)
    }
    element.dispatchEvent(new CustomEvent('error', { detail: error }))
  }
}

/** Not every browser tells sizes in its own pixels. */
function observeSize(sizes: ResizeObserver, canvas: HTMLCanvasElement): void {
  try {
    sizes.observe(canvas, { box: 'device-pixel-content-box' })
  } catch {
    sizes.observe(canvas)
  }
}

function createPending(): Pending {
  let resolve: Pending['resolve'] = () => {}
  let reject: Pending['reject'] = () => {}
  const promise = new Promise<ShownFigure>((done, failed) => {
    resolve = done
    reject = failed
  })
  // Pages that listen to `error` need not wait for it.
  promise.catch(() => {})
  return { promise, resolve, reject, isSettled: false }
}
