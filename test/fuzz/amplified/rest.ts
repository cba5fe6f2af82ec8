/** Small files that ask for much: animations, JSON that is hardly a skeleton, and atlases. */
import type { Amplified } from './amplified'
import { list, mesh, points, REGION, repeated, skeleton, skinned } from './parts'

const SLOTS = repeated(30_000, (i) => `{"name":"s${i}","bone":"root"}`)
const MB = 1_000_000

function timelines(): Amplified[] {
  const onRoot = (timeline: string) => skeleton({ animations: `"a":{"bones":{"root":${timeline}}}` })
  const ofTransform = (keys: string, more = '') =>
    skeleton({
      bones: '{"name":"b","parent":"root"}',
      transform: '{"name":"t","target":"root","bones":["b"]}',
      animations: `"a":{"transform":{"t":[${keys}]}}${more}`,
    })
  const colored = (key: string) =>
    skeleton({
      slots: SLOTS,
      animations: `"a":{"slots":{${repeated(30_000, (i) => `"s${i}":{"rgba":[${key}]}`)}}}`,
    })
  const curve = (channels: number) => `"curve":[${list(channels * 4, () => 0)}]`
  return [
    { name: '2,000,000 empty keys', skeleton: () => ofTransform(list(2 * MB, () => '{}')) },
    {
      name: '1,000,000 empty keys behind a curve',
      skeleton: () => ofTransform(`{${curve(6)}},${list(MB, () => '{}')}`),
    },
    {
      name: '200,000 keys with curves',
      skeleton: () => onRoot(`{"translate":[${list(200_000, (i) => `{"time":${i},${curve(2)}}`)}]}`),
    },
    {
      name: '60,000 keys with curves of six channels',
      skeleton: () => ofTransform(list(60_000, (i) => `{"time":${i},${curve(6)}}`)),
    },
    { name: '30,000 slots with a colour timeline each', skeleton: () => colored('{"color":"ffffffff"}') },
    {
      name: '30,000 slots with two colour keys each',
      skeleton: () => colored('{"color":"ffffffff"},{"time":1,"color":"00000000"}'),
    },
    {
      name: '30,000 bones with a timeline each, none of them there',
      skeleton: () =>
        skeleton({
          bones: repeated(30_000, (i) => `{"name":"b${i}","parent":"root","skin":${i % 2 === 0}}`),
          animations: `"a":{"bones":{${repeated(30_000, (i) => `"b${i}":{"rotate":[{},{"time":1,"value":9}]}`)}}}`,
        }),
    },
    {
      name: '200,000 animations without timelines',
      skeleton: () => skeleton({ animations: repeated(200_000, (i) => `"a${i}":{}`) }),
    },
    {
      name: '100,000 animations of a timeline',
      skeleton: () =>
        skeleton({ animations: repeated(100_000, (i) => `"a${i}":{"bones":{"root":{"rotate":[{}]}}}`) }),
    },
    {
      name: '20,000 attachment keys in each of 20 slots',
      skeleton: () =>
        skeleton({
          slots: repeated(20, (i) => `{"name":"s${i}","bone":"root"}`),
          animations: `"a":{"slots":{${repeated(20, (n) => `"s${n}":{"attachment":[${list(20_000, (i) => `{"time":${i},"name":"k${i}"}`)}]}`)}}}`,
        }),
    },
    {
      name: 'keys at one time, and a key far off',
      skeleton: () => onRoot(`{"rotate":[${list(300_000, () => '{}')},{"time":1e17}]}`),
    },
    {
      name: 'keys a moment apart, and one far off',
      skeleton: () =>
        skeleton({
          bones: repeated(1000, (i) => `{"name":"b${i}","parent":"root"}`),
          animations: `"a":{"bones":{${repeated(1000, (i) => `"b${i}":{"rotate":[{},{"time":1e-9,"value":1},{"time":1e17,"value":2}]}`)}}}`,
        }),
    },
    {
      name: 'keys of every kind that nobody knows',
      skeleton: () => onRoot(`{"wobble":[${list(500_000, () => '{}')}]}`),
    },
    {
      name: 'warnings by the hundred thousand',
      skeleton: () =>
        ofTransform(
          '{}',
          `,"b":{"physics":{}},"c":{"attachments":{}},${repeated(100_000, (i) => `"w${i}":{"slider":{}}`)}`,
        ),
    },
  ]
}

