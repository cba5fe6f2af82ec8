/** Starts PixiJS and loads this project's characters with its `Assets`. */
import type { Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { figureParser } from 'osteon/pixi'
import { Application, Assets, extensions, type Texture } from 'pixi.js'

extensions.add(figureParser([spineJson]))

export async function startPixi(): Promise<Application> {
  const app = new Application()
  await app.init({ preference: 'webgl', background: '#304058', antialias: true, resizeTo: window })
  document.body.append(app.canvas)
  return app
}

/** The part of the stage that the examples show whole. */
const [WIDTH, HEIGHT] = [480, 360]

/** Scales the stage to the page, however large it is. */
export function showStage({ renderer, screen, stage }: Application): void {
  const show = () => {
    const scale = Math.min(screen.width / WIDTH, screen.height / HEIGHT)
    stage.scale.set(scale)
    stage.position.set((screen.width - scale * WIDTH) / 2, (screen.height - scale * HEIGHT) / 2)
  }
  renderer.on('resize', show)
  show()
}

/**
 * Loads a character. `Assets.load('badger.json')` would do; here atlas and page are given, because a built site renames
 * them.
 */
export async function loadCharacter(name: string): Promise<Rig> {
  const file = (end: string) => new URL(`../../demo/assets/${name}.${end}`, import.meta.url).href
  const texture = await Assets.load<Texture>(file('png'))
  const data = { atlas: file('atlas'), textures: { [`${name}.png`]: texture } }
  return Assets.load<Rig>({ src: file('json'), data })
}
