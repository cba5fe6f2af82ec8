/**
 * The scene: a world with its crowd, drawn on a canvas. It uses no DOM, so it runs on the main thread and in a worker.
 */
import { createWorld } from 'bitecs'
import { installAnimation, kernelsOf } from 'osteon'
import { budgetCounts, budgets } from 'osteon/budget'
import { crowds, registerTable } from 'osteon/crowd'
import { plainKernels } from 'osteon/kernels/plain'
import { draw, installRenderer, type Renderer, screenToWorld, type View } from 'osteon/render'
import type { WorldRecording } from 'osteon/replay'
import { registerAtlas, sprites } from 'osteon/sprites'
import { startThreads, type Threads } from 'osteon/threads'
import { keepRecording } from '../recording'
import { type Camera, fitBox, pan, type Size, viewOf, zoomAt } from '../viewer/camera'
import { createFlatPainter, tryRenderer, type WorldPainter } from '../world-painter'
import {
  CAPACITY,
  type Crowd,
  createCrowd,
  MOST_LIVE,
  MOST_RECORDED,
  MOST_SKELETONS,
  MOST_SPRITES,
  SMALL_CROWD,
} from './crowd'
import { beckon, hitSomebody } from './figures/blows'
import { loadArtwork } from './figures/cast'
import { populate } from './figures/populate'
import { bakeCast } from './figures/tables'
import { LAPS, paint, tick } from './frame'
import { groundAtlas, paintGround } from './ground'
import type { Command, News, Report, SceneOptions, Settings } from './messages'
import { createStopwatch, type Stopwatch } from './page/stopwatch'
import { createRandom } from './random'
import { countStates } from './systems/count-states'
import { someoneAt } from './systems/find-someone'

interface Scene {
  readonly canvas: HTMLCanvasElement | OffscreenCanvas
  readonly crowd: Crowd
  /** Null: Canvas2D draws it. */
  readonly renderer: Renderer | null
  readonly flat: WorldPainter | null
  readonly watch: Stopwatch
  readonly camera: Camera
  readonly size: Size
  /** As asked for: the crowd may be smaller. */
  readonly settings: Settings
  /** Numbers of the cast's tables, once they are there; and the promise of them. */
  tables: Crowd['tables']
  baking: Promise<void> | null
  /** Number of characters that come, and the steps in which they do. */
  wanted: number
  arrivals: Generator<void, void> | null
  readonly tell: (news: News) => void
  readonly threads: Threads | null
  /** Null while the crowd is too large for it. */
  recording: WorldRecording | null
  ratio: number
  tick: number
  /** Smoothed seconds from frame to frame; 0 before the second one. */
  pause: number
  /** Whether anything but time changed the picture. */
  changed: boolean
}

const STEP = 1 / 60

/** Limit of a frame's seconds, so that a hidden tab does not jump ahead. */
const LONGEST_FRAME = 0.1

/** Weight of the newest frame in the smoothed time. */
const NEWEST = 0.08

/** Milliseconds between two reports. */
const REPORT_EVERY = 250

/** Limit of skeletons without WebGL. */
const FLAT_SKELETONS = 24
const NO_STATS = { drawCalls: 0, triangles: 0, bytesUploaded: 0 }

/** Colour of the dusk beyond the paving. */
const SKY = [0.15, 0.13, 0.23] as const

/**
 * Loads the artwork, makes the crowd and keeps drawing it.
 *
 * @returns a function that takes commands. @throws the errors of loading and of WebGL.
 */
