/** Figures of Three.js without a GPU: groups, materials, rays, slots and ends. */
import { readFileSync } from 'node:fs'
import * as THREE from 'three'
import { beforeEach, describe, expect, test } from 'vitest'
import { setAttachment } from '../../src/api/dress/skins'
import { getBone } from '../../src/api/pose/read-pose'
import { setBone } from '../../src/api/pose/write-pose'
import { despawnSkeleton, spawnSkeleton } from '../../src/api/spawn'
import { spineJson } from '../../src/formats/spine-json'
import { makeRig, openRigFiles, readFigure } from '../../src/hosts/figures/make-rig'
import {
  createCrowd,
  Figure,
  type FigureIntersection,
  refreshFigures,
  updateFigures,
} from '../../src/hosts/three'
import type { Rig } from '../../src/rig/rig'
import type { AnimationWorld } from '../../src/world/world-type'
import { makeWorld } from '../fixtures/play'
import { atlasOf, clipping, region, rigOf, worldOf } from '../streams/fixture'

const IMAGE = { width: 64, height: 64 } as HTMLCanvasElement

/** With images, which Three.js takes as they are. */
function seen(rig: Rig): Rig {
  return { ...rig, pages: rig.pages.map((page) => ({ ...page, image: IMAGE })) }
}

const PLAIN = seen(
  rigOf(
    {
      slots: ['a', 'b', 'c'].map((name, i) => ({
        name,
        attachments: { a: region(name) },
        ...(i === 1 ? { blend: 'multiply' as const } : {}),
      })),
    },
    atlasOf('a', 'b', 'c'),
  ),
)
const CLIPPED = seen(
  rigOf(
    {
      slots: [
        { name: 'clip', attachments: { clip: clipping([-5, -5, 3, -5, 3, 5]) } },
        { name: 'a', attachments: { a: region('a') } },
        { name: 'b', attachments: { b: region('b') } },
      ],
    },
    atlasOf('a', 'b'),
  ),
)

let world: AnimationWorld
let scene: THREE.Scene
beforeEach(() => {
  world = worldOf()
  scene = new THREE.Scene()
})

function add(rig: Rig, options = {}): Figure {
  const figure = new Figure({ world, rig, ...options })
  scene.add(figure)
  return figure
}

/** Sends a ray along -z through a point of the scene. */
function meet(x: number, y: number, far = 1000): THREE.Intersection[] {
  scene.updateMatrixWorld()
  const ray = new THREE.Raycaster(new THREE.Vector3(x, y, 100), new THREE.Vector3(0, 0, -1), 0, far)
  return ray.intersectObjects(scene.children)
}

/** Numbers of the vertices that a figure draws, in order. */
function verticesOf({ geometry }: Figure): number[] {
  const indices = [...(geometry.index?.array ?? [])]
  return geometry.groups.flatMap(({ start, count }) => indices.slice(start, start + count))
}

