/** Texture coordinates and corners of regions and meshes. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PI } from '../../src/base/math/angles'
import type { AtlasPage, AtlasRegion } from '../../src/base/model/atlas'
import type { RegionModel } from '../../src/base/model/attachment'
import {
  meshUvs,
  regionCorners,
  regionProblem,
  regionUvs,
  sequencePath,
} from '../../src/base/model/region-geometry'

const TURNS = [0, 90, 180, 270] as const

function page(width: number, height: number): AtlasPage {
  return {
    name: 'page.png',
    width,
    height,
    format: 'RGBA8888',
    minFilter: 'nearest',
    magFilter: 'nearest',
    repeatX: false,
    repeatY: false,
    premultiplied: false,
    scale: 1,
  }
}

function region(bounds: number[], offsets: number[], rotate: AtlasRegion['rotate']): AtlasRegion {
  const [x, y, width, height] = bounds
  const [offsetX, offsetY, originalWidth, originalHeight] = offsets
  return {
    name: 'r',
    page: 0,
    x,
    y,
    width,
    height,
    offsetX,
    offsetY,
    originalWidth,
    originalHeight,
    rotate,
    index: -1,
    custom: [],
  }
}

function attachment(fields: Partial<RegionModel>): RegionModel {
  const base = { x: 0, y: 0, rotation: 0, scaleX: 1, scaleY: 1, width: 10, height: 10 }
  return { type: 'region', name: 'a', path: 'a', color: [1, 1, 1, 1], sequence: null, ...base, ...fields }
}

function close(actual: ArrayLike<number>, expected: number[], digits: number): void {
  expect(actual.length).toBe(expected.length)
  expected.forEach((value, i) => {
    expect(actual[i]).toBeCloseTo(value, digits)
  })
}

describe('texture coordinates of region attachments', () => {
  test('a region turned by 90° has the worked values', () => {
    const out = new Float64Array(8)
    regionUvs(region([710, 51, 43, 44], [0, 0, 43, 44], 90), page(1024, 256), out)
    const [u, v, u2, v2] = [0.693359375, 0.19921875, 0.736328125, 0.3671875]
    expect([...out]).toEqual([u2, v2, u, v2, u, v, u2, v])
  })

  test('a trimmed region turned by 90° has the worked values', () => {
    const out = new Float64Array(8)
    regionUvs(region([308, 439, 246, 320], [67, 1, 316, 341], 90), page(1182, 687), out)
    const [u, v, u2, v2] = [0.2605753, 0.63901019, 0.53130288, 0.99708879]
    close(out, [u2, v2, u, v2, u, v, u2, v], 8)
  })

  test.each([
    [0, [0, 1, 0, 0, 1, 0, 1, 1]],
    [90, [1, 1, 0, 1, 0, 0, 1, 0]],
    [180, [1, 0, 1, 1, 0, 1, 0, 0]],
    [270, [0, 0, 1, 0, 1, 1, 0, 1]],
  ] as const)('turned by %d° the corners take the columns of the table', (rotate, corners) => {
    const footprint = rotate === 90 || rotate === 270 ? [20, 30] : [30, 20]
    const low = [8, 16]
    const out = new Float64Array(8)
    regionUvs(region([8, 16, 30, 20], [0, 0, 30, 20], rotate), page(64, 128), out)
    const expected = corners.map((far, i) => (low[i % 2] + far * footprint[i % 2]) / [64, 128][i % 2])
    close(out, expected, 12)
  })
})

describe('texture coordinates of meshes', () => {
  test('a trimmed region turned by 90° has the worked values', () => {
    const out = new Float64Array(8)
    const corners = [0, 0, 1, 0, 1, 1, 0, 1]
    meshUvs(region([308, 439, 246, 320], [67, 1, 316, 341], 90), page(1182, 687), corners, out)
    const [near, far, low, high] = [0.24365482, 0.5321489, 1.09461426, 0.63464338]
    close(out, [near, low, near, high, far, high, far, low], 8)
  })

  const regions = fc.record({
    bounds: fc.tuple(
      fc.nat(500),
      fc.nat(500),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 300 }),
    ),
    trim: fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(40)),
    rotate: fc.constantFrom(...TURNS),
  })

  test('the corners of the trimmed image land where a region attachment has its corners', () => {
    fc.assert(
      fc.property(regions, ({ bounds, trim: [left, bottom, right, top], rotate }) => {
        const [, , width, height] = bounds
        const [w, h] = [left + width + right, bottom + height + top]
        const one = region(bounds, [left, bottom, w, h], rotate)
        const [l, r, t, b] = [left / w, (left + width) / w, top / h, (top + height) / h]
        const mesh = new Float64Array(8)
        const corners = new Float64Array(8)
        meshUvs(one, page(1024, 512), [l, b, l, t, r, t, r, b], mesh)
        regionUvs(one, page(1024, 512), corners)
        close(mesh, [...corners], 9)
      }),
    )
  })
})

describe('corners of region attachments', () => {
  test('an untrimmed region fills its width and height around its centre', () => {
    const out = new Float64Array(8)
    regionCorners(
      attachment({ x: 3, y: -2, width: 20, height: 8 }),
      region([0, 0, 5, 4], [0, 0, 5, 4], 0),
      false,
      out,
    )
    close(out, [-7, -6, -7, 2, 13, 2, 13, -6], 12)
  })

  test('trimmed borders shrink the quad in the unrotated orientation, under any packing', () => {
    const expected = [
      -10 + 2 * 2,
      -10 + 3 * 2,
      -10 + 2 * 2,
      -10 + 8 * 2,
      -10 + 6 * 2,
      -10 + 8 * 2,
      -10 + 6 * 2,
      -4,
    ]
    for (const rotate of TURNS) {
      const out = new Float64Array(8)
      const one = region([0, 0, 4, 5], [2, 3, 10, 10], rotate)
      regionCorners(attachment({ width: 20, height: 20 }), one, false, out)
      close(out, expected, 12)
    }
  })

  test('scale, rotation and position apply in this order', () => {
    const out = new Float64Array(8)
    const quarter = Math.PI / 2
    const one = attachment({ x: 100, scaleX: 2, scaleY: -1, rotation: quarter, width: 10, height: 4 })
    regionCorners(one, region([0, 0, 1, 1], [0, 0, 1, 1], 0), false, out)
    close(out, [98, -10, 102, -10, 102, 10, 98, 10], 6)
  })

  test('exactPi turns 180° of the file by π and not by the runtimes’ 3.1415927', () => {
    const out = new Float64Array(8)
    const half = attachment({ rotation: PI, width: 2e6, height: 2e6 })
    const one = region([0, 0, 1, 1], [0, 0, 1, 1], 0)
    regionCorners(half, one, true, out)
    expect(out[0]).toBeCloseTo(1e6, 8)
    expect(out[1] - 1e6).toBeCloseTo(0, 8)
    regionCorners(half, one, false, out)
    expect(Math.abs(out[1] - 1e6)).toBeGreaterThan(1e-2)
  })

  test('packing at another scale changes nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 40 }), (times, size) => {
        const full = new Float64Array(8)
        const packed = new Float64Array(8)
        const sizes = [size, size + 1, size * 2 + 3, size * 2 + 5]
        const one = attachment({ width: 33, height: 21, rotation: 0.7 })
        regionCorners(one, region([0, 0, size, size + 1], [1, 2, sizes[2], sizes[3]], 0), false, full)
        const scaled = [0, 0, size * times, (size + 1) * times]
        const offsets = [times, 2 * times, sizes[2] * times, sizes[3] * times]
        regionCorners(one, region(scaled, offsets, 90), false, packed)
        close(packed, [...full], 9)
      }),
    )
  })
})

test.each([
  ['an empty rectangle', region([0, 0, 0, 4], [0, 0, 4, 4], 0), page(8, 8), /empty/],
  ['no original size', region([0, 0, 4, 4], [0, 0, 0, 4], 0), page(8, 8), /original size/],
  ['a page of unknown size', region([0, 0, 4, 4], [0, 0, 4, 4], 0), page(0, 0), /size of page/],
])('a region with %s is named as unusable', (_, one, its, words) => {
  expect(regionProblem(one, its)).toMatch(words)
})

test('a good region has no problem', () => {
  expect(regionProblem(region([0, 0, 4, 4], [0, 0, 4, 4], 0), page(8, 8))).toBeNull()
})

test.each([
  ['left-wing', { count: 9, start: 1, digits: 2, setup: 0 }, 0, 'left-wing01'],
  ['left-wing', { count: 9, start: 1, digits: 2, setup: 0 }, 8, 'left-wing09'],
  ['top-', { count: 7, start: 0, digits: 0, setup: 0 }, 6, 'top-6'],
  ['n', { count: 200, start: 99, digits: 2, setup: 0 }, 1, 'n100'],
])('frames of %s with %o: frame %d is %s', (path, sequence, frame, name) => {
  expect(sequencePath(path, sequence, frame)).toBe(name)
})
