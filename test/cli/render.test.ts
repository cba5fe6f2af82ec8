import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorld } from 'bitecs'
import { PNG } from 'pngjs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { installAnimation, loadRig, spawnSkeleton } from '../../src/api'
import { PLAIN_PAGE } from '../../src/base/model/atlas'
import { Failure, WrongCall } from '../../src/cli/failure'
import { run } from '../../src/cli/render/command'
import { openGif } from '../../src/cli/render/gif'
import { createPainter, createSmoothPainter, type Painter } from '../../src/cli/render/painter'
import { fractionOf, openAnimated } from '../../src/cli/render/png'
import { sample, samplingOf, textureOf } from '../../src/cli/render/texture'
import { createTriangle, fillTriangle } from '../../src/cli/render/triangle'
import { openVideo } from '../../src/cli/render/video'
import { spineJson } from '../../src/formats/spine-json'
import { runPipeline } from '../../systems/pipeline'
import { osteon } from './run'

const BADGER = join(ROOT, 'demo/assets/badger.json')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'render-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Draws one white texel as a square that fills the picture, and gives the middle pixel. */
async function pixelOf(
  slot: object,
  {
    texel = [255, 255, 255, 255],
    background = [0, 0, 0, 0],
    attachment = {},
  }: { texel?: number[]; background?: number[]; attachment?: object } = {},
): Promise<number[]> {
  const json = {
    skeleton: { spine: '4.2.43' },
    bones: [{ name: 'root' }],
    slots: [{ name: 's', bone: 'root', attachment: 'a', ...slot }],
    skins: [{ name: 'default', attachments: { s: { a: { width: 8, height: 8, ...attachment } } } }],
  }
  const rig = await loadRig(
    JSON.stringify(json),
    'p.png\nsize: 1, 1\nfilter: Linear, Linear\na\nbounds: 0, 0, 1, 1\n',
    {
      readers: [spineJson],
      pages: { 'p.png': { width: 1, height: 1, data: Uint8Array.from(texel) } },
      decode: async () => ({ width: 1, height: 1, data: new Uint8Array(4) }),
    },
  )
  const world = installAnimation(createWorld())
  spawnSkeleton(world, rig)
  runPipeline(world)
  const pixels = createPainter(8, 8).paint(world, { x: -4, y: -4, scale: 1 }, background)
  return [...pixels.subarray(4 * (4 * 8 + 4), 4 * (4 * 8 + 4) + 4)]
}

describe('pixels are those of WebGL', () => {
  const grey = [0.5, 0.5, 0.5, 1]

  test('straight texels, with alpha multiplied in', async () => {
    expect(await pixelOf({}, { texel: [255, 0, 0, 128] })).toEqual([128, 0, 0, 128])
    expect(await pixelOf({}, { texel: [255, 0, 0, 128], background: grey })).toEqual([192, 64, 64, 255])
  })

  test('slot colours', async () => {
    expect(await pixelOf({ color: 'ff8000ff' })).toEqual([255, 128, 0, 255])
    expect(await pixelOf({ color: 'ffffff80' })).toEqual([128, 128, 128, 128])
  })

  test('dark colours, which show where the texel is dark', async () => {
    expect(await pixelOf({ color: 'ffffffff', dark: '0000ff' }, { texel: [0, 0, 0, 255] })).toEqual([
      0, 0, 255, 255,
    ])
    expect(await pixelOf({ color: 'ffffffff', dark: '0000ff' })).toEqual([255, 255, 255, 255])
  })

  test('light that adds, and leaves alpha alone, over nothing too', async () => {
    expect(await pixelOf({ blend: 'additive', color: '404040ff' }, { background: grey })).toEqual([
      192, 192, 192, 255,
    ])
    expect(await pixelOf({ blend: 'additive', color: '404040ff' })).toEqual([64, 64, 64, 0])
  })

  test('what multiplies, which shows nothing over nothing', async () => {
    expect(await pixelOf({ blend: 'multiply', color: '808080ff' }, { background: grey })).toEqual([
      64, 64, 64, 255,
    ])
    expect(await pixelOf({ blend: 'multiply', color: '808080ff' })).toEqual([0, 0, 0, 255])
  })

  test('what screens', async () => {
    expect(await pixelOf({ blend: 'screen', color: '808080ff' }, { background: grey })).toEqual([
      192, 192, 192, 255,
    ])
  })
})