describe('a figure', () => {
  test('draws its own triangles when others got more of them', () => {
    const [other, figure] = [add(PLAIN), add(PLAIN)]
    for (const slot of ['a', 'b', 'c']) setAttachment(world, other.eid, slot, null)
    updateFigures(world, 0)
    const drawn = verticesOf(figure)
    expect(drawn).toHaveLength(18)
    for (const slot of ['a', 'b', 'c']) setAttachment(world, other.eid, slot, 'a')
    updateFigures(world, 0)
    expect(verticesOf(other)).toHaveLength(18)
    expect(verticesOf(figure)).toEqual(drawn)
  })

  test('is a group and a material for each blend state in a row', () => {
    const figure = add(PLAIN)
    updateFigures(world, 0)
    const { groups } = figure.geometry
    expect(groups.map(({ materialIndex }) => materialIndex)).toEqual([0, 1, 2])
    expect(groups[1].start).toBe(groups[0].start + groups[0].count)
    expect(figure.material.map(({ blendSrc }) => blendSrc)).toEqual([
      THREE.OneFactor,
      THREE.DstColorFactor,
      THREE.OneFactor,
    ])
    expect(figure.material.every(({ depthTest, depthWrite }) => depthTest && !depthWrite)).toBe(true)
  })

  test('writes depth behind its colours where it is told to', () => {
    const figure = add(PLAIN, { depthWrite: true, alphaTest: 0.25 })
    updateFigures(world, 0)
    const { material } = figure
    expect(material.map(({ colorWrite }) => colorWrite)).toEqual([true, true, true, false, false, false])
    expect(material[3]).toMatchObject({ depthWrite: true, alphaTest: 0.25 })
  })

  test('shares its buffers with the others of its world, and leaves them to those', () => {
    const [one, other] = [add(PLAIN), add(PLAIN)]
    updateFigures(world, 0)
    expect(one.geometry.attributes.position).toBe(other.geometry.attributes.position)
    expect(one.geometry.index).toBe(other.geometry.index)
    one.dispose()
    expect(one.geometry.attributes).toEqual({})
    updateFigures(world, 0)
    expect(other.geometry.groups).toHaveLength(3)
  })

  test('has the box of what is drawn, cut by its clip', () => {
    const [whole, cut] = [add(PLAIN), add(CLIPPED)]
    updateFigures(world, 0)
    const box = whole.geometry.boundingBox
    expect(box?.min.x).toBeLessThan(-1)
    expect(cut.geometry.boundingBox?.max.x).toBeLessThanOrEqual(3)
    expect(whole.geometry.boundingSphere?.radius).toBeCloseTo(
      (box?.max.clone().sub(box.min).length() ?? 0) / 2,
    )
  })

  test('has a box and a sphere for whoever asks, by its own vertices alone', () => {
    const [figure, far] = [add(PLAIN), add(PLAIN)]
    far.position.x = 500
    setBone(world, far.eid, 'root', { x: 70 })
    figure.slot('b').add(new THREE.Group())
    updateFigures(world, 0)
    figure.rotation.z = Math.PI / 4
    const { boundingBox } = figure.geometry
    const half = boundingBox?.max.x ?? 0
    const precise = new THREE.Box3().setFromObject(figure, true)
    // The square turns about its middle; the other part stands before the slot.
    expect(precise.max.x).toBeCloseTo(half * Math.SQRT2, 4)
    expect(precise.min.toArray()).toEqual(
      [-precise.max.x, -precise.max.y, 0].map((x) => expect.closeTo(x, 4)),
    )
    expect(new THREE.Box3().setFromObject(figure).max.x).toBeCloseTo(half * Math.SQRT2, 4)
    figure.geometry.computeBoundingSphere()
    expect(figure.geometry.boundingSphere?.center.toArray()).toEqual([0, 0, 0])
    expect(figure.geometry.boundingSphere?.radius).toBeCloseTo(half * Math.SQRT2, 4)
    for (const piece of figure.pieces) {
      piece.geometry.computeBoundingBox()
      expect(piece.geometry.boundingBox?.max.x).toBeCloseTo(half, 4)
    }
  })

  test('has its box in no scene, before its first tick, and while it is hidden', () => {
    const shown = add(PLAIN)
    updateFigures(world, 0)
    const box = new THREE.Box3().setFromObject(shown)
    const loose = new Figure({ world, rig: PLAIN })
    for (const precise of [false, true]) expect(new THREE.Box3().setFromObject(loose, precise)).toEqual(box)
    const early = new Figure({ world: worldOf(), rig: PLAIN })
    expect(new THREE.Box3().setFromObject(early)).toEqual(box)
    shown.visible = false
    setBone(world, shown.eid, 'root', { x: 9 })
    updateFigures(world, 0)
    for (const precise of [false, true])
      expect(new THREE.Box3().setFromObject(shown, precise).max.x).toBeCloseTo(box.max.x + 9, 4)
    for (const slot of ['a', 'b', 'c']) setAttachment(world, loose.eid, slot, null)
    scene.add(loose)
    updateFigures(world, 0)
    expect(new THREE.Box3().setFromObject(loose, true).isEmpty()).toBe(true)
    loose.dispose()
    expect(new THREE.Box3().setFromObject(loose, true).isEmpty()).toBe(true)
  })

  test('with an object that a clip cuts has a box without the clip', () => {
    const figure = add(CLIPPED)
    figure.slot('a').add(new THREE.Mesh(new THREE.PlaneGeometry(1, 1), new THREE.MeshBasicMaterial()))
    updateFigures(world, 0)
    const box = new THREE.Box3().setFromObject(figure)
    expect(new THREE.Box3().setFromObject(figure, true)).toEqual(box)
    expect(box.max.x).toBeLessThanOrEqual(3)
  })

  test('has opacity and colour in all its materials', () => {
    const figure = add(PLAIN)
    figure.opacity = 0.25
    figure.color.set('#ff0000')
    updateFigures(world, 0)
    for (const material of figure.material as THREE.MeshBasicMaterial[]) {
      expect(material.opacity).toBe(0.25)
      expect(material.color.getHexString()).toBe('ff0000')
    }
  })

  test('is drawn with copies of the material that it is given', () => {
    const material = new THREE.MeshStandardMaterial({ roughness: 0.3 })
    const figure = add(PLAIN, { material })
    updateFigures(world, 0)
    expect(figure.material[0]).toBeInstanceOf(THREE.MeshStandardMaterial)
    expect(figure.material[0]).toMatchObject({ roughness: 0.3 })
    expect(figure.material[0]).not.toBe(material)
  })

  test('tells and moves its bones in its own space, before the first tick, too', () => {
    const bones = [{ name: 'root' }, { name: 'other', x: 3, y: 4 }]
    const figure = add(
      seen(rigOf({ bones, slots: [{ name: 'a', attachments: { a: region('a') } }] }, atlasOf('a'))),
    )
    figure.position.set(100, 50, 7)
    figure.scale.setScalar(2)
    figure.removeFromParent()
    expect(figure.getBonePosition('other')).toEqual({ x: 3, y: 4 })
    scene.add(figure)
    figure.setBonePosition('other', { x: 10, y: -2 })
    updateFigures(world, 0)
    const point = new THREE.Vector3(0, 0, 9)
    expect(figure.getBonePosition('other', point)).toBe(point)
    expect(point.toArray()).toEqual([10, -2, 9])
    expect(() => figure.getBonePosition('wing')).toThrow(expect.objectContaining({ code: 'unknown-bone' }))
  })

  test('is not posed while it, or what it is in, is invisible', () => {
    const group = new THREE.Group()
    scene.add(group)
    const figure = new Figure({ world, rig: PLAIN })
    const { level } = world.components.Visibility
    group.add(figure)
    updateFigures(world, 0.1)
    expect(level[figure.eid]).toBe(0)
    group.visible = false
    updateFigures(world, 0.1)
    expect(level[figure.eid]).toBe(2)
    group.visible = true
    updateFigures(world, 0.1)
    expect(level[figure.eid]).toBe(0)
  })

  test('stands still while it is paused', () => {
    const figure = add(PLAIN)
    figure.timeScale = 2
    updateFigures(world, 0.1)
    expect(world.components.Skeleton.timeScale[figure.eid]).toBe(2)
    figure.paused = true
    updateFigures(world, 0.1)
    expect(world.components.Skeleton.timeScale[figure.eid]).toBe(0)
  })
})

