/** `npm run picture:debug` draws `docs/pictures/debug.png`, the viewer's stage with bones and meshes. */
import { launchChromium } from './chromium'
import { ROOT } from './entries'
import { servePages } from './serve'

const server = await servePages()
const browser = await launchChromium()
try {
  const page = await browser.newPage({ viewport: { width: 800, height: 355 } })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(`${server.url}/demo/viewer.html#show=lamplighter&animation=walk&time=0.4`)
  await page.locator('body[data-ready]').waitFor({ timeout: 300_000 })
  for (const overlay of ['bones', 'meshes']) await page.locator(`[data-overlay="${overlay}"]`).check()
  // A plain background makes a small file.
  await page.addStyleTag({ content: '#backdrop, .zoom { display: none } #stage { background: #d9d5e6 }' })
  await page.waitForTimeout(1000)
  await page.locator('#stage').screenshot({ path: `${ROOT}/docs/pictures/debug.png` })
} finally {
  await Promise.all([browser.close(), server.close()])
}
