/** Makes a script that differs as short as it gets. */
import type { Step } from '../../golden/dragonbones/script'

interface Reduced {
  steps: readonly Step[]
  findings: readonly string[]
}

/** Without these a step means nothing. */
const KEPT: ReadonlySet<string> = new Set([
  'op',
  'animation',
  'dt',
  'value',
  'field',
  'kind',
  'args',
  'bone',
  'mode',
])

/** The reduced script still differs in the same kind of thing. @param judge lists the differences. */
export async function reduceSteps(
  steps: readonly Step[],
  judge: (steps: readonly Step[]) => Promise<string[]>,
): Promise<Reduced> {
  let best: Reduced = { steps, findings: await judge(steps) }
  const kind = kindOf(best.findings)
  const attempt = async (shorter: readonly Step[]) => {
    const findings = shorter.some(({ op }) => op === 'advance') ? await judge(shorter) : []
    const differs = findings.length > 0 && kindOf(findings) === kind
    if (differs) best = { steps: shorter, findings }
    return differs
  }
  for (let length = steps.length >> 1; length > 0; length >>= 1)
    for (let from = best.steps.length - length; from >= 0; from -= length)
      await attempt(best.steps.toSpliced(from, length))
  for (let place = 0; place < best.steps.length; place++)
    for (const field of Object.keys(best.steps[place]).filter((it) => !KEPT.has(it))) {
      const simpler = Object.entries(best.steps[place]).filter(([name]) => name !== field)
      await attempt(best.steps.with(place, Object.fromEntries(simpler) as unknown as Step))
    }
  return best
}

/** A finding without its numbers. */
function kindOf([first = '']: readonly string[]): string {
  return first
    .replace(/^script +step \d+/, '')
    .replace(/:.*/, '')
    .replace(/[\d.]+/g, '')
}
