/** Fields and kinds that only other formats than Spine's have: each is written by a codec that the format brings along. */
import { type BroughtFields, type Codec, damaged, readAll, writeAll } from './codec'

/** A field or kind that formats bring. @param plain its codec in files of Spine. */
export function brought<K extends keyof BroughtFields>(
  name: K,
  plain: Codec<BroughtFields[K]>,
): Codec<BroughtFields[K]> {
  return {
    write: (out, value) => (out.brought?.codecs[name] ?? plain).write(out, value),
    read: (from) => (from.brought?.codecs[name] ?? plain).read(from),
    writeAll: (out, values) => writeAll(out.brought?.codecs[name] ?? plain, out, values),
    readAll: (from, many) => readAll(from.brought?.codecs[name] ?? plain, from, many),
  }
}

/** What files of Spine never have. */
export function refused<T>(): Codec<T> {
  return {
    write() {},
    read: (from) => {
      throw damaged(from, 'something is of a kind that skeletons of Spine do not have')
    },
  }
}
