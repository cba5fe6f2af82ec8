/** `npm run poses`: plays every rig and writes test/poses/table.json, where poses are meant to change. */
import { writeFileSync } from 'node:fs'
import { OsteonError, type Rig } from 'osteon'
import { hashPoses } from './play-rig'
import { load, ownFiles, type RigFiles, readTable, sampleFiles, TABLE_FILE } from './rigs'

async function loaded(files: RigFiles): Promise<Rig | null> {
  try {
    return await load(files)
  } catch (error) {
    if (!(error instanceof OsteonError)) throw error
    console.log(`${files.name}: ${error.message}`)
    return null
  }
}

const samples = sampleFiles()
if (samples.length === 0) console.log('There are no samples: their hashes stay as they are.')
const before = readTable()
const after: Record<string, string> = samples.length === 0 ? { ...before } : {}
for (const files of [...ownFiles(), ...samples]) {
  const rig = await loaded(files)
  if (rig !== null) after[files.name] = hashPoses(rig, undefined, { backward: false, fillers: 0 })
}
writeFileSync(TABLE_FILE, `${JSON.stringify(after, null, 2)}\n`)
const changed = Object.keys(after).filter((name) => after[name] !== before[name])
console.log(`${Object.keys(after).length} rigs, ${changed.length} changed`)