/** Texture coordinates of the slot in front, which is not turned in its page. */
function rectOf({ geometry, world: own, eid }: Figure) {
  const { array } = geometry.attributes.figure_uv
  const last = own.animation.skeletons.vertexStart[eid] + 8
  const [us, vs] = [0, 1].map((part) => [0, 1, 2, 3].map((corner) => array[2 * (last + corner) + part]))
  return { u: Math.min(...us), u2: Math.max(...us), v: Math.min(...vs), v2: Math.max(...vs) }
}

describe('a ray', () => {
  test('meets a figure where its object stands, and tells the slot in front', () => {
    const figure = add(PLAIN)
    figure.position.set(200, 0, 10)
    figure.scale.setScalar(2)
    updateFigures(world, 0)
    expect(meet(0, 0)).toHaveLength(0)
    const [hit] = meet(200, 0)
    expect(hit.object).toBe(figure)
    const { distance, eid, slot } = hit as FigureIntersection
    expect({ distance, eid, slot }).toEqual({ distance: 90, eid: figure.eid, slot: 'c' })
    expect(hit.point.toArray()).toEqual([200, 0, 10])
  })

  test('tells the place in the image of the page', () => {
    const figure = add(PLAIN)
    updateFigures(world, 0)
    const { geometry } = figure
    const { max } = geometry.boundingBox ?? new THREE.Box3()
    const uvs = new Set<string>()
    for (const [x, y] of [
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
    ] as const) {
      const [hit] = meet(2 * x * max.x * 0.999, 2 * y * max.y * 0.999)
      const { u, v, u2, v2 } = rectOf(figure)
      expect(hit.uv?.x).toBeCloseTo(x < 0 ? u : u2, 2)
      // v = 0 is the upper edge of the page.
      expect(hit.uv?.y).toBeCloseTo(y < 0 ? v2 : v, 2)
      uvs.add(
        hit.uv
          ?.toArray()
          .map((value) => value.toFixed(2))
          .join() ?? '',
      )
    }
    expect(uvs.size).toBe(3)
  })

  test('passes a figure that is out of its reach, edge-on or without size', () => {
    const figure = add(PLAIN)
    updateFigures(world, 0)
    expect(meet(0, 0)).toHaveLength(1)
    expect(meet(0, 0, 50)).toHaveLength(0)
    figure.rotation.y = Math.PI / 2
    expect(meet(0, 0)).toHaveLength(0)
    figure.rotation.y = 0
    figure.scale.setScalar(0)
    expect(meet(0, 0)).toHaveLength(0)
  })

  test('meets bounding boxes only, if it is told to', () => {
    add(PLAIN, { hitProvider: 'boxes' })
    updateFigures(world, 0)
    expect(meet(0, 0)).toHaveLength(0)
  })
})

