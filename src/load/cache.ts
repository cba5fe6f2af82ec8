/**
 * A cache of things that take time to make and are shared while referenced: files, images, atlases, rigs. An entry is
 * made once for all callers and counts its references. It undoes its work when the last reference is given back, when
 * the last caller stops waiting, or when making it fails.
 */
import { OsteonError, type Warning } from '../base/errors'

export interface Entry<T> {
  /** The request. Two requests are equal if all members are equal. */
  readonly identity: readonly unknown[]
  /** The list that the entry is in until it is dropped. */
  readonly list: Entry<T>[]
  /** Callers and entries that hold this one or wait for it. */
  references: number
  dropped: boolean
  /** Settles when the entry has been made, or is dropped. */
  promise: Promise<T>
  /** Rejects `promise`. */
  fail: (reason: unknown) => void
  value: T | undefined
  /** The error with which the entry was dropped. */
  reason: unknown
  /** Aborted when the entry is dropped; `signalOf` makes it on first use. */
  abort: AbortController | null
  /** Files of the entry itself, without those of its parts. */
  readonly files: Progress
  /** Entries to which this one holds a reference. */
  readonly parts: Entry<unknown>[]
  /** Tells the entry's listeners of progress in its parts. */
  readonly pass: () => void
  /** Functions to run when the entry is dropped, last one first. */
  readonly undo: (() => void)[]
  readonly warnings: Warning[]
  readonly listeners: Set<() => void>
}

/** Numbers of files fetched and needed; `total` grows once the atlas has been read. */
export interface Progress {
  loaded: number
  total: number
}

const PENDING = new Promise<never>(() => {})

/** Takes a reference to the entry with that identity; starts making it on first use. */
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
    fail: () => {},
    value: undefined,
    reason: undefined,
    abort: null,
    files: { loaded: 0, total: 0 },
    parts: [],
    pass: () => notify(entry),
    undo: [],
    warnings: [],
    listeners: new Set(),
  }
  list.push(entry)
  entry.promise = new Promise((resolve, reject) => {
    entry.fail = reject
    make(entry).then(
      (value) => {
        if (entry.dropped) return
        entry.value = value
        resolve(value)
      },
      (error: unknown) => drop(entry, error),
    )
  })
  // Waiting callers get the failure. If none is left, it isn't an error.
  entry.promise.catch(() => {})
  return entry
}

/** Gives one reference back; the last one drops the entry. */
export function giveBack(entry: Entry<unknown>): void {
  if (entry.dropped || --entry.references > 0) return
  drop(entry, aborted('loading'))
}

/** Removes the entry from the cache, rejects its promise with `reason`, and undoes its work. */
export function drop(entry: Entry<unknown>, reason: unknown): void {
  if (entry.dropped) return
  entry.dropped = true
  entry.list.splice(entry.list.indexOf(entry), 1)
  entry.reason = reason
  entry.abort?.abort(reason)
  entry.fail(reason)
  for (const undo of entry.undo.reverse()) undo()
  for (const part of [...entry.parts]) leavePart(entry, part)
}

/** Throws if the entry has been dropped. Call it after every pause while making an entry. */
export function throwIfDropped(entry: Entry<unknown>): void {
  if (entry.dropped) throw entry.reason
}

/** Returns the signal for fetches of the entry: it aborts when the entry is dropped. */
export function signalOf(entry: Entry<unknown>): AbortSignal {
  entry.abort ??= new AbortController()
  if (entry.dropped) entry.abort.abort(entry.reason)
  return entry.abort.signal
}

/** Registers an undo function; if the entry has already been dropped, calls it at once. */
export function own(entry: Entry<unknown>, undo: () => void): void {
  if (entry.dropped) undo()
  else entry.undo.push(undo)
  throwIfDropped(entry)
}

/** Makes `part` (already acquired) a part of `entry`, which gives it back when dropped. */
export function need<T>(entry: Entry<unknown>, part: Entry<T>): Promise<T> {
  if (entry.dropped) giveBack(part)
  throwIfDropped(entry)
  entry.parts.push(part)
  part.listeners.add(entry.pass)
  return part.promise
}

/** Gives back a part of an entry. */
export function leavePart(entry: Entry<unknown>, part: Entry<unknown>): void {
  entry.parts.splice(entry.parts.indexOf(part), 1)
  if (!entry.parts.includes(part)) part.listeners.delete(entry.pass)
  giveBack(part)
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

/** Returns the entry and all of its parts, each once. */
function withParts(entry: Entry<unknown>, found = new Set<Entry<unknown>>()): Set<Entry<unknown>> {
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
 * Waits for an acquired entry. A caller that aborts, or throws in `onProgress`, gives its reference back and fails
 * alone: the entry is still made for the others.
 */
export function wait<T>(entry: Entry<T>, { signal, onProgress }: Waiter): Promise<T> {
  return signal || onProgress ? attend(entry, signal, onProgress) : entry.promise
}

function attend<T>(
  entry: Entry<T>,
  signal: AbortSignal | undefined,
  onProgress: Waiter['onProgress'],
): Promise<T> {
  return new Promise((resolve, reject) => {
    let reported = -1
    let settled = false
    const leave = () => {
      settled = true
      entry.listeners.delete(report)
      signal?.removeEventListener('abort', onAbort)
    }
    const fail = (error: unknown) => {
      if (settled) return
      leave()
      giveBack(entry)
      reject(error)
    }
    const report = () => {
      if (settled || !onProgress) return
      const progress = progressOf(entry)
      if (progress.loaded === reported) return
      reported = progress.loaded
      try {
        onProgress(progress)
      } catch (error) {
        fail(error)
      }
    }
    const onAbort = () => fail(aborted('loading', signal?.reason))
    entry.listeners.add(report)
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
