#!/usr/bin/env node
/** The command `osteon`: runs one of its commands, and prints errors. */
import { OsteonError } from '../base/errors'
import { Failure, WrongCall } from './failure'
import { printable, printableLine } from './printable'

/** One of the commands. */
interface Command {
  readonly usage: string
  /** Runs the command. @param args the arguments after its name. @returns the exit code. */
  readonly run: (args: string[]) => Promise<number>
}

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  inspect: () => import('./inspect/command'),
  types: () => import('./types/command'),
  pack: () => import('./pack/command'),
  render: () => import('./render/command'),
  cook: () => import('./cook/command'),
  replay: () => import('./replay/command'),
}

const USAGE = `Usage: osteon COMMAND [options] FILES...

  inspect  tells what skeletons, atlases and recordings hold
  types    writes their names as types for TypeScript
  pack     packs the images that skins and animations show into an atlas of their own
  render   draws animations as GIF, PNGs or a sheet of sprites
  cook     writes skeletons and their atlas as one file that loads faster
  replay   plays recordings of worlds again, and says where they differ

osteon COMMAND --help tells more.
Exit code: 0 if all went well, 1 if not, 2 for a wrong call.`

async function main([name, ...args]: string[]): Promise<number> {
  if (name === '--help') {
    console.log(USAGE)
    return 0
  }
  const load = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : null
  if (!load) {
    console.error(USAGE)
    return 2
  }
  const { usage, run } = await load()
  if (args.includes('--help')) {
    console.log(usage)
    return 0
  }
  try {
    return await run(args)
  } catch (error) {
    if (isWrongCall(error)) {
      console.error(`${printableLine(error.message)}\n\n${usage}`)
      return 2
    }
    if (!isExpected(error)) throw error
    console.error(printable(error.message))
    return 1
  }
}

/** Returns whether an error is one that `parseArgs` throws for unknown options. */
function isWrongCall(error: unknown): error is Error {
  if (error instanceof WrongCall) return true
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

/** Returns whether an error comes from a file or from the system: a missing folder, missing rights, a full disk. */
function isExpected(error: unknown): error is Error {
  if (error instanceof OsteonError || error instanceof Failure) return true
  return error instanceof Error && 'syscall' in error
}

process.exitCode = await main(process.argv.slice(2))
