/** Finds the dialect of a file. */

import { fail, type ObjectPlace, warnAt } from '../../shared/place'
import { shown } from '../../shared/source-file'
import { textOf } from '../../shared/values'
import { type KnownVersion, knownVersion, whyRefused } from '../shared/version'
import { dialectByStructure } from './guess'

export interface Version extends Pick<KnownVersion, 'dialect' | 'before36'> {
  /** The file's version, or the dialect guessed from its structure. */
  text: string
}

/** Throws `unsupported-version`; warns `old-version`, and `version-guessed` if the file has no version. */
export function versionOf(file: ObjectPlace, header: ObjectPlace): Version {
  const text = textOf(header, 'spine', null)

  if (text === null || !/^\s*\d+\.\d+/.test(text)) {
    const dialect = dialectByStructure(file.value)
    const why = text === null ? 'the file names no version' : `${shown(text)} is not a version`
    warnAt(header, 'spine', 'version-guessed', `${why}; read as ${dialect}, as its structure shows`)
    return { dialect, before36: dialect === '3.6', text: dialect }
  }
  const known = knownVersion(text) ?? fail(header, 'spine', 'unsupported-version', whyRefused(text))
  if (known.odd !== null) warnAt(header, 'spine', 'old-version', known.odd)
  return { ...known, text }
}
