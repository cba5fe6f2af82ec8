/** Words of the record, and addresses of columns. */
import { CROWD } from './layout'

// @ts-ignore: decorator
@inline
export function word(record: usize, index: i32): i32 {
  return load<i32>(record + (<usize>index << 2))
}

/** Address of a column of copies. */
// @ts-ignore: decorator
@inline
export function copies(record: usize, column: i32): usize {
  return <usize>word(record, CROWD.COPIES + column)
}

/** Address of a private column of figures. */
// @ts-ignore: decorator
@inline
export function figures(record: usize, column: i32): usize {
  return <usize>word(record, CROWD.FIGURES + column)
}

/** Address of a list. */
// @ts-ignore: decorator
@inline
export function list(record: usize, column: i32): usize {
  return <usize>word(record, CROWD.LISTS + column)
}