describe('the command writes', () => {
  test('an animated GIF', async () => {
    const { status, stdout } = osteon(
      [
        'render',
        BADGER,
        '--skin',
        'rust',
        '--animation',
        'run',
        '--size',
        '64x48',
        '--fps',
        '10',
        '--out',
        'run.gif',
      ],
      folder,
    )
    expect([status, stdout]).toEqual([0, 'run.gif: 7 frames of 64 x 48 pixels\n'])
    const bytes = readFileSync(join(folder, 'run.gif'))
    expect(bytes.subarray(0, 6).toString('latin1')).toBe('GIF89a')
    expect([bytes.readUInt16LE(6), bytes.readUInt16LE(8)]).toEqual([64, 48])
    // A graphic control block a frame.
    expect(bytes.toString('latin1').split('\x21\xf9\x04').length - 1).toBe(7)
  })

  test('PNGs that show the figure, whole, and differ from one another', async () => {
    await run([
      BADGER,
      '--skin',
      'rust',
      '--animation',
      'run',
      '--size',
      '64',
      '--fps',
      '6',
      '--out',
      join(folder, 'run.png'),
    ])
    const names = readdirSync(folder).sort()
    expect(names).toEqual(['run_000.png', 'run_001.png', 'run_002.png', 'run_003.png'])
    const frames = names.map((name) => PNG.sync.read(readFileSync(join(folder, name))))
    for (const { width, height, data } of frames) {
      expect([width, height]).toEqual([64, 64])
      const alpha = (x: number, y: number) => data[4 * (y * 64 + x) + 3]
      expect(data.filter((value, i) => i % 4 === 3 && value > 200).length).toBeGreaterThan(300)
      for (let i = 0; i < 64; i++)
        expect([alpha(0, i), alpha(63, i), alpha(i, 0), alpha(i, 63)]).toEqual([0, 0, 0, 0])
    }
    expect(Buffer.compare(frames[0].data, frames[2].data)).not.toBe(0)
  })

  test('a sheet of several animations, with places by name', async () => {
    await run([
      BADGER,
      '--skin',
      'moss',
      '--animation',
      'idle',
      '--animation',
      'hit',
      '--size',
      '32',
      '--fps',
      '2',
      '--sheet',
      '--background',
      '#304058',
      '--out',
      join(folder, 'badger.png'),
    ])
    const { frames, animations, meta } = JSON.parse(readFileSync(join(folder, 'badger.json'), 'utf8'))
    expect(animations).toMatchObject({ hit: ['hit/0', 'hit/1'] })
    expect(Object.keys(frames)).toHaveLength(animations.idle.length + 2)
    const sheet = PNG.sync.read(readFileSync(join(folder, meta.image)))
    expect(meta.size).toEqual({ w: sheet.width, h: sheet.height })
    const { x, y } = frames['hit/1'].frame
    expect([...sheet.data.subarray(4 * (y * sheet.width + x), 4 * (y * sheet.width + x) + 4)]).toEqual([
      0x30, 0x40, 0x58, 255,
    ])
  })

  test('skeletons of DragonBones', async () => {
    await run([
      join(ROOT, 'demo/assets/badger_ske.json'),
      '--size',
      '64',
      '--fps',
      '1',
      '--out',
      join(folder, 'a.gif'),
    ])
    expect(existsSync(join(folder, 'a.gif'))).toBe(true)
  })

  test('a size that follows from a scale', async () => {
    await run([
      BADGER,
      '--skin',
      'rust',
      '--animation',
      'hit',
      '--scale',
      '0.1',
      '--fps',
      '1',
      '--out',
      join(folder, 'a.png'),
    ])
    const { width, height } = PNG.sync.read(readFileSync(join(folder, 'a.png')))
    expect(width).toBeGreaterThan(20)
    expect(height).toBeLessThan(200)
  })
})

