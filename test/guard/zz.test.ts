import { test } from 'vitest'
import { ownRigs, sampleRigs } from './casts'
import { playGame } from './game'

test('x', async () => {
  const own = await ownRigs()
  const samples = [...sampleRigs()]
  console.log(own.length, samples.length)
  const seeds = (process.env.SEEDS ?? '1-10').split('-').map(Number)
  const failures = new Map<string, number[]>()
  const t = Date.now()
  for (let seed = seeds[0]; seed <= seeds[1]; seed++) {
    const rigs = own.filter((_, i) => (seed * 7 + i * 3) % 4 === 0).slice(0, 4)
    if (process.env.SAMPLES)
      for (let k = 0; k < 3; k++) {
        const [name, load] = samples[(seed * 31 + k * 57) % samples.length]
        try {
          rigs.push(await load())
        } catch (e) {
          console.log(name, String(e))
        }
      }
    try {
      const p = playGame({ seed, rigs, compiled: seed % 3 !== 0, shortcuts: seed % 5 !== 0, turns: 25 })
      if (seed === seeds[0]) console.log(p.done, p.refused, p.ticks)
    } catch (e: any) {
      const key =
        e.message.split('\n')[0].replace(/\d+/g, '#') +
        ' @ ' +
        String(e.stack)
          .split('\n')
          .filter((l: string) => l.includes('mjs') && !l.includes('/vitest'))
          .slice(0, 9)
          .map((l: string) => l.trim().replace(/\(.*\//, '('))
          .join(' < ')
      failures.set(key, [...(failures.get(key) ?? []), seed])
      if (process.env.SHOW) {
        console.log(
          seed,
          rigs.map((r) => r.name),
          e,
        )
      }
    }
  }
  console.log(Date.now() - t, failures)
})
