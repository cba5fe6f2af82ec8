/** Types that let the compiler check names of one skeleton: `osteon types` writes them. */

/** Names of constraints by kind, of those kinds that functions set by name. */
export type ConstraintNames = {
  ik: string
  transform: string
  path: string
  physics: string
  slider: string
}

/** The names of a skeleton as unions of literals, as `osteon types` writes them. As it stands, any name will do. */
export interface RigNames {
  animations: string
  skins: string
  slots: string
  bones: string
  events: string
  /** By kind: names are unique only within one. */
  constraints: ConstraintNames
}

/** Where types carry names. No value has it. */
declare const NAMES: unique symbol

/** Something that carries the names of a skeleton, for the compiler alone. */
export interface Named<Names extends RigNames> {
  readonly [NAMES]?: Names
}

/** An entity id. That of a typed rig's skeleton carries the rig's names; it is a plain number all the same. */
export type Entity<Names extends RigNames = RigNames> = number & Named<Names>

/**
 * A name as a function takes it: a literal must be one of those known. A text of which the compiler knows no more than
 * that it is a `string` is taken as it is, and checked when the program runs.
 */
export type NameOf<Known extends string, Given extends string> = string extends Given ? Given : Known
