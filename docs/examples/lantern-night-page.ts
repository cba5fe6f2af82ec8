/**
 * Draws lantern night. Tap to play; 1 to 3 change the fox's skin, S stores the last star, L goes on from there another
 * day.
 */
import { loadAtlas, loadRig, type Rig, skinsOf } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { draw, fitCanvas, fitView, installRenderer, screenToWorld } from 'osteon/render/webgl'
import { createGame, pack, step, tap, unpack, wear } from './lantern-night'

const canvas = document.querySelector('canvas')
if (!canvas) throw new Error('the page has no canvas')

/**
 * Returns a character's atlas. `loadRig('hero.json', 'hero.atlas', …)` would do; here pages are given, because a built
 * site renames them.
 */
const atlasOf = (name: string) => new URL(`../../demo/assets/${name}.atlas`, import.meta.url)
const optionsOf = async (name: string) => {
  const page = await fetch(new URL(`../../demo/assets/${name}.png`, import.meta.url))
  return { readers: [spineJson], pages: { [`${name}.png`]: await page.blob() } }
}
const load = async (name: string): Promise<Rig> => {
  const skeleton = new URL(`../../demo/assets/${name}.json`, import.meta.url)
  return loadRig(skeleton, atlasOf(name), await optionsOf(name))
}
const [fox, hare, badger] = await Promise.all(['lamplighter', 'hare', 'badger'].map(load))
const particles = await loadAtlas(atlasOf('particles'), await optionsOf('particles'))

const game = createGame({ fox, hare, badger }, particles)
const { gl, stats } = installRenderer(game.world, { canvas })
const view = () => fitView({ x: 0, y: 260, width: 2000, height: 1000 }, canvas.width, canvas.height)

canvas.addEventListener('pointerdown', ({ offsetX, offsetY }) => {
  const [x, y] = screenToWorld(view(), offsetX, offsetY, canvas.clientWidth, canvas.clientHeight)
  tap(game, x, y)
})
addEventListener('keydown', async ({ key }) => {
  const skin = skinsOf(fox)[Number(key) - 1]
  if (skin !== undefined) wear(game, skin)
  if (key !== 's' && key !== 'l') return
  const shelf = await caches.open('lantern-night')
  if (key === 's') {
    const [story, bytes] = pack(game)
    await shelf.put('/story', new Response(story))
    await shelf.put('/world', new Response(new Blob([Uint8Array.from(bytes)])))
  } else {
    const [story, bytes] = await Promise.all([shelf.match('/story'), shelf.match('/world')])
    if (story && bytes) unpack(game, await story.text(), new Uint8Array(await bytes.arrayBuffer()))
  }
})

let last = performance.now()
requestAnimationFrame(function frame(now) {
  step(game, Math.min((now - last) / 1000, 0.1))
  last = now
  fitCanvas(canvas)
  gl.clear(gl.COLOR_BUFFER_BIT)
  draw(game.world, view())
  window.example = {
    drawCalls: stats.drawCalls,
    frames: (window.example?.frames ?? 0) + 1,
    errors: gl.getError(),
  }
  requestAnimationFrame(frame)
})
