/** Mix and match: outfits of the fox, made of whole skins and of parts of them. */
import { type AnimationWorld, addSkin, type Rig } from 'osteon'

/**
 * Adds a skin made of two others to a world. Returns the outfits that a figure can wear: each is one skin, or several
 * of which later ones win.
 *
 * @param rig the fox's rig, whose skin `frost` has a hat.
 */
export function tailor(world: AnimationWorld, rig: Rig): readonly (readonly string[])[] {
  const parts = ['hat', 'pom'].map((key) => ({ slot: key, key, attachment: { skin: 'frost' } }))
  addSkin(world, rig, 'hat of frost', parts)
  return [['night', 'hat of frost'], ['frost'], ['night'], []]
}
