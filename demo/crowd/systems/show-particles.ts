import { spawnSprite } from 'osteon/sprites'
import type { Crowd } from '../crowd'
import { opacityAt, sizeAt } from '../particles'

/** Writes the living particles into sprites. Sprites are kept; one without a particle is transparent. */
export function showParticles(crowd: Crowd): void {
  const { particles, regions, sheet, sprites, world } = crowd
  const { Transform, Sprite } = world.components
  const { count, kinds, kind, x, y, age, life, size, rotation, red, green, blue } = particles
  while (sprites.length < count) sprites.push(spawnSprite(world, sheet, 'spark', { alpha: 0 }))
  for (let row = 0; row < count; row++) {
    const eid = sprites[row]
    const looks = kinds[kind[row]]
    const share = age[row] / life[row]
    const scale = sizeAt(looks, size[row], share)
    Transform.x[eid] = x[row]
    Transform.y[eid] = y[row]
    Transform.rotation[eid] = rotation[row]
    Transform.scaleX[eid] = scale
    Transform.scaleY[eid] = scale
    Sprite.region[eid] = regions[kind[row]]
    Sprite.additive[eid] = looks.additive ? 1 : 0
    Sprite.red[eid] = red[row]
    Sprite.green[eid] = green[row]
    Sprite.blue[eid] = blue[row]
    Sprite.alpha[eid] = opacityAt(looks, share)
  }
  for (let row = count; row < crowd.shownSprites; row++) Sprite.region[sprites[row]] = 0
  crowd.shownSprites = count
}
