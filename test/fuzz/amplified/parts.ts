/** Pieces of JSON text for files that ask for much. */

/** `one` of 0 to `many` - 1, with commas. */
export function repeated(many: number, one: (i: number) => string): string {
  return Array.from({ length: many }, (_, i) => one(i)).join(',')
}

export function list(many: number, one: (i: number) => string | number): string {
  return repeated(many, (i) => String(one(i)))
}

export const REGION = '"width":1,"height":1'

export interface Parts {
  /** Behind the root. */
  bones?: string
  slots?: string
  ik?: string
  transform?: string
  skins?: string
  events?: string
  animations?: string
}

/** A file of one bone, `root`, one slot, `s`, and these parts. */
export function skeleton(parts: Parts, version = '4.2.43'): string {
  const bones = parts.bones ? `{"name":"root"},${parts.bones}` : '{"name":"root"}'
  const slots = parts.slots ?? '{"name":"s","bone":"root"}'
  const lists = (['ik', 'transform', 'skins'] as const).map((key) => `"${key}":[${parts[key] ?? ''}]`)
  const objects = (['events', 'animations'] as const).map((key) => `"${key}":{${parts[key] ?? ''}}`)
  const rest = [...lists, ...objects].join(',')
  return `{"skeleton":{"spine":"${version}"},"bones":[${bones}],"slots":[${slots}],${rest}}`
}

/** A file whose default skin has these entries in the slot `s`, which shows the first one. */
export function skinned(entries: string, { bones = 1, more = '' } = {}): string {
  const first = /^"([^"]*)"/.exec(entries)?.[1] ?? ''
  const text = skeleton({
    bones: repeated(bones, (i) => `{"name":"b${i}","parent":"root"}`),
    slots: `{"name":"s","bone":"b0","attachment":"${first}"}`,
    skins: `{"name":"default","attachments":{"s":{${entries}}}}`,
  })
  return more ? `${text.slice(0, -1)},${more}}` : text
}

export function points(many: number): string {
  return list(many, (i) => `${i % 100},${Math.floor(i / 100)}`)
}

export function meshOf(vertices: string, triangles: string, count: number, more = ''): string {
  const rest = more ? `,${more}` : ''
  return `{"type":"mesh","uvs":[${list(count * 2, () => 0)}],"triangles":[${triangles}],"vertices":[${vertices}]${rest}}`
}

/** A strip of triangles. */
export function mesh(many: number, more = ''): string {
  return meshOf(
    points(many),
    list(many - 2, (i) => `${i},${i + 1},${i + 2}`),
    many,
    more,
  )
}

/** The teeth of a saw: half of all corners are concave. */
export function zigzag(corners: number): string {
  const half = corners / 2
  const up = list(half, (i) => `${i},${i % 2 ? 100 : 10}`)
  return `${up},${list(half, (i) => `${half - 1 - i},${i % 2 ? -100 : -10}`)}`
}
