/** `npm run bench`: measures the systems, or what `--what` names. See README.md. */
import { argv } from 'node:process'

/** What can be measured; each has options of its own. */
const WHAT: Readonly<Record<string, () => Promise<unknown>>> = {
  systems: () => import('./what/systems'),
  scenarios: () => import('./what/scenarios'),
  reads: () => import('./what/reads'),
  save: () => import('./what/save'),
  recordings: () => import('./what/recordings'),
  particles: () => import('./what/particles'),
  sizes: () => import('./what/sizes'),
  elements: () => import('./what/elements'),
  looks: () => import('./what/looks'),
  budget: () => import('./what/budget'),
  replay: () => import('./what/replay'),
}

const at = argv.indexOf('--what')
const [, name = ''] = at < 0 ? ['', 'systems'] : argv.splice(at, 2)
if (Object.hasOwn(WHAT, name)) await WHAT[name]()
else {
  console.error(`bench: --what takes ${Object.keys(WHAT).join(', ')}; got "${name}"`)
  process.exitCode = 1
}
