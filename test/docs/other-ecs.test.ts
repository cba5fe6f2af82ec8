/** The guide's games in other entity-component-systems, each with a figure that walks. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as elics from '../../docs/examples/ecs-elics'
import * as koota from '../../docs/examples/ecs-koota'
import * as miniplex from '../../docs/examples/ecs-miniplex'
import { ROOT } from '../../scripts/entries'
import { type AnimationWorld, currentAnimation, getBounds, loadRig, play, spawnSkeleton } from '../../src/api'
import { spineJson } from '../../src/formats/spine-json'

const assets = join(ROOT, 'demo/assets')
const rig = await loadRig(join(assets, 'badger.json'), join(assets, 'badger.atlas'), { readers: [spineJson] })

/** What all three must show after a second at ten units a second. */
function expectWalker(figures: AnimationWorld, eid: number): void {
  expect(figures.components.Transform.x[eid]).toBeCloseTo(10, 4)
  expect(currentAnimation(figures, eid)).toBe('walk')
  const [x, , width] = getBounds(figures, eid) ?? []
  expect(x).toBeLessThan(10)
  expect(x + width).toBeGreaterThan(10)
}

test('a figure follows a koota entity, and goes with it', () => {
  const { world, figures, tick } = koota.createGame(rig)
  const walker = world.spawn(koota.Place, koota.Speed({ x: 10 }), koota.Figure)
  const { eid } = walker.get(koota.Figure) ?? { eid: 0 }
  play(figures, eid, 'walk', { loop: true })
  for (let i = 0; i < 10; i++) tick(0.1)
  expectWalker(figures, eid)
  walker.destroy()
  tick(0.1)
  expect(() => currentAnimation(figures, eid)).toThrow('no-skeleton')
  world.destroy()
})

test('a figure follows a miniplex entity, and goes with it', () => {
  const { world, figures, tick } = miniplex.createGame()
  const walker = world.add({ place: { x: 0, y: 0 }, speed: { x: 10, y: 0 }, rig })
  const eid = walker.eid ?? 0
  play(figures, eid, 'walk', { loop: true })
  for (let i = 0; i < 10; i++) tick(0.1)
  expectWalker(figures, eid)
  world.remove(walker)
  tick(0.1)
  expect(() => currentAnimation(figures, eid)).toThrow('no-skeleton')
})

test('a figure follows an EliCS entity', () => {
  const { world, figures } = elics
  const eid = spawnSkeleton(figures, rig)
  play(figures, eid, 'walk', { loop: true })
  const walker = world.createEntity()
  walker.addComponent(elics.Place).addComponent(elics.Speed, { x: 10 }).addComponent(elics.Figure, { eid })
  for (let i = 0; i < 10; i++) world.update(0.1, i / 10)
  expectWalker(figures, eid)
})
