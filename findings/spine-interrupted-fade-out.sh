#!/usr/bin/env bash
# npm packages @esotericsoftware/spine-core@4.2.119 and 4.3.13, bundled by esbuild@0.28.2 and run as black boxes.
#
# One animation holds a bone at x 100, another at 10; in the setup pose it is at 0. The first plays, a crossfade of 0.4 s to the second
# begins, and when it is half done (x 55) the track fades to empty within 0.4 s, in frames of 0.1 s. One would expect x to go down to 0.
#
# Seen:   4.2.119: 55, then 66.25 77.5 88.75 100 100 100; 4.3.13: 55, then 38.44 30 21.25 0 0 0
# So in 4.2 the fade to empty goes up to the first animation's 100, and the bone stays there though nothing plays. In 4.3 it goes down.
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

const held = (x) => ({ bones: { root: { translate: [{ x }] } } })

const fade = (core, release) => {
  const data = new core.SkeletonJson(new core.AtlasAttachmentLoader(new core.TextureAtlas(''))).readSkeletonData({
    skeleton: { spine: `${release}.20` },
    bones: [{ name: 'root' }],
    animations: { first: held(100), second: held(10) },
  })
  const skeleton = new core.Skeleton(data)
  const state = new core.AnimationState(new core.AnimationStateData(data))
  const advance = (seconds) => {
    state.update(seconds)
    state.apply(skeleton)
    const bone = skeleton.findBone('root')
    return Number((bone.pose ?? bone).x.toFixed(2))
  }
  state.setAnimation(0, 'first', true)
  advance(0.1)
  state.setAnimation(0, 'second', true).mixDuration = 0.4
  const half = advance(0.2)
  state.setEmptyAnimation(0, 0.4)
  const places = Array.from({ length: 6 }, () => advance(0.1))
  return `${half}, then ${places.join(' ')}`
}
console.log(`4.2.119: ${fade(core42, '4.2')}; 4.3.13: ${fade(core43, '4.3')}`)
JS
npx esbuild show.mjs --bundle --platform=node --format=esm --outfile=out.mjs --log-level=error
seen=$(node out.mjs)
echo "$seen"
[ "$seen" = '4.2.119: 55, then 66.25 77.5 88.75 100 100 100; 4.3.13: 55, then 38.44 30 21.25 0 0 0' ]
