/** The page of images: pages that leave, compressed textures, and bounds that honour clips. `?paused=1` holds one instant. */
import {
  despawnSkeleton,
  freePages,
  getBounds,
  loadPages,
  loadRig,
  play,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { compressedImage } from 'osteon/compressed'
import { spineJson } from 'osteon/formats/spine-json'
import type { View } from 'osteon/render'
import { assetOf, pageOf } from '../assets'
import { CHARACTERS, type CharacterName, loadCharacter, skeletonOf } from '../characters'
import { element, flatContext, make } from '../dom'
import { createStage, playStages, type Stage, still } from '../stages'
import { DXT5, packBlocks } from './blocks'

/** Seconds after which the picture is held, for visitors with reduced motion. */
const HELD = 0.5
/** Seconds after which an image that nobody wears leaves. */
const AFTER = 3
const VIEW: View = { x: 0, y: 270, width: 800, height: 640 }

const stages: Stage[] = []

function openStage(id: string, after?: () => void): Stage {
  const stage = createStage(id, VIEW, after)
  stages.push(stage)
  return stage
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`
const bytesOf = (rig: Rig): number =>
  rig.pages.reduce((sum, { image }) => sum + (image ? 4 * image.width * image.height : 0), 0)

/** Loads a character without its image. A built site renames images, so their addresses are looked up. */
function loadWorn(name: CharacterName): Promise<Rig> {
  return loadRig(skeletonOf(name), assetOf(`${name}.atlas`), {
    readers: [spineJson],
    name,
    pages: 'worn',
    fetch: (address, init) =>
      fetch(String(address).endsWith('.png') ? assetOf(`${name}.png`) : address, init),
  })
}

/** Characters of which one is shown at a time. */
async function showWorn(): Promise<void> {
  const rigs = await Promise.all(CHARACTERS.map(loadWorn))
  const stage = openStage('worn', report)
  const who = element('who', HTMLElement)
  const bytes = element('worn-bytes', HTMLOutputElement)
  const rows = CHARACTERS.map(() => make('li'))
  element('states', HTMLUListElement).replaceChildren(...rows)
  let eid = 0
  function report(): void {
    const left = freePages(stage.world, { after: AFTER })
    bytes.textContent = `${left.loaded} of ${rigs.length} images, ${megabytes(left.bytes)}`
    for (const [i, row] of rows.entries()) {
      const isThere = rigs[i].pages.some(({ image }) => image !== null)
      const state = isThere
        ? `${CHARACTERS[i] === shown ? 'worn' : 'leaves soon'}, ${megabytes(bytesOf(rigs[i]))}`
        : 'not here'
      const text = `${CHARACTERS[i]}.png ${state}`
      if (row.title === text) continue
      row.title = text
      row.className = isThere ? '' : 'gone'
      row.replaceChildren(make('span', {}, `${CHARACTERS[i]}.png`), make('span', {}, state))
    }
  }
  let shown: CharacterName = CHARACTERS[0]
  const buttons = CHARACTERS.map((name) => make('button', { className: 'button', type: 'button' }, name))
  const show = async (name: CharacterName): Promise<void> => {
    shown = name
    const rig = rigs[CHARACTERS.indexOf(name)]
    await loadPages(rig)
    if (shown !== name) return
    for (const button of buttons) button.ariaPressed = String(button.textContent === name)
    who.textContent = name
    const before = eid
    eid = spawnSkeleton(stage.world, rig)
    play(stage.world, eid, 'idle', { loop: true })
    if (before !== 0) despawnSkeleton(stage.world, before)
    if (still) stage.tick(AFTER)
  }
  for (const [i, button] of buttons.entries()) button.addEventListener('click', () => show(CHARACTERS[i]))
  element('characters', HTMLDivElement).replaceChildren(...buttons)
  await show(shown)
}

/** The badger's pixels, premultiplied. */
async function readPixels(): Promise<ImageData> {
  const [blob] = Object.values(await pageOf('badger'))
  const bitmap = await createImageBitmap(blob)
  const canvas = make('canvas', { width: bitmap.width, height: bitmap.height })
  const context = flatContext(canvas)
  context.drawImage(bitmap, 0, 0)
  const pixels = context.getImageData(0, 0, bitmap.width, bitmap.height)
  for (let i = 0; i < pixels.data.length; i += 4)
    for (let channel = 0; channel < 3; channel++) pixels.data[i + channel] *= pixels.data[i + 3] / 255
  return pixels
}

/** A badger of plain pixels beside one of blocks. */
async function showCompressed(): Promise<void> {
  const [plain, packed] = [openStage('plain'), openStage('packed')]
  const isTaken = packed.gl?.getExtension('WEBGL_compressed_texture_s3tc')
  const { data, height, width } = await readPixels()
  const levels = [packBlocks(data, width, height)]
  const atlas = await (await fetch(assetOf('badger.atlas'))).text()
  const badger = await loadCharacter('badger')
  const rig = isTaken
    ? await loadRig(
        skeletonOf('badger'),
        new TextEncoder().encode(atlas.replace(/size:/, 'pma: true\nsize:')),
        {
          readers: [spineJson],
          name: 'badger-s3tc',
          pages: await pageOf('badger'),
          decode: async () => compressedImage({ width, height, format: DXT5, levels }),
        },
      )
    : badger
  for (const [stage, shown] of [
    [plain, badger],
    [packed, rig],
  ] as const)
    play(stage.world, spawnSkeleton(stage.world, shown), 'walk', { loop: true })
  element('plain-bytes', HTMLOutputElement).textContent = megabytes(freePages(plain.world).bytes)
  element('packed-bytes', HTMLOutputElement).textContent = isTaken
    ? megabytes(freePages(packed.world).bytes)
    : 'this GPU takes no S3TC: plain pixels'
}

/** A fox that a clip cuts, and boxes around it. */
async function showBounds(): Promise<void> {
  const skeleton = (await (await fetch(skeletonOf('lamplighter'))).json()) as {
    slots: object[]
    skins: { name: string; attachments: Record<string, object> }[]
  }
  const corners = Array.from({ length: 24 }, (_, i) => [
    40 + 150 * Math.cos((i * Math.PI) / 12),
    330 + 150 * Math.sin((i * Math.PI) / 12),
  ])
  skeleton.slots.unshift({ name: 'window', bone: 'root', attachment: 'window' })
  const skin = skeleton.skins.find(({ name }) => name === 'default')
  if (skin)
    skin.attachments.window = { window: { type: 'clipping', vertexCount: 24, vertices: corners.flat() } }
  const rig = await loadCharacter('lamplighter', skeleton)
  const canvas = element('window', HTMLCanvasElement)
  const [whole, seen] = ['whole', 'seen'].map((id) => element(id, HTMLDivElement))
  const sizes = element('sizes', HTMLOutputElement)
  const stage = openStage('window', () => {
    const boxes = [getBounds(stage.world, eid), getBounds(stage.world, eid, undefined, { clipped: true })]
    const scale = Math.min(canvas.clientWidth / VIEW.width, canvas.clientHeight / VIEW.height)
    for (const [i, box] of [whole, seen].entries()) {
      const [x, y, width, height] = boxes[i] ?? []
      Object.assign(box.style, {
        left: `${canvas.clientWidth / 2 + (x - VIEW.x) * scale}px`,
        top: `${canvas.clientHeight / 2 - (y + height - VIEW.y) * scale}px`,
        width: `${width * scale}px`,
        height: `${height * scale}px`,
      })
    }
    sizes.textContent = boxes.map((box) => `${box?.[2].toFixed(0)} × ${box?.[3].toFixed(0)}`).join(', ')
  })
  const eid: number = spawnSkeleton(stage.world, rig)
  play(stage.world, eid, 'walk', { loop: true })
}

await Promise.all([showWorn(), showCompressed(), showBounds()])
for (const { tick } of stages) tick(still ? HELD : 0)
playStages(stages)
