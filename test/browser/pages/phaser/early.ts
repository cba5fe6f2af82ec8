/** Figures that no tick has posed as they are drawn. */
import type { AnimationEvent } from 'osteon'
import { Figure } from 'osteon/phaser'
import {
  clear,
  clipped,
  cropped,
  cutBy,
  drawInto,
  figure,
  frames,
  image,
  type Make,
  pixels,
  rig,
  scene,
  seen,
  worst,
} from './stage'

async function drawHundred(make: Make): Promise<void> {
  const all = Array.from({ length: 100 }, (_, i) => make(-20 + 20 * (i % 10), 20 + 14 * Math.floor(i / 10)))
  const texture = scene.add.renderTexture(200, 150, 400, 300)
  for (const one of all.slice(0, 95)) one.removeFromDisplayList()
  await frames(2)
  texture.draw(all.reverse())
  if ('render' in texture) texture.render()
  for (const one of all) one.destroy()
}

/** Ways to draw what no tick has posed as it is drawn. */
const early: Record<string, (make: Make) => unknown> = {
  new: (make) => {
    const one = make(50, 50)
    drawInto(one)
    one.destroy()
  },
  'drawn, moved, and drawn again': async (make) => {
    const one = make(50, 50)
    await frames(2)
    const texture = scene.add.renderTexture(100, 75, 200, 150)
    texture.draw(one)
    if (one instanceof Figure) one.setBonePosition('b', { x: 40, y: 0 })
    else one.x += 40
    texture.draw(one)
    if ('render' in texture) texture.render()
    one.destroy()
  },
  invisible: async (make) => {
    const one = make(50, 50).setVisible(false)
    await frames(2)
    one.setVisible(true)
    drawInto(one)
    one.setVisible(false)
  },
  unlisted: async (make) => {
    const one = make(50, 50)
    one.removeFromDisplayList()
    await frames(2)
    drawInto(one)
  },
  transparent: async (make) => {
    const one = make(50, 50).setAlpha(0)
    await frames(2)
    drawInto(one.setAlpha(0.5))
    one.setAlpha(0)
  },
  'in a transparent container': async (make) => {
    const one = make(50, 50)
    scene.add.container(0, 0, [one]).setAlpha(0.001)
    await frames(2)
    drawInto(one)
  },
  'in a container of no list': async (make) => {
    const box = scene.make.container({ x: 10, y: 20 }, false).add(make(50, 50))
    drawInto(box)
    await frames(2)
    drawInto(box.setPosition(30, 20))
  },
  'moved by its bone': async (make) => {
    const one = make(50, 50)
    await frames(2)
    if (one instanceof Figure) one.setBonePosition('b', { x: 40, y: 0 })
    else one.x += 40
    drawInto(one)
    one.destroy()
  },
  tinted: async (make) => {
    const one = make(50, 50)
    await frames(2)
    drawInto(one.setTint(0x8040c0))
    one.destroy()
  },
  flipped: async (make) => {
    const one = make(150, 50)
    await frames(2)
    if (one instanceof Figure) one.setFlipX(true)
    else one.setScale(-1, 1)
    drawInto(one)
    one.destroy()
  },
  'shown again, and put into another container, after the tick': async (make) => {
    const one = make(50, 50).setVisible(false)
    const box = scene.add.container(70, 80).setAngle(90)
    await frames(2)
    scene.game.events.once('prerender', () => box.add(one.setVisible(true)))
  },
  'a hundred in one call, of which no tick has posed most': drawHundred,
  'made after the tick': (make) => {
    scene.game.events.once('prerender', () => make(50, 50))
  },
  'source of a mask': async (make) => {
    const mask = make(50, 50)
    mask.removeFromDisplayList()
    cutBy(scene.add.rectangle(70, 50, 140, 100, 0x20c0ff), mask)
  },
  'in a second camera alone': async (make) => {
    const one = make(50, 50)
    scene.cameras.main.ignore(one)
    const camera = scene.cameras.add(100, 100, 120, 90).setZoom(2)
    await frames(2)
    scene.game.events.once('postrender', () => scene.cameras.remove(camera))
  },
  'among others, which go on being drawn': async (make) => {
    const [first, hidden, last] = [make(20, 20), make(20, 80), make(120, 40)]
    hidden.removeFromDisplayList()
    await frames(2)
    const texture = scene.add.renderTexture(200, 150, 400, 300)
    for (const object of [first, hidden, last]) texture.draw(object)
    if ('render' in texture) texture.render()
    last.setPosition(200, 200)
  },
}

async function picture(draw: (make: Make) => unknown, make: Make): Promise<Uint8Array> {
  clear(scene)
  await draw(make)
  await frames(1)
  return pixels()
}

export const pictures: Record<string, () => unknown> = {
  async early() {
    const found: unknown[] = []
    for (const [name, draw] of Object.entries(early)) {
      const [host, own] = [await picture(draw, image), await picture(draw, figure)]
      found.push([name, seen(host).length > 0, worst(host, own)])
    }
    const [host, own] = [await picture(drawHundred, cropped), await picture(drawHundred, clipped)]
    found.push(['a hundred that are clipped', seen(host).length > 0, worst(host, own)])
    return found
  },
  /** What an early picture leaves alone: times, events and physics; and how often ticks are run for it. */
  async quiet() {
    const heard: string[] = []
    const one = figure(50, 50)
    one.on('animation', ({ kind }: AnimationEvent) => heard.push(kind))
    one.removeFromDisplayList()
    one.play('move', { loop: true })
    const { tick } = one.world.animation
    const { number } = tick
    for (let i = 0; i < 5; i++) drawInto(one)
    const runs = tick.number - number
    const early = [...heard]
    await frames(2)
    const told = [...heard]
    const later = tick.number
    await frames(10)
    // It is expected to be drawn again: no tick more than one a frame.
    const before = one.getBounds().x
    for (let i = 0; i < 5; i++) {
      drawInto(one)
      await frames(1)
    }
    return { runs, early, told, each: tick.number - later, goesOn: one.getBounds().x > before }
  },
  /** A figure that plays on although nobody sees it. */
  async unseen() {
    const [plain, always] = [figure(), scene.add.figure(0, 0, rig, { updateWhenInvisible: true })]
    for (const one of [plain, always]) one.setVisible(false).play('move')
    await frames(3)
    const { Visibility } = plain.world.components
    return [plain, always].map(({ eid }) => Visibility.level[eid])
  },
}
