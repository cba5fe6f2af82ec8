/** Tables as bytes. */
import { OsteonError } from 'osteon'
import { bakeTables, bytesOf, decodeTable, encodeTable, registerTable, spawnBaked } from 'osteon/crowd'
import { encodeState } from 'osteon/save'
import { expect, test } from 'vitest'
import { sealValue } from '../../src/joins/save/bytes/seal-value'
import { crowdWorld, spineFiles, tableOf, tick } from './stage'

test.each(spineFiles())('$name: a table comes back from its bytes as it was', async (files) => {
  const { rig, table } = await tableOf(files)
  const bytes = encodeTable(table)
  expect(bytes.length).toBeLessThan(1.1 * bytesOf(table) + 1000)
  const decoded = decodeTable(bytes)
  expect(decoded).toEqual(table)
  const world = crowdWorld()
  spawnBaked(world, registerTable(world, rig, decoded))
  tick(world, 0.1)
})

test('damaged and foreign bytes are refused', async () => {
  const { rig, table } = await tableOf(spineFiles()[0])
  const [small] = bakeTables(rig, { animations: [table.animations[0].name], slack: 50 })
  const bytes = encodeTable(small)
  const code = (given: unknown) => {
    try {
      decodeTable(given as Uint8Array)
    } catch (error) {
      expect(error).toBeInstanceOf(OsteonError)
      expect((error as OsteonError).source).toBe('decodeTable')
      return (error as OsteonError).code
    }
    return 'read'
  }
  for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 300)) {
    expect(code(bytes.map((byte, i) => (i === at ? byte ^ 64 : byte)))).not.toBe('read')
    expect(code(bytes.subarray(0, at))).toBe('truncated')
  }
  expect(code(encodeState(crowdWorld()))).toBe('damaged')
  expect(code('{}')).toBe('wrong-type')
  const { triangles: _, ...less } = small
  const misshaped = [
    { ...small, uvs: small.triangles },
    { ...small, rig: 3 },
    { ...small, skins: 'a' },
    less,
    1,
  ]
  for (const each of misshaped) expect(code(sealValue({ table: each }))).toBe('damaged')
  expect(code(sealValue({ table: small }))).toBe('read')
})
