/** Whether a page can be used by everybody: the rules of axe, and the keyboard. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  interface Window {
    /** Put there by axe's script. */
    axe: typeof axe
    /** Put there by `watchKeyboard`. */
    keyboard: Keyboard
  }
}

/** Areas that scroll, and the page itself, have the focus too. */
const MOST_SPARE = 12

/** Violations that axe calls serious or worse, a line for each element. */
async function findViolations(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(endTransitions)
  const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }))
  for (const { id, impact, nodes } of violations)
    if (impact === 'serious' || impact === 'critical')
      for (const { target, failureSummary } of nodes)
        found.push(`${id}: ${target.join(' ')}: ${failureSummary}`)
  return found
}

/** Runs in the page: ends transitions of colours. */
function endTransitions(): void {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
}

interface Keyboard {
  /** Elements that a mouse can use and no key can reach. */
  lost(): string[]
  /** Elements that Tab has to reach and has not reached yet. */
  left(): string[]
  /** Elements that had the focus and did not show it. */
  readonly unseen: string[]
}

/** Runs in the page: watches the focus from now on. */
function watchKeyboard(): void {
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex]'
  const isSeen = (of: Element): boolean => of.checkVisibility({ visibilityProperty: true })
  const nameOf = (of: Element): string => of.outerHTML.replace(/\s+/g, ' ').slice(0, 100)
  /** Of a group of radio buttons or tabs Tab comes to one; the arrow keys do the rest. */
  const isSpare = (of: Element): boolean => {
    if (of.getAttribute('role') === 'tab') return of.getAttribute('aria-selected') !== 'true'
    if (!(of instanceof HTMLInputElement) || of.type !== 'radio') return false
    const group = [...document.getElementsByName(of.name)]
    const chosen = group.find((one) => one instanceof HTMLInputElement && one.checked)
    return of !== (chosen ?? group[0])
  }
  const listStops = (): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>(controls)].filter(
      (of) => isSeen(of) && !of.matches(':disabled') && !isSpare(of),
    )
  const isLost = (of: Element): boolean => {
    if (of instanceof HTMLLabelElement) return !(of.control && isSeen(of.control))
    if (of.matches(controls)) return false
    // An element with a hand as its cursor is used by a click.
    const clicked = getComputedStyle(of).cursor === 'pointer'
    return clicked && !of.closest(`label, ${controls}`) && !of.querySelector(controls)
  }
  /** A control that is drawn by its label is outlined there. */
  const showsFocus = (of: Element): boolean =>
    [of, of.closest('label')].some((drawn) => {
      if (!drawn?.checkVisibility({ opacityProperty: true })) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(drawn)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    })
  const visited = new Set<EventTarget>()
  const unseen: string[] = []
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    visited.add(target)
    if (!showsFocus(target)) unseen.push(nameOf(target))
  })
  window.keyboard = {
    lost() {
      const unreachable = listStops().filter(({ tabIndex }) => tabIndex < 0)
      const clicked = [...document.body.querySelectorAll('*')].filter((of) => isSeen(of) && isLost(of))
      return [...unreachable, ...clicked].map(nameOf)
    },
    left: () => listStops().flatMap((of) => (visited.has(of) ? [] : [nameOf(of)])),
    unseen,
  }
}

/** Presses Tab until all was visited, or `MOST_SPARE` times more often than should be enough. @returns the unvisited elements. */
async function tabThrough(page: Page): Promise<string[]> {
  const look = () => page.evaluate(() => window.keyboard.left())
  let left = await look()
  const enough = left.length
  for (let press = 1; left.length > 0 && press <= enough + MOST_SPARE; press++) {
    await page.keyboard.press('Tab')
    if (press >= enough) left = await look()
  }
  return left
}

/** Goes through the page by Tab: nothing is left out, and the focused element shows its focus. */
export async function checkKeyboard(page: Page): Promise<void> {
  await page.evaluate(watchKeyboard)
  expect(await page.evaluate(() => window.keyboard.lost())).toEqual([])
  expect(await page.evaluate(() => window.keyboard.left())).not.toEqual([])
  expect(await tabThrough(page)).toEqual([])
  expect(await page.evaluate(() => window.keyboard.unseen)).toEqual([])
}

/** Checks the page, each of its tabs, and its picture after a failure. */
export async function checkRules(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  expect(await findViolations(page)).toEqual([])
  for (const tab of await page.locator('[role="tab"][aria-selected="false"]').all()) {
    await tab.click()
    expect(await findViolations(page)).toEqual([])
  }
  const messages = '[role="alert"][hidden], [role="status"][hidden], .drop[hidden]'
  const count = await page.locator(messages).evaluateAll((found) => {
    for (const message of found) message.removeAttribute('hidden')
    return found.length
  })
  if (count > 0) expect(await findViolations(page)).toEqual([])
}
