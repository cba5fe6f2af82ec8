/** Command-line options that all benchmarks share. */
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Effort } from './job'
import type { Scene } from './scenes'

/** Options that all commands share. */
export interface CommonOptions extends Effort {
  count: number[]
  scene: string[]
  seed: number
}

/** Defaults of a command's options; times in milliseconds. */
interface Defaults extends Record<'rounds' | 'round' | 'limit' | 'warmup', number> {
  counts: number[]
}

/** A command with the common options; its own follow. */
export function benchCommand(name: string, description: string, defaults: Defaults): Command {
  const { counts, rounds, round, limit, warmup } = defaults
  return new Command(name)
    .description(description)
    .addOption(countOption(counts))
    .addOption(new Option('--scene <names...>', 'only these scenes').default([]))
    .addOption(clockOption())
    .addOption(numberOption('--rounds <n>', 'rounds in each process', rounds))
    .addOption(numberOption('--round <ms>', 'milliseconds a round takes at least', round))
    .addOption(numberOption('--limit <ms>', 'milliseconds after which no further round begins', limit))
    .addOption(numberOption('--warmup <ms>', 'milliseconds before the first round', warmup))
    .addOption(numberOption('--seed <n>', 'of phases, paces and places', 1))
}

function countOption(counts: number[]): Option {
  return new Option('--count <list>', 'numbers of skeletons').default(counts).argParser(positiveList)
}

export function numberOption(flags: string, description: string, value: number): Option {
  return new Option(flags, description).default(value).argParser(positive)
}

/** On systems that count processor time in steps of 16 ms, rounds need the wall clock. */
function clockOption(): Option {
  return new Option('--clock <kind>', 'what rounds are timed by')
    .choices(['processor', 'wall'])
    .default(process.platform === 'win32' ? 'wall' : 'processor')
}

export function kernelsOption(): Option {
  return new Option('--kernels <kind>', 'what inner loops are run').choices(['wasm', 'plain']).default('wasm')
}

/** The named scenes; all of them if none is named. */
export function chooseScenes(scenes: readonly Scene[], names: readonly string[]): Scene[] {
  const known = scenes.map(({ name }) => name).join(', ')
  const missing = names.find((name) => !scenes.some((scene) => scene.name === name))
  if (missing !== undefined) throw new Error(`there is no scene "${missing}"; there are: ${known || 'none'}`)
  return scenes.filter(({ name }) => names.length === 0 || names.includes(name))
}

function positiveList(text: string): number[] {
  return text.split(',').map((part) => {
    const value = positive(part)
    if (!Number.isInteger(value)) throw new InvalidArgumentError('expected whole numbers')
    return value
  })
}

function positive(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('expected a number above 0')
  return value
}
