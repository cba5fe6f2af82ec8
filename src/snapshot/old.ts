import type { AnimationState } from '../world/state'
import type { describe } from './describe'
export function upgrade(_state: AnimationState, _bytes: Uint8Array): ReturnType<typeof describe> {
  throw new Error('todo')
}
