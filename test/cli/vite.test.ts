import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentAnimation, loadRig, play, type Rig, spawnSkeleton } from '../../src/api'
import { loadHot, loadHotBy } from '../../src/api/hot'
import { osteon } from '../../src/cli/vite'
import { addressOf } from '../../src/cli/vite/addresses'
import { spineJson } from '../../src/formats/spine-json'
import { makeWorld } from '../fixtures/play'

const skeleton = (...animations: string[]) =>
  JSON.stringify({
    skeleton: { spine: '4.2.43' },
    bones: [{ name: 'root' }],
    animations: Object.fromEntries(animations.map((name) => [name, {}])),
  })

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'vite-')))
  mkdirSync(join(folder, 'public/art'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the plug-in', () => {
  let server: ViteDevServer
  afterEach(() => server.close())

  test('writes types at the start and after changes, and tells the page', async () => {
    const hero = join(folder, 'public/art/hero.json')
    writeFileSync(hero, skeleton('run'))
    server = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      server: { middlewareMode: true, ws: false },
      plugins: [osteon({ files: 'public/**/*.json' })],
    })
    const sent = vi.spyOn(server.ws, 'send')
    const types = () => readFileSync(join(folder, 'src/figures.d.ts'), 'utf8')
    expect(types()).toContain('/** `../public/art/hero.json` */')
    expect(types()).toContain('"run"')
    // The watcher may still be on its way: the file is saved until it is seen.
    const save = (content: string, isSeen: () => boolean) =>
      expect
        .poll(
          () => {
            writeFileSync(hero, content)
            return isSeen()
          },
          { interval: 500 },
        )
        .toBe(true)
    await save(skeleton('run', 'jump'), () => types().includes('"jump"'))
    expect(sent.mock.calls.flat()).toContainEqual({
      type: 'custom',
      event: 'osteon:changed',
      data: { addresses: ['/art/hero.json'] },
    })

    // Half an export: the types stay, and so does the server.
    const told = sent.mock.calls.length
    await save(skeleton('run').slice(0, 60), () => sent.mock.calls.length > told)
    expect(types()).toContain('"jump"')
  })
})

test.each([
  ['/game/public/art/my hero.json', '/app/art/my%20hero.json'],
  ['/game/src/hero.json', '/app/src/hero.json'],
  ['/elsewhere/hero.json', '/app/@fs/elsewhere/hero.json'],
])('%s is served at %s', (file, address) => {
  expect(addressOf(file, { root: '/game', base: '/app/', publicDir: '/game/public' })).toBe(address)
})

describe('loadHot', () => {
  /** A server whose files may change, and its page. */
  function stage() {
    const files: Record<string, string> = { '/hero.json': skeleton('run') }
    const listeners: ((data: { addresses: string[] }) => void)[] = []
    let fetched = 0
    const options = {
      readers: [spineJson],
      base: 'http://host/',
      fetch: async (url: string) => {
        fetched++
        return new Response(files[new URL(url).pathname])
      },
    }
    const hot = {
      on: (event: string, listener: (data: { addresses: string[] }) => void) => {
        expect(event).toBe('osteon:changed')
        listeners.push(listener)
      },
    }
    const change = (name: string, content: string) => {
      files[name] = content
      for (const listener of listeners) listener({ addresses: [name] })
    }
    return { files, options, hot, change, fetches: () => fetched }
  }

  test('gives skeletons the rig as it was saved last, and they go on', async () => {
    const { options, hot, change, fetches } = stage()
    const world = makeWorld()
    const replaced: Rig[] = []
    const onReplace = (rig: Rig) => void replaced.push(rig)
    const rig = await loadHot(hot, world, 'hero.json', null, { ...options, onReplace })
    const eid = spawnSkeleton(world, rig)
    play(world, eid, 'run')
    change('/other.json', '{}')
    change('/hero.json', skeleton('jump', 'run'))
    await expect.poll(() => replaced.length).toBe(1)
    expect(fetches()).toBe(2)
    expect(currentAnimation(world, eid)).toBe('run')
    play(world, eid, 'jump')
    expect(currentAnimation(world, spawnSkeleton(world, replaced[0]))).toBe(null)
    change('/hero.json', skeleton('jump', 'swim'))
    change('/hero.json', skeleton('jump', 'fly'))
    await expect.poll(() => replaced.length).toBe(3)
    play(world, eid, 'fly')
  })

  test('keeps the old rig where the new one cannot be loaded', async () => {
    const { options, hot, change } = stage()
    const world = makeWorld()
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    const replaced: Rig[] = []
    const onReplace = (next: Rig) => void replaced.push(next)
    const rig = await loadHot(hot, world, 'hero.json', null, { ...options, onReplace })
    const eid = spawnSkeleton(world, rig)
    change('/hero.json', skeleton('jump').slice(0, 60))
    await expect.poll(() => told.mock.calls.flat().join()).toContain('hero.json')
    play(world, eid, 'run')
    change('/hero.json', skeleton('jump'))
    await expect.poll(() => replaced.length).toBe(1)
    play(world, eid, 'jump')
    told.mockRestore()
  })

  test('loads again by any loader, and goes on after one that failed', async () => {
    const { files, options, hot, change } = stage()
    const world = makeWorld()
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    const replaced: Rig[] = []
    const versions: number[] = []
    const load = async (version: number) => {
      versions.push(version)
      // As PixiJS does, which wraps errors of parsers in its own.
      if (files['/hero.json'] === '') throw new Error('wrapped')
      return loadRig('hero.json', null, options)
    }
    const rig = await loadHotBy(hot, world, ['/hero.json?x', '/hero.png'], load, (next) =>
      replaced.push(next),
    )
    const eid = spawnSkeleton(world, rig)
    change('/other.json', '{}')
    change('/hero.json', '')
    await expect.poll(() => told.mock.calls.flat().join()).toContain('wrapped')
    change('/hero.json', skeleton('jump'))
    await expect.poll(() => replaced.length).toBe(1)
    play(world, eid, 'jump')
    change('/hero.png', 'pixels')
    await expect.poll(() => replaced.length).toBe(2)
    expect(versions).toEqual([0, 1, 2, 3])
    told.mockRestore()
    await loadHotBy(undefined, makeWorld(), ['/hero.json'], load)
    expect(versions).toEqual([0, 1, 2, 3, 0])
  })

  test('loads once in a build', async () => {
    const { options, fetches } = stage()
    await loadHot(undefined, makeWorld(), 'hero.json', null, options)
    expect(fetches()).toBe(1)
  })
})
