/** Small skeleton files that ask for much: setups, skins and attachments. Numbers say how much. */
import type { Amplified } from './amplified'
import { list, mesh, meshOf, points, REGION, repeated, skeleton, skinned, zigzag } from './parts'

const sequence = (count: number, more = '') => `{${REGION},"sequence":{"count":${count}${more}}}`
const regions = (many: number, region: string) => skinned(repeated(many, (i) => `"r${i}":${region}`))

function sequences(): Amplified[] {
  return [
    ...([200, 34, 10, 1] as const).map((many) => ({
      name: `${many} regions with sequences of 32,767 frames`,
      skeleton: () => regions(many, sequence(32_767)),
    })),
    { name: 'a sequence of a million frames', skeleton: () => regions(1, sequence(1_000_000)) },
    {
      name: '10,000 regions with sequences of 300 frames',
      skeleton: () => regions(10_000, sequence(300)),
    },
    {
      name: 'sequences whose frames have names of 100 digits',
      skeleton: () => regions(10, sequence(5000, ',"digits":100')),
      atlas: () => frames(5000, 100),
    },
    {
      name: 'a sequence whose path has 300,000 characters',
      skeleton: () => regions(1, `{${REGION},"path":"${'p'.repeat(300_000)}","sequence":{"count":30000}}`),
      atlas: () => frames(2),
    },
    {
      name: '50 sequences that share the 20,000 regions of an atlas',
      skeleton: () => regions(50, `{${REGION},"path":"f","sequence":{"count":20000}}`),
      atlas: () => frames(20_000),
    },
    {
      name: 'a mesh of 10,000 points with a sequence of 2,000 frames',
      skeleton: () => skinned(`"m":${mesh(10_000, '"sequence":{"count":2000}')}`),
    },
    {
      name: 'linked meshes with sequences',
      skeleton: () =>
        skinned(
          `"m":${mesh(1000)},${repeated(200, (i) => `"l${i}":{"type":"linkedmesh","parent":"m","sequence":{"count":500}}`)}`,
        ),
    },
  ]
}

function frames(many: number, digits = 0): string {
  const region = (i: number) => `f${String(i).padStart(digits, '0')}\nbounds:0,0,1,1\n`
  return `p.png\nsize:64,64\n${Array.from({ length: many }, (_, i) => region(i + 1)).join('')}`
}

function meshes(): Amplified[] {
  const links = (many: number) =>
    repeated(many, (i) => `"l${i}":{"type":"linkedmesh","parent":"${i === 0 ? 'm' : `l${i - 1}`}"}`)
  return [
    ...([1000, 20_000] as const).map((many) => ({
      name: `${many} linked meshes of one with 10,000 points`,
      skeleton: () => skinned(`"m":${mesh(10_000)},${links(many)}`),
    })),
    { name: 'a chain of 50,000 linked meshes', skeleton: () => skinned(`${links(50_000)},"m":${mesh(3)}`) },
    {
      name: 'a chain of 20,000 linked meshes, from its end',
      skeleton: () =>
        skinned(
          `${repeated(20_000, (i) => `"l${i}":{"type":"linkedmesh","parent":"l${i + 1}"}`)},"l20000":${mesh(3)}`,
        ),
    },
    {
      name: '200 circles of 200 linked meshes',
      skeleton: () =>
        skinned(
          repeated(
            40_000,
            (i) => `"l${i}":{"type":"linkedmesh","parent":"l${i % 200 === 199 ? i - 199 : i + 1}"}`,
          ),
        ),
    },
    {
      name: 'a mesh of 1,000,000 triangles',
      skeleton: () =>
        skinned(
          `"m":${meshOf(
            points(3),
            list(3_000_000, () => 0),
            3,
          )}`,
        ),
    },
    {
      name: 'a mesh of 300,000 points',
      skeleton: () =>
        skinned(
          `"m":${meshOf(
            list(600_000, () => 0),
            '0,1,2',
            300_000,
          )}`,
        ),
    },
    {
      name: 'a mesh of 1,000,001 points',
      skeleton: () =>
        skinned(
          `"m":${meshOf(
            list(2_000_002, () => 0),
            '0,1,2',
            1_000_001,
          )}`,
        ),
    },
    {
      name: 'points of 8 influences, no two alike',
      skeleton: () => weighted(20_000, 8, 4000),
    },
    { name: 'points of 60,000 influences', skeleton: () => weighted(10, 60_000, 1000) },
    { name: 'points of 65,536 influences', skeleton: () => weighted(3, 65_536, 1000) },
    { name: '300,000 points of one influence', skeleton: () => weighted(300_000, 1, 1000) },
    {
      name: '1,000,000 edges',
      skeleton: () => skinned(`"m":${mesh(3, `"edges":[${list(1_000_000, () => 0)}]`)}`),
    },
    {
      name: '40,000 meshes of 3 points',
      skeleton: () => skinned(repeated(40_000, (i) => `"m${i}":${mesh(3)}`)),
    },
    {
      name: 'a path whose vertexCount is a lie',
      skeleton: () =>
        skinned(
          repeated(3000, (i) => `"p${i}":{"type":"path","vertexCount":999999,"lengths":[],"vertices":[]}`),
        ),
    },
  ]
}