function deforms(): Amplified[] {
  const deformed = (vertices: number, animations: number, keys: (animation: number) => string) =>
    skeleton({
      slots: '{"name":"s","bone":"root","attachment":"m"}',
      skins: `{"name":"default","attachments":{"s":{"m":${mesh(vertices)}}}}`,
      animations: repeated(
        animations,
        (i) => `"a${i}":{"attachments":{"default":{"s":{"m":{"deform":[${keys(i)}]}}}}}`,
      ),
    })
  const empty = (many: number) => list(many, (i) => `{"time":${i}}`)
  return [
    {
      name: 'a deformed mesh of 10,000 points with 600 empty keys',
      skeleton: () => deformed(10_000, 1, () => empty(600)),
    },
    {
      name: 'eight animations of 400 empty deform keys',
      skeleton: () => deformed(10_000, 8, () => empty(400)),
    },
    {
      name: 'a deformed mesh of 10,000 points with 20,000 empty keys',
      skeleton: () => deformed(10_000, 1, () => empty(20_000)),
    },
    {
      name: 'a deformed mesh of 3 points with 300,000 keys',
      skeleton: () => deformed(3, 1, () => empty(300_000)),
    },
    {
      name: '2,000 animations of 5 deform keys',
      skeleton: () => deformed(5000, 2000, () => empty(5)),
    },
    {
      name: 'deform keys for each of 500 linked meshes',
      skeleton: () =>
        skeleton({
          skins: `{"name":"default","attachments":{"s":{"m":${mesh(5000)},${repeated(500, (i) => `"l${i}":{"type":"linkedmesh","parent":"m","timelines":false}`)}}}}`,
          animations: `"a":{"attachments":{"default":{"s":{${repeated(500, (i) => `"l${i}":{"deform":[{},{"time":1}]}`)}}}}}`,
        }),
    },
  ]
}

function orders(): Amplified[] {
  const moved = '{"offsets":[{"slot":"s0","offset":1}]}'
  const order = (slots: number, keys: number) =>
    skeleton({
      slots: repeated(slots, (i) => `{"name":"s${i}","bone":"root"}`),
      animations: `"a":{"drawOrder":[${list(keys, () => moved)}]}`,
    })
  const events = (defined: number, keys: string, many = 1) =>
    skeleton({
      events: repeated(defined, (i) => `"e${i}":{"string":"${'x'.repeat(i === 0 ? 1000 : 1)}"}`),
      animations: repeated(many, (i) => `"a${i}":{"events":[${keys}]}`),
    })
  return [
    { name: '30,000 slots in 200 draw orders', skeleton: () => order(30_000, 200) },
    { name: '30,000 slots in 5,000 draw orders', skeleton: () => order(30_000, 5000) },
    { name: '2 slots in 100,000 draw orders', skeleton: () => order(2, 100_000) },
    { name: '100,000 events', skeleton: () => events(100_000, '{"name":"e0"}') },
    {
      name: '100,000 event keys at once',
      skeleton: () =>
        events(
          1,
          list(100_000, () => '{"name":"e0"}'),
        ),
    },
    {
      name: '400,000 event keys at once',
      skeleton: () =>
        events(
          1,
          list(400_000, () => '{"name":"e0"}'),
        ),
    },
    {
      name: '50,000 event keys in an animation of a moment',
      skeleton: () => events(1, `${list(50_000, () => '{"name":"e0"}')},{"time":1e-9,"name":"e0"}`),
    },
    {
      name: '8 animations of 50,000 event keys',
      skeleton: () =>
        events(
          1,
          list(50_000, () => '{"name":"e0"}'),
          8,
        ),
    },
  ]
}

/** The text of an object, as that of a file of 4.2. */
const spined = (text: string) => text.replace('{', '{"skeleton":{"spine":"4.2.43"},')

