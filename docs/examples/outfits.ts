/** Mix and match: outfits of the fox, made of whole skins and of parts of them. */
import { type AnimationWorld, addSkin, type Rig } from 'osteon'

/**
 * Gives a world a skin of two parts, and names outfits that a figure can wear: one skin, or several of which later ones win.
 *
 * @param rig of the fox, whose skin `frost` has a hat.
 */
export function tailor(world: AnimationWorld, rig: Rig): readonly (readonly string[])[] {
  const parts = ['hat', 'pom'].map((key) => ({ slot: key, key, attachment: { skin: 'frost' } }))
  addSkin(world, rig, 'hat of frost', parts)
  return [['night', 'hat of frost'], ['frost'], ['night'], []]
}