/** One mesh of `many` points, each on `influences` of `bones`. */
function weighted(many: number, influences: number, bones: number): string {
  const influence = (i: number) => `${(i * 7919 + 13) % bones},0,0,1`
  const point = (n: number) => `${influences},${list(influences, (i) => influence(n * influences + i))}`
  return skinned(
    `"m":{"type":"mesh","uvs":[${list(many * 2, () => 0)}],"triangles":[0,1,2],"vertices":[${list(many, point)}]}`,
    { bones },
  )
}

function skins(): Amplified[] {
  const many = (count: number, each: (i: number) => string) => skeleton({ skins: repeated(count, each) })
  const keys = (count: number) => repeated(count, (i) => `"r${i}":{${REGION}}`)
  return [
    {
      name: '1,000 skins of 100 regions',
      skeleton: () => many(1000, (i) => `{"name":"s${i}","attachments":{"s":{${keys(100)}}}}`),
    },
    {
      name: '100,000 skins of a region',
      skeleton: () => many(100_000, (i) => `{"name":"s${i}","attachments":{"s":{"r":{${REGION}}}}}`),
    },
    { name: 'a skin of 100,000 regions', skeleton: () => regions(100_000, `{${REGION}}`) },
    {
      name: 'a skin of 400,000 points',
      skeleton: () => skinned(repeated(400_000, (i) => `"${i.toString(36)}":{"type":"point"}`)),
    },
    { name: '300,000 empty skins', skeleton: () => many(300_000, (i) => `{"name":"${i.toString(36)}"}`) },
    {
      name: '2,000 skins that bring a bone each',
      skeleton: () =>
        skeleton({
          bones: repeated(2000, (i) => `{"name":"b${i}","parent":"root","skin":true}`),
          skins: repeated(2000, (i) => `{"name":"s${i}","bones":["b${i}"]}`),
        }),
    },
    {
      name: '10,000 skins beside 30,000 bones that skins bring',
      skeleton: () =>
        skeleton({
          bones: repeated(30_000, (i) => `{"name":"b${i}","parent":"root","skin":true}`),
          skins: repeated(10_000, (i) => `{"name":"s${i}","bones":["b${i}"]}`),
        }),
    },
    {
      name: '100 skins that list 1,000 bones in a chain',
      skeleton: () =>
        skeleton({
          bones: repeated(1000, (i) => `{"name":"b${i}","parent":"${i ? `b${i - 1}` : 'root'}","skin":true}`),
          skins: repeated(100, (i) => `{"name":"s${i}","bones":[${repeated(1000, (n) => `"b${n}"`)}]}`),
        }),
    },
    {
      name: '3,000 skins with constraints of their own',
      skeleton: () =>
        skeleton({
          bones: repeated(3000, (i) => `{"name":"b${i}","parent":"root","skin":true}`),
          transform: repeated(
            3000,
            (i) => `{"name":"t${i}","order":${i},"skin":true,"bones":["b${i}"],"target":"root"}`,
          ),
          skins: repeated(3000, (i) => `{"name":"s${i}","bones":["b${i}"],"transform":["t${i}"]}`),
        }),
    },
    {
      name: 'a thousand slots in a thousand skins',
      skeleton: () =>
        skeleton({
          slots: repeated(1000, (i) => `{"name":"s${i}","bone":"root"}`),
          skins: repeated(1000, (i) => `{"name":"k${i}","attachments":{"s${i}":{"r":{${REGION}}}}}`),
        }),
    },
  ]
}

