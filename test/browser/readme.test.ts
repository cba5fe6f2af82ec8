import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { decodePng, type Harness, startHarness } from './harness'

const FOLDER = 'out/readme'
let harness: Harness

/** The README's example beside a rig of the project's own, under the names that the example uses. */
beforeAll(async () => {
  const assets = join(ROOT, 'demo/assets')
  const folder = join(ROOT, FOLDER)
  const code = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1]
  if (!code) throw new Error('the README has no example')
  const rig = JSON.parse(readFileSync(join(assets, 'lamplighter.json'), 'utf8'))
  const skin = rig.skins.find(({ name }: { name: string }) => name !== 'default')
  skin.name = 'red'
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'main.ts'), code)
  writeFileSync(join(folder, 'hero.json'), JSON.stringify(rig))
  cpSync(join(assets, 'lamplighter.atlas'), join(folder, 'hero.atlas'))
  cpSync(join(assets, 'lamplighter.png'), join(folder, 'lamplighter.png'))
  const canvas = '<canvas width="640" height="480"></canvas>'
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><body style="margin:0">${canvas}<script type="module" src="main.ts"></script>`,
  )
  harness = await startHarness({ allow: [] })
})
afterAll(() => harness.close())

async function openExample() {
  const page = await harness.openPage(`/${FOLDER}/index.html`, { width: 640, height: 480 })
  const painted = async () => {
    const { data } = decodePng(await page.screenshot())
    let count = 0
    for (let i = 0; i < data.length; i += 4)
      if (data[i] < 250 || data[i + 1] < 250 || data[i + 2] < 250) count++
    return { count, bytes: Buffer.from(data).toString('base64') }
  }
  return { page, painted }
}

test('the example of the README draws a running hero', async () => {
  const { page, painted } = await openExample()
  await expect.poll(async () => (await painted()).count, { timeout: 90_000 }).toBeGreaterThan(5000)
  const first = await painted()
  await page.waitForTimeout(300)
  expect((await painted()).bytes).not.toBe(first.bytes)
})

test('the example goes on after its canvas had no pixels', async () => {
  const { page, painted } = await openExample()
  await expect.poll(async () => (await painted()).count, { timeout: 90_000 }).toBeGreaterThan(5000)
  for (const [width, height] of [
    [0, 480],
    [0, 0],
  ]) {
    await page.evaluate(
      ([width, height]) => {
        Object.assign(document.querySelector('canvas') ?? {}, { width, height })
      },
      [width, height],
    )
    await page.waitForTimeout(200)
  }
  expect((await painted()).count).toBe(0)
  await page.evaluate(() => {
    Object.assign(document.querySelector('canvas') ?? {}, { width: 640, height: 480 })
  })
  await expect.poll(async () => (await painted()).count, { timeout: 30_000 }).toBeGreaterThan(5000)
})
