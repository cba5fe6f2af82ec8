/** Writes saves of the project's own characters, for later releases to load: `npm run saves 0.3.0`. */
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { encodeState } from '../../src/joins/save'
import { fileOf, playScene, SCENES } from './scenes'

const release = process.argv[2]
if (!release) throw new Error('name the release that writes them')
for (const scene of SCENES) {
  const { world } = await playScene(scene)
  const bytes = encodeState(world)
  const file = fileOf(`${release}-${scene.name}.bin.gz`)
  writeFileSync(file, gzipSync(bytes, { level: 9 }))
  console.log(`${file}: ${bytes.length} bytes`)
}
