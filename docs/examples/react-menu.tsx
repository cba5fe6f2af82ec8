/** A menu for a fox's animation and skin, for the examples in React. */
import { useState } from 'react'

export interface Choice {
  readonly animation: string
  readonly skin: readonly string[]
  /** The number of foxes. */
  readonly count: number
}

const CHOICES: Readonly<Record<string, Choice>> = {
  'one walks': { animation: 'walk', skin: ['default'], count: 1 },
  'three run': { animation: 'run', skin: ['night'], count: 3 },
  'two wait': { animation: 'idle', skin: ['frost'], count: 2 },
}

/** Returns what was chosen, and the menu as an element. */
export function useChoice() {
  const names = Object.keys(CHOICES)
  const [chosen, choose] = useState(names[0])
  const menu = (
    <nav>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => choose(name)}>
          {name}
        </button>
      ))}
    </nav>
  )
  return { menu, ...CHOICES[chosen] }
}
