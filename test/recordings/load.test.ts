/** Loading: from addresses and bytes, with all errors on the way. */
import { mrtk, mrtkReader, writeMrtk } from 'osteon/formats/mrtk'
import { type LoadRecordingOptions, loadRecording } from 'osteon/recordings'
import { describe, expect, test } from 'vitest'
import { makeRecording, performance } from '../fixtures/recordings'
import { collectWarnings } from '../fixtures/warnings'
import { fakeNet } from '../load/fake-net'

const bytes = writeMrtk(performance(10, 1))
const readers = [mrtk]

test('from bytes, from a buffer, from an address', async () => {
  const net = fakeNet({ 'https://x.test/takes/wave%20one.bin': bytes })
  const { fetch } = net
  const wave = { name: 'wave one', duration: 2.75 }
  expect(await loadRecording(bytes, { readers, name: 'mine' })).toMatchObject({
    name: 'mine',
    duration: 2.75,
  })
  expect(await loadRecording(bytes.buffer, { readers })).toMatchObject({ name: 'recording', duration: 2.75 })
  expect(
    await loadRecording('takes/wave%20one.bin', { readers, fetch, base: 'https://x.test/' }),
  ).toMatchObject(wave)
  expect(
    await loadRecording(new URL('https://x.test/takes/wave%20one.bin'), { readers, fetch }),
  ).toMatchObject(wave)
  expect(net.asked).toHaveLength(2)
})

test('into the space that is wanted', async () => {
  expect((await loadRecording(bytes, { readers })).model.space).toBe('unity')
  expect((await loadRecording(bytes, { readers, space: 'webxr' })).model.space).toBe('webxr')
})

test('readers may have options, and warnings are passed on', async () => {
  const { warn, codes } = collectWarnings()
  const cut = writeMrtk(
    makeRecording(
      {
        3: [
          [0, 0],
          [1, 0.6],
        ],
        6: [[0, 1]],
      },
      { markerList: false },
    ),
  )
  const { model } = await loadRecording(cut, { readers: [mrtkReader({ repairRotations: true })], warn })
  expect(model.start[7] - model.start[6]).toBe(2)
  expect(codes()).toEqual(['missing-markers'])
})

describe('errors are explained', () => {
  const net = fakeNet({
    'https://x.test/gone.bin': 404,
    'https://x.test/page.bin': '<!doctype html>',
    'https://x.test/late.bin': bytes,
  })
  const given = (options: Partial<LoadRecordingOptions>) => ({
    readers,
    fetch: net.fetch,
    base: 'https://x.test/',
    ...options,
  })
  test.each<[string, () => Promise<unknown>, string]>([
    ['no reader', () => loadRecording(bytes, given({ readers: [] })), 'bad-option'],
    ['a space that is none', () => loadRecording(bytes, given({ space: 'up' as 'unity' })), 'bad-option'],
    ['a file that is not there', () => loadRecording('gone.bin', given({})), 'fetch-failed'],
    ['a file of something else', () => loadRecording('page.bin', given({})), 'unknown-format'],
    ['a file that ends early', () => loadRecording(bytes.subarray(0, 99), given({})), 'truncated'],
    ['something that is no file', () => loadRecording({} as Uint8Array, given({})), 'wrong-type'],
    ['text', () => loadRecording('{}', given({})), 'wrong-type'],
    ['nothing', () => loadRecording(null as unknown as Uint8Array, given({})), 'wrong-type'],
    [
      'a load that was aborted before',
      () => loadRecording(bytes, given({ signal: AbortSignal.abort() })),
      'aborted',
    ],
  ])('%s', async (_, work, code) => {
    await expect(work()).rejects.toMatchObject({ name: 'OsteonError', code })
  })

  test('a load that is aborted under way', async () => {
    net.hold('https://x.test/late.bin')
    const controller = new AbortController()
    const load = loadRecording('late.bin', given({ signal: controller.signal }))
    controller.abort()
    await expect(load).rejects.toMatchObject({ code: 'aborted' })
  })

  test('a file longer than its limit, and a limit that is none', async () => {
    const bytes = writeMrtk(performance())
    const load = (recording: number) => loadRecording(bytes, { readers: [mrtk], limits: { recording } })
    await expect(load(bytes.length - 1)).rejects.toThrow(expect.objectContaining({ code: 'too-large' }))
    await expect(load(bytes.length)).resolves.toMatchObject({ duration: performance().duration })
    await expect(load(-1)).rejects.toThrow(expect.objectContaining({ code: 'bad-option', path: 'recording' }))
  })

  test('a recording too large to be played', async () => {
    const { compileRecording } = await import('osteon/recordings')
    const model = makeRecording({
      0: [
        [0, 0],
        [1, 1],
      ],
    })
    const start = model.start.fill(2 ** 25, 1)
    expect(() => compileRecording({ ...model, start })).toThrow(
      expect.objectContaining({ code: 'too-large' }),
    )
  })
})
