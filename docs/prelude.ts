/**
 * Names that examples in the guides use without declaring them. A test compiles the examples with these, and with
 * everything that osteon's entries and bitECS export.
 */

/** An installed world; a loaded rig; an entity with a skeleton of it. */
declare const world: import('osteon').AnimationWorld
declare const hero: import('osteon').Rig
declare const eid: number
declare interface ImportMeta {
  readonly hot?: import('osteon/hot').HotContext
}
declare const readers: import('osteon').Reader[]
declare const transcode: (file: Blob) => Promise<import('osteon/compressed').CompressedLevels>
declare const file: File
declare const atlas: Blob
declare const files: FileList

/** The extension of the example `jiggle.ts`. */
declare const jiggle: typeof import('./examples/jiggle').jiggle

/** The page's canvas, and the visible part of the world. */
declare const canvas: HTMLCanvasElement
declare const view: import('osteon/render').View

/** Functions of a game. */
declare function playSound(entity: number, path?: string): void
declare function random(): number
declare function save(bytes: Uint8Array): void
declare const seconds: number

/** A session of WebXR: a frame, a hand of an input source, a space, and whether the hand pinches. */
declare const frame: {
  getJointPose(joint: unknown, space: unknown): import('osteon/recorder').XrPose | undefined
}
declare const hand: ReadonlyMap<string, unknown>
declare const space: unknown
declare const pinching: boolean

/** A PixiJS application. */
declare const app: import('pixi.js').Application

/** Of a Three.js scene. */
declare const scene: import('three').Scene
declare const camera: import('three').Camera
declare const renderer: import('three').WebGLRenderer
declare const clock: import('three').Timer

/** As the Vite plug-in declares imports. */
declare module '*/hero.json?osteon' {
  import type { CookedFile } from 'osteon/formats/cooked'

  const file: CookedFile
  export default file
}