test('hit tells slot and attachment at a point of the figure, wherever its object stands', () => {
  const figure = add(PLAIN)
  figure.position.set(200, 0, 10)
  updateFigures(world, 0)
  expect(figure.hit({ x: 0, y: 0 })).toEqual({ slot: 'c', attachment: 'c' })
  expect(figure.hit({ x: 200, y: 0 })).toBe(null)
  expect(figure.hit({ x: 0, y: 0 }, 'boxes')).toBe(null)
  expect(new Figure({ world, rig: PLAIN }).hit({ x: 0, y: 0 })).toEqual({ slot: 'c', attachment: 'c' })
  figure.dispose()
  expect(() => figure.hit({ x: 0, y: 0 })).toThrow(expect.objectContaining({ code: 'disposed' }))
})

describe('a slot with objects', () => {
  test('cuts the figure in two, with the object between by depth', () => {
    const figure = add(PLAIN, { slotDepth: 4 })
    const ball = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial())
    figure.slot('b').add(ball)
    updateFigures(world, 0)
    expect(figure.slot('b')).toBe(figure.slot('b'))
    expect(figure.pieces.map(({ geometry }) => geometry.groups.length)).toEqual([2, 1])
    scene.updateMatrixWorld()
    expect(ball.getWorldPosition(new THREE.Vector3()).z).toBe(2)
    expect(figure.pieces[1].getWorldPosition(new THREE.Vector3()).z).toBe(4)
    // Sorted by their middles: the parts lie about the object.
    const [behind, before] = figure.pieces.map(({ geometry }) => geometry.boundingSphere?.center.toArray())
    expect(behind).toEqual(before)
  })

  test('takes over colour and alpha of slot and figure while its objects are drawn', () => {
    const figure = add(PLAIN, { alpha: 0.5 })
    figure.opacity = 0.5
    const slot = figure.slot('b')
    updateFigures(world, 0)
    expect(slot.opacity).toBeCloseTo(0.25)
    expect(slot.visible).toBe(true)
  })

  test('follows its attachment, unless it is told not to', () => {
    const figure = add(CLIPPED)
    const slot = figure.slot('clip')
    updateFigures(world, 0)
    expect(slot.visible).toBe(false)
    slot.followsAttachment = false
    updateFigures(world, 0)
    expect(slot.visible).toBe(true)
  })

  test('has the mesh that cuts its objects in the scene, while a clip is on', () => {
    const figure = add(CLIPPED)
    figure.slot('a').add(new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial()))
    updateFigures(world, 0)
    const cutters = figure.children.filter(
      (child) => child instanceof THREE.Mesh && (child.material as THREE.Material).stencilWrite === true,
    )
    expect(cutters).toHaveLength(1)
    const { geometry } = cutters[0] as THREE.Mesh
    expect(geometry.drawRange.count).toBe(3)
    expect([...geometry.attributes.position.array.slice(0, 6)].sort()).toEqual([-5, -5, -5, 3, 3, 5].sort())
    figure.dispose()
    expect(cutters[0].parent).toBe(null)
  })

  test.each(['none', -1, 7])('%s is refused', (name) => {
    expect(() => add(PLAIN).slot(name)).toThrow(expect.objectContaining({ code: 'unknown-slot' }))
  })
})

test('copies of figures, slots and crowds are refused, and change nothing', () => {
  const objects = [add(PLAIN), add(PLAIN).slot('a'), createCrowd(world)]
  const { count } = world.animation.alive
  for (const object of objects)
    for (const copy of [
      () => object.clone(),
      () => (object as THREE.Object3D).copy(object),
      () => object.toJSON(),
      () => scene.clone(),
    ])
      expect(copy).toThrow(expect.objectContaining({ code: 'unsupported-feature' }))
  expect(world.animation.alive.count).toBe(count)
})

