/** The words of a surface's stop, after code and length. */
import { GROUP_WORDS } from '../../../rig/program/ops'

export const SURFACE = {
  /**
   * Its rows in the local section: its vertices, y up. Then the world record of its bone, and the first record of its
   * own.
   */
  ROWS: 2,
  BONE: 3,
  HOME: 4,
  /** Columns and rows of cells, and half its size (a float). */
  COLUMNS: 5,
  LINES: 6,
  HALF: 7,
  /** World record of the bone, or first record of the surface, under which its vertices are; -1 if there is none. */
  ON_BONE: 8,
  ON_SURFACE: 9,
  /**
   * The nearest bone above that isn't a surface: its world record, -1 = none; its rows in the local section; and
   * whether its scale is its own, regardless of its parents.
   */
  ABOVE: 10,
  ABOVE_POSE: 11,
  ABOVE_OWN: 12,
  /** Number of its child bones, then their groups. */
  CHILDREN: 13,
  CHILD: 14,
} as const
export const SURFACE_CHILD_WORDS = GROUP_WORDS
