#!/usr/bin/env bash
# npm packages lottie-web@5.13.0 and @lottiefiles/dotlottie-web@0.80.0, bundled by esbuild@0.28.2, in a Chromium that playwright-core@1.65.1
# drives. CHROMIUM names the program (default: chromium; seen with 156.0.8078.108).
#
# A group holds a square of 6 × 6, a fill, a repeater of 3 copies that are 10 apart in x, and then one of 2 copies that are 20 apart in y.
# One would expect 3 squares in each of two rows. A # is a place with a square, in steps of 10; rows are parted by a space.
#
# Seen:   lottie-web: ####. ..... ..... .....; dotlottie-web: ###.. ..... ###.. .....
# So lottie-web shows four squares in one row where dotlottie-web shows two rows of three.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
program=$(command -v "${CHROMIUM:-chromium}")
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --loglevel error esbuild@0.28.2 lottie-web@5.13.0 @lottiefiles/dotlottie-web@0.80.0 \
  playwright-core@1.65.1 > /dev/null
cat > page.mjs <<'JS'
import { DotLottie } from '@lottiefiles/dotlottie-web'
import lottie from 'lottie-web'
import wasm from './node_modules/@lottiefiles/dotlottie-web/dist/dotlottie-player.wasm'

DotLottie.setWasmUrl(wasm)
const fixed = (k) => ({ a: 0, k })
const placed = (x, y) => ({ p: fixed([x, y]), a: fixed([0, 0]), s: fixed([100, 100]), r: fixed(0) })
const repeater = (copies, x, y) => {
  return { ty: 'rp', c: fixed(copies), o: fixed(0), m: 1, tr: { ...placed(x, y), so: fixed(100), eo: fixed(100) } }
}
const it = [
  { ty: 'rc', p: fixed([0, 0]), s: fixed([6, 6]), r: fixed(0) },
  { ty: 'fl', c: fixed([1, 0, 0, 1]), o: fixed(100), r: 1 },
  repeater(3, 10, 0),
  repeater(2, 0, 20),
  { ty: 'tr', ...placed(0, 0), o: fixed(100) },
]
const layer = { ty: 4, ind: 1, ip: 0, op: 10, st: 0, ks: { ...placed(5, 5), o: fixed(100) }, shapes: [{ ty: 'gr', it }] }
const file = JSON.stringify({ v: '5.7.0', fr: 10, ip: 0, op: 10, w: 50, h: 40, assets: [], layers: [layer] })

const newCanvas = () => Object.assign(document.createElement('canvas'), { width: 50, height: 40 })
const squares = (canvas) => {
  const isPainted = (x, y) => canvas.getContext('2d').getImageData(x, y, 1, 1).data[3] > 127
  const row = (y) => [5, 15, 25, 35, 45].map((x) => (isPainted(x, y) ? '#' : '.')).join('')
  return [5, 15, 25, 35].map(row).join(' ')
}
const inLottieWeb = async () => {
  const container = document.body.appendChild(document.createElement('div'))
  const animation = lottie.loadAnimation({ container, renderer: 'svg', autoplay: false, animationData: JSON.parse(file) })
  if (!animation.isLoaded) await new Promise((done) => animation.addEventListener('DOMLoaded', done))
  animation.goToAndStop(0, true)
  const image = new Image(50, 40)
  const svg = new XMLSerializer().serializeToString(container.querySelector('svg'))
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = newCanvas()
  canvas.getContext('2d').drawImage(image, 0, 0, 50, 40)
  return squares(canvas)
}
const inDotLottie = async () => {
  const canvas = document.body.appendChild(newCanvas())
  const player = new DotLottie({ canvas, data: file, renderConfig: { devicePixelRatio: 1, autoResize: false } })
  await new Promise((done) => player.addEventListener('frame', done))
  return squares(canvas)
}
window.seen = async () => `lottie-web: ${await inLottieWeb()}; dotlottie-web: ${await inDotLottie()}`
JS
cat > show.mjs <<'JS'
import { chromium } from 'playwright-core'

const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })
const page = await browser.newPage()
await page.addScriptTag({ path: 'out.js' })
console.log(await page.evaluate(() => window.seen()))
console.error(`Chromium ${browser.version()}`)
await browser.close()
JS
npx esbuild page.mjs --bundle --format=iife --loader:.wasm=dataurl --outfile=out.js --log-level=error
seen=$(node show.mjs "$program")
echo "$seen"
[ "$seen" = 'lottie-web: ####. ..... ..... .....; dotlottie-web: ###.. ..... ###.. .....' ]
