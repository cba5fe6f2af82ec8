/** Which dialect a file is written in (spine-json §1.2). */
import { DIALECTS, type Dialect } from '../maths'
import { shown } from '../shared/source-file'
import { dialectNamed, supportedOnes, whyRefused } from '../shared/version'
import { dialectByStructure } from './guess'
import { fail, type ObjectPlace, warnAt } from './place'
import { textOf } from './values'

export interface Version {
  dialect: Dialect
  /** As the file says it, or the dialect that its structure shows. */
  text: string
}

/** Throws `unsupported-version`; warns `version-guessed` where the file does not say a version. */
export function versionOf(file: ObjectPlace, header: ObjectPlace): Version {
  const text = textOf(header, 'spine', null)
  const unsupported = (message: string) => fail(header, 'spine', 'unsupported-version', message)

  if (text === null || !/^\s*\d+\.\d+/.test(text)) {
    const guess = dialectByStructure(file.value)
    const why = text === null ? 'the file names no version' : `${shown(text)} is not a version`
    const dialect =
      DIALECTS.find((known) => known === guess) ??
      unsupported(supportedOnes(`${why}; its structure is that of Spine ${guess}, which is not supported`))
    warnAt(header, 'spine', 'version-guessed', `${why}; read as ${dialect}, as its structure shows`)
    return { dialect, text: dialect }
  }
  return { dialect: dialectNamed(text) ?? unsupported(whyRefused(text)), text }
}
