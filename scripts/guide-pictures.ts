/** `npm run picture:guides` draws the guides' pictures of demo pages into `docs/pictures`; `-- looks` draws only that one. */
import { launchChromium } from './chromium'
import { ROOT } from './entries'
import { servePages } from './serve'

/** Each picture: its page, the size of the window, the element that is drawn, boxes to check, and styles for a small file. */
const PICTURES = {
  debug: {
    page: 'viewer.html#show=lamplighter&animation=walk&time=0.4',
    size: { width: 800, height: 355 },
    element: '#stage',
    checked: ['[data-overlay="bones"]', '[data-overlay="meshes"]'],
    style: '#backdrop, .zoom { display: none } #stage { background: #d9d5e6 }',
  },
  looks: {
    page: 'looks.html',
    size: { width: 1148, height: 760 },
    element: '#stage',
    checked: [],
    style: '#stage { border: 0; border-radius: 0 }',
  },
}

const asked = process.argv[2]
const server = await servePages()
const browser = await launchChromium()
try {
  for (const [name, { checked, element, page: path, size, style }] of Object.entries(PICTURES)) {
    if (asked !== undefined && asked !== name) continue
    const page = await browser.newPage({ viewport: size })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(`${server.url}/demo/${path}`)
    await page.locator('body[data-ready]').waitFor({ timeout: 300_000 })
    for (const box of checked) await page.locator(box).check()
    await page.addStyleTag({ content: style })
    await page.waitForTimeout(1000)
    await page.locator(element).screenshot({ path: `${ROOT}/docs/pictures/${name}.png` })
    await page.close()
  }
} finally {
  await Promise.all([browser.close(), server.close()])
}
