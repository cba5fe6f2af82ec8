/** Numbers of what rigs name. */
import { listNames, OsteonError } from '../base/errors'
import type { Rig } from './rig'

/**
 * Returns the number of an animation or a skin by name.
 *
 * @param source, path of the error.
 * @throws OsteonError `unknown-animation`, `unknown-skin`; the message lists the known names.
 */
export function numberOfName(
  rig: Rig,
  kind: 'animation' | 'skin',
  name: string,
  source = rig.name,
  path: string = kind,
): number {
  const known = rig[`${kind}Index`]
  const number = known.get(name)
  if (number !== undefined) return number
  const message = `"${rig.name}" has no ${kind} ${JSON.stringify(name)}; it has ${listNames(known.keys())}`
  throw new OsteonError(`unknown-${kind}`, source, path, message)
}
