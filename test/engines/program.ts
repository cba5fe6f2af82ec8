/**
 * What is run in each engine: poses every rig of the table, loads one from bytes as users do, and prints the result. A rig that an engine
 * cannot load is in the result with its error.
 */
import { readFileSync } from 'node:fs'
import { loadRig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { hashPoses } from '../poses/play-rig'
import { load, ownFiles, readTable, sampleFiles } from '../poses/rigs'

const table = readTable()
const files = [...ownFiles(), ...(process.argv.includes('--own') ? [] : sampleFiles())]
const hashes: Record<string, string> = {}
for (const rig of files)
  if (rig.name in table)
    hashes[rig.name] = await load(rig).then(
      (loaded) => hashPoses(loaded, undefined, { backward: false, fillers: 0 }),
      (error: unknown) => String(error),
    )

/** Without options: an engine without pages must neither miss nor fetch images. */
const [first] = ownFiles().filter(({ atlas }) => atlas.endsWith('.atlas'))
const bytes = await loadRig(readFileSync(first.skeleton), readFileSync(first.atlas), {
  readers: [spineJson],
}).then(
  ({ pages }) => `${pages.filter(({ image }) => image !== null).length} images`,
  (error: unknown) => String(error),
)

const { bun, deno, node } = process.versions
console.log(JSON.stringify({ version: deno ?? bun ?? node, arch: process.arch, bytes, hashes }))
