/** The viewer's camera, and files that are opened. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Camera, fitBox, pan, viewOf, zoomAt } from '../../demo/viewer/camera'
import { choicesOf, labelOf, lacksOf, loadChoice } from '../../demo/viewer/files'
import { firstSkin } from '../../demo/viewer/stage'
import { advance, choose, createState, seek } from '../../demo/viewer/state'
import type { Rig, RigChoice } from '../../src/api'
import { spineJson } from '../../src/formats/spine-json'
import { richRig } from '../fixtures/rigs/rich-rig'
import { writeSkel } from '../fixtures/rigs/write-skel'
import { readLamplighter } from './lamplighter'

const SIZE = { width: 800, height: 600 }

const worldAt = ({ x, y, zoom }: Camera, sx: number, sy: number) => [
  x + (sx - SIZE.width / 2) / zoom,
  y - (sy - SIZE.height / 2) / zoom,
]

describe('the camera', () => {
  test('shows the whole box in the middle', () => {
    const camera: Camera = { x: 0, y: 0, zoom: 1 }
    fitBox(camera, [-100, 50, 400, 100], SIZE)
    const { x, y, width, height } = viewOf(camera, SIZE)
    expect([x, y]).toEqual([100, 100])
    expect(width).toBeGreaterThan(400)
    expect(width / height).toBeCloseTo(SIZE.width / SIZE.height)
  })

  test('zooms about the pointer and pans with it', () => {
    const spot = fc.tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 600 }))
    fc.assert(
      fc.property(spot, fc.double({ min: 0.5, max: 2, noNaN: true }), ([sx, sy], factor) => {
        const camera: Camera = { x: 12, y: -7, zoom: 1.5 }
        const before = worldAt(camera, sx, sy)
        zoomAt(camera, factor, sx, sy, SIZE)
        expect(worldAt(camera, sx, sy)).toEqual(before.map((value) => expect.closeTo(value, 6)))
        pan(camera, 30, -20)
        expect(worldAt(camera, sx + 30, sy - 20)).toEqual(before.map((value) => expect.closeTo(value, 6)))
      }),
    )
  })

  test('cannot be zoomed beyond use', () => {
    const camera: Camera = { x: 0, y: 0, zoom: 1 }
    for (let i = 0; i < 200; i++) zoomAt(camera, 2, 0, 0, SIZE)
    expect(camera.zoom).toBe(40)
    for (let i = 0; i < 200; i++) zoomAt(camera, 0.5, 0, 0, SIZE)
    expect(camera.zoom).toBe(0.02)
    expect(Number.isFinite(camera.x + camera.y)).toBe(true)
  })
})

describe('files that are opened', () => {
  const SKELETON = JSON.stringify(richRig('4.2'))
  const given = (...names: string[]) =>
    new Map(
      names.map((name) => {
        const text = name.endsWith('.json') ? SKELETON : `${name.replace(/.*\//, '')}.png\nsize: 64, 64\n`
        return [name, new File([text], name)] as const
      }),
    )

  test('of a folder are choices, complete ones first', async () => {
    const files = given(
      ...['hero/hero-ess.json', 'hero/hero-pro.json', 'hero/hero-pma.atlas', 'hero/hero.atlas'],
      ...['hero/hero-pma.atlas.png', 'hero/hero.atlas.png', 'other/other.json'],
    )
    const choices = await choicesOf(files)
    expect(choices.map((choice) => labelOf(choice, choices))).toEqual([
      'other/other.json + hero/hero.atlas',
      'other/other.json + hero/hero-pma.atlas',
      'hero/hero-pro.json + hero/hero.atlas',
      'hero/hero-pro.json + hero/hero-pma.atlas',
      'hero/hero-ess.json + hero/hero.atlas',
      'hero/hero-ess.json + hero/hero-pma.atlas',
    ])
  })

  test('are loaded by their contents', async () => {
    const model = spineJson.readSkeleton(richRig('4.2'), { source: 'rich', warn: () => {} })
    const bones = { ...model, slots: [], constraints: [], skins: [], defaultSkin: -1, animations: [] }
    const bytes = writeSkel(bones, '4.2')
    const [choice] = await choicesOf(new Map([['hero-pro', new File([bytes.slice().buffer], 'hero-pro')]]))
    const rig = await loadChoice(choice, () => {})
    expect([rig.name, rig.bones.count, choice.reader]).toEqual([
      'hero-pro',
      model.bones.length,
      'spine-binary',
    ])
  })

  test('without one of their images are refused, and errors of the skeleton come first', async () => {
    const files = given('hero.json', 'hero.atlas')
    const [choice] = await choicesOf(files)
    await expect(loadChoice(choice, () => {})).rejects.toThrow('hero.atlas needs the image hero.atlas.png')
    files.set(
      'hero.atlas',
      new File(['a.png\nsize:1,1\n\nb.png\nsize:1,1\n\nc.png\nsize:1,1\n'], 'hero.atlas'),
    )
    const [other] = await choicesOf(files)
    await expect(loadChoice(other, () => {})).rejects.toThrow('the images a.png, b.png and c.png: add them')
    files.set('hero.json', new File(['{ "bones": ['], 'hero.json'))
    const [broken] = await choicesOf(files)
    await expect(loadChoice(broken, () => {})).rejects.toThrow('not valid JSON')
  })

  test.each([
    ['art/hero-pro.json', 'spine-json', 'hero.atlas', 'hero.png'],
    ['hero_ske.json', 'dragonbones', 'hero_tex.json', 'hero_tex.png'],
  ])('without their atlas name the files to add: %s', (skeletonFile, reader, atlas, image) => {
    const choice = { skeletonFile, reader, atlasFile: null } as RigChoice
    const lacks = lacksOf(choice) ?? ''
    for (const file of [skeletonFile, atlas, image]) expect(lacks).toContain(file)
    expect(lacksOf({ ...choice, atlasFile: atlas })).toBe(null)
  })

  test.each([
    ['none where most is in the default', [3, 2, 2], 0, []],
    ['the fullest, of several the first', [3, 4, 6, 6], 0, ['2']],
    ['the fullest where there is no default', [1, 2], -1, ['1']],
    ['none where there is none', [], -1, []],
  ])('are opened in a skin: %s', (_, sizes, defaultSkin, skin) => {
    const skins = sizes.map((size, i) => ({
      name: String(i),
      entries: new Map(Array.from({ length: size }, (_, key) => [key, key])),
    }))
    expect(firstSkin({ skins, defaultSkin } as unknown as Rig)).toEqual(skin)
  })

  test.each([
    ['without a skeleton', ['hero.atlas', 'hero.png'], /no skeleton/],
    ['with something else under its name', ['tiles.json'], /none of the readers/],
  ])('%s are refused in words', async (_, names, message) => {
    const files = new Map(names.map((name) => [name, new File(['{ "tiles": [] }'], name)]))
    await expect(choicesOf(files)).rejects.toThrow(message)
  })
})

const { rig } = await readLamplighter()
/** Seconds that the walk lasts. */
const WALK = rig.animations[rig.animationIndex.get('walk') ?? -1].duration

describe('the clock', () => {
  test('loops, or stops at the end', () => {
    const state = createState(rig)
    choose(state, 'walk')
    advance(state, 2 * WALK + 0.25)
    expect(state.time).toBeCloseTo(0.25)
    state.loop = false
    advance(state, 5)
    expect([state.time, state.playing]).toEqual([WALK, false])
  })

  test('runs at the speed chosen, and not at all in the setup pose', () => {
    const state = createState(rig)
    choose(state, 'walk')
    state.speed = 0.5
    advance(state, 1)
    expect(state.time).toBe(0.5)
    choose(state, null)
    advance(state, 1)
    expect(state.time).toBe(0)
  })

  test('is sought within the animation only', () => {
    const state = createState(rig)
    choose(state, 'walk')
    seek(state, 99)
    expect(state.time).toBe(WALK)
    seek(state, -1)
    expect(state.time).toBe(0)
  })
})
