/** Rounds a number for the file: four decimals are far finer than the eye can see. */
export const round = (value: number, digits = 4): number => {
  const rounded = Number(value.toFixed(digits))
  return rounded === 0 ? 0 : rounded // No negative zero.
}
