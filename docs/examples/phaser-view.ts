/** How the examples of Phaser fill their page, and effects that differ between Phaser 3 and 4. */
import * as Phaser from 'phaser'

/** Part of the world that the examples show whole. */
const [WIDTH, HEIGHT] = [480, 360]

/** Of a game that has as many pixels as its page. */
export const WHOLE_PAGE = { mode: Phaser.Scale.RESIZE, width: '100%', height: '100%' }

/** Has the camera show all of the stage, however large the page is. */
export function showStage({ cameras, scale }: Phaser.Scene): void {
  const show = () => {
    cameras.main.setZoom(Math.min(scale.width / WIDTH, scale.height / HEIGHT))
    cameras.main.centerOn(WIDTH / 2, HEIGHT / 2)
  }
  scale.on('resize', show)
  show()
}

/** Objects of Phaser 3, as the types of Phaser 4 do not know them. */
interface OfPhaser3 {
  readonly postFX: { addBlur(quality: number, x: number, y: number, strength: number): void }
  setMask(mask: object): void
  createGeometryMask(): object
}

/** Blurs an object: by a filter in Phaser 4, by an effect in Phaser 3. */
export function blur(object: Phaser.GameObjects.GameObject): void {
  if ('enableFilters' in object) object.enableFilters().filters?.internal.addBlur(1, 2, 2, 1)
  else (object as OfPhaser3).postFX.addBlur(1, 2, 2, 1)
}

/** Cuts an object: by a filter in Phaser 4, by a mask in Phaser 3. @param shape is not drawn itself. */
export function cut(object: Phaser.GameObjects.GameObject, shape: Phaser.GameObjects.Graphics): void {
  if ('enableFilters' in object) object.enableFilters().filters?.external.addMask(shape)
  else (object as OfPhaser3).setMask((shape as unknown as OfPhaser3).createGeometryMask())
}
