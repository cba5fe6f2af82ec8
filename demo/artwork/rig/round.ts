/** What is written to the file: four decimals are far below what can be seen. */
export const round = (value: number, digits = 4): number => {
  const rounded = Number(value.toFixed(digits))
  return rounded === 0 ? 0 : rounded // No negative zero.
}
