/** Armatures that show others of their file. */
import { expect, test } from 'vitest'
import type { Warning } from '../../../src/base/errors'
import type { SkeletonModel } from '../../../src/base/model/skeleton'
import { dragonBones } from '../../../src/formats/dragonbones'
import { compileRig } from '../../../src/rig/compile'
import { go, richDbbin, smallArmature } from '../../fixtures/rigs/dragonbones'
import type { Json } from '../../fixtures/rigs/rich-rig'

const [plain] = smallArmature(go({})).armature as Json[]

/** An armature whose slot shows others, by name. */
function showing(name: string, displays: Json[], more: Json = {}): Json {
  const skin = [{ slot: [{ name: 'slot', display: displays.map((one) => ({ type: 'armature', ...one })) }] }]
  return { ...plain, name, skin, ...more }
}

const file = (...armatures: Json[]) => smallArmature({}, { armature: armatures })

function read(data: object | Uint8Array, armature?: string, warnings: Warning[] = []): SkeletonModel {
  const warn = (warning: Warning) => warnings.push(warning)
  return dragonBones.readSkeleton(data, { source: 'art/small_ske.json', warn, armature })
}

const shownBy = ({ skins }: SkeletonModel) =>
  skins.flatMap(({ entries }) =>
    entries.flatMap(({ attachment }) => (attachment.type === 'armature' ? [attachment] : [])),
  )

test('the armature of a display is read beside it, each armature once', () => {
  const outer = read(
    file(
      showing('outer', [
        { name: 'a', path: 'inner', transform: { x: 3, y: 4, skY: 90, skX: 90 } },
        { name: 'end' },
      ]),
      showing('inner', [{ name: 'end' }]),
      { ...plain, name: 'end' },
      { ...plain, name: 'apart' },
    ),
  )
  expect(outer).toMatchObject({ name: 'small_ske', armature: 'outer' })
  expect([...(outer.nested?.keys() ?? [])]).toEqual(['inner', 'end'])
  expect(outer.nested?.get('inner')).toMatchObject({ name: 'small_ske/inner', armature: 'inner' })
  expect(outer.nested?.get('inner')?.nested?.get('end')).toBe(outer.nested?.get('end'))
  const [shown] = shownBy(outer)
  expect(shown).toMatchObject({ name: 'a', armature: 'inner', actions: [] })
  expect(shown.place).toMatchObject({ x: 3, y: -4, rotation: expect.closeTo(-Math.PI / 2, 12), scaleX: 1 })
})

test('actions come from the display, else from the slot for its first display', () => {
  const actions = (own: Json, slot: Json) =>
    shownBy(
      read(
        file(
          showing('outer', [{ name: 'end', ...own }, { name: 'end' }], {
            slot: [{ name: 'slot', parent: 'arm', ...slot }],
          }),
          { ...plain, name: 'end' },
        ),
      ),
    ).map((one) => one.actions)
  expect(actions({ actions: [{ gotoAndPlay: 'hop' }] }, { actions: 'jump' })).toEqual([['hop'], []])
  expect(actions({}, { actions: [['gotoAndPlay', 'jump']] })).toEqual([['jump'], []])
  expect(actions({}, { displayIndex: 1, actions: [{ name: 'jump' }] })).toEqual([[], ['jump']])
  expect(actions({ actions: [{ type: 'frame', name: 'no' }, ['gotoAndStop', 'no']] }, {})).toEqual([[], []])
})

test('the last default action with an existing animation is the one that an armature plays by itself', () => {
  const [one] = smallArmature({ animation: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] }).armature as Json[]
  const played = (more: Json) => read(file({ ...one, ...more })).defaultAnimation
  expect(played({})).toBe('a')
  expect(played({ defaultActions: [{ gotoAndPlay: 'b' }, { gotoAndPlay: 'c' }, { gotoAndPlay: 'd' }] })).toBe(
    'c',
  )
  expect(played({ animation: [] })).toBe(undefined)
})

test('parts that the file lacks are warned of; they may be found elsewhere', () => {
  const warnings: Warning[] = []
  const model = read(file(showing('outer', [{ name: 'foreign' }])), undefined, warnings)
  expect(warnings).toMatchObject([{ code: 'ignored-key', path: 'armature[0].skin[0].slot[0].display[0]' }])
  expect(shownBy(model)).toMatchObject([{ armature: 'foreign' }])
  expect(model.nested?.size).toBe(0)
})

test('circles, and nests that are too deep, are refused', () => {
  const circle = file(showing('a', [{ name: 'b' }]), showing('b', [{ name: 'a' }]))
  expect(() => read(circle)).toThrow(
    expect.objectContaining({ code: 'cycle', path: 'armature[1].skin[0].slot[0].display[0]' }),
  )
  const deep = Array.from({ length: 70 }, (_, i) =>
    showing(String(i), i < 69 ? [{ name: String(i + 1) }] : []),
  )
  expect(() => read(file(...deep))).toThrow(expect.objectContaining({ code: 'too-large' }))
})

test('all armatures of a file are read, the first of each name', () => {
  const all = dragonBones.readSkeletons?.(
    file(showing('outer', [{ name: 'end' }]), { ...plain, name: 'end' }, { ...plain, name: 'end', bone: [] }),
    { source: 'art/small_ske.json', warn: () => {} },
  )
  expect(all?.map(({ name }) => name)).toEqual(['small_ske/outer', 'small_ske/end'])
  expect(all?.[0].nested?.get('end')).toBe(all?.[1])
  expect(all?.[1].bones).toHaveLength(2)
  expect(dragonBones.readSkeletons?.(richDbbin(), { source: 'x', warn: () => {} })).toHaveLength(1)
})

test('rigs have the rigs that they show, each made once, and know their default animations', () => {
  const model = read(
    file(
      showing('outer', [{ name: 'inner' }, { name: 'end' }]),
      showing('inner', [{ name: 'end' }], { animation: [] }),
      { ...plain, name: 'end' },
    ),
  )
  const rig = compileRig(model, null, { source: 'x', pages: [], warn: () => {} })
  expect([...rig.nested.keys()]).toEqual(['inner', 'end'])
  expect(rig.nested.get('inner')?.nested.get('end')).toBe(rig.nested.get('end'))
  expect(rig.nested.get('inner')?.defaultAnimation).toBe(-1)
  expect(rig.nested.get('end')?.animations[rig.nested.get('end')?.defaultAnimation ?? -1].name).toBe('go')
})
