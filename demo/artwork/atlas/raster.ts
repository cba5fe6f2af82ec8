/** SVG → pixels, by the same Chromium that the browser tests use. */
import { PNG } from 'pngjs'
import { launchChromium } from '../../../scripts/chromium'
import type { Part } from '../svg'

/** Straight alpha, rows from the top. */
export interface Picture {
  width: number
  height: number
  data: Uint8Array
}

function svgFile({ rect: [x, y, width, height], svg }: Part, texels: number): string {
  const size = `width="${Math.round(width * texels)}" height="${Math.round(height * texels)}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="${x} ${y} ${width} ${height}">${svg}</svg>`
}

/** Draws every part at `texels` pixels per unit, or at the part's own. */
export async function rasterise(parts: readonly Part[], texels: number): Promise<Picture[]> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    const pictures: Picture[] = []
    for (const part of parts) {
      const base64 = await page.evaluate(
        async (svg) => {
          const image = new Image()
          image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
          await image.decode()
          const canvas = document.createElement('canvas')
          canvas.width = image.width
          canvas.height = image.height
          canvas.getContext('2d')?.drawImage(image, 0, 0)
          return canvas.toDataURL('image/png').split(',')[1]
        },
        svgFile(part, part.texels ?? texels),
      )
      const { width, height, data } = PNG.sync.read(Buffer.from(base64, 'base64'))
      pictures.push({ width, height, data })
    }
    return pictures
  } finally {
    await browser.close()
  }
}
