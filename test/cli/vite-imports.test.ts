/** Imports with `?osteon`, in Vite's own dev server and build. */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CookedFile, loadCooked } from 'osteon/formats/cooked'
import { build, createServer, type InlineConfig, type ViteDevServer } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ROOT, sourceAliases } from '../../scripts/entries'
import { osteon } from '../../src/cli/vite'

let folder: string
const place = (name: string) => join(folder, name)
const asset = (name: string) => join(ROOT, 'demo/assets', name)
const options = (): InlineConfig => ({
  root: folder,
  configFile: false,
  logLevel: 'silent',
  cacheDir: place('node_modules/.vite'),
  plugins: [osteon()],
})

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'imports-')))
  mkdirSync(place('src/art'), { recursive: true })
  for (const name of ['hare.json', 'hare.atlas', 'hare.png'])
    copyFileSync(asset(name), place(`src/art/${name}`))
  writeFileSync(place('index.html'), '<script type="module" src="/src/main.js"></script>')
  writeFileSync(place('src/main.js'), "import hare from './art/hare.json?osteon'\nglobalThis.hare = hare\n")
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a build has the cooked file and its pages under names of their own', async () => {
  await build(options())
  const built = readdirSync(place('dist/assets'))
  const rig = built.find((name) => /^hare-.*\.rig$/.test(name)) ?? ''
  const page = built.find((name) => /^hare-.*\.png$/.test(name)) ?? ''
  const script = readFileSync(place(`dist/assets/${built.find((name) => name.endsWith('.js'))}`), 'utf8')
  expect(script).toContain(`/assets/${rig}`)
  expect(script).toContain(`/assets/${page}`)
  const bytes = readFileSync(place(`dist/assets/${rig}`))
  const loaded = await loadCooked(bytes, { images: false })
  expect(loaded.name).toBe('hare')
  const asked: string[] = []
  const fetch = async (url: string) => {
    asked.push(url)
    return new Response(bytes)
  }
  const decode = async () => ({ width: 1024, height: 1024, data: new Uint8Array(4 << 20) })
  const hare = { file: `/assets/${rig}`, pages: { 'hare.png': `/assets/${page}` } }
  const whole = await loadCooked(hare, {
    base: 'https://game.test/play/',
    fetch,
    decode,
    limits: { image: 1e9 },
  })
  expect(whole.pages[0].image).not.toBeNull()
  expect(asked).toEqual([`https://game.test/assets/${rig}`, `https://game.test/assets/${page}`])
  expect(readFileSync(place(`dist/assets/${page}`))).toEqual(readFileSync(asset('hare.png')))
  const types = readFileSync(place('src/osteon-imports.d.ts'), 'utf8')
  expect(types).toContain('declare module "*/hare.json?osteon" {\n  // art/hare.json\n')
})

test('imports of DragonBones bring their reader along, and others do not', async () => {
  const names = ['badger_ske.json', 'badger_tex.json', 'badger.png']
  for (const name of names) copyFileSync(asset(name), place(`src/art/${name}`))
  const main = "import badger from './art/badger_ske.json?osteon'\nexport { badger }\n"
  const lib = { entry: place('src/main.js'), formats: ['es' as const], fileName: () => 'main.mjs' }
  const bundle = async () => {
    await build({ ...options(), resolve: { alias: sourceAliases() }, build: { lib } })
    return readFileSync(place('dist/main.mjs'), 'utf8')
  }
  expect(await bundle()).not.toContain('cooked-dragonbones')
  writeFileSync(place('src/main.js'), main)
  await bundle()
  const { badger } = (await import(pathToFileURL(place('dist/main.mjs')).href)) as { badger: CookedFile }
  expect(badger.readers?.map(({ name }) => name)).toEqual(['cooked-dragonbones'])
  const rig = await loadCooked(badger, { images: false })
  expect(rig.name).toBe('badger_ske')
})

