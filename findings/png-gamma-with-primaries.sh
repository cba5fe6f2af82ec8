#!/usr/bin/env bash
# Chromium 156.0.8078.108, driven by npm package playwright-core@1.65.1. CHROMIUM names the program (default: chromium).
#
# A PNG of one pixel, 128 64 32, with chunks that all say "sRGB": a gamma of 0.45455 (gAMA), the primaries of sRGB (cHRM), both.
# One would expect the same colour in each, and that primaries decide whether a gamma counts by what they are, not by being there.
#
# Seen:   none 128 64 32, gAMA 128 64 32, cHRM 128 64 32, both 129 62 26, gAMA of 1.0 188 137 99, cHRM of Display P3 128 64 32
# So a gamma near that of sRGB counts for nothing until primaries stand beside it; primaries, even of Display P3, count for nothing alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
program=$(command -v "${CHROMIUM:-chromium}")
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --loglevel error playwright-core@1.65.1 > /dev/null
cat > show.mjs <<'JS'
import { crc32, deflateSync } from 'node:zlib'
import { chromium } from 'playwright-core'

const words = (...numbers) => {
  const bytes = Buffer.alloc(4 * numbers.length)
  for (const [i, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * i)
  return bytes
}
const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([words(data.length), body, words(crc32(body) >>> 0)])
}
const png = (...more) =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([words(1, 1), Buffer.from([8, 2, 0, 0, 0])])),
    ...more,
    chunk('IDAT', deflateSync(Buffer.from([0, 128, 64, 32]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
const gamma = (value) => chunk('gAMA', words(value))
const srgb = chunk('cHRM', words(31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000))
const p3 = chunk('cHRM', words(31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000))
const cases = {
  none: png(),
  gAMA: png(gamma(45455)),
  cHRM: png(srgb),
  both: png(gamma(45455), srgb),
  'gAMA of 1.0': png(gamma(100000)),
  'cHRM of Display P3': png(p3),
}

const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })
const page = await browser.newPage()
const seen = []
for (const [name, bytes] of Object.entries(cases)) {
  const pixel = await page.evaluate(async (source) => {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = document.createElement('canvas').getContext('2d')
    canvas.drawImage(image, 0, 0)
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)]
  }, `data:image/png;base64,${bytes.toString('base64')}`)
  seen.push(`${name} ${pixel.join(' ')}`)
}
console.error(`Chromium ${browser.version()}`)
await browser.close()
console.log(seen.join(', '))
JS
seen=$(node show.mjs "$program")
echo "$seen"
[ "$seen" = 'none 128 64 32, gAMA 128 64 32, cHRM 128 64 32, both 129 62 26, gAMA of 1.0 188 137 99, cHRM of Display P3 128 64 32' ]
