/** Codec of atlases. */
import type { AtlasModel, AtlasPage, AtlasRegion, TextureFilter } from '../../base/model/atlas'
import { type Codec, checked, count, demand, flag, integer, list, number, oneOf, record, text } from './codec'
import { ROLE } from './numbers'

const real = /* @__PURE__ */ number(ROLE.point)

const page = /* @__PURE__ */ (() =>
  record<AtlasPage>({
    name: text,
    width: real,
    height: real,
    format: text,
    minFilter: oneOf<TextureFilter>(
      'nearest',
      'linear',
      'mipmapNearestNearest',
      'mipmapLinearNearest',
      'mipmapNearestLinear',
      'mipmapLinearLinear',
    ),
    magFilter: oneOf('nearest' as const, 'linear' as const),
    repeatX: flag,
    repeatY: flag,
    premultiplied: flag,
    scale: real,
  }))()

const region = /* @__PURE__ */ (() =>
  record<AtlasRegion>(
    {
      name: text,
      page: count,
      x: real,
      y: real,
      width: real,
      height: real,
      offsetX: real,
      offsetY: real,
      originalWidth: real,
      originalHeight: real,
      rotate: oneOf<0 | 90 | 180 | 270>(0, 90, 180, 270),
      index: integer,
      custom: list(record<AtlasRegion['custom'][number]>({ name: text, values: list(text) })),
    },
    (all, i) => ({
      name: all.name[i],
      page: all.page[i],
      x: all.x[i],
      y: all.y[i],
      width: all.width[i],
      height: all.height[i],
      offsetX: all.offsetX[i],
      offsetY: all.offsetY[i],
      originalWidth: all.originalWidth[i],
      originalHeight: all.originalHeight[i],
      rotate: all.rotate[i],
      index: all.index[i],
      custom: all.custom[i],
    }),
  ))()

export const atlas: Codec<AtlasModel> = /* @__PURE__ */ (() =>
  checked(record<AtlasModel>({ name: text, pages: list(page), regions: list(region) }), (value, from) => {
    for (const { page } of value.regions) demand(from, page < value.pages.length, 'a region has no page')
  }))()