/** Text that JSON.parse or the readers have to go through. */
function texts(): Amplified[] {
  const raw = (name: string, text: () => string) => ({ name, skeleton: () => spined(text()) })
  const bare = (name: string, text: () => string) => ({ name, skeleton: text })
  const bones = (text: string) => `{"bones":[${text}]}`
  return [
    raw('60 MB of {}', () => bones(list(20 * MB, () => '{}'))),
    raw('15 MB of {}', () => bones(list(5 * MB, () => '{}'))),
    raw('15 MB of {} before the bones', () => `{"a":[${list(5 * MB, () => '{}')}],"bones":[]}`),
    raw('15 MB of {} without bones', () => `{"a":[${list(5 * MB, () => '{}')}]}`),
    raw('15 MB of {} and no end', () => `{"bones":[${list(5 * MB, () => '{}')}`),
    raw('15 MB of {}, one behind the other', () => `{"bones":[]}${'{}'.repeat(7 * MB)}`),
    raw('15 MB of []', () => bones(list(5 * MB, () => '[]'))),
    raw('15 MB of zeroes', () => bones(list(7 * MB, () => '0'))),
    raw('15 MB of empty strings', () => bones(list(5 * MB, () => '""'))),
    raw('15 MB of fractions', () => bones(list(3 * MB, () => '0.1'))),
    raw('15 MB of short strings, no two alike', () => bones(list(MB, (i) => `"${i.toString(36)}"`))),
    raw('an object of 1,000,000 keys', () => `{"bones":[],"a":{${repeated(MB, (i) => `"k${i}":0`)}}}`),
    raw(
      'an object of 1,000,000 numbers as keys',
      () => `{"bones":[],"a":{${repeated(MB, (i) => `"${(i * 4093) % 4294967291}":0`)}}}`,
    ),
    raw('300,000 objects, no two of one shape', () => bones(repeated(300_000, (i) => `{"k${i}":0}`))),
    raw('lists 5,000,000 deep', () => bones('['.repeat(5 * MB) + ']'.repeat(5 * MB))),
    raw('lists 10,000,000 deep that are never closed', () => `{"bones":${'['.repeat(10 * MB)}`),
    raw('objects 1,000,000 deep', () => bones(`${'{"a":'.repeat(MB)}0${'}'.repeat(MB)}`)),
    raw('a string that never ends', () => `{"bones":["${'x'.repeat(15 * MB)}`),
    raw('escapes', () => bones(`"${'\\u0041'.repeat(2 * MB)}"`)),
    raw('quotes in quotes', () => bones(`"${'\\"'.repeat(7 * MB)}`)),
    raw('a number of 15,000,000 digits', () => bones(`{"name":"a","x":${'1'.repeat(15 * MB)}}`)),
    raw('spaces', () => `{"bones":[]${' '.repeat(15 * MB)}`),
    raw('line breaks', () => `{"bones":[]${'\n'.repeat(15 * MB)}x`),
    raw('bones again and again', () => `{${list(200_000, () => '"bones":[{"name":"a"}]')}}`),
    bare(
      'a version of 10,000,000 characters',
      () => `{"skeleton":{"spine":"${'4'.repeat(10 * MB)}"},"bones":[{"name":"a"}]}`,
    ),
    bare(
      'no version, and much to guess it from',
      () =>
        `{"bones":[${repeated(200_000, (i) => `{"name":"b${i}"}`)}],"animations":{${repeated(100_000, (i) => `"a${i}":{"bones":{"b0":{"rotate":[{}]}}}`)}}}`,
    ),
    raw(
      'a colour of 10,000,000 digits',
      () => `{"bones":[{"name":"a"}],"slots":[{"name":"s","bone":"a","color":"${'f'.repeat(10 * MB)}"}]}`,
    ),
    raw('a word of 1,000,000 digits that is hardly a number', () =>
      bones(`{"name":"a","x":"${'1'.repeat(MB)}x"}`),
    ),
    raw('words for numbers', () =>
      skinned(
        `"m":{"type":"mesh","uvs":[${list(MB, () => '"1"')}],"triangles":[0,0,0],"vertices":[${points(MB / 2)}]}`,
      ),
    ),
  ]
}

function atlases(): Amplified[] {
  const page = 'p.png\nsize:64,64\n'
  const raw = (name: string, atlas: () => string) => ({
    name: `atlas: ${name}`,
    skeleton: () => skinned(`"r":{${REGION}}`),
    atlas,
  })
  return [
    raw(
      '300,000 regions',
      () => page + repeated(300_000, (i) => `r${i}\nbounds:0,0,1,1\n`).replaceAll(',r', 'r'),
    ),
    raw('2,000,000 regions of two bytes', () => page + 'r\n'.repeat(2 * MB)),
    raw(
      '2,000,000 regions, no two alike',
      () => page + Array.from({ length: 800_000 }, (_, i) => `${i.toString(36)}\n`).join(''),
    ),
    raw('1,000,000 pages', () => 'p\n\n'.repeat(MB)),
    raw('1,000 pages', () => `${Array.from({ length: 1000 }, (_, i) => `p${i}\nsize:1,1\n\n`).join('')}`),
    raw(
      'a region with 500,000 lines of its own',
      () => `${page}r\nbounds:0,0,1,1\n${'a:1,2,3,4\n'.repeat(400_000)}`,
    ),
    raw('a header of 1,000,000 lines', () => `${'a:1\n'.repeat(MB)}\n${page}`),
    raw('4 MB of line breaks', () => page + '\n'.repeat(4 * MB)),
    raw('8 MB of line breaks', () => page + '\n'.repeat(8 * MB)),
    raw('a line of 4 MB', () => `${page}${'r'.repeat(4 * MB)}`),
    raw('a line of commas', () => `${page}r\nbounds:${','.repeat(4 * MB)}`),
    raw(
      'a value of 1,000,000 digits that is hardly a number',
      () => `${page}r\nbounds:${'1'.repeat(MB)}x,0,1,1`,
    ),
    raw('an error in a line of 4 MB', () => `${page}r\nbounds:${'x'.repeat(4 * MB)}`),
    raw('a number of 4,000,000 digits', () => `${page}r\nbounds:${'1'.repeat(4 * MB)},0,1,1`),
    raw(
      'regions of one name, warned of each time',
      () => page + `${'n'.repeat(40)}\nbounds:60,60,9,9\n`.repeat(60_000),
    ),
  ]
}

export const REST: readonly Amplified[] = [
  ...timelines(),
  ...deforms(),
  ...orders(),
  ...texts(),
  ...atlases(),
]
