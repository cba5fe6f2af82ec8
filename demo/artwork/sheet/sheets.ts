/** Draws contact sheets of the characters: eight phases of each animation, and all skins side by side. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchChromium } from '../../../scripts/chromium'
import { servePages } from '../../../scripts/serve'
import type { Character } from '../rig/character'

/** The request for one sheet, which its page gets. */
export interface Sheet {
  /** File name without its end. */
  file: string
  name: string
  animations: readonly string[]
  skins?: readonly string[]
  columns?: number
  scale?: number
}

/** A character's sheets: one for each animation, and one of all skins. */
export const sheetsOf = ({ name, animations, figure }: Character): Sheet[] => [
  ...Object.keys(animations).map((animation) => ({
    file: `${name}-${animation}`,
    name,
    animations: [animation],
    columns: 8,
  })),
  {
    file: `${name}-skins`,
    name,
    animations: ['idle'],
    skins: figure.skins.map((skin) => skin.name),
    columns: 4,
  },
]

/** Draws each sheet into `folder` as a PNG, with the library's own renderer. */
export async function drawSheets(folder: string, sheets: readonly Sheet[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const [browser, server] = await Promise.all([launchChromium(), servePages()])
  try {
    const page = await browser.newPage({ viewport: { width: 800, height: 600 } })
    page.on('pageerror', (error) => console.error(error.stack ?? error.message))
    for (const { file, name, animations, skins = ['default'], columns = 8, scale = 0.5 } of sheets) {
      const query = new URLSearchParams({
        name,
        animation: animations.join(','),
        skin: skins.join(','),
        columns: String(columns),
        scale: String(scale),
      })
      await page.goto(`${server.url}/demo/artwork/sheet/sheet.html?${query}`)
      await page.locator('body[data-ready]').waitFor({ timeout: 60_000 })
      const box = await page.locator('#figures').boundingBox()
      if (!box) throw new Error(`${file}: nothing was drawn`)
      await page.setViewportSize({ width: Math.ceil(box.width), height: Math.ceil(box.height) })
      writeFileSync(join(folder, `${file}.png`), await page.screenshot())
    }
  } finally {
    await Promise.all([browser.close(), server.close()])
  }
}
