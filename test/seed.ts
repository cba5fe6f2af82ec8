/** Sets the seed of property tests: the same numbers in every run, others on demand (`SEED=7 npm test`). */
import fc from 'fast-check'

const seed = Number(process.env.SEED ?? 1)
if (!Number.isInteger(seed)) throw new Error(`SEED is an integer, not '${process.env.SEED}'`)
fc.configureGlobal({ seed })
