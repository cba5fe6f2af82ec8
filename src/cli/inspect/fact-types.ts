/** The report of `osteon inspect` on a file. */

/** Facts of a file, by name. Lists are printed as lists. */
export type Facts = Readonly<
  Record<string, string | number | readonly string[] | Readonly<Record<string, number>>>
>
