/** What the keys of all animations come to, for those who need no single key. */

/** The deform keys of an entry of a skin. */
export interface DeformFacts {
  readonly skin: number
  readonly slot: number
  readonly key: string
  /** Numbers of an offset for every point, as in `DeformTimeline`. */
  readonly size: number
  /** Greatest distance by which a key, or a curve between keys, moves a number. */
  readonly far: number
  /** Points of an unweighted mesh that keys move; empty for others. */
  readonly moved: readonly number[]
}

/**
 * Facts of a skeleton that compiling it needs, and that no atlas changes. With them, `AnimationModel.timelines` are not asked for
 * before an animation is compiled, so that they can be read then.
 */
export interface KeyFacts {
  /** Bones whose inherit modes are keyed, each once, in order of appearance; so are all lists. */
  readonly inherits: readonly number[]
  /** Slots whose colours are keyed. */
  readonly colors: readonly number[]
  /** Slots whose attachments are keyed. */
  readonly attachments: readonly number[]
  /** Whether draw orders are keyed. */
  readonly ordered: boolean
  readonly deforms: readonly DeformFacts[]
  /** For each animation: bytes that it takes when compiled, and its channels. */
  readonly costs: readonly { readonly bytes: number; readonly channels: number }[]
  /** `Rig.boundless`. */
  readonly boundless: Uint8Array
  /** `Rig.recalls`. */
  readonly recalls: { readonly rows: boolean; readonly changing: boolean }
}
