/** The same page with the official web player, which is run as it is. */
import { SpinePlayer } from '@esotericsoftware/spine-player'
import { offerPage } from './figure-page'

offerPage(async (main, count, { skeleton, atlas, animation, size }) => {
  const players = Array.from({ length: count }, () => {
    const box = document.createElement('div')
    box.style.cssText = `inline-size:${size}px;block-size:${size}px`
    main.append(box)
    return new Promise<void>((done, fail) => {
      new SpinePlayer(box, {
        ...{ skeleton, atlas, animation, showControls: false, alpha: true, backgroundColor: '#00000000' },
        success: () => done(),
        error: (_, message) => fail(new Error(message)),
      })
    })
  })
  await Promise.all(players)
})
