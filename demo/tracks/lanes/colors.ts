/** Colours of animations and of the lanes. */
import type { Rig } from 'osteon'

/** Pale on light pages and deep on dark ones, so that the page's ink is readable on all of them. */
const PALETTE = {
  light: ['#8cc3fc', '#eeae7b', '#88d1a2', '#d2acee', '#d2bd70', '#65d2d2', '#f8a4a1', '#eda4cc'],
  dark: ['#3d78b2', '#a36328', '#348757', '#8861a4', '#897311', '#008888', '#ac5857', '#a15883'],
} as const

export interface Look {
  ink: string
  quiet: string
  line: string
  ground: string
  accent: string
  /** Colour of the empty animation. */
  empty: string
  palette: readonly string[]
}

export const LOOKS: Record<'light' | 'dark', Look> = {
  light: {
    ink: '#2a2030',
    quiet: '#6d6170',
    line: '#e2d9c9',
    ground: '#faf6ee',
    accent: '#a8481a',
    empty: '#bdb5bd',
    palette: PALETTE.light,
  },
  dark: {
    ink: '#f3ece2',
    quiet: '#aba2ba',
    line: '#352e47',
    ground: '#191523',
    accent: '#f4b454',
    empty: '#5d5668',
    palette: PALETTE.dark,
  },
}

export function colorOf(look: Look, rig: Rig, animation: string | null): string {
  const index = animation === null ? undefined : rig.animationIndex.get(animation)
  return index === undefined ? look.empty : look.palette[index % look.palette.length]
}

/** The same for style sheets, which choose by the page's theme. */
export function cssColorOf(rig: Rig, animation: string | null): string {
  return `light-dark(${colorOf(LOOKS.light, rig, animation)}, ${colorOf(LOOKS.dark, rig, animation)})`
}

/** The page's name for an animation; null is the empty one. */
export const nameOf = (animation: string | null): string => animation ?? 'empty'
