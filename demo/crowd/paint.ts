/** Paints the page of the ground with a 2D context: paving at dusk, and a lamp. */
import type { Random } from './random'

type Context = OffscreenCanvasRenderingContext2D

/** Rows of stones in a tile, and stones in each row. */
const ROWS = 16
const STONES = 10

const MORTAR = '#2f2a47'

/** A tile of `size` pixels that repeats, with `bleed` more of it on each side. */
export function paintPaving(context: Context, size: number, bleed: number, random: Random): void {
  context.fillStyle = MORTAR
  context.fillRect(0, 0, size + 2 * bleed, size + 2 * bleed)
  const height = size / ROWS
  for (let row = 0; row < ROWS; row++) {
    const widths = Array.from({ length: STONES }, () => random.between(0.7, 1.3))
    const sum = widths.reduce((total, width) => total + width, 0)
    let x = random.between(0, 1) * (size / STONES)
    for (const width of widths) {
      const wide = (width / sum) * size
      const tone = random.between(-1, 1)
      const jitter = random.between(-1, 1)
      // Stones near an edge are seen on the opposite side as well.
      for (const dx of [-size, 0, size])
        for (const dy of [-size, 0, size])
          paintStone(context, bleed + x + dx, bleed + row * height + dy, wide, height, tone, jitter)
      x += wide
    }
  }
}

function paintStone(
  context: Context,
  x: number,
  y: number,
  width: number,
  height: number,
  tone: number,
  jitter: number,
): void {
  const light = 26.5 + 2.6 * tone
  const hue = 252 + 10 * jitter
  const stone = (by: number) => `hsl(${hue} 20% ${light + by}%)`
  context.fillStyle = stone(-4)
  context.beginPath()
  context.roundRect(x + 2.5, y + 3, width - 5, height - 4.5, 9)
  context.fill()
  context.fillStyle = stone(0)
  context.beginPath()
  context.roundRect(x + 2.5, y + 2.5 + jitter, width - 5, height - 8, 9)
  context.fill()
}

/** A post with a lantern, its foot in the middle of the lower edge. */
export function paintLamp(context: Context, width: number, height: number): void {
  const middle = width / 2
  const ink = '#1f1830'
  const iron = '#7a7299'
  context.lineJoin = 'round'
  context.strokeStyle = ink
  context.lineWidth = 6
  const shape = (fill: string, draw: () => void): void => {
    context.beginPath()
    draw()
    context.closePath()
    context.fillStyle = fill
    context.stroke()
    context.fill()
  }
  const shade = context.createRadialGradient(0, 0, 0, 0, 0, 52)
  shade.addColorStop(0, 'rgb(16 10 28 / 0.6)')
  shade.addColorStop(1, 'rgb(16 10 28 / 0)')
  context.save()
  context.translate(middle, height - 14)
  context.scale(1, 0.25)
  context.fillStyle = shade
  context.fillRect(-60, -52, 120, 104)
  context.restore()
  shape(iron, () => context.roundRect(middle - 6, 120, 12, height - 140, 3))
  shape(iron, () => context.roundRect(middle - 18, height - 46, 36, 32, 7))
  shape(iron, () => context.roundRect(middle - 13, height - 74, 26, 32, 6))
  shape(iron, () => context.roundRect(middle - 16, 116, 32, 12, 5))
  const glass = context.createLinearGradient(0, 44, 0, 116)
  glass.addColorStop(0, '#ffd98a')
  glass.addColorStop(0.55, '#fff3c4')
  glass.addColorStop(1, '#f7a94e')
  shape('#ffe3a0', () => {
    context.moveTo(middle - 30, 46)
    context.lineTo(middle + 30, 46)
    context.lineTo(middle + 20, 116)
    context.lineTo(middle - 20, 116)
  })
  context.fillStyle = glass
  context.fill()
  context.fillStyle = ink
  context.fillRect(middle - 2, 48, 4, 66)
  shape(iron, () => {
    context.moveTo(middle - 40, 46)
    context.quadraticCurveTo(middle - 12, 34, middle - 8, 14)
    context.lineTo(middle + 8, 14)
    context.quadraticCurveTo(middle + 12, 34, middle + 40, 46)
  })
  shape(iron, () => context.arc(middle, 9, 6, 0, 2 * Math.PI))
}