export async function startScene(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  options: SceneOptions,
  tell: (news: News) => void,
): Promise<(command: Command) => void> {
  const artwork = await loadArtwork()
  const { width, height, ratio, ticks, seed, kernels: asked, threads: wanted, ...settings } = options
  // Kernels of JavaScript run on one thread.
  const threads = asked === 'wasm' && wanted > 1 ? await startThreads(wanted - 1) : null
  const loops = asked === 'plain' ? { kernels: plainKernels } : {}
  const world = installAnimation(createWorld(), {
    use: [crowds, sprites, budgets, ...(threads ? [threads] : [])],
    capacity: CAPACITY,
    ...loops,
  })
  const attributes = { alpha: false, antialias: false }
  // A worker cannot show that WebGL is missing: it fails, and the page runs the scene itself.
  const onPage = 'style' in canvas ? canvas : null
  const renderer = onPage
    ? tryRenderer(world, onPage, attributes)
    : installRenderer(world, { canvas, attributes })
  const sheet = registerAtlas(world, artwork.particles)
  const paving = registerAtlas(world, groundAtlas(paintGround()))
  const scene: Scene = {
    canvas,
    crowd: createCrowd(world, artwork, { sheet, paving }, createRandom(seed)),
    renderer,
    flat: onPage && !renderer ? createFlatPainter(world, onPage) : null,
    watch: createStopwatch(LAPS),
    camera: { x: 0, y: 0, zoom: 1 },
    size: { width, height },
    settings,
    tables: null,
    baking: null,
    wanted: 0,
    arrivals: null,
    tell,
    threads,
    recording: null,
    ratio,
    tick: 0,
    pause: 0,
    changed: true,
  }
  resize(scene, width, height, ratio)
  change(scene, settings)
  await scene.baking
  for (let i = 0; i < ticks; i++) step(scene, STEP)
  run(scene, tell)
  return (command) => obey(scene, command)
}

/** Runs a frame loop without end; workers have `requestAnimationFrame`, too. */
function run(scene: Scene, tell: (news: News) => void): void {
  let before = Number.POSITIVE_INFINITY
  let told = Number.NEGATIVE_INFINITY
  const frame = (now: number): void => {
    requestAnimationFrame(frame)
    const pause = Math.max(0, now - before) / 1000
    before = now
    if (!scene.settings.paused) step(scene, Math.min(LONGEST_FRAME, pause))
    else if (!scene.changed) return
    // The first picture needs a pose, even while paused.
    else step(scene, 0)
    scene.changed = false
    show(scene)
    scene.pause += (pause - scene.pause) * (scene.pause === 0 ? 1 : NEWEST)
    if (now - told < REPORT_EVERY && !scene.settings.paused) return
    told = now
    tell({ type: 'report', report: reportOf(scene) })
  }
  requestAnimationFrame(frame)
}

function step(scene: Scene, seconds: number): void {
  scene.arrivals?.next()
  const { camera, crowd, settings, size, threads, watch } = scene
  // Systems that are called one by one run on one thread.
  const pipeline = settings.pipeline || threads !== null
  tick(crowd, watch, seconds, viewOf(camera, size), size.height, { ...settings, pipeline })
  if (seconds > 0) scene.tick++
}

function show({ camera, crowd, renderer, flat, size, watch }: Scene): void {
  if (renderer) {
    const { gl } = renderer
    gl.clearColor(SKY[0], SKY[1], SKY[2], 1)
    gl.clear(gl.COLOR_BUFFER_BIT)
  }
  paint(crowd, watch, (world) => {
    if (flat) flat.paint(viewOf(camera, size), [...SKY, 1])
    else draw(world, viewOf(camera, size))
  })
}

function obey(scene: Scene, command: Command): void {
  const { camera, size } = scene
  scene.changed = true
  if (command.type === 'settings') change(scene, command)
  else if (command.type === 'resize') resize(scene, command.width, command.height, command.ratio)
  else if (command.type === 'pan') pan(camera, command.dx, command.dy)
  else if (command.type === 'zoom') {
    const { x, y } = command.at ?? { x: size.width / 2, y: size.height / 2 }
    zoomAt(camera, command.factor, x, y, size)
  } else if (command.type === 'fit') showAll(scene)
  else if (command.type === 'save') save(scene)
  else point(scene, command.x, command.y, command.hit)
  stayInside(scene)
}

function change(scene: Scene, given: Partial<Settings>): void {
  const { crowd, flat, settings, watch } = scene
  Object.assign(settings, given)
  crowd.particles.most = Math.max(0, Math.min(MOST_SPRITES, settings.sprites))
  crowd.recolour ||= crowd.painted !== settings.painted
  crowd.painted = settings.painted
  watch.frames = 0
  const usesTables = settings.tables && !flat && settings.count > SMALL_CROWD
  if (usesTables && !scene.tables) {
    scene.baking ??= makeTables(scene)
    return
  }
  const tables = usesTables ? scene.tables : null
  const most = flat ? FLAT_SKELETONS : tables ? MOST_SKELETONS : MOST_LIVE
  const count = Math.round(Math.max(1, Math.min(most, settings.count)))
  if (count === scene.wanted && tables === crowd.tables) return
  crowd.tables = tables
  scene.wanted = count
  keepIfSmall(scene)
  scene.arrivals = populate(crowd, count)
  // Before the first picture nobody waits for it.
  if (count <= MOST_LIVE || scene.tick === 0) for (const _ of scene.arrivals);
  else scene.arrivals.next()
  showFaces(scene)
}

