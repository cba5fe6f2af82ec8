/**
 * Things that take time to make and are shared while a reference is held: files, images, atlases, rigs.
 * An entry is made once however many ask for it, counts who holds it, and undoes what it did when the
 * last one lets go, gives up waiting, or its making fails.
 */
import { OsteonError, type Warning } from '../errors'

export interface Entry<T> {
  /** What was asked for; equal member by member means the same thing. */
  readonly identity: readonly unknown[]
  /** The list that the entry is in until it is dropped. */
  readonly list: Entry<T>[]
  /** Callers and entries that hold this one, or wait for it. */
  references: number
  dropped: boolean
  promise: Promise<T>
  value: T | undefined
  /** The error to tell, once the entry is dropped. */
  reason: unknown
  /** Aborted when the entry is dropped; made for the first who asks: `signalOf`. */
  abort: AbortController | null
  /** Those who wait: called when the entry is dropped. */
  readonly waiting: Set<() => void>
  /** Files of its own, not those of its parts. */
  readonly files: Progress
  /** Entries that this one holds a reference on. */
  readonly parts: Entry<unknown>[]
  /** Run when the entry is dropped, last one first. */
  readonly undo: (() => void)[]
  readonly warnings: Warning[]
  readonly listeners: Set<() => void>
}

/** Files fetched so far, of those known to be needed; `total` grows once the atlas is read. */
export interface Progress {
  loaded: number
  total: number
}

const PENDING = new Promise<never>(() => {})

/** Takes a reference on the entry of that identity; starts making it if that was not done. */
export function acquire<T>(
  list: Entry<T>[],
  identity: readonly unknown[],
  make: (entry: Entry<T>) => Promise<T>,
): Entry<T> {
  const known = list.find((entry) => sameMembers(entry.identity, identity))
  if (known) {
    known.references++
    return known
  }
  const entry: Entry<T> = {
    identity,
    list,
    references: 1,
    dropped: false,
    promise: PENDING,
    value: undefined,
    reason: undefined,
    abort: null,
    waiting: new Set(),
    files: { loaded: 0, total: 0 },
    parts: [],
    undo: [],
    warnings: [],
    listeners: new Set(),
  }
  list.push(entry)
  entry.promise = run(entry, make)
  // Those that wait are told of a failure. There may be none left: that is no error.
  entry.promise.catch(() => {})
  return entry
}

async function run<T>(entry: Entry<T>, make: (entry: Entry<T>) => Promise<T>): Promise<T> {
  try {
    const value = await make(entry)
    throwIfDropped(entry)
    entry.value = value
    return value
  } catch (error) {
    drop(entry, error)
    throw error
  }
}

/** Gives one reference back; the last one drops the entry. */
export function giveBack(entry: Entry<unknown>): void {
  if (entry.dropped || --entry.references > 0) return
  drop(entry, aborted('loading'))
}

/** Forgets the entry, tells all who wait `reason`, and undoes what was done. */
export function drop(entry: Entry<unknown>, reason: unknown): void {
  if (entry.dropped) return
  entry.dropped = true
  entry.list.splice(entry.list.indexOf(entry), 1)
  entry.reason = reason
  entry.abort?.abort(reason)
  for (const leave of [...entry.waiting]) leave()
  for (const undo of entry.undo.reverse()) undo()
  for (const part of entry.parts) giveBack(part)
}

/** To be called after every pause in the making of an entry. */
export function throwIfDropped(entry: Entry<unknown>): void {
  if (entry.dropped) throw entry.reason
}

/** Ends what is fetched for the entry when it is dropped. */
export function signalOf(entry: Entry<unknown>): AbortSignal {
  entry.abort ??= new AbortController()
  if (entry.dropped) entry.abort.abort(entry.reason)
  return entry.abort.signal
}

/** Registers how to undo something; if the entry is gone already, it is undone at once. */
export function own(entry: Entry<unknown>, undo: () => void): void {
  if (entry.dropped) undo()
  else entry.undo.push(undo)
  throwIfDropped(entry)
}

/** Makes `part` (already acquired) a part of `entry`, which lets go of it when dropped. */
export function need<T>(entry: Entry<unknown>, part: Entry<T>): Promise<T> {
  if (entry.dropped) giveBack(part)
  throwIfDropped(entry)
  entry.parts.push(part)
  const pass = () => notify(entry)
  part.listeners.add(pass)
  entry.undo.push(() => part.listeners.delete(pass))
  return part.promise
}

export function fileExpected(entry: Entry<unknown>): void {
  entry.files.total++
}

export function fileArrived(entry: Entry<unknown>): void {
  entry.files.loaded++
  notify(entry)
}

function notify(entry: Entry<unknown>): void {
  for (const listener of [...entry.listeners]) listener()
}

/** The entry and all that it is made of, each once. */
export function withParts(entry: Entry<unknown>, found = new Set<Entry<unknown>>()): Set<Entry<unknown>> {
  found.add(entry)
  for (const part of entry.parts) if (!found.has(part)) withParts(part, found)
  return found
}

function progressOf(entry: Entry<unknown>): Progress {
  const sum = { loaded: 0, total: 0 }
  for (const { files } of withParts(entry)) {
    sum.loaded += files.loaded
    sum.total += files.total
  }
  return sum
}

export interface Waiter {
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
}

/**
 * Waits for an acquired entry. Who aborts, or throws in `onProgress`, gives the reference back and
 * fails alone: the making goes on while others wait.
 */
export function wait<T>(entry: Entry<T>, { signal, onProgress }: Waiter): Promise<T> {
  return new Promise((resolve, reject) => {
    let reported = -1
    let settled = false
    const leave = () => {
      settled = true
      entry.listeners.delete(report)
      entry.waiting.delete(onDrop)
      signal?.removeEventListener('abort', onAbort)
    }
    const fail = (error: unknown) => {
      if (settled) return
      leave()
      giveBack(entry)
      reject(error)
    }
    const report = () => {
      const progress = progressOf(entry)
      if (settled || !onProgress || progress.loaded === reported) return
      reported = progress.loaded
      try {
        onProgress(progress)
      } catch (error) {
        fail(error)
      }
    }
    const onAbort = () => fail(aborted('loading', signal?.reason))
    const onDrop = () => fail(entry.reason)
    entry.listeners.add(report)
    entry.waiting.add(onDrop)
    signal?.addEventListener('abort', onAbort)
    entry.promise.then((value) => {
      report()
      if (settled) return
      leave()
      resolve(value)
    }, fail)
  })
}

export function aborted(source: string, cause?: unknown): OsteonError {
  const error = new OsteonError('aborted', source, '', 'the load was aborted')
  error.cause = cause
  return error
}

function sameMembers(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((member, index) => Object.is(member, b[index]))
}