describe('a life', () => {
  test('ends for the entity with the object', () => {
    const figure = add(PLAIN)
    figure.dispose()
    figure.dispose()
    expect(figure.parent).toBe(null)
    expect(() => despawnSkeleton(world, figure.eid)).toThrow(expect.objectContaining({ code: 'no-skeleton' }))
    updateFigures(world, 0)
  })

  test('over, its calls never reach the figure that has its id now', () => {
    const warnings: string[] = []
    const own = makeWorld({ warn: ({ code, path }) => warnings.push(`${code} ${path}`) })
    const over = new Figure({ world: own, rig: PLAIN })
    const { eid } = over
    over.dispose()
    updateFigures(own, 0)
    const next = new Figure({ world: own, rig: PLAIN })
    expect(next.eid).toBe(eid)
    expect(over.eid).toBe(0)
    const before = getBone(own, next.eid, 'root').join()
    expect(over.play('nothing')).toBe(0)
    expect(over.play('nothing')).toBe(0)
    expect(over.queue('nothing')).toBe(0)
    expect(over.fadeOut({ track: 0, mix: 1 })).toBe(0)
    over.skin = null
    over.setBonePosition('root', { x: 9, y: 9 })
    expect(getBone(own, next.eid, 'root').join()).toBe(before)
    expect(warnings).toEqual(
      ['play', 'queue', 'fadeOut', 'skin', 'setBonePosition'].map((call) => `disposed-figure ${call}`),
    )
    for (const read of [() => over.skin, () => over.getBonePosition('root'), () => over.slot('a')])
      expect(read).toThrow(expect.objectContaining({ code: 'disposed' }))
    next.dispose()
  })

  test('ends for the object with the entity', () => {
    const figure = add(PLAIN)
    updateFigures(world, 0)
    despawnSkeleton(world, figure.eid)
    expect(figure.isDisposed).toBe(true)
    expect(figure.parent).toBe(null)
    updateFigures(world, 0)
    expect(meet(0, 0)).toHaveLength(0)
  })

  test('may end in a listener of its own events', async () => {
    const rig = seen(await makeMouse())
    const figure = add(rig)
    figure.play('idle', { loop: true })
    const told: string[] = []
    figure.addEventListener('animation', ({ detail }) => {
      told.push(detail.kind)
      figure.dispose()
    })
    figure.addEventListener('start', () => told.push('too late'))
    updateFigures(world, 0.1)
    expect(told).toEqual(['start'])
  })
})

test.each([Number.NaN, Number.POSITIVE_INFINITY])('a tick of %s seconds is refused', (seconds) => {
  const figure = add(PLAIN)
  updateFigures(world, 0.5)
  expect(() => updateFigures(world, seconds)).toThrow(expect.objectContaining({ code: 'not-finite' }))
  expect(world.time.delta).toBe(0.5)
  expect(figure.geometry.groups).toHaveLength(3)
})

test('a figure that joins between ticks is drawn by a refresh', () => {
  updateFigures(world, 0)
  const figure = add(PLAIN)
  expect(() => refreshFigures(world)).not.toThrow()
  updateFigures(world, 0)
  expect(figure.geometry.groups).toHaveLength(3)
})

