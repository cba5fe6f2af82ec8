/** Which folder may import from which: types included, as `npm run check` sees to. */

/** A folder imports from itself and from the lines above its own; those of one line know nothing of one another. */
const ORDER = [
  ['src/errors'],
  ['src/math', 'src/memory'],
  ['src/model'],
  ['src/formats', 'src/rig'],
  ['src/load', 'src/world'],
  ['components'],
  ['src/kernels'],
  ['src/apply'],
  ['src/tracks', 'src/layers', 'src/recordings'],
  ['src/mix'],
  ['src/solve', 'src/streams'],
  ['src/shortcuts'],
  ['src/tick'],
  ['src/snapshot'],
  ['systems'],
  ['src/api'],
  ['src/render', 'systems/draw'],
]

/** What lies further up, but is nobody's business here. */
const STATE_MACHINES = ['src/tracks', 'src/layers', 'src/recordings']
const UNSEEN = {
  'src/mix': STATE_MACHINES,
  'src/solve': STATE_MACHINES,
  'src/streams': STATE_MACHINES,
}

/** Readers are given to `loadRig`: nothing imports them. `osteon/render` brings `draw` along. */
const ENTRIES_ONLY = ['src/formats']
const RENDER = ['src/render', 'systems/draw']

/** Imports against the order: none is to be added, each is to go. */
const KNOWN = [
  ['src/apply/command.ts', 'src/shortcuts/glide.ts'],
  ['src/solve/bone-target.ts', 'src/tick/wake.ts'],
  ['src/solve/solve.ts', 'src/shortcuts/lend.ts'],
  ['src/solve/solve.ts', 'src/shortcuts/loans.ts'],
  ['src/tracks/apply.ts', 'src/shortcuts/quiet.ts'],
]

const OURS = '^(src|systems|components)/'
const under = (folder) => `^${folder}(/|[.]ts$)`
const exactly = (file) => `^${file.replaceAll('.', '[.]')}$`

const rules = ORDER.flatMap((folders, line) => {
  const above = ORDER.slice(0, line).flat()
  return folders.flatMap((folder) => {
    const own = RENDER.includes(folder) ? RENDER : [folder]
    const hidden = [...ENTRIES_ONLY, ...(UNSEEN[folder] ?? [])]
    const allowed = [...above.filter((other) => !hidden.includes(other)), ...own].map(under)
    const others = ORDER.flat().filter((other) => other.startsWith(`${folder}/`))
    const excepted = KNOWN.filter(([from]) => from.startsWith(`${folder}/`))
    const files = [...new Set(excepted.map(([from]) => from))]
    const rule = (path, pathNot, known = []) => ({
      name: `${folder} imports from the left`,
      severity: 'error',
      from: { path, pathNot },
      to: { path: OURS, pathNot: [...allowed, ...known.map(exactly)] },
    })
    return [
      rule(under(folder), [...others.map(under), ...files.map(exactly)]),
      ...files.map((file) =>
        rule(
          exactly(file),
          [],
          excepted.filter(([from]) => from === file).map(([, to]) => to),
        ),
      ),
    ]
  })
})

export default {
  forbidden: [...rules, { name: 'no circles', severity: 'error', from: {}, to: { circular: true } }],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/kernels/assembly/' },
  },
}
