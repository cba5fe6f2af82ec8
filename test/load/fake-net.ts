/** A network and an image decoder that a test scripts, and that remember their calls. */
import type { Fetch } from '../../src/load/fetch'
import type { DecodeImage } from '../../src/load/image'

type Answer = string | Uint8Array | number | Error

export interface FakeNet {
  fetch: Fetch
  /** Addresses asked for, in order. */
  asked: string[]
  /** Addresses whose request was aborted. */
  aborted: string[]
  answers: Map<string, Answer>
  /** Requests to an address in here wait until `release(address)`. */
  held: Map<string, PromiseWithResolve>
  hold(url: string): void
  release(url: string): void
}

interface PromiseWithResolve {
  promise: Promise<void>
  resolve: () => void
}

function deferred(): PromiseWithResolve {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

export function fakeNet(files: Record<string, Answer>): FakeNet {
  const net: FakeNet = {
    asked: [],
    aborted: [],
    answers: new Map(Object.entries(files)),
    held: new Map(),
    hold: (url) => net.held.set(url, deferred()),
    release: (url) => net.held.get(url)?.resolve(),
    async fetch(url, { signal }) {
      net.asked.push(url)
      let pending = true
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => {
          if (pending) net.aborted.push(url)
          reject(new DOMException('aborted', 'AbortError'))
        })
      })
      stopped.catch(() => {})
      await Promise.race([net.held.get(url)?.promise, stopped])
      pending = false
      const answer = net.answers.get(url) ?? 404
      if (answer instanceof Error) throw answer
      if (typeof answer === 'number') return new Response('no', { status: answer, statusText: 'Nope' })
      return new Response(answer as BodyInit)
    },
  }
  return net
}

export interface FakeDecoder {
  decode: DecodeImage
  images: FakeBitmap[]
  /** Files whose decoding has begun. */
  begun: number
  /** Set: decoding waits for it. */
  gate: Promise<void> | null
}

export interface FakeBitmap {
  width: number
  height: number
  closed: number
  premultiply: boolean
  text: string
}

/** A file is an image if its text is `WIDTHxHEIGHT`. */
export function fakeDecoder(): FakeDecoder {
  const decoder: FakeDecoder = {
    images: [],
    begun: 0,
    gate: null,
    async decode(file, { premultiply }) {
      const text = await file.text()
      decoder.begun++
      await decoder.gate
      const size = /^(\d+)x(\d+)$/.exec(text)
      if (!size) throw new Error('not an image')
      const image = {
        width: Number(size[1]),
        height: Number(size[2]),
        closed: 0,
        premultiply,
        text,
        close() {
          image.closed++
        },
      }
      decoder.images.push(image)
      return image
    },
  }
  return decoder
}
