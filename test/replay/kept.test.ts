/** Recordings that earlier versions wrote: those of this minor version play with the same hashes, others are refused. */
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { VERSION } from '../../src/base/version'
import { openReplay, replayNeeds } from '../../src/joins/replay'
import { atlases, rigs, tables, use } from './random-game'

const KEPT = new URL('./kept/', import.meta.url)
const files = readdirSync(KEPT).filter((name) => name.endsWith('.osteon.gz'))
const minorOf = (version: string) => version.split('.').slice(0, 2).join('.')

test('there are recordings of this minor version', () => {
  expect(files.map(minorOf)).toContain(minorOf(VERSION))
})

test.each(files)('%s', (name) => {
  const bytes = new Uint8Array(gunzipSync(readFileSync(new URL(name, KEPT))))
  // Later games have more extensions.
  const own = () => use.filter((extension) => replayNeeds(bytes).extensions.includes(extension.name))
  const open = () => openReplay(bytes, { atlases, rigs, tables, use: own(), warn: () => {} })
  if (minorOf(name) !== minorOf(VERSION)) {
    expect(open).toThrow(expect.objectContaining({ code: 'unsupported-version' }))
    return
  }
  const replay = open()
  expect(replay.check()).toBe(null)
  expect(replay.end).toBeGreaterThan(50)
})
