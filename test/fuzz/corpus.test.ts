/** Kept files are good, and reach the code that they were made for. */
import { describe, expect, test } from 'vitest'
import { keptFiles } from './corpus'
import { runTarget } from './target'

describe('kept files', () => {
  test.each(keptFiles().map((file) => [file.name, file] as const))('%s loads and plays', (_, file) => {
    for (const plain of [false, true])
      expect(() => runTarget({ skeleton: file.skeleton, atlas: file.atlas, scale: 1, plain })).not.toThrow()
  })
})