describe('the command refuses', () => {
  const out = ['--out', 'a.gif']
  test.each([
    [[]],
    [[BADGER]],
    [[BADGER, BADGER, ...out]],
    [[BADGER, '--out', 'a.mp3']],
    [[BADGER, ...out, '--sheet']],
    [[BADGER, ...out, '--size', 'large']],
    [[BADGER, ...out, '--size', '0x0']],
    [[BADGER, ...out, '--size', '9', '--scale', '1']],
    [[BADGER, ...out, '--scale', '0']],
    [[BADGER, ...out, '--fps', '0']],
    [[BADGER, ...out, '--background', 'red']],
  ])('a wrong call: %j', (args) => expect(run(args)).rejects.toThrow(WrongCall))

  test.each([
    ['an animation that there is not', ['--animation', 'runn'], 'unknown-animation'],
    ['a skin that there is not', ['--skin', 'rsut'], 'unknown-skin'],
    ['pictures that are too large', ['--size', '9999x9999'], 'too large'],
    [
      'too many frames',
      Array.from({ length: 60 }, () => ['--animation', 'idle', '--fps', '240']).flat(),
      'too many',
    ],
  ])('%s, and writes nothing', async (_, more, message) => {
    await expect(run([BADGER, ...more, '--out', join(folder, 'a.gif')])).rejects.toThrow(message)
    expect(readdirSync(folder)).toEqual([])
  })

  test('a page outside the atlas folder, and a broken one', async () => {
    const json = join(folder, 'hero.json')
    writeFileSync(json, readFileSync(BADGER))
    const atlas = readFileSync(BADGER.replace('.json', '.atlas'), 'utf8')
    const call = () => run([json, '--out', join(folder, 'out/a.gif')])
    writeFileSync(join(folder, 'hero.atlas'), atlas.replace('badger.png', '../badger.png'))
    await expect(call()).rejects.toThrow('forbidden-page')
    writeFileSync(join(folder, 'hero.atlas'), atlas)
    writeFileSync(join(folder, 'badger.png'), 'no picture')
    await expect(call()).rejects.toThrow('decode-failed')
    expect(readdirSync(folder).sort()).toEqual(['badger.png', 'hero.atlas', 'hero.json'])
  })

  test('to make videos without ffmpeg, and says what to install', async () => {
    const film = { width: 8, height: 8, fps: 30, total: 1, seconds: 1 / 30, transparent: false }
    const attempt = openVideo(join(folder, 'a.mp4'), '.mp4', film, join(folder, 'no-ffmpeg'))
    await expect(attempt).rejects.toThrow(Failure)
    await expect(attempt).rejects.toThrow('not found: install it')
  })
})

describe('videos', () => {
  /** A program in the place of ffmpeg, first in the path. */
  function asFfmpeg(script: string): Record<string, string> {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'ffmpeg'), `#!${process.execPath}\n${script}`, { mode: 0o755 })
    return { PATH: bin }
  }
  const badger = [BADGER, '--skin', 'rust', '--animation', 'run', '--size', '32x16', '--fps', '10']

  test.skipIf(process.platform === 'win32')('get all frames, and come whole from ffmpeg', () => {
    const env = asFfmpeg(`
      const file = process.argv.at(-1).slice('file:'.length)
      let bytes = 0
      process.stdin.on('data', (part) => { bytes += part.length })
      process.stdin.on('end', () => require('fs').writeFileSync(file, bytes + ' ' + process.argv.join(' ')))`)
    const { status, stderr } = osteon(['render', ...badger, '--out', 'films/run.webm'], folder, env)
    expect([status, stderr]).toEqual([0, ''])
    const told = readFileSync(join(folder, 'films/run.webm'), 'utf8')
    expect(told).toMatch(/^14336 /)
    expect(told).toContain('-s 32x16 -r 10')
    expect(readdirSync(join(folder, 'films'))).toEqual(['run.webm'])
  })

  test.skipIf(process.platform === 'win32')('are not there if ffmpeg fails, and its words are', () => {
    const env = asFfmpeg(`console.error('no such codec'); process.exit(3)`)
    const { status, stderr } = osteon(['render', ...badger, '--out', 'films/run.webm'], folder, env)
    expect(status).toBe(1)
    expect(stderr).toContain('no such codec')
    expect(readdirSync(join(folder, 'films'))).toEqual([])
  })
})

describe('an animated PNG', () => {
  test('has a control chunk a frame, numbered with the data, and shows its first frame as a PNG', async () => {
    const file = join(folder, 'run.apng')
    await run([BADGER, '--skin', 'rust', '--animation', 'run', '--size', '32', '--fps', '10', '--out', file])
    const bytes = readFileSync(file)
    expect(PNG.sync.read(bytes).width).toBe(32)
    const text = bytes.toString('latin1')
    const numbers = [...text.matchAll(/fcTL|fdAT/g)].map(({ index }) => bytes.readUInt32BE(index + 4))
    expect(bytes.readUInt32BE(text.indexOf('acTL') + 4)).toBe(7)
    expect(numbers).toEqual(Array.from({ length: 13 }, (_, i) => i))
  })
})

/** A film of one colour. */
const film = (total: number, seconds: number) => {
  const picture = { width: 1, height: 1, data: Uint8Array.of(255, 0, 0, 255) }
  const frames = Array.from({ length: total }, () => ({ animation: 'a', picture, seconds: seconds / total }))
  return { film: { width: 1, height: 1, fps: 0, total, seconds, transparent: false }, frames }
}

