/** What pages use of Phaser 3: the types of two versions of Phaser cannot be loaded together. */
export const WEBGL: number
export const Scale: { RESIZE: number }

export namespace Renderer.WebGL {
  export interface WebGLRenderer {
    gl: WebGLRenderingContext
    width: number
    height: number
  }
}

interface GameObject {
  setPosition(x: number, y: number): this
  setScale(scale: number): this
}

interface Graphics {
  fillStyle(color: number): this
  fillRect(x: number, y: number, width: number, height: number): this
  generateTexture(key: string, width: number, height: number): this
  destroy(): void
}

export class Scene {
  renderer: Renderer.WebGL.WebGLRenderer
  scale: { width: number; height: number }
  add: {
    existing(object: GameObjects.Extern): void
    circle(x: number, y: number, radius: number, color: number): GameObject
    graphics(): Graphics
    image(x: number, y: number, texture: string): GameObject
  }
  update(time: number, delta: number): void
}

export namespace GameObjects {
  export namespace Components {
    export interface TransformMatrix {
      a: number
      b: number
      c: number
      d: number
      e: number
      f: number
    }
  }

  export class Extern implements GameObject {
    constructor(scene: Scene)
    setPosition(x: number, y: number): this
    setScale(scale: number): this
  }
}

export class Game {
  constructor(config: {
    type: number
    backgroundColor?: string
    scale?: { mode: number } | { width: number; height: number }
    banner: boolean
    scene: typeof Scene
  })
  renderer: Renderer.WebGL.WebGLRenderer
  events: { on(event: string, listener: () => void): void }
}
