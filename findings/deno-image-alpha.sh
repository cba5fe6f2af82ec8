#!/usr/bin/env bash
# Deno 2.9.6 (npm package deno@2.9.6), on Linux x64.
#
# A PNG of one pixel with straight alpha, 200 100 50 128, is decoded by createImageBitmap and read back by way of a bitmaprenderer.
# One would expect that `premultiplyAlpha: 'none'` leaves the pixel as it is, and that `default` is one of the two others.
#
# Seen:   default 200 100 50 128, none 255 199 100 128, premultiply 100 50 25 128
# So `none` divides by alpha what was never multiplied, and the default is what `none` should be.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --loglevel error deno@2.9.6 > /dev/null
cat > show.mjs <<'JS'
import { Buffer } from 'node:buffer'
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const word = (number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}
const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([word(data.length), body, word(crc32(body) >>> 0)])
}
const png = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  chunk('IHDR', Buffer.concat([word(1), word(1), Buffer.from([8, 6, 0, 0, 0])])),
  chunk('IDAT', deflateSync(Buffer.from([0, 200, 100, 50, 128]))),
  chunk('IEND', Buffer.alloc(0)),
])

const seen = []
for (const premultiplyAlpha of ['default', 'none', 'premultiply']) {
  const image = await createImageBitmap(new Blob([png], { type: 'image/png' }), { premultiplyAlpha })
  const canvas = new OffscreenCanvas(1, 1)
  canvas.getContext('bitmaprenderer').transferFromImageBitmap(image)
  const out = Buffer.from(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
  const at = out.indexOf('IDAT')
  const pixel = inflateSync(out.subarray(at + 4, at + 4 + out.readUInt32BE(at - 4))).subarray(1)
  seen.push(`${premultiplyAlpha} ${[...pixel].join(' ')}`)
}
console.log(seen.join(', '))
JS
seen=$(node_modules/.bin/deno run -A show.mjs)
echo "$seen"
[ "$seen" = 'default 200 100 50 128, none 255 199 100 128, premultiply 100 50 25 128' ]
