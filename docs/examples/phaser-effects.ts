/** Effects whose calls differ between Phaser 3 and 4. */
import type * as Phaser from 'phaser'

/** Members of Phaser 3 objects that the types of Phaser 4 lack. */
interface OfPhaser3 {
  readonly postFX: { addBlur(quality: number, x: number, y: number, strength: number): void }
  setMask(mask: object): void
  createGeometryMask(): object
}

/** Blurs an object by pixels of the screen, with a filter in Phaser 4 and an effect in Phaser 3. */
export function blur(object: Phaser.GameObjects.GameObject): void {
  if ('enableFilters' in object)
    object.enableFilters().setFiltersFocusContext(true).filters?.internal.addBlur(1, 2, 2, 1)
  else (object as OfPhaser3).postFX.addBlur(1, 2, 2, 1)
}

/** Cuts an object, with a filter in Phaser 4 and a mask in Phaser 3. @param shape isn't drawn itself. */
export function cut(object: Phaser.GameObjects.GameObject, shape: Phaser.GameObjects.Graphics): void {
  if ('enableFilters' in object) object.enableFilters().filters?.external.addMask(shape)
  else (object as OfPhaser3).setMask((shape as unknown as OfPhaser3).createGeometryMask())
}
