/** Types that let the compiler check the names of one skeleton. `osteon types` writes them. */

/** Names of constraints by kind, for the kinds that functions set by name. */
export type ConstraintNames = {
  ik: string
  transform: string
  path: string
  physics: string
  slider: string
}

/** The names of a skeleton as unions of literals, as `osteon types` writes them. By default any name is allowed. */
export interface RigNames {
  animations: string
  skins: string
  slots: string
  bones: string
  events: string
  /** By kind, because names are unique only within a kind. */
  constraints: ConstraintNames
}

/** Where types carry names. No value has this key. */
declare const NAMES: unique symbol

/** Something that carries the names of a skeleton for the compiler only. */
export interface Named<Names extends RigNames> {
  readonly [NAMES]?: Names
}

/** An entity id. For a skeleton of a typed rig it carries the rig's names; it is still a plain number. */
export type Entity<Names extends RigNames = RigNames> = number & Named<Names>

/**
 * A name as a function takes it: a literal must be a known name. A value that the compiler knows only as a `string` is
 * accepted, and checked when the program runs.
 */
export type NameOf<Known extends string, Given extends string> = string extends Given ? Given : Known
