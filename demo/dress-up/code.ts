/** The calls that dress a character as the page shows it. */
import { PLACES, type Scene, SLOTS } from './scene'

export function codeFor({ name, skin, animation, worn, carried }: Scene): string {
  const lines = [`const eid = spawnSkeleton(world, ${name})`]
  if (skin !== 'default') lines.push(`setSkin(world, eid, '${skin}')`)
  lines.push(`play(world, eid, '${animation}', { loop: true })`)
  for (const [slot, wear] of worn)
    if (wear === 'nothing') lines.push(`setAttachment(world, eid, '${slot}', null)`)
    else if (wear.startsWith('own:')) lines.push(`setAttachment(world, eid, '${slot}', '${wear.slice(4)}')`)
    else {
      const region = wear.slice(7)
      lines.push(
        `const ${region} = addAttachment(world, ${name}, '${slot}', particles, { region: '${region}' })`,
      )
      lines.push(`setAttachment(world, eid, '${slot}', ${region})`)
    }
  for (const place of PLACES) {
    const burden = carried.get(place)
    if (burden === undefined) continue
    const kind = burden.slice(burden.indexOf(':') + 1)
    const made = burden.startsWith('sprite:')
      ? `spawnSprite(world, sheet, '${kind}')`
      : `spawnSkeleton(world, ${kind})`
    lines.push(`putInSlot(world, eid, '${SLOTS[name][place]}', ${made})`)
  }
  return lines.join('\n')
}
