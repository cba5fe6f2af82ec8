#!/usr/bin/env bash
# npm packages @esotericsoftware/spine-core@4.0.31 and 4.1.56, bundled by esbuild@0.28.2 and run as black boxes.
#
# A skin lists an IK constraint and a bone that the file lacks, each in a file of its own.
# One would expect that both releases throw, as both do for a slot whose bone is missing.
#
# Seen:   4.0.31: constraint null, bone null; 4.1.56: constraint throws, bone throws
# So 4.0 loads the file, and the skin's list has an empty place.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --loglevel error esbuild@0.28.2 \
  core40@npm:@esotericsoftware/spine-core@4.0.31 core41@npm:@esotericsoftware/spine-core@4.1.56 > /dev/null
cat > show.mjs <<'JS'
import * as core40 from 'core40'
import * as core41 from 'core41'

const bones = [{ name: 'root' }, { name: 'arm', parent: 'root' }]
const attempt = ({ SkeletonJson }, spine, skin, list) => {
  try {
    const data = new SkeletonJson({}).readSkeletonData({ skeleton: { spine }, bones, skins: [{ name: 'red', ...skin }] })
    return data.skins[0][list].map((one) => String(one ?? null)).join()
  } catch {
    return 'throws'
  }
}
const line = (core, release, spine) =>
  `${release}: constraint ${attempt(core, spine, { ik: ['lost'] }, 'constraints')}, bone ${attempt(core, spine, { bones: ['lost'] }, 'bones')}`
console.log([line(core40, '4.0.31', '4.0.64'), line(core41, '4.1.56', '4.1.24')].join('; '))
JS
npx esbuild show.mjs --bundle --platform=node --format=esm --outfile=out.mjs --log-level=error
seen=$(node out.mjs)
echo "$seen"
[ "$seen" = '4.0.31: constraint null, bone null; 4.1.56: constraint throws, bone throws' ]
