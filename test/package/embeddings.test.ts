/** The pages of docs/examples, copied into a new project as Vite makes it: their types agree with the tarball. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { consumerFolder } from './consumer'

const FOLDER = 'docs/examples'

const ENGINES = [
  ...['three', '@types/three', 'pixi.js', '@pixi/react', '@react-three/fiber', 'elics', 'koota', 'miniplex'],
  ...['react', '@types/react', 'react-dom', '@types/react-dom'],
]

/** The options of `npm create vite` for a TypeScript project, and `strict`. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  types: [],
  skipLibCheck: true,
  strict: true,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  verbatimModuleSyntax: true,
  noEmit: true,
  jsx: ts.JsxEmit.ReactJSX,
  noUnusedLocals: true,
  noUnusedParameters: true,
  erasableSyntaxOnly: true,
}

/** Copies the examples, with `phaser` as the one engine of that name, and gives what the compiler says of them. */
async function problemsOf(names: readonly string[], phaser: 'phaser' | 'phaser3'): Promise<string[]> {
  const root = join(await consumerFolder(), `embeddings-${phaser}`)
  const [examples, modules] = [join(root, FOLDER), join(root, 'node_modules')]
  for (const folder of [examples, modules, join(modules, '@types')]) mkdirSync(folder, { recursive: true })
  for (const name of ENGINES) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name), 'junction')
  }
  symlinkSync(join(ROOT, 'node_modules', phaser), join(modules, 'phaser'), 'junction')
  cpSync(join(ROOT, 'demo/canvas2d/renderer.ts'), join(root, 'demo/canvas2d/renderer.ts'))
  cpSync(join(ROOT, FOLDER, 'hero.ts'), join(examples, 'hero.ts'))
  const files = names.map((name) => {
    const text = readFileSync(join(ROOT, FOLDER, name), 'utf8')
    writeFileSync(join(examples, name), text)
    return join(examples, name)
  })
  const program = ts.createProgram(files, OPTIONS)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
}

const engines = readdirSync(join(ROOT, FOLDER)).filter(
  (name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !name.startsWith('lantern-night'),
)

test('the examples compile in a new project', async () => {
  expect(engines.length).toBeGreaterThan(8)
  expect(await problemsOf(engines, 'phaser')).toEqual([])
})

test('figures compile in Phaser 3, against its own types', async () => {
  expect(await problemsOf(['artwork.ts', 'hero.ts', 'phaser-many.ts', 'phaser-view.ts'], 'phaser3')).toEqual(
    [],
  )
})
