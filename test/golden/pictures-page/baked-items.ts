/** Spine skeletons of picture cases as figures of baked tables. */
import { type Assets, OsteonError, type Rig } from 'osteon'
import { type BakedTable, bakeTables, type CrowdWorld, registerTable, spawnBaked } from 'osteon/crowd'
import { runPipeline } from 'osteon/systems'
import { loadItem, type SpineItem } from './spine-items'

/** Pixels between two frames of a table: far below those that a comparison of pictures sees. */
const SLACK = 0.02

/**
 * Bakes what the items show, and spawns a figure for each, in their order.
 *
 * @param scale pixels of a unit. @returns whatever the tables lost: `BakedTable.lost`, and constraints of an uneven scale.
 * @throws OsteonError `unsupported-feature` for an item that shows more than one animation.
 */
export async function showBaked(
  crowd: CrowdWorld,
  items: readonly SpineItem[],
  assets: Assets,
  scale: number,
): Promise<string[]> {
  const animations = items.map(animationOf)
  const rigs = await Promise.all(items.map((item) => loadItem(item, assets)))
  const tables = new Map<string, number>()
  const lost = new Set<string>()
  items.forEach((item, i) => {
    const shown = animations[i]
    const {
      skin = null,
      x,
      y,
      scaleX = 1,
      scaleY = 1,
      color: [red, green, blue, alpha] = [1, 1, 1, 1],
    } = item
    const size = scale * Math.max(Math.abs(scaleX), Math.abs(scaleY))
    const name = JSON.stringify([item.skeleton, item.atlas, skin, shown.animation, size])
    let number = tables.get(name)
    if (number === undefined) {
      const table = bakeItem(rigs[i], skin, shown.animation, size)
      for (const { what } of table.lost) lost.add(what)
      number = registerTable(crowd, rigs[i], table)
      tables.set(name, number)
    }
    if (Math.abs(scaleX) !== Math.abs(scaleY)) lost.add('uneven scale')
    spawnBaked(crowd, number, {
      ...{ x, y, scaleX, scaleY, tint: [red, green, blue], alpha },
      ...{ animation: shown.animation, time: shown.time, loop: false, speed: 0 },
    })
  })
  runPipeline(crowd)
  return [...lost]
}

function bakeItem(rig: Rig, skin: string | string[] | null, animation: string, scale: number): BakedTable {
  return bakeTables(rig, { skins: [skin], animations: [animation], slack: SLACK, scale })[0]
}

/** The animation of an item, if a table can show it as the item does. */
function animationOf({ pose = [], attachments, steps, skeleton }: SpineItem): {
  animation: string
  time: number
} {
  const [shown] = pose
  if (
    pose.length === 1 &&
    !attachments &&
    !steps &&
    (shown.alpha ?? 1) === 1 &&
    (shown.blend ?? 'setup') === 'setup'
  )
    return shown
  throw new OsteonError(
    'unsupported-feature',
    skeleton,
    'pose',
    'a table shows one animation, and nothing set by hand',
  )
}