function bones(): Amplified[] {
  const chain = (many: number, more = '') =>
    repeated(many, (i) => `{"name":"b${i}","parent":"${i ? `b${i - 1}` : 'root'}"${more}}`)
  const children = (many: number) => repeated(many, (i) => `{"name":"b${i}","parent":"root"}`)
  const all = (many: number) => repeated(many, (i) => `"b${i}"`)
  const constraints = (many: number, one: (i: number) => string) =>
    repeated(many, (i) => `{"name":"c${i}","order":${i},"target":"root",${one(i)}}`)
  return [
    { name: 'a chain of 32,000 bones', skeleton: () => skeleton({ bones: chain(32_000) }) },
    { name: '32,000 bones on one', skeleton: () => skeleton({ bones: children(32_000) }) },
    { name: '200,000 bones', skeleton: () => skeleton({ bones: children(200_000) }) },
    {
      name: '32,000 slots',
      skeleton: () => skeleton({ slots: repeated(32_000, (i) => `{"name":"s${i}","bone":"root"}`) }),
    },
    {
      name: '200,000 slots',
      skeleton: () => skeleton({ slots: repeated(200_000, (i) => `{"name":"s${i}","bone":"root"}`) }),
    },
    {
      name: 'a transform constraint that lists a bone 5,001 times',
      skeleton: () =>
        skinned(`"r":{${REGION}}`, {
          more: `"transform":[{"name":"t","target":"b0","relative":true,"local":true,"bones":[${repeated(5001, () => '"b0"')}]}]`,
        }),
    },
    {
      name: '500 transform constraints of 500 bones',
      skeleton: () =>
        skeleton({ bones: children(500), transform: constraints(500, () => `"bones":[${all(500)}]`) }),
    },
    {
      name: '1,000 transform constraints under which 10,000 bones hang',
      skeleton: () =>
        skeleton({ bones: chain(10_000), transform: constraints(1000, () => '"bones":["b0"]') }),
    },
    {
      name: '20,000 IK constraints',
      skeleton: () =>
        skeleton({ bones: children(10), ik: constraints(20_000, (i) => `"bones":["b${i % 10}"]`) }),
    },
    {
      name: '100,000 transform constraints',
      skeleton: () =>
        skeleton({ bones: children(10), transform: constraints(100_000, (i) => `"bones":["b${i % 10}"]`) }),
    },
    {
      name: 'a name of 4,000,000 characters',
      skeleton: () => skeleton({ bones: `{"name":"${'n'.repeat(4_000_000)}","parent":"root"}` }),
    },
    {
      name: 'an error among names of 1,000,000 characters',
      skeleton: () =>
        skeleton({
          bones: `${repeated(12, (i) => `{"name":"${i}${'n'.repeat(1_000_000)}","parent":"root"}`)},{"name":"x","parent":"gone"}`,
        }),
    },
    {
      name: 'an error under a name of 8,000,000 characters',
      skeleton: () =>
        skeleton({ animations: `"${'n'.repeat(8_000_000)}":{"bones":{"root":{"rotate":[{"time":"x"}]}}}` }),
    },
  ]
}

function clips(): Amplified[] {
  const clip = (vertices: string, count: number) =>
    skeleton({
      slots: '{"name":"c","bone":"root","attachment":"c"},{"name":"s","bone":"root","attachment":"m"}',
      skins: `{"name":"default","attachments":{"c":{"c":{"type":"clipping","vertexCount":${count},"vertices":[${vertices}]}},"s":{"m":${mesh(1000)}}}}`,
      animations: '"a":{"bones":{"root":{"rotate":[{},{"time":1,"value":90}]}}}',
    })
  return [
    ...([100, 500, 2000, 20_000] as const).map((corners) => ({
      name: `a clip of ${corners} corners`,
      skeleton: () => clip(zigzag(corners), corners),
    })),
    {
      name: 'a clip of 5,000 corners that crosses itself',
      skeleton: () =>
        clip(
          list(5000, (i) => `${(i * 7919) % 997},${(i * 104729) % 991}`),
          5000,
        ),
    },
    {
      name: '500 clips',
      skeleton: () =>
        skeleton({
          slots: repeated(1000, (i) => `{"name":"s${i}","bone":"root","attachment":"a"}`),
          skins: `{"name":"default","attachments":{${repeated(1000, (i) => `"s${i}":{"a":${i % 2 ? `{${REGION}}` : `{"type":"clipping","vertexCount":60,"vertices":[${zigzag(60)}]}`}}`)}}}`,
        }),
    },
  ]
}

export const SKELETONS: readonly Amplified[] = [
  ...sequences(),
  ...meshes(),
  ...skins(),
  ...bones(),
  ...clips(),
]
