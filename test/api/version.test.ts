/** The version that bytes are marked with is the package's. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { VERSION } from '../../src/base/version'

test('the version in the source is that of package.json', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(VERSION).toBe(version)
})
