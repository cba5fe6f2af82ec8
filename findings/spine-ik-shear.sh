#!/usr/bin/env bash
# npm packages @esotericsoftware/spine-core@4.2.119 and 4.3.13, bundled by esbuild@0.28.2 and run as black boxes.
#
# An IK constraint with the defaults turns two bones of length 100, and its target is at 100, 100, well within reach. The upper bone has
# no shear, a `shearX` of 30 or a `shearY` of 30 in the setup pose. One would expect the tip of the lower bone at 100, 100 in each case.
#
# Seen:   4.2.119: no shear 100 100, shearX 100 100, shearY 100 100; 4.3.13: no shear 100 100, shearX 87 150, shearY 50 87
# So in 4.3 IK of two bones misses its target by about half a bone where the upper one is sheared. In 4.2 it reaches the target.
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

const tip = (core, release, shear) => {
  const ik = { name: 'reach', bones: ['upper', 'lower'], target: 'target' }
  const data = new core.SkeletonJson(new core.AtlasAttachmentLoader(new core.TextureAtlas(''))).readSkeletonData({
    skeleton: { spine: `${release}.20` },
    bones: [
      { name: 'root' },
      { name: 'upper', parent: 'root', length: 100, ...shear },
      { name: 'lower', parent: 'upper', x: 100, length: 100 },
      { name: 'target', parent: 'root', x: 100, y: 100 },
    ],
    ...(release === '4.2' ? { ik: [ik] } : { constraints: [{ type: 'ik', ...ik }] }),
  })
  const skeleton = new core.Skeleton(data)
  skeleton.updateWorldTransform(core.Physics.update)
  const bone = skeleton.findBone('lower')
  const { a, c, worldX, worldY } = bone.appliedPose ?? bone
  return `${Math.round(worldX + 100 * a)} ${Math.round(worldY + 100 * c)}`
}
const cases = { 'no shear': {}, shearX: { shearX: 30 }, shearY: { shearY: 30 } }
const tips = (core, release) =>
  Object.entries(cases).map(([name, shear]) => `${name} ${tip(core, release, shear)}`).join(', ')
console.log(`4.2.119: ${tips(core42, '4.2')}; 4.3.13: ${tips(core43, '4.3')}`)
JS
npx esbuild show.mjs --bundle --platform=node --format=esm --outfile=out.mjs --log-level=error
seen=$(node out.mjs)
echo "$seen"
[ "$seen" = '4.2.119: no shear 100 100, shearX 100 100, shearY 100 100; 4.3.13: no shear 100 100, shearX 87 150, shearY 50 87' ]
