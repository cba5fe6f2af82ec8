/** Figures as elements of a page: three files, one canvas. A press on a figure makes it jump. */
import 'osteon/element'
import { artwork } from './artwork'

const elements = [...document.querySelectorAll('osteon-figure')]
for (const element of elements) {
  // A built site renames files. On a page of yours these are attributes: `src="badger.json"`.
  element.src = artwork(`${element.id}.json`)
  element.atlas = artwork(`${element.id}.atlas`)
  element.addEventListener('click', () => {
    const { rig } = element.figure ?? {}
    if (rig?.animationIndex.has('jump')) element.play('jump', { loop: false })
  })
  element.addEventListener('complete', ({ detail }) => {
    if (detail.animation === 'jump') element.play(element.animation, { mix: 0.2 })
  })
}
await Promise.all(elements.map((element) => element.ready))
