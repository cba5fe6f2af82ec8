/** Figures of Phaser beside its own images: a skeleton of one region stands for an image of the same page. */
import { countTextures } from './phaser/count'
import { pictures } from './phaser/early'
import { files } from './phaser/files'
import { lives } from './phaser/lives'
import { sizes } from './phaser/sizes'
import { clear, scene, startStage } from './phaser/stage'
import { compareTree } from './phaser/tree'

declare global {
  interface Window {
    citizens?: { ask(name: string): Promise<unknown>; compare: typeof compareTree }
  }
}

const questions: Record<string, () => unknown> = { ...sizes, ...lives, ...files, ...pictures }

await startStage()
countTextures()
window.citizens = {
  compare: compareTree,
  ask: async (name) => {
    clear(scene)
    return questions[name]()
  },
}
