/** Skeletons that workers read: results, errors and warnings of the calling thread; workers that are missing or die. */
import { readFileSync } from 'node:fs'
import { type LoadOptions, loadAtlas, loadRig, loadRigs, type OsteonError, type Rig } from 'osteon'
import { cookedDragonBones } from 'osteon/formats/cooked-dragonbones'
import { dragonBones } from 'osteon/formats/dragonbones'
import { spineBinary } from 'osteon/formats/spine-binary'
import { spineJson } from 'osteon/formats/spine-json'
import { rigWorker, serveRigs, type WorkerLike } from 'osteon/worker'
import { describe, expect, test } from 'vitest'
import { sampleOf } from '../deep'
import { lateArmature } from '../fixtures/rigs/dragonbones'
import { toyReader, toyText } from '../load/toy'
import { hashPoses } from '../poses/play-rig'
import { ownFiles, type RigFiles, readTable, sampleFiles } from '../poses/rigs'

const READERS = [spineJson, spineBinary]
const table = readTable()
const warn = () => {}

/** Workers, what they were told, and which kinds of answers they gave. */
interface Watched {
  create: () => WorkerLike
  readonly workers: WorkerLike[]
  readonly told: { readonly reader: string; readonly atlases?: readonly (string | Uint8Array)[] }[]
  readonly answers: string[]
}

/** Workers in this thread, at the other ends of channels. @param serve what their script does. */
function channelWorkers(serve = (port: MessagePort) => serveRigs(READERS, port)): Watched {
  const watched: Omit<Watched, 'create'> = { workers: [], told: [], answers: [] }
  return {
    ...watched,
    create() {
      const { port1, port2 } = new MessageChannel()
      const worker: WorkerLike = {
        onerror: null,
        onmessage: null,
        postMessage(task, transfer) {
          watched.told.push(task as Watched['told'][number])
          port1.postMessage(task, transfer)
        },
        terminate: () => port1.close(),
      }
      port1.onmessage = (message) => {
        watched.answers.push(message.data.kind)
        worker.onmessage?.(message)
      }
      watched.workers.push(worker)
      serve(port2)
      return worker
    },
  }
}

const die = (watched: Watched, message: string) =>
  watched.workers.at(-1)?.onerror?.({ message } as ErrorEvent)

function load({ skeleton, atlas }: RigFiles, options: Partial<LoadOptions> = {}): Promise<Rig> {
  const all = { readers: [...READERS, dragonBones], images: false, warn, name: 'loaded', ...options }
  return loadRig(readFileSync(skeleton), readFileSync(atlas), all)
}

const own = ownFiles()
const samples = sampleOf(sampleFiles().filter(({ name }) => name in table))

/** What a script serves for DragonBones, too. */
const serveAll = (port: MessagePort) => serveRigs([...READERS, dragonBones, cookedDragonBones], port)

async function check(files: RigFiles): Promise<void> {
  const { answers, create } = channelWorkers(serveAll)
  const worker = rigWorker({ create, readers: [cookedDragonBones] })
  const rig = await load(files, { worker })
  expect(answers).toEqual(['ready', 'read'])
  expect(hashPoses(rig, undefined, { backward: false, fillers: 0 })).toBe(table[files.name])
  worker.close()
}

describe('rigs that a worker read have the poses of the table', () => {
  test.each(own.map((files) => [files.name, files] as const))('%s', (_name, files) => check(files))
})

describe.skipIf(samples.length === 0)('samples that a worker read have the poses of the table', () => {
  test.each(samples.map((files) => [files.name, files] as const))('%s', (_name, files) => check(files))
})

const [hero] = own
const skeleton = readFileSync(hero.skeleton)
const text = skeleton.toString()

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'loaded',
    (error: OsteonError) => [error.constructor, error.code, error.source, error.path, error.message],
  )
}

/** The result of a load with a worker, and warnings, beside those without. */
async function both(
  data: string | Uint8Array | object,
  more: Partial<LoadOptions> = {},
  atlas: string | null = null,
) {
  const { answers, create } = channelWorkers()
  const worker = rigWorker({ create })
  const results = []
  for (const one of [undefined, worker]) {
    const warnings: string[] = []
    const options = { readers: READERS, images: false, worker: one, ...more }
    const noted = {
      ...options,
      warn: ({ code, path }: { code: string; path: string }) => void warnings.push(`${code} ${path}`),
    }
    results.push([await failure(loadRig(data, atlas, noted)), warnings])
  }
  worker.close()
  return { answers, results }
}

