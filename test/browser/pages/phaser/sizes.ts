/** Sizes, bounds and flips. */
import { boxOf, clear, codeOf, figure, frames, image, rig, scene, seen, shown } from './stage'

export const sizes: Record<string, () => unknown> = {
  /** Bounds before the first tick, and those of flipped, turned, contained ones: as drawn. */
  async bounds() {
    const first = [boxOf(figure().getBounds()), figure().width, figure().displayHeight]
    clear(scene)
    const found = []
    for (const [scaleX, scaleY, angle, boxed] of [
      [1, 1, 0, false],
      [-1, 1, 0, false],
      [1, -2, 0, false],
      [-2, -1, 90, false],
      [-1, 2, 180, true],
    ] as const) {
      const one = figure().setScale(scaleX, scaleY).setAngle(angle)
      const box = boxed ? scene.add.container(40, 30, [one]).setScale(1, -1).setAngle(90) : null
      if (box) one.setPosition(10, 20)
      const before = boxOf(one.getBounds())
      await frames(2)
      found.push([before, boxOf(one.getBounds()), seen().slice(0, 4)])
      one.destroy()
      box?.destroy()
    }
    const dead = figure()
    dead.destroy()
    return { first, found, dead: [() => dead.width, () => dead.getBounds()].map(codeOf) }
  },

  /** Flips mirror at the figure's own origin, for pictures, bounds, hits and bones alike. */
  async flips() {
    const found = []
    for (const [flipX, flipY, scaleX] of [
      [true, false, 1],
      [false, true, 2],
      [true, true, -1],
    ] as const) {
      const one = figure().setFlip(flipX, flipY).setScale(scaleX, 1).setAngle(90)
      await frames(2)
      const picture = seen()
      const bounds = boxOf(one.getBounds())
      const { centerX, centerY } = one.getBounds()
      const middle = one.getLocalPoint(centerX, centerY)
      const hits = [one.hits(middle.x, middle.y), one.hits(-middle.x, middle.y)]
      const bones = []
      for (const bone of ['b', 'root']) {
        one.setBonePosition(bone, { x: 7, y: 3 })
        await frames(1)
        const { x, y } = one.getBonePosition(bone)
        bones.push(Math.round(1000 * x), Math.round(1000 * y))
      }
      one.destroy()
      const like = await shown(() =>
        image()
          .setScale(flipX ? -scaleX : scaleX, flipY ? -1 : 1)
          .setAngle(90),
      )
      found.push({ picture, like, bounds, hits, bones })
    }
    const one = figure().toggleFlipX()
    return { found, toggled: [one.flipX, one.toggleFlipX().flipX, one.setFlipY(true).resetFlip().flipY] }
  },

  /** Sizes that are written scale it; `make` and `add` make the same. */
  async made() {
    const one = figure().setDisplaySize(40, 36)
    const set = [one.scaleX, one.scaleY, one.displayWidth, one.displayHeight]
    one.destroy()
    scene.cache.custom.figure.add('one', rig)
    const config = {
      x: 150,
      y: 150,
      key: 'one',
      scale: 2,
      flipX: true,
      options: { hitProvider: 'boxes' as const },
    }
    const made = scene.make.figure({ ...config, add: false })
    const listed = scene.children.list.includes(made)
    made.destroy()
    const other = scene.make.figure(config)
    await frames(2)
    const picture = seen().slice(0, 4)
    scene.cache.custom.figure.remove('one')
    return { set, listed, listedNow: scene.children.list.includes(other), picture, scale: other.scaleX }
  },
}
