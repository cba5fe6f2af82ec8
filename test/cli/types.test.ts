import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { typeName } from '../../src/cli/types/figures'
import { isFresh, typesOf } from '../../src/cli/types/write'
import { compileExamples } from '../docs/markdown'
import { osteon, UNSEEN } from './run'

const ASSETS = join(ROOT, 'demo/assets')
const silent = () => {}
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'types-'))
})
afterEachRemoves()

function afterEachRemoves(): void {
  const made: string[] = []
  beforeEach(() => void made.push(folder))
  afterAll(() => {
    for (const one of made) rmSync(one, { recursive: true })
  })
}

function write(name: string, content: string): string {
  const file = join(folder, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
  return file
}

function skeleton(parts: object = {}): string {
  return JSON.stringify({ skeleton: { spine: '4.2.43' }, bones: [{ name: 'root' }], ...parts })
}

const HERO = skeleton({
  bones: [{ name: 'root' }, { name: 'arm', parent: 'root' }],
  slots: [{ name: 'hand', bone: 'arm' }],
  ik: [{ name: 'reach', bones: ['arm'], target: 'root' }],
  transform: [{ name: 'turn', bones: ['arm'], target: 'root' }],
  skins: [{ name: 'default' }, { name: 'red' }],
  events: { step: {} },
  animations: { run: {}, idle: {} },
})

describe('types of a skeleton', () => {
  test('name all that it has, sorted', () => {
    const file = write('my-hero.json', HERO)
    expect(typesOf([file], join(folder, 'figures.d.ts'), silent).split('\n').slice(2)).toEqual([
      '/** `my-hero.json` */',
      'export interface MyHero {',
      ...['  animations:', '    | "idle"', '    | "run"'],
      ...['  skins:', '    | "default"', '    | "red"'],
      ...['  slots:', '    | "hand"'],
      ...['  bones:', '    | "arm"', '    | "root"'],
      ...['  events:', '    | "step"'],
      '  constraints: {',
      ...['    ik:', '      | "reach"', '    transform:', '      | "turn"'],
      ...['    path: never', '    physics: never', '    slider: never'],
      '  }',
      '}',
      '',
    ])
  })

  test('are the same text whatever the order of files, and wherever they lie', () => {
    const files = ['badger_ske.json', 'hare.json', 'badger.json'].map((name) => join(ASSETS, name))
    const out = join(ASSETS, 'figures.d.ts')
    const text = typesOf(files, out, silent)
    expect(typesOf([...files].reverse(), out, silent)).toBe(text)
    expect(text.match(/^export interface \w+/gm)).toEqual(
      ['Badger', 'BadgerSke', 'Hare'].map((name) => `export interface ${name}`),
    )
    expect(text).toContain('/** `badger.json` */')
  })

  test('of the demo are those that the guide is compiled with', () => {
    const out = join(ROOT, 'docs/figures.d.ts')
    expect(isFresh(out, typesOf([`${ASSETS}/*.json`], out, silent))).toBe(true)
  })

  test('are those of all armatures of a file', () => {
    const armature = (name: string) => ({ name, bone: [{ name: 'root' }], skin: [], slot: [], animation: [] })
    const file = write(
      'zoo_ske.json',
      JSON.stringify({
        version: '5.5',
        name: 'zoo',
        frameRate: 24,
        armature: ['ape', 'bee', 'b ee'].map(armature),
      }),
    )
    const notes: string[] = []
    const text = typesOf([file], join(folder, 'a.ts'), (note) => notes.push(note))
    expect(text.match(/(?<=interface )\w+/g)).toEqual(['ZooSke', 'ZooSkeBEe', 'ZooSkeBee'])
    expect(notes).toEqual([])
  })

  test('leave out files that hold none, and tell', () => {
    const notes: string[] = []
    const files = [write('hero.json', HERO), write('settings.json', '{"volume": 1}')]
    expect(typesOf(files, join(folder, 'a.ts'), (note) => notes.push(note))).toContain('interface Hero')
    expect(notes).toEqual([`${files[1]}: no skeleton, left out`])
    expect(() => typesOf([files[1]], 'a.ts', silent)).toThrow('none of the files holds a skeleton')
  })

  test('have names that the user gives, and clash by no accident', () => {
    const [one, two] = [write('a/hero.json', HERO), write('b/hero.json', HERO)]
    expect(() => typesOf([one, two], 'a.ts', silent)).toThrow(
      /a\/hero.json.*b\/hero.json.*would both be the type Hero/,
    )
    const text = typesOf([`${folder}/**/*.json`, `Villain=${two}`], 'a.ts', silent)
    expect(text.match(/(?<=interface )\w+/g)).toEqual(['Hero', 'Villain'])
  })

  test.each([
    ['hero', 'Hero'],
    ['spine-boy_pro.v2', 'SpineBoyProV2'],
    ['3d', 'Figure3d'],
    ['', 'Figure'],
    ['*/ evil', 'Evil'],
    ['élan 王', 'Élan王'],
  ])('a file %j gives the type %s', (file, type) => expect(typeName(file)).toBe(type))
})

describe('the command', () => {
  test('writes, and checks', () => {
    write('art/hero.json', HERO)
    const call = ['types', 'art/**/*.json', '--out', 'src/figures.d.ts']
    expect(osteon([...call, '--check'], folder)).toMatchObject({ status: 1 })
    expect(osteon(call, folder)).toMatchObject({ status: 0, stdout: 'src/figures.d.ts is written\n' })
    const text = readFileSync(join(folder, 'src/figures.d.ts'), 'utf8')
    expect(text).toContain('/** `../art/hero.json` */')
    expect(readdirSync(join(folder, 'src'))).toEqual(['figures.d.ts'])
    expect(osteon([...call, '--check'], folder).status).toBe(0)
    writeFileSync(join(folder, 'src/figures.d.ts'), text.replaceAll('\n', '\r\n'))
    expect(osteon([...call, '--check'], folder).status).toBe(0)
    write('art/hero.json', HERO.replace('"run"', '"runn"'))
    expect(osteon([...call, '--check'], folder).stderr).toContain('is not fresh')
    expect(readFileSync(join(folder, 'src/figures.d.ts'), 'utf8')).not.toContain('runn')
    expect(osteon(call, folder).stdout).toContain('is written')
    expect(osteon(call, folder).stdout).toContain('is fresh')
  })

  test('overwrites no file that it has not written', () => {
    write('hero.json', HERO)
    const main = write('main.ts', 'game()\n')
    const { status, stderr } = osteon(['types', 'hero.json', '--out', 'main.ts'], folder)
    expect([status, stderr]).toEqual([
      1,
      'main.ts is there, and was not written by this command: it stays as it is\n',
    ])
    expect(readFileSync(main, 'utf8')).toBe('game()\n')
  })

  test.each([
    ['a broken skeleton', ['broken.json'], 1],
    ['no such file', ['nowhere.json'], 1],
    ['a pattern without files', ['nowhere/*.json'], 1],
    ['a folder that cannot be made', ['hero.json', '--out', 'hero.json/figures.ts'], 1],
    ['no files', [], 2],
    ['--check without --out', ['hero.json', '--check'], 2],
    ['an --out that is no TypeScript', ['hero.json', '--out', 'hero.js'], 2],
    ['an option that there is not', ['hero.json', '--fast'], 2],
  ])('refuses %s', (_, args, code) => {
    write('hero.json', HERO)
    write('broken.json', HERO.slice(0, 99))
    const out = args.includes('--out') ? [] : ['--out', 'figures.ts']
    const { status, stderr } = osteon(['types', ...args, ...(code === 2 ? [] : out)], folder)
    expect([status, stderr.length > 10]).toEqual([code, true])
    expect(stderr).not.toContain('    at ')
    expect(readdirSync(folder).sort()).toEqual(['broken.json', 'hero.json'])
  })

  test('lets no name leave its string', () => {
    const evil = '"}\u202e*/\u2028\n`$x`\\'
    write(
      'hero.json',
      skeleton({ animations: { [evil]: {} }, skins: [{ name: evil }], events: { __proto__x: {} } }),
    )
    const { status, stdout } = osteon(['types', 'hero.json'], folder)
    expect(status).toBe(0)
    expect(stdout.split('\n').filter((line) => UNSEEN.test(line))).toEqual([])
    expect(stdout).toContain('| "\\"}\\u202e*/\\u2028\\n`$x`\\\\"')
  })
})

describe('with types, the compiler', () => {
  const OUT = join(ROOT, 'out/types-test')
  beforeAll(() => {
    mkdirSync(OUT, { recursive: true })
    const file = join(OUT, 'hero.json')
    writeFileSync(file, HERO)
    writeFileSync(join(OUT, 'foe.json'), skeleton({ animations: { roar: {} } }))
    writeFileSync(
      join(OUT, 'figures.ts'),
      typesOf([file, join(OUT, 'foe.json')], join(OUT, 'figures.ts'), silent),
    )
  })
  afterAll(() => rmSync(OUT, { recursive: true }))

  /** What stands before each line. `hero` is typed, `rig` and `eid` are not. */
  const BEFORE = `import type { Foe, Hero } from '${OUT}/figures'
import * as o from 'osteon'
const world = o.installAnimation({} as never)
const heroRig = await o.loadRig<Hero>('a', 'b', { readers: [] })
const hero = o.spawnSkeleton(world, heroRig, { skin: 'red', x: 1 })
const foe = o.spawnSkeleton(world, await o.loadRig<Foe>('a', 'b', { readers: [] }))
const rig = await o.loadRig('a', 'b', { readers: [] })
const eid = o.spawnSkeleton(world, rig, { skin: 'any' })
const name: string = String(1)
const plain: number = hero
`

  test('takes names that there are, and all that it took before', () => {
    const lines = [
      "o.play(world, hero, 'run', { loop: true })",
      "o.queue(world, hero, 'idle')",
      "o.setSkin(world, hero, ['default', 'red'])",
      'o.setSkin(world, hero, null)',
      "o.getBone(world, hero, 'arm')",
      'o.getBone(world, hero, 1)',
      "o.setAttachment(world, hero, 'hand', 'any key')",
      "o.setIk(world, hero, 'reach', { mix: 1 })",
      "o.setTransformConstraint(world, hero, 'turn', { mixX: 1 })",
      "o.setMix(world, heroRig, 'run', 'idle', 0.2)",
      "o.setMix(world, heroRig, null, 'idle', 0.2)",
      'o.play(world, hero, o.animationsOf(heroRig)[0])',
      "o.createMask(heroRig, { bones: ['arm'], slots: ['hand'] })",
      'o.createMask(heroRig, { bones: [name] })',
      "o.createMask(rig, { bones: ['any'], slots: ['thing'] })",
      "o.addSkin(world, heroRig, 'new', [{ slot: 'hand', key: 'k', attachment: { skin: 'red' } }, { slot: 0, key: 'l', attachment: 1 }])",
      "o.addSkin(world, rig, 'new', [{ slot: 'any', key: 'k', attachment: { skin: 'any' } }])",
      "const entry: o.SkinEntry = { slot: name, key: 'k', attachment: 1 }; o.addSkin(world, heroRig, 'new', [entry])",
      "o.replaceImage(world, hero, 'hand', {} as never, 'region')",
      "o.addAttachment(world, heroRig, 'hand', {} as never, { region: 'region' })",
      "const one: 'run' | 'idle' | null = o.currentAnimation(world, hero)",
      "for (const event of o.events<Hero | Foe>(world)) if (event.kind === 'event' ? event.name === 'step' : event.animation === 'roar') o.play(world, hero, 'run')",
      // What is not known stays as it was.
      'o.play(world, hero, name)',
      'o.setSkin(world, hero, [name])',
      "o.play(world, plain, 'anything')",
      "o.play(world, eid, 'anything')",
      "o.setSkin(world, eid, ['a', 'b'])",
      "o.play(world, new Uint32Array([hero])[0], 'anything')",
      'let later = o.spawnSkeleton(world, rig); later = 7; later = hero',
      'const ids: number[] = [hero, eid]; ids.push(hero)',
      'if (hero === foe || hero === 3) o.despawnSkeleton(world, hero)',
      'const someone: o.Rig = heroRig; o.replaceRig(world, someone, heroRig)',
      "for (const event of o.events(world)) if (event.kind === 'event' && event.name === 'whatever') o.play(world, hero, 'run')",
      "o.play(world, Math.random() < 0.5 ? hero : eid, 'anything')",
    ]
    const found = compileExamples(
      lines.map((line, i) => ({ page: line, line: i, code: BEFORE + line })),
      '',
    )
    expect(found.flat()).toEqual([])
  })

  test('refuses names that there are not', () => {
    const lines = [
      "o.play(world, hero, 'runn')",
      "o.queue(world, hero, 'roar')",
      "o.applyAnimation(world, hero, 'runn', { time: 0 })",
      "o.play(world, hero, Math.random() < 0.5 ? 'run' : 'runn')",
      "o.setSkin(world, hero, 'blue')",
      "o.setSkin(world, hero, ['red', 'blue'])",
      "o.spawnSkeleton(world, heroRig, { skin: 'blue' })",
      "o.setAttachment(world, hero, 'hnad', null)",
      "o.setBone(world, hero, 'leg', { x: 1 })",
      "o.setIk(world, hero, 'turn', { mix: 1 })",
      "o.setPath(world, hero, 'reach', {})",
      "o.setMix(world, heroRig, 'run', 'walk', 0.2)",
      "o.getAnimationBounds(heroRig, 'walk')",
      "for (const event of o.events<Hero>(world)) if (event.kind === 'event' && event.name === 'setp') o.play(world, hero, 'run')",
      "for (const event of o.events<Hero>(world)) if (event.kind === 'complete' && event.animation === 'rnu') o.play(world, hero, 'run')",
      "o.play(world, foe, 'run')",
      "o.createMask(heroRig, { bones: ['arm', 'leg'] })",
      "o.createMask(heroRig, { slots: ['hnad'] })",
      "o.addSkin(world, heroRig, 'new', [{ slot: 'hnad', key: 'k', attachment: 1 }])",
      "o.addSkin(world, heroRig, 'new', [{ slot: 'hand', key: 'k', attachment: { skin: 'blue' } }])",
      "o.replaceImage(world, hero, 'hnad', {} as never, 'region')",
      "o.addAttachment(world, heroRig, 'hnad', {} as never, { region: 'region' })",
      'const other: o.Rig<Hero> = rig',
    ]
    const found = compileExamples(
      lines.map((line, i) => ({ page: line, line: i, code: BEFORE + line })),
      '',
    )
    expect(lines.filter((_, i) => found[i].length !== 1)).toEqual([])
    expect(found[0][0]).toContain('\'"runn"\' is not assignable to parameter of type \'"idle" | "run"\'')
  })

  /** Figures of all hosts: `typed` has the names of the hero, `free` has none. */
  const FIGURES = `${BEFORE}import * as pixi from 'osteon/pixi'
import * as phaser from 'osteon/phaser'
import * as three from 'osteon/three'
const scene = {} as import('phaser').Scene
const options = { animation: name, skin: name }
const pixiTyped = new pixi.Figure({ world, rig: heroRig, animation: 'run', skin: ['default', 'red'] })
const pixiFree = new pixi.Figure({ world, rig, ...options })
const phaserTyped = new phaser.Figure(scene, 0, 0, heroRig, { animation: 'run', skin: 'red' })
const phaserFree = scene.add.figure(0, 0, 'hero', options)
const threeTyped = new three.Figure({ world, rig: heroRig, animation: 'run', skin: 'red' })
const threeFree = new three.Figure({ world, rig, ...options })
`
  const HOSTS = ['pixi', 'phaser', 'three']
  const inHosts = (lines: readonly string[]) =>
    HOSTS.flatMap((host) =>
      lines.map((line) => line.replaceAll('typed', `${host}Typed`).replaceAll('free', `${host}Free`)),
    )
  /** Errors by line. */
  const errorsOf = (lines: readonly string[]) =>
    compileExamples(
      lines.map((line, i) => ({ page: line, line: i, code: FIGURES + line })),
      '',
    )

  test('takes names that there are from figures of all hosts, and any from those without types', () => {
    const lines = [
      ...inHosts([
        "typed.play('idle', { loop: true }); typed.play(name); typed.queue('run')",
        "typed.slot('hand'); typed.slot(0); typed.skin = ['red', 'default']; typed.skin = null",
        "typed.getBonePosition('arm'); typed.setBonePosition('arm', { x: 1, y: 2 })",
        "o.setAttachment(world, typed.eid, 'hand', null)",
        "free.play('any'); free.slot('any'); free.skin = 'any'; free.getBonePosition('any')",
      ]),
      "pixiTyped.on('complete', ({ track }: o.AnimationEvent) => track); phaserTyped.on('complete', ({ track }) => track)",
      "pixiTyped.on('pointerdown', ({ global }) => global.x); pixiFree.on('my own', () => {})",
      "phaserTyped.on('pointerdown', (pointer: { x: number }) => pointer.x); phaserFree.on('my own', () => {})",
      "phaserTyped.on(Symbol(), () => {}); phaserTyped.once('event', (event) => { if (event.name === 'step') event.time })",
      "threeTyped.addEventListener('complete', ({ detail }) => detail.track)",
      'const some: (pixi.Figure | phaser.Figure | three.Figure)[] = [pixiTyped, phaserTyped, threeTyped]',
      "scene.make.figure({ key: heroRig, options: { animation: 'run' } }).play('idle')",
    ]
    expect(errorsOf(lines).flat()).toEqual([])
  })

  test('refuses names that there are not from figures of all hosts', () => {
    const lines = [
      ...inHosts([
        "typed.play('wlak')",
        "typed.queue('wlak')",
        "typed.slot('nope')",
        "typed.skin = 'x'",
        "typed.skin = ['red', 'x']",
        "typed.getBonePosition('leg')",
        "typed.setBonePosition('leg', { x: 1, y: 2 })",
        "o.setAttachment(world, typed.eid, 'hnad', null)",
      ]),
      "new pixi.Figure({ world, rig: heroRig, animation: 'wlak' })",
      "new pixi.Figure({ world, rig: heroRig, skin: 'x' })",
      "new phaser.Figure(scene, 0, 0, heroRig, { animation: 'wlak' })",
      "scene.add.figure(0, 0, heroRig, { skin: 'x' })",
      "scene.make.figure({ key: heroRig, options: { animation: 'wlak' } })",
      "new three.Figure({ world, rig: heroRig, animation: 'wlak' })",
      "new three.Figure({ world, rig: heroRig, skin: 'x' })",
      "pixiTyped.on('compete', () => {})",
      "phaserTyped.on('compete', () => {})",
      "phaserTyped.once('compete', () => {})",
      "phaserTyped.once('event', (event) => event.name === 'setp')",
      "threeTyped.addEventListener('compete', () => {})",
    ]
    const found = errorsOf(lines)
    expect(lines.filter((_, i) => found[i].length !== 1)).toEqual([])
  })
})
