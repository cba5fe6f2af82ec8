/** Two panels of which one is visible; arrow keys switch between their tabs. */
export function createTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>('[role="tab"]')]
  const choose = (chosen: HTMLButtonElement): void => {
    for (const tab of tabs) {
      const on = tab === chosen
      tab.ariaSelected = String(on)
      tab.tabIndex = on ? 0 : -1
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
      if (panel) panel.hidden = !on
    }
  }
  tabs.forEach((tab, i) => {
    tab.addEventListener('click', () => choose(tab))
    tab.addEventListener('keydown', (event) => {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? tabs.length - 1 : 0
      if (by === 0) return
      // Elsewhere these keys move the stage.
      event.stopPropagation()
      event.preventDefault()
      const next = tabs[(i + by) % tabs.length]
      choose(next)
      next.focus()
    })
  })
}
