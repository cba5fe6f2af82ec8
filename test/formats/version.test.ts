/** The version that cooked files name. */
import { expect, test } from 'vitest'
import manifest from '../../package.json'
import { VERSION } from '../../src/base/version'

test('the version in the source is that of the package', () => {
  expect(VERSION).toBe(manifest.version)
})
