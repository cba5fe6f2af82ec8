/** Dusk behind the puppets: sky, moon, hills, a quay, and leaves that show the wind. */
import type { View } from 'osteon/render'

const SKY: readonly [at: number, color: string][] = [
  [0, '#1d1838'],
  [0.45, '#3d2a57'],
  [0.78, '#87465f'],
  [1, '#cf7551'],
]
/** Each hill: colour, height of its line and of its waves, length of a wave; world units. */
const HILLS = [
  ['#4b2b52', 190, 46, 780],
  ['#382144', 120, 34, 520],
] as const
const GROUND = '#241530'
const LEAVES = 26
/** World units that a leaf goes in a second of wind 1. */
const SPEED = 420

export interface Weather {
  /** Seconds that the page has shown. */
  clock: number
  /** Seconds that the wind has blown, times its strength. */
  drift: number
}

/** Paints the whole canvas as `view` sees it. */
export function paintDusk(context: CanvasRenderingContext2D, view: View, weather: Weather): void {
  const { width, height } = context.canvas
  const scale = width / view.width
  context.setTransform(1, 0, 0, 1, 0, 0)
  const horizon = height / 2 + view.y * scale
  const sky = context.createLinearGradient(0, 0, 0, Math.max(1, horizon))
  for (const [at, color] of SKY) sky.addColorStop(at, color)
  context.fillStyle = sky
  context.fillRect(0, 0, width, height)
  // From here on in world units, y up.
  context.setTransform(scale, 0, 0, -scale, width / 2 - view.x * scale, horizon)
  const left = view.x - view.width / 2
  paintMoon(context)
  for (const [color, y, wave, length] of HILLS) {
    context.fillStyle = color
    context.beginPath()
    context.moveTo(left, -400)
    for (let i = 0; i <= 60; i++) {
      const x = left + (view.width * i) / 60
      context.lineTo(x, y + wave * Math.sin((2 * Math.PI * (x + y * 3)) / length))
    }
    context.lineTo(left + view.width, -400)
    context.fill()
  }
  context.fillStyle = GROUND
  context.fillRect(left, -2000, view.width, 2014)
  context.fillStyle = '#ffe0b8'
  context.globalAlpha = 0.1
  context.fillRect(left, 11, view.width, 3)
  context.globalAlpha = 1
  paintLeaves(context, view, weather)
}

function paintMoon(context: CanvasRenderingContext2D): void {
  for (const [radius, alpha] of [
    [120, 0.05],
    [84, 0.08],
    [54, 1],
  ]) {
    context.fillStyle = '#ffe9c4'
    context.globalAlpha = alpha
    context.beginPath()
    context.arc(330, 690, radius, 0, 2 * Math.PI)
    context.fill()
  }
  context.globalAlpha = 1
}

function paintLeaves(context: CanvasRenderingContext2D, view: View, { clock, drift }: Weather): void {
  const left = view.x - view.width / 2 - 20
  const wide = view.width + 40
  const wrap = (value: number, size: number): number => ((value % size) + size) % size
  for (let i = 0; i < LEAVES; i++) {
    const depth = 0.5 + wrap(i * 0.377, 0.5)
    const x = left + wrap(i * 977 + drift * SPEED * depth, wide)
    const y = 40 + wrap(i * 211 - clock * 9 * depth, 740) + 10 * Math.sin(clock * 1.3 + i)
    context.fillStyle = i % 3 === 0 ? '#f4b454' : '#e08a5a'
    context.globalAlpha = 0.5 * depth
    context.beginPath()
    context.ellipse(x, y, 9 * depth, 3.6 * depth, Math.sin(clock * 0.9 + i * 2) + i, 0, 2 * Math.PI)
    context.fill()
  }
  context.globalAlpha = 1
}
