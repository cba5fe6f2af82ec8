/** Files of version 6.0 (LoongBones) that say that readers of 5.x may read them. */
import { describe, expect, test } from 'vitest'
import { dragonBones } from '../../../src/formats/dragonbones'
import { smallArmature, writeDbbin } from '../../fixtures/rigs/dragonbones'
import type { Json } from '../../fixtures/rigs/rich-rig'
import { collectWarnings, noWarnings } from '../../fixtures/warnings'

const NEWER = { version: '6.0', compatibleVersion: '5.5' }

const read = (armature: Json, more: Json = NEWER, warn = noWarnings) =>
  dragonBones.readSkeleton(smallArmature(armature, more), { source: 'six', warn })

const display = (more: Json) => ({
  skin: [{ slot: [{ name: 'slot', display: [null, { name: 'x', ...more }] }] }],
})
const animation = (more: Json) => ({ animation: [{ name: 'go', duration: 10, ...more }] })
const AIM = { ik: [{ name: 'aim', bone: 'arm', target: 'root' }] }

const shown = 'armature[0].skin[0].slot[0].display[1]'
const played = 'armature[0].animation[0]'

test.each<[string, Json, string]>([
  ['a shape by its number', display({ type: 5 }), `${shown}.type`],
  ['a shape by its name', display({ type: 'Shape', shape: { vertices: [], paths: [] } }), `${shown}.type`],
  ['a mask', display({ mask: true }), `${shown}.mask`],
  ['the range of a mask', display({ maskRange: ['slot'] }), `${shown}.maskRange`],
  ['a path constraint', { path: [{ name: 'p', target: 'slot', bones: ['arm'] }] }, 'armature[0].path'],
  ['keys of a path', animation({ path: [{ name: 'p', position: [{ value: 1 }] }] }), `${played}.path`],
  ['keys of a shape', animation({ shape: [{ name: 's' }] }), `${played}.shape`],
  [
    'own times of a bone',
    animation({ bone: [{ name: 'arm', timelineConfig: { rotateFrame: { scale: 2 } } }] }),
    `${played}.bone[0].timelineConfig`,
  ],
  [
    'own times of a slot',
    animation({ slot: [{ name: 'slot', timelineConfig: { colorFrame: { offset: 3 } } }] }),
    `${played}.slot[0].timelineConfig`,
  ],
  [
    'own times of the draw order',
    animation({ zOrder: { timelineConfig: { frame: { loop: true } } } }),
    `${played}.zOrder.timelineConfig`,
  ],
  [
    'weights of IK that would step in 5.x',
    { ...AIM, ...animation({ ik: [{ name: 'aim', frame: [{ duration: 5, weight: 0 }, { duration: 5 }] }] }) },
    `${played}.ik[0].frame`,
  ],
  ['a transform constraint', { transform: [{ name: 't' }] }, 'armature[0].transform'],
  ['a physics constraint', { physics: [{ name: 'p' }] }, 'armature[0].physics'],
])('%s is refused by name', (_, armature, path) => {
  expect(() => read(armature, NEWER, () => {})).toThrow(
    expect.objectContaining({ code: 'unsupported-feature', path }),
  )
})

describe('without these', () => {
  test('a file is played by the rules of 5.x, with a warning', () => {
    const { warn, list } = collectWarnings()
    const armature = {
      ...display({ mask: false, maskRange: [] }),
      ...animation({ bone: [{ name: 'arm', timelineConfig: {}, rotateFrame: [{ rotate: 5 }] }] }),
    }
    expect(read(armature, NEWER, warn).version).toBe('6.0')
    expect(list).toMatchObject([{ code: 'newer-version', path: 'version' }])
    const { name, version, ...older } = read(armature, { version: '5.5' })
    const { name: _, version: six, ...newer } = read(armature, NEWER, () => {})
    expect([version, six]).toEqual(['5.5', '6.0'])
    expect(newer).toEqual(older)
  })

  test('a binary file is refused: its layout is another one', () => {
    const bytes = writeDbbin(smallArmature({}, NEWER), {})
    expect(() => dragonBones.readSkeleton(bytes, { source: 'six', warn: noWarnings })).toThrow(
      expect.objectContaining({ code: 'unsupported-version', path: 'version' }),
    )
  })

  test('features of 6.0 count for nothing in files of 5.x, as in its official runtime', () => {
    expect(read(display({ mask: true }), { version: '5.5' }).skins[0].entries).toHaveLength(1)
  })

  test('files of 2.3 and 3.0 are known by either version', () => {
    const old = (more: Json) => {
      const { warn, list } = collectWarnings()
      const { version, ...model } = read({}, more, warn)
      return [model, list]
    }
    expect(old({ version: '2.9', compatibleVersion: '3.0' })).toEqual(old({ version: '3.0' }))
    expect(old({ version: '3.0' })).not.toEqual(old({ version: '5.5' }))
  })
})
