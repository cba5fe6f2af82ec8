/** Which dialect a file is written in (spine-json §1.2). */
import { DIALECTS, type Dialect } from '../maths'
import { shown } from '../shared/source-file'
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
  const unsupported = (message: string) =>
    fail(header, 'spine', 'unsupported-version', `${message}; supported: ${DIALECTS.join(', ')}`)

  const numbers = /^\s*(\d+)\.(\d+)/.exec(text ?? '')
  if (text === null || !numbers) {
    const guess = dialectByStructure(file.value)
    const why = text === null ? 'the file names no version' : `${shown(text)} is not a version`
    const dialect =
      DIALECTS.find((known) => known === guess) ??
      unsupported(`${why}; its structure is that of Spine ${guess}, which is not supported`)
    warnAt(header, 'spine', 'version-guessed', `${why}; read as ${dialect}, as its structure shows`)
    return { dialect, text: dialect }
  }
  if (text === '3.8.75') unsupported('Spine 3.8.75 is broken; re-export')
  const name = `${Number(numbers[1])}.${Number(numbers[2])}`
  const dialect = DIALECTS.find((known) => known === name)
  return { dialect: dialect ?? unsupported(`Spine ${text} is not supported`), text }
}
