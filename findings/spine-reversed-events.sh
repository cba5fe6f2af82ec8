#!/usr/bin/env bash
# npm packages @esotericsoftware/spine-core@4.2.119 and 4.3.13, bundled by esbuild@0.28.2 and run as black boxes.
#
# An animation of 1 s has the keyed events `early` at 0.3 and `late` at 0.7. It is played looped with `entry.reverse = true`, in frames
# of 0.5 s. One would expect the same of both releases.
#
# Seen:   4.2.119: -, -, -; 4.3.13: late, early, late
# So 4.2 fires no keyed events of reversed animations, and 4.3 fires them in the order in which they are passed.
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

const fired = ({ AnimationState, AnimationStateData, Skeleton, SkeletonJson }, release) => {
  const events = [
    { name: 'early', time: 0.3 },
    { name: 'late', time: 0.7 },
  ]
  const data = new SkeletonJson({}).readSkeletonData({
    skeleton: { spine: `${release}.20` },
    bones: [{ name: 'root' }],
    events: { early: {}, late: {} },
    animations: { walk: { bones: { root: { rotate: [{ value: 0 }, { time: 1, value: 40 }] } }, events } },
  })
  const skeleton = new Skeleton(data)
  const state = new AnimationState(new AnimationStateData(data))
  let told = []
  state.addListener({ event: (_, event) => told.push(event.data.name) })
  state.setAnimation(0, 'walk', true).reverse = true
  state.apply(skeleton)
  return Array.from({ length: 3 }, () => {
    told = []
    state.update(0.5)
    state.apply(skeleton)
    return told.join(' ') || '-'
  }).join(', ')
}
console.log(`4.2.119: ${fired(core42, '4.2')}; 4.3.13: ${fired(core43, '4.3')}`)
JS
npx esbuild show.mjs --bundle --platform=node --format=esm --outfile=out.mjs --log-level=error
seen=$(node out.mjs)
echo "$seen"
[ "$seen" = '4.2.119: -, -, -; 4.3.13: late, early, late' ]