describe('a scene that is drawn between ticks', () => {
  test('has figures that are new, shown again or moved into it, posed by one tick of no time', () => {
    const hidden = add(PLAIN)
    hidden.visible = false
    updateFigures(world, 0.1)
    const { tick } = world.animation
    const { number } = tick
    const [early, other] = [add(PLAIN), add(PLAIN)]
    hidden.visible = true
    for (let i = 0; i < 3; i++) scene.updateMatrixWorld()
    for (const figure of [hidden, early, other]) expect(new Set(verticesOf(figure)).size).toBe(12)
    expect(tick.number).toBe(number + 1)
    setBone(world, early.eid, 'root', { x: 40 })
    scene.updateMatrixWorld()
    expect(tick.number).toBe(number + 2)
    expect(new THREE.Box3().setFromObject(early).min.x).toBeGreaterThan(20)
  })

  test('leaves what is invisible alone', () => {
    const figure = add(PLAIN)
    figure.visible = false
    updateFigures(world, 0.1)
    const { number } = world.animation.tick
    scene.updateMatrixWorld()
    expect(world.animation.tick.number).toBe(number)
  })

  test('tells no event, the next tick does; of a figure that is over, nobody', async () => {
    const rig = seen(await makeMouse())
    const told: [string, number][] = []
    const [figure, over] = ['figure', 'over'].map((name) => {
      const one = add(rig, { animation: 'idle' })
      one.addEventListener('animation', ({ detail }) => told.push([`${name} ${detail.kind}`, detail.entity]))
      return one
    })
    scene.updateMatrixWorld()
    const { eid } = over
    over.dispose()
    const next = add(PLAIN)
    next.addEventListener('animation', ({ detail }) => told.push([`next ${detail.kind}`, detail.entity]))
    expect([next.eid, told]).toEqual([eid, []])
    updateFigures(world, 0)
    expect(told).toEqual([['figure start', figure.eid]])
  })

  test('shows colours that were changed since the tick', () => {
    const figure = add(PLAIN)
    updateFigures(world, 0)
    figure.opacity = 0.5
    figure.color.set('#ff0000')
    scene.updateMatrixWorld()
    for (const { opacity } of figure.material) expect(opacity).toBe(0.5)
    expect((figure.material[0] as THREE.MeshBasicMaterial).color.getHex()).toBe(0xff0000)
  })
})

/** The mouse of the demo, whose scarf and tail have physics. */
async function makeMouse(): Promise<Rig> {
  const read = (name: string) => readFileSync(`demo/assets/${name}`)
  const files = openRigFiles(
    [spineJson],
    read('mouse.json'),
    ['mouse.atlas', read('mouse.atlas')],
    'mouse.json',
  )
  return makeRig(files, await readFigure(files), new Map([['mouse.png', IMAGE]]))
}

test('physics lag behind when the object moves, and not when it is told so', async () => {
  const rig = await makeMouse()
  const figures = [add(rig), add(rig), add(rig)]
  for (let i = 0; i < 30; i++) updateFigures(world, 1 / 60)
  const [moved, unnoticed, still] = figures
  unnoticed.physicsMovement = 0
  for (let i = 0; i < 5; i++) {
    moved.position.x += 40
    unnoticed.position.x += 40
    updateFigures(world, 1 / 60)
  }
  const place = ({ eid }: Figure) => getBone(world, eid, 'scarf-4')[4]
  expect(place(unnoticed)).toBe(place(still))
  expect(place(moved)).toBeLessThan(place(still) - 5)
})

describe('a crowd', () => {
  test('is all that is no figure, in few groups', () => {
    const crowd = createCrowd(world)
    scene.add(crowd)
    const alone = add(PLAIN)
    alone.position.x = 500
    const eids = [0, 100].map((x) => spawnSkeleton(world, CLIPPED, { x }))
    updateFigures(world, 0)
    expect(crowd.geometry.groups).toHaveLength(1)
    expect(crowd.geometry.boundingBox?.max.x).toBeLessThanOrEqual(103)
    expect(new THREE.Box3().setFromObject(crowd, true)).toEqual(crowd.geometry.boundingBox)
    const [hit] = meet(99, 0) as FigureIntersection[]
    expect(hit.object).toBe(crowd)
    expect(hit.eid).toBe(eids[1])
    expect(meet(500, 0)[0].object).toBe(alone)
    crowd.dispose()
    expect(crowd.parent).toBe(null)
    updateFigures(world, 0)
  })

  test('draws the same triangles whether figures stand between or not', () => {
    const crowd = createCrowd(world)
    spawnSkeleton(world, PLAIN)
    updateFigures(world, 0)
    const drawn = () => crowd.geometry.groups.reduce((sum, { count }) => sum + count, 0)
    const before = drawn()
    expect(before).toBeGreaterThan(0)
    add(PLAIN)
    const last = spawnSkeleton(world, PLAIN)
    updateFigures(world, 0)
    expect(drawn()).toBe(2 * before)
    despawnSkeleton(world, last)
    updateFigures(world, 0)
    expect(drawn()).toBe(before)
  })
})

test('an animation that the rig has not leaves no entity behind', () => {
  const { count } = world.animation.alive
  expect(() => add(PLAIN, { animation: 'none' })).toThrow(
    expect.objectContaining({ code: 'unknown-animation' }),
  )
  updateFigures(world, 0)
  expect(world.animation.alive.count).toBe(count)
})
