/**
 * Refuses PNGs whose numbers aren't sRGB colours: browsers would show other colours than a command that takes the
 * numbers as they are.
 */
import { inflateSync } from 'node:zlib'
import { OsteonError } from '../../base/errors'

/** In units of 1 / 100 000. Browsers take a gamma near this for that of sRGB. */
const GAMMA = 45_455
const NEAR_GAMMA = 500
/** White, red, green and blue of sRGB. */
const PRIMARIES = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000]
/** For `cICP`: primaries and transfer function of sRGB. */
const CODES = [1, 13]

/**
 * Refuses odd colours. @param source the file's name. @throws OsteonError `unsupported-feature`, which names the chunk.
 */
export function refuseColors(bytes: Uint8Array, source: string): void {
  const chunks = chunksBeforePixels(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const odd = oddChunk(chunks)
  if (odd === null) return
  const message = `its colours are not sRGB (${odd}): browsers convert them. Save it as sRGB, without this chunk`
  throw new OsteonError('unsupported-feature', source, odd, message)
}

/**
 * Returns the chunk that would make browsers show other colours. The order is that of the specification: of several,
 * the first counts.
 */
function oddChunk(chunks: ReadonlyMap<string, Buffer>): string | null {
  const [codes, profile, gamma, primaries] = ['cICP', 'iCCP', 'gAMA', 'cHRM'].map((type) => chunks.get(type))
  if (codes) return CODES.every((code, i) => codes[i] === code) ? null : 'cICP'
  if (profile) return isSrgbProfile(profile) ? null : 'iCCP'
  if (chunks.has('sRGB')) return null
  if (gamma?.length === 4) {
    const value = gamma.readUInt32BE(0)
    if (value > 0 && Math.abs(value - GAMMA) > NEAR_GAMMA) return 'gAMA'
  }
  // Browsers ignore them without a gamma.
  const known =
    primaries?.length === 32 && PRIMARIES.every((one, i) => near(one, primaries.readUInt32BE(4 * i)))
  return gamma && primaries && !known ? 'cHRM' : null
}

function near(one: number, other: number): boolean {
  return Math.abs(one - other) <= 100
}

/** Returns whether a profile says that it is sRGB, in its name or in its description. */
function isSrgbProfile(chunk: Buffer): boolean {
  const end = chunk.indexOf(0)
  if (/srgb/i.test(chunk.toString('latin1', 0, Math.max(0, end)))) return true
  try {
    const profile = inflateSync(chunk.subarray(end + 2), { maxOutputLength: 2 ** 22 })
    return /srgb/i.test(profile.toString('latin1').replaceAll('\0', ''))
  } catch {
    return false
  }
}

const SIGNATURE = 8

/** Returns the first chunk of each type. */
function chunksBeforePixels(png: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (let at = SIGNATURE; at + 8 <= png.length; ) {
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') break
    const start = at + 8
    at = start + png.readUInt32BE(at) + 4
    if (!found.has(type)) found.set(type, png.subarray(start, Math.min(at - 4, png.length)))
  }
  return found
}
