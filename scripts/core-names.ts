/**
 * Counts lines of the core that name what joins it. `npm run check` fails if a name is on more lines than recorded here; `--write` lowers
 * the records to what is counted.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { ROOT } from './entries.ts'

/** Names, and the most lines of the core that may have each. */
const MOST: Readonly<Record<string, number>> = {
  nesting: 0,
  'slot child': 0,
  crowd: 0,
  baked: 0,
  thread: 0,
  recording: 0,
  'saved state': 0,
  debug: 0,
  'offset of a bone': 0,
  'bone target': 0,
  sprite: 0,
  dragonbones: 36,
  figure: 0,
}

/** How each name is written in code and comments. Not counted: nested armatures of models, and the threads of kernels. */
const PATTERNS: Readonly<Record<keyof typeof MOST, RegExp>> = {
  nesting: /nesting/i,
  'slot child': /slot.?child/i,
  crowd: /\bcrowds?\b/i,
  baked: /baked/i,
  thread: /(start|no-|osteon\/)threads|threads (bring|lost)/i,
  recording: /recordings?\b/i,
  'saved state': /(save|restore|encode|decode)state|saved states?|saveHooks/i,
  debug: /debug/i,
  'offset of a bone': /bone.?offset|offset.?hooks|offsets? of (a )?bones?/i,
  'bone target': /bone[- _]?target/i,
  sprite: /sprite/i,
  dragonbones: /dragonbones/i,
  figure: /figures?\b/i,
}

/**
 * Files that are no part of the core. AssemblyScript is compiled separately. `looks-like.ts` lists marks and names of
 * foreign files, for messages.
 */
const OUTSIDE = [
  /^src\/(joins|hosts|cli)\//,
  /^src\/formats\/((cooked-)?dragonbones|mrtk)/,
  /^src\/kernels\//,
  /^src\/load\/looks-like[.]ts$/,
  /^(systems|components)\/(sprite|draw)[.]ts$/,
]

const files = ['src', 'systems', 'components'].flatMap((top) =>
  readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
    .map((file) => `${top}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !OUTSIDE.some((pattern) => pattern.test(file)))
    .sort(),
)
const lines = files.flatMap((file) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    // The codes of errors are one list for the whole package.
    .filter((text) => !/^\s*[|] '[a-z-]+'$/.test(text))
    .map((text) => ({ place: file, text })),
)

let own = readFileSync(fileURLToPath(import.meta.url), 'utf8')
const counted: string[] = []
const tooMany: string[] = []
for (const [name, most] of Object.entries(MOST)) {
  const found = lines.filter(({ text }) => PATTERNS[name].test(text))
  counted.push(`${name} ${found.length}`)
  if (argv.includes('--list'))
    for (const { place, text } of found) console.log(`${name}  ${place}  ${text.trim()}`)
  if (found.length > most) tooMany.push(`${name}: ${found.length} lines, at most ${most}`)
  else own = own.replace(new RegExp(`^(  '?${name}'?: )${most},$`, 'm'), `$1${found.length},`)
}
console.log(`Names in the core: ${counted.join(', ')}`)
if (tooMany.length > 0) {
  console.error(
    `The core names what joins it (\`tsx scripts/core-names.ts --list\` shows where):\n${tooMany.join('\n')}`,
  )
  process.exitCode = 1
} else if (argv.includes('--write')) writeFileSync(fileURLToPath(import.meta.url), own)