/** Records crowds that are small enough, from the moment on in which they come. */
function keepIfSmall(scene: Scene): void {
  const isSmall = scene.wanted <= MOST_RECORDED
  if (isSmall) scene.recording ??= keepRecording(scene.crowd.world)
  else {
    scene.recording?.stop()
    scene.recording = null
  }
}

function save({ recording, tell }: Scene): void {
  const message = `Crowds of more than ${MOST_RECORDED} are not recorded: the page writes every place in each tick.`
  if (recording) tell({ type: 'recording', bytes: recording.save() })
  else tell({ type: 'refused', message })
}

/** Makes the cast's tables once; the crowd stays as it is until then. Without them all are live. */
async function makeTables(scene: Scene): Promise<void> {
  const { cast, world } = scene.crowd
  try {
    const tables = await bakeCast()
    scene.tables = tables.map((skins, member) =>
      skins.map((table) => registerTable(world, cast[member].rig, table)),
    )
    change(scene, {})
  } catch (error) {
    scene.tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    change(scene, { tables: false })
  }
  scene.changed = true
}

function resize(scene: Scene, width: number, height: number, ratio: number): void {
  const { camera, canvas, size } = scene
  const zoom = camera.zoom * (height / size.height)
  Object.assign(size, { width: Math.max(1, width), height: Math.max(1, height) })
  camera.zoom = zoom
  canvas.width = Math.max(1, Math.round(width * ratio))
  canvas.height = Math.max(1, Math.round(height * ratio))
}

/** Initial height of the tallest character on the screen, CSS pixels: enough to recognise faces. */
const FACES = 150

/** Shows the middle of the ground, near enough to recognise the characters. */
function showFaces(scene: Scene): void {
  const { camera, crowd } = scene
  showAll(scene)
  camera.zoom = Math.max(camera.zoom, FACES / tallest(crowd))
}

const tallest = ({ cast }: Crowd): number => Math.max(...cast.map((member) => member.height))

/** Fills the picture with the ground, and cuts off the rest; on a phone that is its sides. */
function showAll({ camera, crowd, size }: Scene): void {
  const { width, height } = crowd.arena
  const tall = tallest(crowd)
  fitBox(camera, [0, 0, width, height + tall], size)
  camera.zoom = Math.max(size.width / width, size.height / (height + 0.4 * tall))
}

/** Keeps the camera's middle over the ground. */
function stayInside({ camera, crowd }: Scene): void {
  camera.x = Math.max(0, Math.min(crowd.arena.width, camera.x))
  camera.y = Math.max(0, Math.min(crowd.arena.height, camera.y))
}

function point({ camera, crowd, size }: Scene, x: number, y: number, hit: boolean): void {
  const view: View = viewOf(camera, size)
  const [worldX, worldY] = screenToWorld(view, x, y, size.width, size.height)
  const eid = someoneAt(crowd, worldX, worldY)
  if (eid === 0) return
  if (hit) hitSomebody(crowd, eid, worldX <= crowd.world.components.Transform.x[eid] ? 1 : -1)
  else beckon(crowd, eid)
}

function reportOf(scene: Scene): Report {
  const { baking, crowd, pause, renderer, settings, tables, threads, tick: ticks, watch } = scene
  const { drawCalls, triangles, bytesUploaded } = renderer?.stats ?? NO_STATS
  return {
    tick: ticks,
    kernels: kernelsOf(crowd.world),
    threads: threads?.count ?? 1,
    count: crowd.ids.length,
    fps: settings.paused || pause === 0 ? 0 : 1 / pause,
    frame: settings.paused ? 0 : pause * 1000,
    laps: LAPS.map((name, i) => [name, watch.milliseconds[i]]),
    drawCalls,
    triangles,
    bytesUploaded,
    sprites: crowd.particles.count,
    budget: settings.budget ? { ...budgetCounts(crowd.world) } : null,
    baking: baking !== null && tables === null,
    ...countStates(crowd),
  }
}
