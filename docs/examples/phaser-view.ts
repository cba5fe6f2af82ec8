/** Makes the Phaser examples fill their page. */
import * as Phaser from 'phaser'

/** The part of the world that the examples show whole. */
const [WIDTH, HEIGHT] = [480, 360]

/** The scale settings of a game that has as many pixels as its page. */
export const WHOLE_PAGE = { mode: Phaser.Scale.RESIZE, width: '100%', height: '100%' }

/** Makes the camera show all of the stage, however large the page is. */
export function showStage({ cameras, scale }: Phaser.Scene): void {
  const show = () => {
    cameras.main.setZoom(Math.min(scale.width / WIDTH, scale.height / HEIGHT))
    cameras.main.centerOn(WIDTH / 2, HEIGHT / 2)
  }
  scale.on('resize', show)
  show()
}
