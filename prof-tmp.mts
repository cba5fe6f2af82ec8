import { bundle } from './bench/child'
const p = await bundle(new URL('./bench/tmp-child.ts', import.meta.url))
console.log(p.file)
