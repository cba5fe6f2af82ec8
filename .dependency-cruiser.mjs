/** Which folder may import from which: types included, as `npm run check` sees to. */

/** A folder imports from itself and from the lines above its own; those of one line know nothing of one another. */
const ORDER = [
  ['src/base/errors'],
  ['src/base/math', 'src/base/memory', 'src/base/version'],
  ['src/base/model'],
  ['src/formats', 'src/rig'],
  ['src/load', 'src/world'],
  ['src/formats/cooked'],
  ['components'],
  ['src/tracks/commands'],
  ['src/tracks/entries'],
  ['src/tracks/player', 'src/formats/dragonbones/player'],
  ['src/tick/mix'],
  ['src/tick/solve', 'src/streams'],
  ['src/formats/dragonbones/kinds'],
  ['src/formats/cooked-dragonbones'],
  ['src/tick/shortcuts'],
  ['src/tick'],
  ['systems', 'src/kernels'],
  ['src/api'],
  ['src/formats/mrtk/model', 'src/render', 'systems/draw'],
  ['src/joins/sprites'],
  [
    'src/joins/bone-controls',
    'src/joins/debug',
    'src/joins/nesting',
    'src/joins/recordings',
    'src/joins/rig-worker',
    'src/joins/threads',
  ],
  ['src/joins/save', 'src/joins/moving-bones'],
  ['src/joins/crowd', 'src/joins/fades', 'src/joins/looks', 'src/joins/retarget', 'src/joins/compressed'],
  ['src/joins/between', 'src/joins/budget', 'src/joins/root-motion'],
  ['src/joins/replay'],
  ['src/cli'],
  ['src/hosts/figures'],
  ['src/hosts/phaser', 'src/hosts/pixi', 'src/hosts/three', 'src/hosts/element'],
  ['src/hosts/react'],
  ['src/hosts/react/scene'],
  ['src/hosts/react/pixi', 'src/hosts/react/three'],
]

/** A reader brings along what only its format needs: nothing else imports that. */
const READER = '^src/formats/(cooked-)?dragonbones[.]ts$'
const BROUGHT = { 'src/formats/dragonbones/player': READER, 'src/formats/dragonbones/kinds': READER }

/** What lies further up, but is nobody's business here. */
const PLAYERS = ['src/tracks/entries', 'src/tracks/player', 'src/formats/dragonbones/player']
const UNSEEN = {
  'src/tick/mix': PLAYERS,
  'src/tick/solve': PLAYERS,
  'src/streams': PLAYERS,
  'src/formats/dragonbones/kinds': PLAYERS,
}

/**
 * Readers are given to `loadRig`: only the command, cooked rigs, workers and the element import them. `osteon/render` brings `draw`
 * along.
 */
const ENTRIES_ONLY = [
  'src/formats',
  'src/formats/cooked',
  'src/formats/cooked-dragonbones',
  ...Object.keys(BROUGHT),
]
const READERS_TOO = [
  'src/cli',
  'src/formats/cooked',
  'src/formats/cooked-dragonbones',
  'src/hosts/element',
  'src/joins/rig-worker',
]
const RENDER = ['src/render', 'systems/draw']

/** Folders that run a tick: they read a skeleton's rows by address, and write them by `world/rows` and by kernels. */
const INNER = [
  'src/world',
  'src/tracks/commands',
  'src/tick/mix',
  'src/tick/solve',
  'src/streams',
  'src/formats/dragonbones/kinds',
  'src/formats/dragonbones/player',
  'src/tick/shortcuts',
  'src/tick',
  'src/joins/bone-controls',
  'src/joins/fades',
  'src/joins/moving-bones',
  'src/joins/root-motion',
  'src/joins/nesting',
  'src/joins/save',
]

/** Modules that only named folders may import. All other code comes to a skeleton's rows through `src/tick/doors`. */
const GATES = {
  // Where rows are.
  // `between` hears what is cut, in the midst of a tick.
  'src/world/chunks/addresses': [...INNER, 'src/joins/between'],
  // Functions that write rows and raise the flags that belong to them.
  'src/world/rows/(slots|order|setup-pose)': INNER.filter((folder) => folder !== 'src/streams'),
  // The flags: raised by writers, read and cleared by streams.
  'src/world/flags/changes': INNER.filter((folder) => folder !== 'src/streams'),
  'src/world/flags/bits': ['src/world', 'src/streams'],
  // Seats are taken and left by doors.
  'src/world/chunks/seats': ['src/world', 'src/tick/shortcuts', 'src/tick', 'src/joins/save'],
  'src/tick/solve/keep-world': ['src/tick'],
  'src/tick/doors/wake': ['src/tick/doors'],
  // Clocks that ticks did not move are moved by doors: `readEntries`, `readSkeleton`, `editSkeleton`.
  'src/tick/shortcuts/index': ['src/tick'],
}

const OURS = '^(src|systems|components)/'
const under = (folder) => `^${folder}(/|[.]ts$)`

const rules = ORDER.flatMap((folders, line) => {
  const above = ORDER.slice(0, line).flat()
  return folders.map((folder) => {
    const own = RENDER.includes(folder) ? RENDER : [folder]
    const hidden = [...(READERS_TOO.includes(folder) ? [] : ENTRIES_ONLY), ...(UNSEEN[folder] ?? [])]
    const allowed = [...above.filter((other) => !hidden.includes(other)), ...own].map(under)
    const others = ORDER.flat().filter((other) => other.startsWith(`${folder}/`))
    return {
      name: `${folder} imports from the left`,
      severity: 'error',
      from: { path: under(folder), pathNot: [...others.map(under), ...Object.values(BROUGHT)] },
      to: { path: OURS, pathNot: allowed },
    }
  })
})

export default {
  forbidden: [
    ...rules,
    {
      name: 'shortcuts have one door',
      severity: 'error',
      from: { path: OURS, pathNot: '^src/tick/shortcuts/' },
      to: { path: '^src/tick/shortcuts/', pathNot: '^src/tick/shortcuts/index[.]ts$' },
    },
    ...Object.entries(GATES).map(([module, folders]) => ({
      name: `${module} is for those that run a tick`,
      severity: 'error',
      from: { path: OURS, pathNot: [`^${module}[.]ts$`, ...folders.map((folder) => `^${folder}/`)] },
      to: { path: `^${module}[.]ts$` },
    })),
    ...Object.entries(BROUGHT).map(([folder, entry]) => ({
      name: `${folder} comes with its reader`,
      severity: 'error',
      from: { path: OURS, pathNot: [under(folder), entry] },
      to: { path: under(folder) },
    })),
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/(kernels|joins/(crowd|sprites))/assembly/' },
  },
}
