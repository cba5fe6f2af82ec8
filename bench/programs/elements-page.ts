/** A page of `<osteon-figure>`s, for `npm run bench -- --what elements`. */
import 'osteon/element'
import { offerPage } from './figure-page'

offerPage(async (main, count, { skeleton, animation, size }) => {
  const style = `inline-size:${size}px;block-size:${size}px`
  const figure = `<osteon-figure src="${skeleton}" animation="${animation}" style="${style}"></osteon-figure>`
  main.innerHTML = figure.repeat(count)
  await Promise.all([...main.querySelectorAll('osteon-figure')].map(({ ready }) => ready))
})
