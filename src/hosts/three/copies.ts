/** Refuses copies of objects that show entities: an entity has one object. */
import { OsteonError } from '../../base/errors'

/** @param object its type. @param call the method that was called. */
export function refuseCopy(object: string, call: 'clone' | 'copy' | 'toJSON'): never {
  const message =
    'it shows what is in a world: make another one of its world and rig; saveState writes the world'
  throw new OsteonError('unsupported-feature', object, call, message)
}
