/** Which dialect a file is written in (spine-json §1.2). */
import { DIALECTS, type Dialect } from '../maths'
import { dialectByStructure } from './guess'
import { fail, type Place, warnAt, within } from './place'
import { asObject, type JsonObject, missing, shown, textOf } from './values'

const SUPPORTED = `supported: ${DIALECTS.join(', ')}`

export interface Version {
  dialect: Dialect
  /** As the file says it, or the dialect that its structure shows. */
  text: string
}

/** Throws `unsupported-version`; warns `version-guessed` where the file does not say a version. */
export function versionOf(json: JsonObject, at: Place): Version {
  const header = missing(json.skeleton) ? null : asObject(json.skeleton, within(at, 'skeleton'))
  const place = within(at, 'skeleton')
  const text = header ? textOf(header, 'spine', null, place) : null
  const numbers = text === null ? null : /^\s*(\d+)\.(\d+)/.exec(text)
  if (text === null || !numbers) return guessedVersion(json, text, place)
  if (text === '3.8.75')
    return fail(place, 'spine', 'unsupported-version', `Spine 3.8.75 is broken; re-export (${SUPPORTED})`)
  const name = `${Number(numbers[1])}.${Number(numbers[2])}`
  const dialect = DIALECTS.find((known) => known === name)
  if (!dialect)
    return fail(place, 'spine', 'unsupported-version', `Spine ${text} is not supported; ${SUPPORTED}`)
  return { dialect, text }
}

function guessedVersion(json: JsonObject, text: string | null, place: Place): Version {
  const guess = dialectByStructure(json)
  const why = text === null ? 'the file names no version' : `${shown(text)} is not a version`
  const dialect = DIALECTS.find((known) => known === guess)
  if (!dialect) {
    const message = `${why}; its structure is that of Spine ${guess}, which is not supported; ${SUPPORTED}`
    return fail(place, 'spine', 'unsupported-version', message)
  }
  warnAt(place, 'spine', 'version-guessed', `${why}; read as ${dialect}, as its structure shows`)
  return { dialect, text: dialect }
}
