/** Converts units of properties that constraints of 4.3 read and write. */
import { DEGREES_TO_RADIANS } from '../../../base/math/angles'
import type { MappedProperty } from '../../../base/model/constraint'

/** Returns the factor from the file's unit of a property to the model's. @param scale the loader scale. */
export function mappedUnit(property: MappedProperty, scale: number): number {
  if (property === 'x' || property === 'y') return scale
  return property === 'rotate' || property === 'shearY' ? DEGREES_TO_RADIANS : 1
}