describe('lengths of frames in an animated PNG', () => {
  test.each([
    [60, 1, [1, 60]],
    [30, 1, [1, 30]],
    [24, 1, [1, 24]],
    [7, 2, [2, 7]],
    [240, 0.5, [1, 480]],
    [1, 0, [0, 1]],
    [3, 3, [1, 1]],
  ])('%d frames of %d s have exact fractions', (total, seconds, fraction) => {
    const { film: head, frames } = film(total, seconds)
    const encoder = openAnimated('a.apng', head)
    for (const frame of frames) encoder.add(frame)
    const bytes = Buffer.from(encoder.finish().get('a.apng') as Uint8Array)
    const places = [...bytes.toString('latin1').matchAll(/fcTL/g)].map(({ index }) => index + 4)
    expect(places).toHaveLength(total)
    for (const at of places)
      expect([bytes.readUInt16BE(at + 20), bytes.readUInt16BE(at + 22)]).toEqual(fraction)
  })

  test('that no fraction of 16 bits holds are the nearest ones', () => {
    for (const seconds of [Math.PI / 100, 1.3333 / 57, 1000 / 999_983, 70_000]) {
      const [over, under] = fractionOf(seconds)
      expect(Math.max(over, under)).toBeLessThan(2 ** 16)
      expect(Math.abs(over / under - Math.min(seconds, 65_535))).toBeLessThan(1e-6)
    }
  })
})

/** The beginning of a GIF's block before each frame. */
const CONTROL = Buffer.from([0x21, 0xf9, 4])

describe('a GIF', () => {
  test('lasts as long as its animations, to the hundredth of a second', async () => {
    const file = join(folder, 'run.gif')
    await run([BADGER, '--skin', 'rust', '--animation', 'run', '--size', '16', '--fps', '60', '--out', file])
    const bytes = readFileSync(file)
    const delays: number[] = []
    for (let at = bytes.indexOf(CONTROL); at >= 0; at = bytes.indexOf(CONTROL, at + 1))
      delays.push(bytes.readUInt16LE(at + 4))
    const animations: Record<string, object> = JSON.parse(readFileSync(BADGER, 'utf8')).animations
    const times =
      JSON.stringify(animations.run)
        .match(/(?<="time":)[\d.]+/g)
        ?.map(Number) ?? []
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBe(Math.round(Math.max(...times) * 100))
    // Browsers show shorter ones for a tenth of a second.
    expect(new Set(delays)).toEqual(new Set([2, 3]))
  })
})

describe('delays of a GIF', () => {
  test.each([
    [60, 1, 40],
    [100, 1, 50],
    [240, 1, 50],
    [50, 1, 50],
    [30, 1, 30],
    [3, 0.05, 2],
    [2, 0.03, 1],
    [1, 0, 1],
  ])('%d frames of %d s are as long together, and none is too short', (total, seconds, kept) => {
    const { film: head, frames } = film(total, seconds)
    const encoder = openGif('a.gif', head, [[255, 0, 0]])
    for (const frame of frames) encoder.add(frame)
    const bytes = Buffer.from(encoder.finish().get('a.gif') as Uint8Array)
    const delays: number[] = []
    for (let at = bytes.indexOf(CONTROL); at >= 0; at = bytes.indexOf(CONTROL, at + 1))
      delays.push(bytes.readUInt16LE(at + 4))
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(2)
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBe(Math.max(2, Math.round(100 * seconds)))
    expect([delays.length, encoder.leftOut?.()]).toEqual([kept, total - kept])
  })
})

describe('a place that cannot be written', () => {
  // The skeleton is missing as well: the place comes first, before anything is loaded.
  test.each([
    ['below a file', 'file/deep/a.gif'],
    ['where a folder is', 'folder.gif'],
  ])('%s is refused before the skeleton is read', async (_, out) => {
    writeFileSync(join(folder, 'file'), 'no folder')
    mkdirSync(join(folder, 'folder.gif'))
    const attempt = run([join(folder, 'missing.json'), '--out', join(folder, out)])
    await expect(attempt).rejects.toThrow(/can be written there|a folder of this name/)
    await expect(attempt).rejects.toThrow(Failure)
  })

  // There Node's own way to make folders never returns.
  test.skipIf(process.platform !== 'linux')('in /proc is refused', async () => {
    const attempt = run([join(folder, 'missing.json'), '--out', '/proc/osteon-none/deep/a.gif'])
    await expect(attempt).rejects.toThrow(/can be written there/)
  })

  test('leaves no folders when the skeleton is missing', async () => {
    await expect(run([join(folder, 'missing.json'), '--out', join(folder, 'a/b/c.gif')])).rejects.toThrow()
    expect(readdirSync(folder)).toEqual([])
  })
})

