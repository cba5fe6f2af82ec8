#!/usr/bin/env bash
# npm packages @esotericsoftware/spine-core@4.2.119 and 4.3.13, bundled by esbuild@0.28.2 and run as black boxes.
#
# Track 0 keys the attachment `low` of a slot whose setup attachment is `setup`, track 1 keys `high` with alpha 0.4 and
# `alphaAttachmentThreshold` 0.5. One would expect the same of both releases.
#
# Seen:   4.2.119: high, without track 0: setup; 4.3.13: low, without track 0: setup
# So in 4.2 the threshold has no effect on slots that a lower track keys. In 4.3 it has.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --loglevel error esbuild@0.28.2 \
  core42@npm:@esotericsoftware/spine-core@4.2.119 core43@npm:@esotericsoftware/spine-core@4.3.13 > /dev/null
cat > show.mjs <<'JS'
import * as core42 from 'core42'
import * as core43 from 'core43'

const NAMES = ['setup', 'low', 'high']
const page = `page.png\nsize: 64, 64\n${NAMES.map((name, i) => `${name}\nbounds: ${10 * i}, 0, 10, 10\n`).join('')}`
const texture = { setFilters() {}, setWraps() {}, getImage: () => ({ width: 64, height: 64 }) }
const keyed = (name) => ({ slots: { hand: { attachment: [{ name }] } } })

const shown = (core, release, hasLower) => {
  const atlas = new core.TextureAtlas(page)
  for (const one of atlas.pages) one.setTexture(texture)
  const attachments = Object.fromEntries(NAMES.map((name) => [name, { width: 10, height: 10 }]))
  const data = new core.SkeletonJson(new core.AtlasAttachmentLoader(atlas)).readSkeletonData({
    skeleton: { spine: `${release}.20` },
    bones: [{ name: 'root' }],
    slots: [{ name: 'hand', bone: 'root', attachment: 'setup' }],
    skins: [{ name: 'default', attachments: { hand: attachments } }],
    animations: { lower: keyed('low'), upper: keyed('high') },
  })
  const skeleton = new core.Skeleton(data)
  const state = new core.AnimationState(new core.AnimationStateData(data))
  if (hasLower) state.setAnimation(0, 'lower', true)
  Object.assign(state.setAnimation(1, 'upper', true), { alpha: 0.4, alphaAttachmentThreshold: 0.5 })
  for (let i = 0; i < 2; i++) {
    state.update(0.1)
    state.apply(skeleton)
  }
  const slot = skeleton.findSlot('hand')
  const pose = slot.pose ?? slot
  return (pose.attachment ?? pose.getAttachment()).name
}
const both = (core, release) => `${shown(core, release, true)}, without track 0: ${shown(core, release, false)}`
console.log(`4.2.119: ${both(core42, '4.2')}; 4.3.13: ${both(core43, '4.3')}`)
JS
npx esbuild show.mjs --bundle --platform=node --format=esm --outfile=out.mjs --log-level=error
seen=$(node out.mjs)
echo "$seen"
[ "$seen" = '4.2.119: high, without track 0: setup; 4.3.13: low, without track 0: setup' ]
