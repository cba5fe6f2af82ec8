/** Finding regions of an atlas by name. */
import { expect, test } from 'vitest'
import { findRegion, findRegions, indexRegions } from '../../src/base/model/atlas-lookup'
import { readSpineAtlas } from '../../src/formats/spine/atlas'
import { noWarnings } from '../fixtures/warnings'

const TEXT = `a.png
size: 64, 64
leaf
index: 8
xy: 0, 0
leaf
xy: 1, 0
leaf
index: 0
xy: 2, 0

b.png
size: 64, 64
leaf
index: 3
xy: 3, 0
Leaf
xy: 4, 0
`

const atlas = readSpineAtlas(TEXT, { source: 'leaf.atlas', warn: noWarnings })

test('a name finds the first region in file order over all pages', () => {
  expect(findRegion(atlas, 'leaf')?.index).toBe(8)
  expect(indexRegions(atlas).get('leaf')?.index).toBe(8)
})

test('names are compared exactly', () => {
  expect(findRegion(atlas, 'Leaf')?.x).toBe(4)
  expect(findRegion(atlas, 'LEAF')).toBeUndefined()
})

test('regions of one name come by ascending index, regions without one last', () => {
  expect(findRegions(atlas, 'leaf').map(({ index }) => index)).toEqual([0, 3, 8, -1])
  expect(findRegions(atlas, 'none')).toEqual([])
})
