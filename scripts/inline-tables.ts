/** A plugin of the build: where the sources name a number of a constant table, as in `OP.bone`, it writes the number. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import type { Plugin } from 'vite'

/** Tables by the names that a file has for them, such as `{ OP: { bone: 1, … }, … }`. */
type Tables = ReadonlyMap<string, ReadonlyMap<string, number>>

/**
 * Bundlers write single constants out, but not those of objects: a game would keep every table and the long names of its fields.
 * Lines stay where they are, so that source maps need no change.
 */
export function inlineTables(): Plugin {
  const inline = tableWriter((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
  return {
    name: 'inline-tables',
    enforce: 'pre',
    transform: (_, file) => (file.endsWith('.ts') ? { code: inline(file), map: null } : null),
  }
}

/**
 * A table is declared as `const NAME = { … } as const`, of numbers only. A file sees its own tables and the tables that it imports by name.
 *
 * @param read gives the source of a file, '' where there is none.
 * @returns gives the source of a file with numbers in the place of `NAME.field`, and of fields that are taken out by
 *   `const { field } = NAME`.
 */
export function tableWriter(read: (file: string) => string): (file: string) => string {
  const parsed = new Map<string, ts.SourceFile>()
  const sourceOf = (file: string): ts.SourceFile => {
    const source = parsed.get(file) ?? ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)
    parsed.set(file, source)
    return source
  }
  const known = new Map<string, Tables>()
  const tablesOf = (file: string): Tables => {
    const present = known.get(file)
    if (present) return present
    const tables = new Map<string, ReadonlyMap<string, number>>()
    known.set(file, tables)
    for (const statement of sourceOf(file).statements) {
      if (ts.isImportDeclaration(statement)) {
        const { text } = statement.moduleSpecifier as ts.StringLiteral
        const bindings = statement.importClause?.namedBindings
        if (!text.startsWith('.') || !bindings || !ts.isNamedImports(bindings)) continue
        const theirs = tablesOf(`${join(dirname(file), text)}.ts`)
        for (const { name, propertyName } of bindings.elements) {
          const table = theirs.get((propertyName ?? name).text)
          if (table) tables.set(name.text, table)
        }
      } else if (ts.isVariableStatement(statement))
        for (const { name, initializer } of statement.declarationList.declarations) {
          const table = initializer && tableOf(initializer, tables)
          if (table) tables.set(name.getText(), table)
        }
    }
    return tables
  }
  return (file) => writeNumbers(sourceOf(file), tablesOf(file))
}

/** @returns the fields of a table; undefined for any other expression. */
function tableOf(node: ts.Expression, tables: Tables): ReadonlyMap<string, number> | undefined {
  if (ts.isSatisfiesExpression(node)) return tableOf(node.expression, tables)
  if (!ts.isAsExpression(node) || node.type.getText() !== 'const') return undefined
  if (!ts.isObjectLiteralExpression(node.expression)) return undefined
  const fields = new Map<string, number>()
  for (const property of node.expression.properties) {
    const value = ts.isPropertyAssignment(property) ? numberOf(property.initializer, tables) : undefined
    if (value === undefined || !property.name || ts.isComputedPropertyName(property.name)) return undefined
    fields.set(property.name.text, value)
  }
  return fields
}

/** The value of an expression of numbers, their sums, powers and bits; undefined for any other. */
function numberOf(node: ts.Expression, tables: Tables): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (ts.isParenthesizedExpression(node)) return numberOf(node.expression, tables)
  if (ts.isPropertyAccessExpression(node)) return tables.get(node.expression.getText())?.get(node.name.text)
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
    const value = numberOf(node.operand, tables)
    return value === undefined ? undefined : -value
  }
  if (!ts.isBinaryExpression(node)) return undefined
  const [left, right] = [numberOf(node.left, tables), numberOf(node.right, tables)]
  if (left === undefined || right === undefined) return undefined
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.PlusToken:
      return left + right
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return left ** right
    case ts.SyntaxKind.LessThanLessThanToken:
      return left << right
    case ts.SyntaxKind.BarToken:
      return left | right
    default:
      return undefined
  }
}

function writeNumbers(source: ts.SourceFile, tables: Tables): string {
  const edits: { from: number; to: number; text: string }[] = []
  const visit = (node: ts.Node): void => {
    const text = ts.isPropertyAccessExpression(node)
      ? numberText(node, tables)
      : ts.isVariableDeclaration(node)
        ? constantsText(node, tables)
        : undefined
    if (text === undefined) ts.forEachChild(node, visit)
    else edits.push({ from: node.getStart(), to: node.end, text: text + keptLines(node) })
  }
  visit(source)
  return edits.reduceRight(
    (code, { from, to, text }) => code.slice(0, from) + text + code.slice(to),
    source.text,
  )
}

function numberText(node: ts.PropertyAccessExpression, tables: Tables): string | undefined {
  const value = numberOf(node, tables)
  return value === undefined ? undefined : `(${value})`
}

function constantsText({ name, initializer }: ts.VariableDeclaration, tables: Tables): string | undefined {
  const fields = initializer && tables.get(initializer.getText())
  if (!fields || !ts.isObjectBindingPattern(name)) return undefined
  const constants = name.elements.map((element) => {
    const value = fields.get((element.propertyName ?? element.name).getText())
    return value === undefined ? undefined : `${element.name.getText()} = ${value}`
  })
  return constants.includes(undefined) ? undefined : constants.join(', ')
}

/** The line breaks of a node's text. */
function keptLines(node: ts.Node): string {
  return node.getText().replace(/[^\n]/g, '')
}