test('small figures are smooth: each pixel is the mean of what it covers', async () => {
  // Every fourth column of the page is white: at a quarter of its size each pixel covers one of these and three black ones.
  const data = Uint8Array.from({ length: 4 * 64 }, (_, i) => (i % 4 === 3 || (i >> 2) % 4 === 0 ? 255 : 0))
  const rig = await loadRig(
    JSON.stringify({
      skeleton: { spine: '4.2.43' },
      bones: [{ name: 'root' }],
      slots: [{ name: 's', bone: 'root', attachment: 'a' }],
      skins: [{ name: 'default', attachments: { s: { a: { width: 64, height: 64 } } } }],
    }),
    'p.png\nsize: 64, 1\nfilter: Linear, Linear\na\nbounds: 0, 0, 64, 1\n',
    {
      readers: [spineJson],
      pages: { 'p.png': { width: 64, height: 1, data } },
      decode: async () => ({ width: 1, height: 1, data: new Uint8Array(4) }),
    },
  )
  const world = installAnimation(createWorld())
  spawnSkeleton(world, rig)
  runPipeline(world)
  const view = { x: -32, y: -32, scale: 0.25 }
  const row = (painter: Painter) => {
    const pixels = painter.paint(world, view, [0, 0, 0, 0])
    return Array.from({ length: 14 }, (_, x) => pixels[4 * (8 * 16 + x + 1)])
  }
  for (const red of row(createSmoothPainter(16, 16, 0.25))) expect(Math.abs(red - 255 / 4)).toBeLessThan(2)
  const page = (scale: number) =>
    createSmoothPainter(16, 16, scale).paint(world, { ...view, scale }, [0, 0, 0, 0])
  expect([...page(1)]).toEqual([...createPainter(16, 16).paint(world, { ...view, scale: 1 }, [0, 0, 0, 0])])
})

describe('pages are sampled', () => {
  const page = (minFilter: string) => ({
    name: 'p.png',
    atlas: 'a',
    settings: { ...PLAIN_PAGE, name: 'p.png', width: 4, height: 4, minFilter: minFilter as 'linear' },
    // Columns of white and of nothing.
    image: {
      width: 4,
      height: 4,
      data: Uint8Array.from({ length: 64 }, (_, i) => ((i >> 2) % 2 === 0 ? 255 : 0)),
    },
  })
  const at = (minFilter: string, texels: number, u: number) => {
    const texel = new Float64Array(4)
    sample(samplingOf(textureOf(page(minFilter)), texels), u, 0.5, texel)
    return texel[0]
  }

  test('between the centres of texels, and at them', () => {
    expect(at('linear', 1, 0.125)).toBe(255)
    expect(at('linear', 1, 0.25)).toBe(127.5)
    expect(at('nearest', 1.5, 0.24)).toBe(255)
    expect(at('linear', 1, -9)).toBe(255)
  })

  test('in smaller copies, where they are shown small', () => {
    expect(at('linear', 4, 0.125)).toBe(255)
    expect(at('mipmapLinearLinear', 4, 0.125)).toBe(128)
    expect(at('mipmapLinearLinear', 2 ** 0.5, 0.125)).toBeCloseTo(191.5)
    expect(at('mipmapLinearNearest', 2 ** 0.4, 0.125)).toBe(255)
  })
})

test('two triangles meet without a seam and without an overlap', () => {
  const target = { width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4) }
  const white = { width: 1, height: 1, data: new Uint8Array(4).fill(255) }
  const texture = textureOf({
    name: 'p',
    atlas: 'a',
    settings: { ...PLAIN_PAGE, name: 'p', width: 1, height: 1 },
    image: white,
  })
  const half = {
    light: Float64Array.of(0.5, 0.5, 0.5, 0.5),
    dark: new Float64Array(4),
    factors: false,
    additive: false,
    blend: 0,
  }
  const corners = [
    [-9, 3],
    [40, -20],
    [80, 50],
    [20, 90],
  ]
  for (const [i, j, k] of [
    [0, 1, 2],
    [2, 3, 0],
  ]) {
    const triangle = createTriangle()
    for (const [n, corner] of [i, j, k].entries()) [triangle.x[n], triangle.y[n]] = corners[corner]
    fillTriangle(target, triangle, texture, half)
  }
  const inside = target.data.filter((_, at) => at % 4 === 3 && target.data[at] > 0)
  expect(inside.length).toBeGreaterThan(2000)
  expect(new Set(inside)).toEqual(new Set([128]))
})