test('two skeletons with one name have one type, with a warning', async () => {
  mkdirSync(place('src/old'))
  for (const name of ['hare.json', 'hare.atlas', 'hare.png'])
    copyFileSync(asset(name), place(`src/old/${name}`))
  const import2 = "import old from './old/hare.json?osteon'\nglobalThis.old = old\n"
  writeFileSync(place('src/main.js'), import2 + readFileSync(place('src/main.js'), 'utf8'))
  const warn = vi.fn()
  const logger = {
    info() {},
    warn,
    warnOnce() {},
    error() {},
    clearScreen() {},
    hasErrorLogged: () => false,
    hasWarned: false,
  }
  await build({ ...options(), customLogger: logger })
  expect(warn.mock.calls.flat().join()).toMatch(/art\/hare\.json and .*old\/hare\.json have one type/)
  const types = readFileSync(place('src/osteon-imports.d.ts'), 'utf8')
  expect(types.match(/declare module/g)).toHaveLength(1)
  expect(types).toMatch(/\n {2}} \| \{\n/)
})

test.each([
  [
    'a damaged skeleton',
    () => writeFileSync(place('src/art/hare.json'), '{"bones": [}'),
    /hare\.json.*unknown-format|not-json/,
  ],
  [
    'an atlas that is not there',
    () => rmSync(place('src/art/hare.atlas')),
    /hare\.json: it shows images, but no atlas/,
  ],
  [
    'an image that is not there',
    () => rmSync(place('src/art/hare.png')),
    /hare\.atlas at hare\.png: .*missing-page/,
  ],
])('%s ends the build', async (_, damage, message) => {
  damage()
  await expect(build(options())).rejects.toThrow(message)
  await expect(build(options())).rejects.toThrow(`${place('src/art/hare.json')}?osteon`)
})

test('packed atlases come before those beside the skeletons', async () => {
  mkdirSync(place('packed'))
  writeFileSync(
    place('packed/hare.atlas'),
    readFileSync(asset('hare.atlas'), 'utf8').replace('hare.png', 'small.png'),
  )
  copyFileSync(asset('hare.png'), place('packed/small.png'))
  await build({ ...options(), plugins: [osteon({ atlases: 'packed' })] })
  expect(readdirSync(place('dist/assets')).join()).toMatch(/small-[^,]*\.png/)
})

test('the dev server cooks a changed skeleton again, for pages that watch it', async () => {
  const server: ViteDevServer = await createServer({
    ...options(),
    server: { middlewareMode: true, ws: false },
  })
  try {
    const sent = vi.spyOn(server.ws, 'send')
    expect((await server.transformRequest('/src/main.js'))?.code).toContain('osteon:')
    const id = `\0osteon:${place('src/art/hare.json')}.js`
    const code = (await server.transformRequest(id))?.code ?? ''
    const rig = /"([^"]*hare\.rig)[^"]*"/.exec(code)?.[1] ?? ''
    const bytes = () => readFileSync(place(rig.slice(1)))
    const first = bytes()
    const text = readFileSync(place('src/art/hare.json'), 'utf8')
    await expect
      .poll(
        () => {
          writeFileSync(place('src/art/hare.json'), text.replace('"walk"', '"stroll"'))
          return JSON.stringify(sent.mock.calls)
        },
        { interval: 500 },
      )
      .toContain(`"${rig}"`)
    expect(text).toContain('"walk"')
    expect(Buffer.compare(bytes(), first)).not.toBe(0)
    expect(readFileSync(place('src/osteon-imports.d.ts'), 'utf8')).toContain('"stroll"')
  } finally {
    await server.close()
  }
})

test('a page that does not watch a skeleton is loaded again, one that does is told', async () => {
  const plugin = osteon()
  const server = await createServer({
    ...options(),
    plugins: [plugin],
    server: { middlewareMode: true, ws: false },
  })
  try {
    const skeleton = place('src/art/hare.json')
    await server.transformRequest('/src/main.js')
    const code = (await server.transformRequest(`\0osteon:${skeleton}.js`))?.code ?? ''
    expect(code).toContain('hare.png')
    const listener = vi.spyOn(server.ws, 'on')
    const change = () => plugin.handleHotUpdate({ file: skeleton, server })
    expect(change()).toHaveLength(1)
    expect(plugin.handleHotUpdate({ file: place('src/main.js'), server })).toBe(undefined)
    plugin.configureServer(server)
    const watch = listener.mock.calls.find(([event]) => event === 'osteon:watching')?.[1] as (
      data: object,
    ) => void
    watch({ addresses: [/"(\/[^"]*hare\.rig)/.exec(code)?.[1] ?? ''] })
    expect(change()).toEqual([])
  } finally {
    await server.close()
  }
})
