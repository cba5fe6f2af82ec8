/** Draws in the middle of an engine's frame (`?engine=`), and lists the state of the context that has changed. */

import { installRenderer as installRegl } from 'osteon/render'
import { draw, type GlContext, installRenderer } from 'osteon/render/webgl'
import { createScene, type Scene as Played } from '../../../docs/examples/hero'
import { stateReader } from './render/shared-context'

declare global {
  interface Window {
    /** By name of the value: before and after. */
    changed?: Record<string, [unknown, unknown]>
    drawn?: number
  }
}

/** Reads of the state wait for all that is drawn. */
const [WIDTH, HEIGHT] = [240, 180]

const query = new URLSearchParams(location.search)
const install = query.get('device') === 'regl' ? installRegl : installRenderer

/** Draws, and compares. */
function watched(scene: Played, gl: GlContext): () => void {
  install(scene.world, { gl, shared: true })
  const read = stateReader(gl)
  const changed: Record<string, [unknown, unknown]> = {}
  window.changed = changed
  return () => {
    scene.tick(1 / 60)
    const before = read()
    draw(scene.world, scene.stage)
    const after = read()
    for (const name of Object.keys(before))
      if (JSON.stringify(before[name]) !== JSON.stringify(after[name]))
        changed[name] = [before[name], after[name]]
    window.drawn = (window.drawn ?? 0) + 1
  }
}

const HOSTS: Record<string, () => Promise<void>> = {
  async three() {
    const THREE = await import('three')
    const three = new THREE.WebGLRenderer()
    three.setSize(WIDTH, HEIGHT)
    document.body.append(three.domElement)
    const show = watched(await createScene(), three.getContext())
    const scene = new THREE.Scene()
    const map = new THREE.DataTexture(new Uint8Array(4).fill(255), 1, 1)
    map.needsUpdate = true
    scene.add(new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial({ map })))
    const camera = new THREE.PerspectiveCamera()
    camera.position.z = 3
    three.setAnimationLoop(() => {
      three.render(scene, camera)
      show()
    })
  },
  async pixi() {
    const { Application, Sprite, Texture, UPDATE_PRIORITY, WebGLRenderer } = await import('pixi.js')
    const app = new Application()
    await app.init({ preference: 'webgl', width: WIDTH, height: HEIGHT })
    document.body.append(app.canvas)
    if (!(app.renderer instanceof WebGLRenderer)) throw new Error('no WebGL')
    app.stage.addChild(new Sprite(Texture.WHITE)).scale.set(100)
    app.ticker.add(watched(await createScene(), app.renderer.gl), undefined, UPDATE_PRIORITY.UTILITY)
  },
  async phaser3() {
    const Phaser = await import('phaser3')
    const played = await createScene()
    class Extern extends Phaser.GameObjects.Extern {
      show: (() => void) | null = null
      render(renderer: { gl: WebGLRenderingContext }): void {
        this.show ??= watched(played, renderer.gl)
        this.show()
      }
    }
    class Stage extends Phaser.Scene {
      create(): void {
        this.add.graphics().fillStyle(0xffffff).fillRect(0, 0, 9, 9).generateTexture('tile', 9, 9)
        this.add.image(50, 50, 'tile')
        this.add.existing(new Extern(this))
        this.add.image(90, 50, 'tile')
      }
    }
    new Phaser.Game({
      type: Phaser.WEBGL,
      scale: { width: WIDTH, height: HEIGHT },
      banner: false,
      scene: Stage,
    })
  },
  async phaser4() {
    const Phaser = await import('phaser')
    const played = await createScene()
    class Extern extends Phaser.GameObjects.Extern {
      show: (() => void) | null = null
      override render({ gl }: Phaser.Renderer.WebGL.WebGLRenderer): void {
        this.show ??= watched(played, gl)
        this.show()
      }
    }
    class Stage extends Phaser.Scene {
      create(): void {
        this.add.graphics().fillStyle(0xffffff).fillRect(0, 0, 9, 9).generateTexture('tile', 9, 9)
        this.add.image(50, 50, 'tile')
        this.add.existing(new Extern(this))
        this.add.image(90, 50, 'tile')
      }
    }
    new Phaser.Game({
      type: Phaser.WEBGL,
      scale: { width: WIDTH, height: HEIGHT },
      banner: false,
      scene: Stage,
    })
  },
}
await HOSTS[query.get('engine') ?? '']?.()
