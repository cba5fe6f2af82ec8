/** A dressing room behind the character: a papered wall, a lit niche, a round rug on the floor. */
import type { View } from 'osteon/render'

const WALL = ['#3a2c55', '#241a3a'] as const
const NICHE = ['#57507f', '#b994a4'] as const
const FLOOR = ['#2a1c33', '#1b1226'] as const
const TRIM = '#f4c98a'
const RUG = '#7d3b4f'

/** Half the niche's width, and where its arch begins; world units. */
const HALF = 290
const ARCH = 440
/** The floor begins so far above the ground on which the character stands. */
const SKIRTING = 46

/** Paints the whole canvas as `view` sees it. */
export function paintRoom(context: CanvasRenderingContext2D, view: View): void {
  const { width, height } = context.canvas
  const scale = width / view.width
  // In world units, y up.
  context.setTransform(scale, 0, 0, -scale, width / 2 - view.x * scale, height / 2 + view.y * scale)
  const left = view.x - view.width / 2
  const bottom = view.y - view.height / 2
  const top = view.y + view.height / 2
  fill(context, WALL, top, SKIRTING)
  context.fillRect(left, SKIRTING, view.width, top - SKIRTING)
  paintPaper(context, left, top, view.width)
  const arch = (by: number): void => {
    context.beginPath()
    context.moveTo(-HALF - by, SKIRTING)
    context.lineTo(-HALF - by, ARCH)
    context.arc(0, ARCH, HALF + by, Math.PI, 0, true)
    context.lineTo(HALF + by, SKIRTING)
    context.fill()
  }
  context.fillStyle = TRIM
  context.globalAlpha = 0.5
  arch(9)
  context.globalAlpha = 1
  fill(context, NICHE, ARCH + HALF, SKIRTING)
  arch(0)
  fill(context, FLOOR, SKIRTING, bottom)
  context.fillRect(left, bottom, view.width, SKIRTING - bottom)
  paintRug(context)
}

function fill(
  context: CanvasRenderingContext2D,
  [first, last]: readonly [string, string],
  from: number,
  to: number,
): void {
  const gradient = context.createLinearGradient(0, from, 0, Math.min(to, from - 1))
  gradient.addColorStop(0, first)
  gradient.addColorStop(1, last)
  context.fillStyle = gradient
}

function paintPaper(context: CanvasRenderingContext2D, left: number, top: number, width: number): void {
  context.fillStyle = '#fff'
  context.globalAlpha = 0.028
  const step = 84
  for (let x = Math.floor(left / step) * step; x < left + width; x += step)
    context.fillRect(x, SKIRTING, step / 2, Math.max(0, top - SKIRTING))
  context.globalAlpha = 1
}

function paintRug(context: CanvasRenderingContext2D): void {
  for (const [color, alpha, size] of [
    [RUG, 1, 1],
    [TRIM, 0.55, 0.9],
    [RUG, 1, 0.875],
  ] as const) {
    context.fillStyle = color
    context.globalAlpha = alpha
    context.beginPath()
    context.ellipse(0, -4, 400 * size, 44 * size, 0, 0, 2 * Math.PI)
    context.fill()
  }
  context.globalAlpha = 1
}
