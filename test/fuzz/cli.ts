/** `npm run fuzz`: damages files until it is told to stop, or something breaks. */
import { cpus } from 'node:os'
import { Command } from 'commander'
import { bundle, MOST_MB, MOST_YARDSTICKS, newFolder, runFuzz } from './run-child'

interface Arguments {
  runs: string
  seed: string
  kind: 'fields' | 'bytes' | 'skel' | 'cooked' | 'dragonbones' | 'cooked-dragonbones' | 'recordings'
  jobs: string
}

/** Files a process: its memory is measured from its start. */
const A_PROCESS = 5000

const command = new Command('fuzz')
  .description('Damages files of the corpus, loads and plays them. Exits 1 if one breaks a rule.')
  .option('--runs <number>', 'damaged files', '100000')
  .option('--seed <number>', 'of the first process; the next ones count on', '1')
  .option(
    '--kind <kind>',
    'damage `bytes` or `fields` of skeletons, bytes of binary ones (`skel`), of `cooked` ones, files of `dragonbones` or `cooked-dragonbones`, or `recordings`',
    'bytes',
  )
  .option('--jobs <number>', 'processes at a time', String(Math.max(1, cpus().length - 1)))
  .argument('[files...]', 'further valid skeletons, each with its atlas beside it, or recordings')

async function main({ runs, seed, kind, jobs }: Arguments, files: readonly string[]): Promise<void> {
  const program = await bundle(kind === 'recordings' ? 'mrtk-child' : 'child', newFolder())
  const total = { runs: 0, loaded: 0, late: 0, slowest: 0, growthMb: 0 }
  let next = Number(seed)
  let left = Number(runs)
  let broken = 0
  const work = async () => {
    while (left > 0) {
      const own = next++
      const many = Math.min(left, A_PROCESS)
      left -= many
      const report = await runFuzz(program, kind, many, own, files)
      total.runs += report.runs
      total.loaded += report.loaded
      total.late += report.late
      total.slowest = Math.max(total.slowest, report.slowest)
      total.growthMb = Math.max(total.growthMb, report.growthMb)
      const wrong = report.defect || report.slowest > MOST_YARDSTICKS || report.growthMb > MOST_MB
      if (wrong) broken++
      console.log(`seed ${own}: ${wrong ? JSON.stringify(report, null, 2) : `${report.runs} runs`}`)
    }
  }
  await Promise.all(Array.from({ length: Number(jobs) }, work))
  const { slowest, growthMb } = total
  console.log(
    `${total.runs} runs, ${total.loaded} loaded, ${total.late} refused late, ${broken} processes broken`,
  )
  console.log(`slowest call ${slowest.toFixed(1)} yardsticks, memory + ${growthMb.toFixed(0)} MB`)
  process.exitCode = broken > 0 ? 1 : 0
}

command.parse()
await main(command.opts<Arguments>(), command.args)
