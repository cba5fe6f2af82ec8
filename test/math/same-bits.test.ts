/** Code that poses depend on calls no function that engines compute differently. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'

/** Functions with one right result, which every engine gives. */
const EXACT = new Set([
  ...['abs', 'ceil', 'clz32', 'floor', 'fround', 'imul', 'max', 'min', 'round', 'sign', 'sqrt', 'trunc'],
  ...['E', 'PI', 'SQRT2', 'SQRT1_2'],
])

/** No pose depends on these. */
const EXEMPT: Readonly<Record<string, string>> = {
  'src/cli/render': 'draws',
  'src/joins/debug': 'draws',
  'src/render': 'draws',
}

const isExempt = (file: string) => Object.keys(EXEMPT).some((place) => file.startsWith(`${place}/`))

const FILES = ['src', 'systems', 'components'].flatMap((top) =>
  readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
    .map((name) => join(top, name).replaceAll('\\', '/'))
    .filter((name) => /\.[jt]s$/.test(name)),
)

/** Such as `Math.sin`, `const { sin } = Math`, `x ** y`; powers of written numbers are exact enough: the compiler's. */
function engineMaths(name: string, code: string): string[] {
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === 'Math' && !isExact(node) && !isOther(node))
      found.push(node.parent.getText())
    if (ts.isBinaryExpression(node) && isPower(node)) found.push(node.getText())
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Such as `Phaser.Math`. */
function isOther(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isQualifiedName(parent)) return parent.right === node
  return (
    ts.isPropertyAccessExpression(parent) && parent.name === node && parent.expression.getText() === 'Phaser'
  )
}

function isExact({ parent }: ts.Identifier): boolean {
  return ts.isPropertyAccessExpression(parent) && EXACT.has(parent.name.text)
}

function isPower({ left, operatorToken: { kind }, right }: ts.BinaryExpression): boolean {
  if (kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken) return true
  return kind === ts.SyntaxKind.AsteriskAsteriskToken && !(left.getText() === '2' && isWhole(right))
}

function isWhole(node: ts.Node): boolean {
  return /^-?\d+$/.test(node.getText())
}

const USES = new Map(
  FILES.map((file) => [file, engineMaths(file, readFileSync(join(ROOT, file), 'utf8'))] as const),
)

test('code that poses depend on has the same bits in every engine', () => {
  expect(FILES.length).toBeGreaterThan(300)
  const found = [...USES].filter(([file, uses]) => uses.length > 0 && !isExempt(file))
  expect(found).toEqual([])
})

test('exempt files exist, and need to be exempt', () => {
  for (const place of Object.keys(EXEMPT)) {
    expect(existsSync(join(ROOT, place)), place).toBe(true)
    const uses = FILES.filter((file) => file.startsWith(`${place}/`)).flatMap((file) => USES.get(file))
    expect(uses.length, place).toBeGreaterThan(0)
  }
})

test('no way to the functions of the engine is overlooked', () => {
  const ways = [
    'Math.sin(x)',
    'Math["cos"](x)',
    'const { hypot } = Math',
    'list.map(Math.cbrt)',
    'x ** 2',
    'x **= 2',
  ]
  for (const way of [...ways, '2 ** x', '10 ** 2', 'globalThis.Math.exp(1)'])
    expect(engineMaths('a.ts', way), way).toHaveLength(1)
  for (const fine of ['Math.sqrt(x)', '2 ** -24', '// Math.sin', '"Math.sin"', 'a.sin(x)'])
    expect(engineMaths('a.ts', fine), fine).toEqual([])
})
