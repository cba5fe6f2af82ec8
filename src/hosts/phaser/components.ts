/** Gives a class the components of Phaser's game objects. */
import * as Phaser from 'phaser'

/** In Phaser 4 every game object has masks and effects of its own. */
const NAMES = [
  'AlphaSingle',
  'BlendMode',
  'Depth',
  'GetBounds',
  'ScrollFactor',
  'Transform',
  'Visible',
] as const
const NAMES_3 = ['PostPipeline', 'Mask'] as const

/** Types know the components as interfaces only, and do not know how classes take them. */
const { Class, GameObjects } = Phaser as unknown as {
  Class: { mixin(target: object, components: readonly object[]): void }
  GameObjects: { Components: Readonly<Record<string, object>> }
}

/** @param names @default those that all objects have */
export function addComponents(target: object, names?: readonly string[]): void {
  const { Components } = GameObjects
  const all = names ?? [...NAMES, ...(Components.PostPipeline ? NAMES_3 : [])]
  Class.mixin(
    target,
    all.map((name) => Components[name]),
  )
}

/** Phaser 3 keeps an object's effects in lists that its constructor has to make. */
export function startComponents(figure: object): void {
  if ('initPostPipeline' in figure) (figure as { initPostPipeline(): void }).initPostPipeline()
}
