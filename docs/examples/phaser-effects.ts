/** Effects that are called otherwise in Phaser 3 than in 4. */
import type * as Phaser from 'phaser'

/** Objects of Phaser 3, as the types of Phaser 4 do not know them. */
interface OfPhaser3 {
  readonly postFX: { addBlur(quality: number, x: number, y: number, strength: number): void }
  setMask(mask: object): void
  createGeometryMask(): object
}

/** Blurs an object by pixels of the screen: by a filter in Phaser 4, by an effect in Phaser 3. */
export function blur(object: Phaser.GameObjects.GameObject): void {
  if ('enableFilters' in object)
    object.enableFilters().setFiltersFocusContext(true).filters?.internal.addBlur(1, 2, 2, 1)
  else (object as OfPhaser3).postFX.addBlur(1, 2, 2, 1)
}

/** Cuts an object: by a filter in Phaser 4, by a mask in Phaser 3. @param shape is not drawn itself. */
export function cut(object: Phaser.GameObjects.GameObject, shape: Phaser.GameObjects.Graphics): void {
  if ('enableFilters' in object) object.enableFilters().filters?.external.addMask(shape)
  else (object as OfPhaser3).setMask((shape as unknown as OfPhaser3).createGeometryMask())
}
