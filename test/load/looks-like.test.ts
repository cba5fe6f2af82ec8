/** Messages for files that no reader reads. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadRig } from '../../src/load'
import { looksLike } from '../../src/load/looks-like'
import { sampleOf } from '../deep'
import { costOf } from '../fixtures/cost'
import { describeShared } from '../shared'
import { toyReader } from './toy'

const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(
    values.flatMap((value) => (typeof value === 'number' ? [value] : [...Buffer.from(value, 'latin1')])),
  )
const PNG = bytes(0x89, 'PNG\r\n', 0x1a, '\n')
const SHEET = 'a sprite sheet in JSON (TexturePacker, PixiJS, Phaser)'
const MRTK = [0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a]

describe('for a file that no reader reads, the message guesses its kind:', () => {
  test.each<[string | Uint8Array, string]>([
    ['', 'an empty file'],
    [' \r\n', 'an empty file'],
    [bytes(), 'an empty file'],
    [PNG, 'an image (PNG)'],
    [bytes(0xff, 0xd8, 0xff, 0xe0), 'an image (JPEG)'],
    [bytes('GIF89a'), 'an image (GIF)'],
    [bytes('RIFF', 1, 2, 3, 4, 'WEBPVP8 '), 'an image (WebP)'],
    [bytes(0, 0, 0, 0x20, 'ftypavif'), 'an image (AVIF)'],
    [bytes(0x1f, 0x8b, 8, 0), 'a gzip archive'],
    [bytes('PK', 3, 4, 20), 'a ZIP archive'],
    [bytes('DBDT', 0, 0, 0, 1, 9, 0, 0, 0, '{'), 'a binary DragonBones skeleton'],
    [
      bytes('DBDT', 0, 0, 0, 1, 19, 0, 0, 0, '{"version" : "5.0"}', 0, 0),
      'a binary DragonBones skeleton, version 5.0',
    ],
    [bytes('DBDT'), 'a binary DragonBones skeleton'],
    [`{"armature":[${'{"name":"a"},'.repeat(9000)}],"version":"4.5"}`, 'a DragonBones skeleton, version 4.5'],
    [bytes(...MRTK), 'an MRTK input recording'],
    [bytes(0, 0, 0, 0, 0, 0, 0, 0, 7, '4.1.24', 0, 0), 'a binary Spine skeleton, version 4.1.24'],
    [bytes('abcdefgh', 13, '4.2.36-beta2', 0, 0), 'a binary Spine skeleton, version 4.2.36-beta2'],
    [bytes(2, 'h', 7, '3.6.53', 0), 'a binary Spine skeleton, version 3.6.53'],
    [bytes(28, 'abcdefghijklmnopqrstuvwxyz1', 7, '3.8.99', 0), 'a binary Spine skeleton, version 3.8.99'],
    [
      '{"frameRate":24,"name":"a","version":"5.5","armature":[{"bone":[]}]}',
      'a DragonBones skeleton, version 5.5',
    ],
    ['{"armature":[]}', 'a DragonBones skeleton'],
    ['{"imagePath":"a.png","SubTexture":[]}', 'a DragonBones texture atlas'],
    [
      '\ufeff{"skeleton":{"hash":"x","spine":"4.3.23"},"bones":[]}',
      'a Spine skeleton in JSON, version 4.3.23',
    ],
    ['<!doctype html><html>', 'a web page: no such file?'],
    ['<HTML>', 'a web page: no such file?'],
    ['<?xml version="1.0"?>', 'XML'],
    ['\nhero.png\nsize: 64, 32\nfilter: Linear, Linear\n', 'a texture atlas'],
    ['hero.png\nhead\n\tbounds: 852, 7, 84, 72\n', 'a texture atlas'],
    ['{"frames":{"a.png":{"frame":{}}},"meta":{"image":"a.png"}}', SHEET],
    ['{"frames": [{"filename":"a.png"}],"meta":{}}', SHEET],
    ['{"textures":[{"image":"a.png","frames":[{"filename":"a"}]}]}', SHEET],
    [
      '<?xml version="1.0"?><TextureAtlas imagePath="a.png"><SubTexture/>',
      'a sprite sheet in XML (Starling)',
    ],
    [
      '<?xml version="1.0"?><!DOCTYPE plist PUBLIC ""><plist version="1.0"><dict><key>frames</key>',
      'a sprite sheet in plist (Cocos2d)',
    ],
    [':format=40300\n:texture=a.png\nhead;1;2;3;4\n', 'a sprite sheet for Unity (TexturePacker)'],
    ['info face="Arial" size=32\n', 'a bitmap font'],
  ])('%j', async (data, what) => {
    expect(looksLike(data)).toBe(what)
    const load = loadRig(typeof data === 'string' ? new TextEncoder().encode(data) : data, null, {
      readers: [toyReader],
    })
    await expect(load).rejects.toThrow(
      expect.objectContaining({
        code: 'unknown-format',
        message: expect.stringContaining(`none of the readers given ("toy") reads it: it looks like ${what}`),
      }),
    )
  })

  test('a file of no known kind is shown by its first bytes', async () => {
    for (const data of [bytes(0, 1, 2, 'abc', 200), 'no such thing', '{"tiles": []}', '[1]']) {
      expect(looksLike(data)).toBe(null)
      const load = loadRig(bytes(...data), null, { readers: [toyReader] })
      await expect(load).rejects.toThrow(/"toy"\) reads it: it begins with "/)
    }
    const getter = Object.defineProperty({}, 'skeleton', {
      get: () => {
        throw new Error('mine')
      },
    })
    for (const data of [{ mine: true, armature: 1, bones: {} }, getter]) {
      expect(looksLike(data)).toBe(null)
      const load = loadRig(data, null, { readers: [toyReader] })
      await expect(load).rejects.toThrow(/"toy"\) reads it: it is an object of another kind/)
    }
  })

  test.each<[object, string]>([
    [{ armature: [], version: '5.5' }, 'a DragonBones skeleton, version 5.5'],
    [{ bones: [], skeleton: { spine: '4.3.2' } }, 'a Spine skeleton in JSON, version 4.3.2'],
    [{ bones: [], skeleton: { spine: '4.3.2\n' } }, 'a Spine skeleton in JSON'],
    [{ SubTexture: [], version: 5 }, 'a DragonBones texture atlas'],
    [{ bones: [], skeleton: 7 }, 'a Spine skeleton in JSON'],
    [{ armature: [] }, 'a DragonBones skeleton'],
    [{ frames: {}, meta: {} }, SHEET],
  ])('a parsed one: %j', async (data, what) => {
    const load = loadRig(data, null, { readers: [toyReader] })
    await expect(load).rejects.toThrow(`reads it: it looks like ${what} (`)
  })

  test('any bytes, by no more than their beginning and end', () => {
    const sample = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      fc.tuple(fc.constantFrom('{"', '{"a":"', '[', '"\\', 'DBDT'), fc.string()).map(([a, b]) => bytes(a, b)),
    )
    fc.assert(fc.property(sample, (data) => typeof (looksLike(data) ?? '') === 'string'))
    const pieces = ['{', '{"a":', '"', '{"\\', ' ', '\n', '{"k":"v",', '<plist ', '"frames" ']
    const texts = pieces.flatMap((piece) => ['{', '<', ''].map((start) => [start, piece] as const))
    for (const [start, piece] of sampleOf(texts)) {
      const text = start + piece.repeat((1 << 22) / piece.length)
      expect(
        costOf(() => looksLike(text)),
        start + piece,
      ).toBeLessThan(10)
    }
  })
})

describeShared('real files are named', ['samples'], (samples) => {
  test.each([
    ['spine/4.1/coin/coin-pro.skel', /^a binary Spine skeleton, version 4\.1\.\d+/],
    ['spine/4.2/coin/coin-pro.skel', /^a binary Spine skeleton, version 4\.2\.\d+/],
    ['spine/3.8/coin/coin-pro.skel', /^a binary Spine skeleton, version 3\.8\.\d+/],
    ['spine/4.1/coin/coin.atlas', /^a texture atlas$/],
    ['spine/4.1/coin/coin-pro.json', /^a Spine skeleton in JSON, version 4\.1/],
    ['dragonbones/robot-30/skeleton.json', /^a DragonBones skeleton, version 3\.0$/],
    ['dragonbones/mecha_1406-55/mecha_1406_ske.dbbin', /^a binary DragonBones skeleton, version 5\.5$/],
    ['dragonbones/effect-55/effect_ske.json', /^a DragonBones skeleton, version 5\.5$/],
    ['dragonbones/effect-55/effect_tex.json', /^a DragonBones texture atlas$/],
    ['mrtk/v11-gaze-only.bin', /^an MRTK input recording$/],
    ['mrtk/v10-two-hands.bin', /^an MRTK input recording$/],
  ])('%s', (path, what) => {
    const file = join(samples, path)
    expect(existsSync(file), file).toBe(true)
    expect(looksLike(readFileSync(file))).toMatch(what)
  })
})
