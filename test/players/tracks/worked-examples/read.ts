/**
 * The worked examples as text: a title, `mix` (the default mix duration), `steps` (`apply` first or not, then one
 * step for ever or a list of them), operations, tables. The first operations come before everything, the others
 * behind the first row of their time. Lines of a table: t | entries | applications | pose | notifications; a time
 * that comes again is a step without length, times that are missing are steps without a change. A table holds for
 * the rules it names (`4.2`: all up to 4.2), except for rules with a table in `differs`.
 */
export interface Example {
  name: string
  title: string
  defaultMix: number
  /** Starts with an application before any step. */
  applies: boolean
  steps: number[]
  operations: { time: number; list: string[] }[]
  tables: { rules: string[]; rows: ExampleRow[] }[]
  /** Cells by `rules time`. */
  differences: Map<string, string>
}

export interface ExampleRow {
  time: number
  entries: string[]
  applied: string[]
  pose: string
  heard: string[]
}

export function readExamples(text: string): Example[] {
  return text.trim().split('\n\n').map(readExample)
}

function readExample(text: string): Example {
  const [title, ...lines] = text.split('\n')
  const example: Example = {
    name: title.split(' ')[0],
    title,
    defaultMix: 0,
    applies: false,
    steps: [],
    operations: [],
    tables: [],
    differences: new Map(),
  }
  for (const line of lines) readLine(example, line)
  return example
}

function readLine(example: Example, line: string): void {
  const [word, first = ''] = line.split(' ')
  const rest = line.slice(word.length + 1)
  if (word === 'mix') example.defaultMix = Number(first)
  else if (word === 'steps') {
    example.applies = first === 'apply'
    example.steps = rest.replace('apply ', '').split(', ').map(Number)
  } else if (word === 'at') {
    const list = rest.slice(first.length + 1).split('; ')
    example.operations.push({ time: Number.parseFloat(first), list })
  } else if (word === 'rules') example.tables.push({ rules: rest.split(' '), rows: [] })
  else if (word === 'differs') {
    const [rules, time] = rest.split(' ')
    example.differences.set(`${rules} ${time}`, rest.slice(rules.length + time.length + 2))
  } else example.tables.at(-1)?.rows.push(readRow(line))
}

function readRow(line: string): ExampleRow {
  const [time, entries, applied, pose, heard = ''] = line.split('|').map((cell) => cell.trim())
  return { time: Number(time), entries: list(entries), applied: list(applied), pose, heard: list(heard) }
}

const list = (cell: string) => (cell === '' || cell === 'none' ? [] : cell.split('; '))
