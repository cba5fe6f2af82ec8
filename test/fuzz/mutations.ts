/** Field-level damage to valid files. */
import fc from 'fast-check'

/** One change: its place (a descent by child numbers), its kind, and its value. */
export interface Mutation {
  steps: number[]
  kind: 'replace' | 'delete' | 'duplicate' | 'swap' | 'truncate' | 'repeat' | 'rename'
  value: unknown
  other: number
}

const ODD_VALUES: readonly unknown[] = [
  ...[null, undefined, true, false, 0, -0, 1, -1, 0.5, 2, 1e9, -1e9, 2 ** 31, 2 ** 53, 1e18, 1e19, 1e-300],
  ...[1e308, -1e308, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MIN_VALUE],
  ...[
    '',
    '1',
    '1e9',
    '1e999',
    'NaN',
    ' 2 ',
    '0x10',
    'stepped',
    'linear',
    'default',
    '__proto__',
    'constructor',
  ],
  ...['ffffffff', 'fffffg', '#12345678', 'mesh', 'linkedmesh', 'path', 'clipping', 'x'.repeat(10_000)],
  ...[[], {}, [[]], [null], [{}], { name: 'x' }, [0, 1, 2, 3], ['root']],
]

const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ODD_VALUES) },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.string() },
)

const mutation: fc.Arbitrary<Mutation> = fc.record({
  steps: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 10, size: 'max' }),
  kind: fc.constantFrom(
    'replace' as const,
    'replace' as const,
    'replace' as const,
    ...(['delete', 'duplicate', 'swap', 'truncate', 'repeat', 'rename'] as const),
  ),
  value,
  other: fc.nat(10_000),
})

/** Names are data, `__proto__` too, which plain assignment would not store. */
function put(owner: object, key: string, item: unknown): void {
  Object.defineProperty(owner, key, { value: item, enumerable: true, configurable: true, writable: true })
}

/** Changes `root` in place. */
export function mutate(root: object, { steps, kind, value, other }: Mutation): void {
  let owner: object = root
  let keys = Object.keys(owner)
  let key = ''
  for (let i = 0; i < steps.length && keys.length > 0; i++) {
    key = keys[steps[i] % keys.length]
    const next: unknown = (owner as Record<string, unknown>)[key]
    if (typeof next !== 'object' || next === null || i === steps.length - 1) break
    owner = next
    keys = Object.keys(owner)
  }
  if (keys.length === 0) return
  if (!keys.includes(key)) key = keys[other % keys.length]
  damage(owner, key, keys[other % keys.length], kind, value, other)
}

function damage(
  owner: object,
  key: string,
  otherKey: string,
  kind: Mutation['kind'],
  value: unknown,
  other: number,
): void {
  const fields = owner as Record<string, unknown>
  const item = fields[key]
  if (kind === 'replace') put(owner, key, value)
  else if (kind === 'swap') {
    put(owner, key, fields[otherKey])
    put(owner, otherKey, item)
  } else if (Array.isArray(owner)) {
    if (kind === 'truncate') owner.length = other % (owner.length + 1)
    else if (kind === 'delete') owner.splice(Number(key), 1)
    else if (kind === 'duplicate') owner.splice(Number(key), 0, item)
    else if (kind === 'repeat') owner.push(...new Array(200).fill(item))
    else put(owner, key, value)
  } else if (kind === 'delete' || kind === 'truncate') delete fields[key]
  else if (kind === 'rename') {
    delete fields[key]
    put(owner, typeof value === 'string' ? value : otherKey, item)
  } else put(owner, otherKey, item)
}

export interface Damage {
  base: number
  mutations: Mutation[]
  /** Cut the text here, as a share of its length; 1 = whole, as an object. */
  cut: number
  atlasLine: { at: number; text: string } | null
  scale: number
  /** Play with plain kernels. */
  plain: boolean
}

/** Most files are played by WebAssembly, some by plain kernels. */
export const plain = fc.nat(15).map((number) => number === 7)

export const damaged: fc.Arbitrary<Damage> = fc.record({
  base: fc.nat(1000),
  mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }),
  cut: fc.oneof(
    { weight: 12, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  ),
  atlasLine: fc.option(
    fc.record({
      at: fc.nat(1000),
      text: fc.oneof(fc.string(), fc.constantFrom('', 'bounds: 1e9, -1, 1, 0', 'rotate: 7')),
    }),
    { freq: 4 },
  ),
  scale: fc.constantFrom(1, 1, 0.5, -2, 1e6, 1e-9),
  plain,
})
