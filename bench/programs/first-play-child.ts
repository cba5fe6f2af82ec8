/**
 * Times what a rig makes on first use, in warm code: its image, and each animation's. Prints a `FirstPlayResult` as
 * JSON.
 */
import { readFileSync } from 'node:fs'
import { loadRig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { receive } from '../kit/job'

export interface FirstPlayJob {
  files: readonly { readonly name: string; readonly json: string; readonly atlas: string }[]
  /** Loads of each file; the first half warms up. */
  rounds: number
}

/** Milliseconds, medians of the second half. */
export interface FirstPlay {
  name: string
  image: number
  /** Of the animation that takes longest, and its name. */
  play: number
  animation: string
}

export type FirstPlayResult = FirstPlay[]

async function main(): Promise<void> {
  const { files, rounds } = await receive<FirstPlayJob>()
  const inputs = files.map(({ name, json, atlas }) => ({
    name,
    skeleton: Uint8Array.from(readFileSync(json)),
    atlas: Uint8Array.from(readFileSync(atlas)),
    image: [] as number[],
    plays: new Map<string, number[]>(),
  }))
  for (let round = 0; round < rounds; round++)
    for (const { skeleton, atlas, image, plays } of inputs) {
      const rig = await loadRig(skeleton.slice(), atlas.slice(), {
        readers: [spineJson],
        images: false,
        name: 'loaded',
        warn: () => {},
      })
      const start = performance.now()
      rig.image()
      image.push(performance.now() - start)
      for (const animation of rig.animations) {
        const before = performance.now()
        animation.image()
        const list = plays.get(animation.name) ?? []
        plays.set(animation.name, list)
        list.push(performance.now() - before)
      }
    }
  const settled = (list: number[]) => {
    const half = list.slice(list.length >> 1).sort((a, b) => a - b)
    return half[half.length >> 1]
  }
  const result: FirstPlayResult = inputs.map(({ name, image, plays }) => {
    const [[animation, play]] = [...plays]
      .map(([animation, list]) => [animation, settled(list)] as const)
      .sort(([, a], [, b]) => b - a)
    return { name, image: settled(image), play, animation }
  })
  console.log(JSON.stringify(result))
}

await main()
