/** Merges the layouts of all frames into one drawing order: the parts of a table, of which each frame shows some. */
import type { Layout, Shown } from './poses'

/** A place in the drawing order of a table. Anything that moves through the order has several. */
export interface Part {
  readonly shown: Shown
}

/** Merges layouts. @returns the parts in drawing order, and for each layout its parts. */
export function mergeLayouts(layouts: readonly Layout[]): { parts: Part[]; of: Map<Layout, Part[]> } {
  let parts: Part[] = []
  const of = new Map<Layout, Part[]>()
  // The longest first, because the others are mostly contained in it.
  for (const layout of [...layouts].sort((a, b) => b.shown.length - a.shown.length)) {
    const merged = mergeOne(parts, layout.shown)
    parts = merged.parts
    of.set(layout, merged.own)
  }
  return { parts, of }
}

/** Finds the longest common subsequence of both, and puts what is missing after its last match. */
function mergeOne(parts: readonly Part[], shown: readonly Shown[]): { parts: Part[]; own: Part[] } {
  const width = shown.length + 1
  // Length of the longest common subsequence of the parts from i on and the shown from j on.
  const longest = new Uint16Array((parts.length + 1) * width)
  for (let i = parts.length - 1; i >= 0; i--)
    for (let j = shown.length - 1; j >= 0; j--)
      longest[i * width + j] =
        parts[i].shown === shown[j]
          ? longest[(i + 1) * width + j + 1] + 1
          : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1])
  const merged: Part[] = []
  const own: Part[] = []
  let i = 0
  let j = 0
  while (i < parts.length || j < shown.length) {
    const here = i * width + j
    if (i < parts.length && j < shown.length && parts[i].shown === shown[j]) {
      own.push(parts[i])
      merged.push(parts[i++])
      j++
    } else if (j === shown.length || (i < parts.length && longest[here + width] >= longest[here + 1]))
      merged.push(parts[i++])
    else {
      const part = { shown: shown[j++] }
      own.push(part)
      merged.push(part)
    }
  }
  return { parts: merged, own }
}