test('errors and warnings are those of the calling thread', async () => {
  const broken = JSON.parse(text)
  broken.bones[1].parent = 'nobody'
  broken.bones[1].curious = true
  const { answers, results } = await both(JSON.stringify(broken), { name: 'hero.json' })
  expect(answers).toEqual(['ready', 'failed'])
  expect(results[1]).toEqual(results[0])
  expect(results[0][0]).toContain('unknown-parent')
  const old = { ...JSON.parse(text), skeleton: {} }
  const warned = await both(JSON.stringify(old))
  expect(warned.answers).toEqual(['ready', 'read'])
  expect(warned.results[1]).toEqual(warned.results[0])
  expect(warned.results[0][1]).toEqual([expect.stringContaining('version-guessed')])
})

/** Whether a rig is of tables that a file held: these make models of attachments when they are asked for. */
const isOfTables = ({ attachments }: Rig) =>
  Object.getOwnPropertyDescriptor(attachments, 'models')?.get !== undefined

const atlasText = readFileSync(hero.atlas, 'utf8')
const other = 'other.png\nsize: 8, 8\nother\nbounds: 0, 0, 8, 8\n'

test.each<[string, Parameters<typeof loadRig>[1], Partial<LoadOptions>, boolean]>([
  ['bytes', Uint8Array.from(readFileSync(hero.atlas)), {}, true],
  ['text', atlasText, {}, true],
  ['several', [other, atlasText], {}, true],
  ['text, with sampling of your own', atlasText, { filter: 'nearest', premultiplied: true }, true],
  [
    'a model',
    await loadAtlas(atlasText, { readers: READERS, images: false }).then(({ model }) => model),
    {},
    false,
  ],
  [
    'several, of which one names no size of a page',
    [other.replace('size: 8, 8\n', ''), atlasText],
    {},
    false,
  ],
  ['text, beside images of your own', atlasText, { resolveAttachment: () => null }, false],
])('an atlas given as %s: the rig is that of the calling thread', async (_, atlas, more, isCompiled) => {
  const { create, told } = channelWorkers()
  const worker = rigWorker({ create })
  const options = { readers: READERS, images: false, warn, name: 'loaded', ...more }
  const [here, there] = [
    await loadRig(skeleton, atlas, options),
    await loadRig(skeleton, atlas, { ...options, worker }),
  ]
  expect(told).toHaveLength(1)
  expect([isOfTables(here), isOfTables(there)]).toEqual([false, isCompiled])
  expect(there.image()).toEqual(here.image())
  expect(there.pages).toEqual(here.pages)
  worker.close()
})

test('errors of an atlas, and of compiling with it, are those of the calling thread', async () => {
  const { answers, results } = await both(text, {}, other)
  expect(answers).toEqual(['ready', 'read'])
  expect(results[1]).toEqual(results[0])
  expect(results[0][0]).toContain('missing-region')
  const bad = await both(text, {}, `${other}bounds: none\n`)
  expect(bad.results[1]).toEqual(bad.results[0])
  expect(bad.results[0][0]).toContain('bad-atlas')
})

test('limits count as on the calling thread, and so does scale', async () => {
  const { results } = await both(text, { limits: { memory: 1000 } })
  expect(results[1]).toEqual(results[0])
  expect(results[0][0]).toContain('too-large')
  const { create } = channelWorkers()
  const worker = rigWorker({ create })
  const small = await load(hero, { worker, scale: 0.5 })
  expect([...small.rows.setup]).toEqual([...(await load(hero, { scale: 0.5 })).rows.setup])
  worker.close()
})

test('the calling thread reads objects, and what workers have no reader for', async () => {
  const parsed = await both(JSON.parse(text))
  expect([parsed.answers, parsed.results[1]]).toEqual([[], ['loaded', []]])
  const toy = await both(toyText('odd'), { readers: [toyReader], resolveAttachment: () => null })
  expect(toy.answers).toEqual(['ready', 'declined'])
  expect(toy.results[1]).toEqual(toy.results[0])
})

test('the calling thread reads skeletons of DragonBones unless it and the worker have readers of cooked ones', async () => {
  const [badger] = own.filter(({ atlas }) => !atlas.endsWith('.atlas'))
  const ways = [
    { serve: undefined, readers: [cookedDragonBones], answer: 'declined' },
    { serve: (port: MessagePort) => serveRigs([dragonBones], port), readers: [], answer: 'declined' },
    { serve: serveAll, readers: [], answer: 'read' },
  ]
  for (const { serve, readers, answer } of ways) {
    const { answers, create } = channelWorkers(serve)
    const worker = rigWorker({ create, readers })
    const rig = await load(badger, { worker })
    expect(answers).toEqual(['ready', answer])
    expect(rig.player).toBe(dragonBones.player)
    worker.close()
  }
})

