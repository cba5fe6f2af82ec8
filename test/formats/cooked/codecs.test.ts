/** What codecs of cooked files write, they read back bit by bit; damaged bytes are refused. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OsteonError } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import type { AttachmentModel, SkeletonModel } from 'osteon/model'
import { expect, test } from 'vitest'
import { ROOT } from '../../../scripts/entries'
import { attachmentsOf } from '../../../src/formats/cooked/attachments'
import { createSink, type Sink, type Source } from '../../../src/formats/cooked/codec'
import { constraint } from '../../../src/formats/cooked/constraints'
import { isModest, KINDS, ROLE, WIDTHS, writeColumn } from '../../../src/formats/cooked/numbers'
import { timeline } from '../../../src/formats/cooked/timelines'
import { ownFiles } from '../../poses/rigs'

const FILES = ownFiles().filter(({ atlas }) => atlas.endsWith('.atlas'))
const CORPUS = ['clips', 'deforms', 'ik', 'order-and-events', 'sequences', 'skins', 'transform-world']

function modelOf(file: string): SkeletonModel {
  return spineJson.readSkeleton(readFileSync(file), { source: file, warn: () => {} })
}

/** Attachments, each after its source. */
function attachmentsIn({ skins }: SkeletonModel): AttachmentModel[] {
  const found = new Set<AttachmentModel>()
  for (const { entries } of skins)
    for (const { attachment } of entries) {
      if (attachment.type === 'mesh' && attachment.source) found.add(attachment.source)
      found.add(attachment)
    }
  return [...found]
}

function write(model: SkeletonModel): Sink {
  const sink = createSink(new Map())
  const attachments = attachmentsIn(model)
  for (const attachment of attachments) attachmentsOf(attachments).write(sink, attachment)
  for (const one of model.constraints) constraint.write(sink, one)
  for (const { timelines } of model.animations) for (const one of timelines) timeline.write(sink, one)
  return sink
}

function open(sink: Sink, model: SkeletonModel): Source {
  const strings = [...sink.strings.keys()]
  const columns = sink.columns.map((numbers, place) => {
    const bytes = new Uint8Array(numbers.length * WIDTHS[place % KINDS])
    writeColumn(numbers, place % KINDS, bytes, 0)
    return { bytes, start: 0, count: numbers.length }
  })
  return {
    ...{ name: 'hero.rig', bytes: Uint8Array.from(sink.bytes), at: 0, columns, strings, seen: [] },
    ...{ next: new Int32Array(columns.length), checking: false },
    counts: {
      animations: model.animations.length,
      bones: model.bones.length,
      constraints: model.constraints.length,
      events: model.events.length,
      models: attachmentsIn(model).length,
      skins: model.skins.length,
      slots: model.slots.length,
      strings: strings.length,
    },
  }
}

function read(from: Source, model: SkeletonModel) {
  const attachments: AttachmentModel[] = []
  for (let i = 0; i < attachmentsIn(model).length; i++)
    attachments.push(attachmentsOf(attachments).read(from))
  const constraints = model.constraints.map(() => constraint.read(from))
  const timelines = model.animations.map((animation) => animation.timelines.map(() => timeline.read(from)))
  return { attachments, constraints, timelines }
}

const files = [
  ...FILES.map(({ skeleton }) => skeleton),
  ...CORPUS.map((name) => join(ROOT, `test/fuzz/corpus/${name}.json`)),
]

test.each(files)('%s is read as it was written', (file) => {
  const model = modelOf(file)
  const from = open(write(model), model)
  const { attachments, constraints, timelines } = read(from, model)
  expect(from.at).toBe(from.bytes.length)
  expect([...from.next]).toEqual(from.columns.map(({ count }) => count))
  from.columns.forEach((column, place) => {
    if (place < KINDS * ROLE.event) expect(isModest(column, place % KINDS)).toBe(true)
  })
  expect(attachments).toEqual(attachmentsIn(model))
  expect(constraints).toEqual(model.constraints)
  model.animations.forEach((animation, number) => {
    animation.timelines.forEach((wanted, i) => {
      const got = timelines[number][i]
      if (!('curves' in wanted && 'curves' in got)) {
        expect(got).toEqual(wanted)
        return
      }
      const last = wanted.times.length - 1
      // The last key's curve has no meaning, nor have handles of other curves.
      expect(got.curves.slice(0, last)).toEqual(wanted.curves.slice(0, last))
      const per = 4 * wanted.channels
      wanted.curves.subarray(0, last).forEach((curve, key) => {
        if (curve === 2)
          expect(got.handles?.slice(key * per, key * per + per)).toEqual(
            wanted.handles?.slice(key * per, key * per + per),
          )
      })
      const bare = (one: typeof wanted) => ({ ...one, curves: null, handles: null })
      expect(bare(got)).toEqual(bare(wanted))
    })
  })
})

test('damaged bytes are read or refused', () => {
  const model = modelOf(join(ROOT, 'test/fuzz/corpus/deforms.json'))
  const whole = open(write(model), model)
  let seed = 1
  const dice = (sides: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed % sides
  }
  let refused = 0
  for (let round = 0; round < 3000; round++) {
    const bytes = whole.bytes.slice(0, dice(20) === 0 ? dice(whole.bytes.length) : undefined)
    for (let i = 0; i < 1 + dice(3); i++) bytes[dice(bytes.length)] = dice(256)
    const from = { ...whole, bytes, at: 0, next: new Int32Array(whole.next.length), seen: [] }
    try {
      read(from, model)
    } catch (error) {
      if (!(error instanceof OsteonError)) throw error
      expect(error.code).toBe('damaged')
      refused++
    }
  }
  expect(refused).toBeGreaterThan(300)
})
