#!/usr/bin/env bash
# npm packages @esotericsoftware/spine-core@4.2.119 and 4.3.13, bundled by esbuild@0.28.2 and run as black boxes.
#
# A bone with a physics constraint of 64 steps a second, a constant wind and no damping. Frames last 0.25 s, which is exactly 16 steps.
# One would expect that both releases show the same place, or that 4.3, which smooths motion between steps, is one step late.
#
# Seen:   4.2.119: 0 128.9 287.1 507.8 791; 4.3.13: 0 0 128.9 287.1 507.8
# So 4.3 shows the pose a whole frame late where frames are multiples of a step. The first frame only sets the start.
#
# The same constraint with 60 steps a second, 3,600 frames of exactly 1/60 s, counting frames without a step.
# One would expect a step in each frame, or one missing at the most.
#
# Seen:   frames without a step: 4.2.119: 5; 4.3.13: 4
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

const places = ({ Physics, Skeleton, SkeletonJson }, release, constraint, delta, frames) => {
  const own = { name: 'blown', bone: 'leaf', x: 1, inertia: 1, strength: 0, damping: 1, wind: 10, gravity: 0, ...constraint }
  const list = release === '4.3' ? { constraints: [{ type: 'physics', ...own }] } : { physics: [own] }
  const bones = [{ name: 'root' }, { name: 'leaf', parent: 'root', length: 10 }]
  const data = new SkeletonJson({}).readSkeletonData({ skeleton: { spine: `${release}.20` }, bones, ...list })
  const skeleton = new Skeleton(data)
  const leaf = skeleton.findBone('leaf')
  return Array.from({ length: frames }, () => {
    skeleton.update(delta)
    skeleton.updateWorldTransform(Physics.update)
    return (leaf.appliedPose ?? leaf).worldX
  })
}
const late = (core, release) =>
  places(core, release, { fps: 64, mass: 1 }, 0.25, 5)
    .map((x) => Number(x.toFixed(1)))
    .join(' ')
const without = (core, release) => {
  const moved = places(core, release, { fps: 60, mass: 100 }, 1 / 60, 3600).map((x, i, all) => x - (all[i - 1] ?? 0))
  // The first frames set the start.
  return moved.filter((by, i) => i > 3 && by < 1e-9).length
}
console.log(`4.2.119: ${late(core42, '4.2')}; 4.3.13: ${late(core43, '4.3')}`)
console.log(`4.2.119: ${without(core42, '4.2')}; 4.3.13: ${without(core43, '4.3')}`)
JS
npx esbuild show.mjs --bundle --platform=node --format=esm --outfile=out.mjs --log-level=error
seen=$(node out.mjs)
echo "$seen"
[ "$seen" = '4.2.119: 0 128.9 287.1 507.8 791; 4.3.13: 0 0 128.9 287.1 507.8
4.2.119: 5; 4.3.13: 4' ]