test('all armatures of a file come from a worker, those in slots too', async () => {
  const { answers, create } = channelWorkers(serveAll)
  const worker = rigWorker({ create, readers: [cookedDragonBones] })
  const whole = lateArmature() as object
  const options = { readers: [dragonBones], images: false, warn }
  const [here, there] = [undefined, worker].map((one) =>
    loadRigs(JSON.stringify(whole), null, { ...options, worker: one, resolveAttachment: () => null }),
  )
  const nestedOf = (rigs: ReadonlyMap<string, Rig>) =>
    [...rigs].map(([name, rig]) => [name, rig.name, [...rig.nested.keys()]])
  expect(nestedOf(await there)).toEqual(nestedOf(await here))
  expect(nestedOf(await there).flatMap(([, , nested]) => nested).length).toBeGreaterThan(0)
  expect(answers).toEqual(['ready', 'read'])
  worker.close()
})

test("the bytes stay the caller's, and several load at once with as many workers", async () => {
  const watched = channelWorkers()
  const worker = rigWorker({ create: watched.create, size: 2 })
  const bytes = Uint8Array.from(skeleton)
  const atlas = Uint8Array.from(readFileSync(hero.atlas))
  const options = { readers: READERS, images: false, warn, worker }
  const rigs = await Promise.all(['a', 'b', 'c'].map((name) => loadRig(bytes, atlas, { ...options, name })))
  expect(rigs.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect([watched.workers.length, watched.told.length]).toEqual([2, 3])
  expect([bytes.length, atlas.length]).toEqual([skeleton.length, readFileSync(hero.atlas).length])
  expect([...(await loadRigs(bytes, null, options)).keys()].length).toBe(1)
  worker.close()
})

/** A script that starts, and never answers. */
const silent = (port: MessagePort) => {
  port.onmessage = () => {}
  port.postMessage({ kind: 'ready' })
}

/** Waits until all of a number of tasks were sent, and a worker has said that it runs. */
const waitFor = ({ told, answers }: Watched, count: number) =>
  expect.poll(() => [told.length, answers.length]).toEqual([count, count])

test('a worker that dies fails what it reads; the next load has another worker', async () => {
  const watched = channelWorkers(silent)
  const worker = rigWorker({ create: watched.create })
  const first = failure(load(hero, { worker, name: 'first' }))
  await waitFor(watched, 1)
  const second = failure(load(hero, { worker, name: 'second' }))
  die(watched, 'out of memory')
  expect(await first).toEqual(expect.arrayContaining(['worker-lost', 'first']))
  expect(await first).toEqual(expect.arrayContaining([expect.stringContaining('out of memory')]))
  await waitFor(watched, 2)
  worker.close()
  expect(await second).toBe('loaded')
})

test('where no worker starts, the calling thread reads, and one warning says so', async () => {
  const warnings: string[] = []
  const note = ({ code, message }: { code: string; message: string }) =>
    void warnings.push(`${code}: ${message}`)
  const forbid = () => {
    throw new Error('by policy')
  }
  const forbidden = rigWorker({ create: forbid, warn: note })
  expect((await load(hero, { worker: forbidden })).name).toBe('loaded')
  expect((await load(hero, { worker: forbidden })).name).toBe('loaded')
  expect(warnings).toEqual([expect.stringMatching(/^no-threads: .*by policy/)])
  const watched = channelWorkers(() => {})
  const missing = rigWorker({ create: watched.create, warn: note })
  const loads = [load(hero, { worker: missing }), load(hero, { worker: missing })]
  await expect.poll(() => watched.told.length).toBe(1)
  die(watched, '')
  expect((await Promise.all(loads)).map(({ name }) => name)).toEqual(['loaded', 'loaded'])
  expect(warnings.length).toBe(2)
  // Node has no workers of the web.
  const none = rigWorker({ warn: note })
  expect((await load(hero, { worker: none })).name).toBe('loaded')
  expect(warnings.length).toBe(2)
})

test('a load that was aborted takes no worker', async () => {
  const watched = channelWorkers(silent)
  const worker = rigWorker({ create: watched.create })
  const abort = new AbortController()
  const first = failure(load(hero, { worker, name: 'first' }))
  await waitFor(watched, 1)
  const second = failure(load(hero, { worker, name: 'second', signal: abort.signal }))
  await Promise.resolve()
  abort.abort()
  expect(await second).toContain('aborted')
  die(watched, 'lost')
  expect(await first).toContain('worker-lost')
  expect(watched.told.length).toBe(1)
  worker.close()
})

test('wrong options are refused', async () => {
  expect(() => rigWorker({ size: 0 })).toThrow(/bad-option/)
  const wrong = true as unknown as LoadOptions['worker']
  expect(await failure(load(hero, { worker: wrong }))).toContain('bad-option')
})
