/** The words of a surface's stop, behind code and length. */
import { GROUP_WORDS } from '../../../rig/program/ops'

/** Its rows in the local section: its vertices, y up. Then the world record of its bone, and the first record of its own. */
export const SURFACE_ROWS = 2
export const SURFACE_BONE = 3
export const SURFACE_HOME = 4
/** Columns and rows of cells, and half its size (a float). */
export const SURFACE_COLUMNS = 5
export const SURFACE_LINES = 6
export const SURFACE_HALF = 7
/** World record of the bone, or first record of the surface, under which its vertices are; -1: none. */
export const SURFACE_ON_BONE = 8
export const SURFACE_ON_SURFACE = 9
/**
 * The nearest bone above that is no surface: its world record, -1 = none; its rows in the local section; and whether its scale
 * is its own, regardless of its parents.
 */
export const SURFACE_ABOVE = 10
export const SURFACE_ABOVE_POSE = 11
export const SURFACE_ABOVE_OWN = 12
/** Number of its child bones, then their groups. */
export const SURFACE_CHILDREN = 13
export const SURFACE_CHILD = 14
export const SURFACE_CHILD_WORDS = GROUP_WORDS
