/** The skeleton of one region that stands for an image, and the page that both have. */
/** Of the region in the skeleton: its middle and its size, y up. */
const [MIDDLE_X, MIDDLE_Y] = [30, 10]
export const [WIDE, HIGH] = [20, 12]
/** The same of an image. */
export const [ORIGIN_X, ORIGIN_Y] = [(WIDE / 2 - MIDDLE_X) / WIDE, (HIGH / 2 + MIDDLE_Y) / HIGH]

export const ATLAS = `page.png
size: ${WIDE},${HIGH}
filter: Nearest,Nearest
r
bounds: 0,0,${WIDE},${HIGH}
`
export const SKELETON = {
  skeleton: { spine: '4.2.0', x: 20, y: 4, width: WIDE, height: HIGH },
  bones: [{ name: 'root' }, { name: 'b', parent: 'root' }],
  slots: [{ name: 's', bone: 'b', attachment: 'r' }],
  skins: [
    { name: 'default', attachments: { s: { r: { x: MIDDLE_X, y: MIDDLE_Y, width: WIDE, height: HIGH } } } },
  ],
  events: { step: {} },
  animations: {
    move: { bones: { b: { translate: [{}, { time: 1, x: 100 }] } }, events: [{ time: 0, name: 'step' }] },
  },
}

/** The same, with a clip that leaves the left half of the region. */
export const CLIPPED = {
  ...SKELETON,
  slots: [{ name: 'c', bone: 'b', attachment: 'c' }, ...SKELETON.slots],
  skins: [
    {
      name: 'default',
      attachments: {
        ...SKELETON.skins[0].attachments,
        c: {
          c: {
            type: 'clipping',
            end: 's',
            vertexCount: 4,
            vertices: [0, 0, MIDDLE_X, 0, MIDDLE_X, 40, 0, 40],
          },
        },
      },
    },
  ],
}

/** Four colours, so that flips and turns are seen. */
export function drawPage(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = WIDE
  canvas.height = HIGH
  const context = canvas.getContext('2d')
  ;['#ff0000', '#00ff00', '#0000ff', '#ffff00'].forEach((color, i) => {
    if (!context) return
    context.fillStyle = color
    context.fillRect(((i & 1) * WIDE) / 2, ((i >> 1) * HIGH) / 2, WIDE / 2, HIGH / 2)
  })
  return canvas
}
