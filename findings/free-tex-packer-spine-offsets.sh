#!/usr/bin/env bash
# npm package free-tex-packer-core@0.3.9, with its exporter `Spine`.
#
# An image of 20 × 60 pixels with clear edges: 3 columns on the left, 7 on the right, 2 rows above, 5 below. Trimming is on by default.
# One would expect the place of what is left in the whole image, `offset: 3,5` (counted from below, as atlases of Spine do), or at the
# worst `offset: 3,2` (from above).
#
# Seen:   size: 10,53; orig: 20,60; offset: 0,0
# So a trimmed image is shown in the lower left corner of its whole: shifted by its clear edges. With `allowTrim: false` nothing is lost.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --loglevel error free-tex-packer-core@0.3.9 pngjs@7.0.0 > /dev/null
cat > show.mjs <<'JS'
import packer from 'free-tex-packer-core'
import { PNG } from 'pngjs'

const png = new PNG({ width: 20, height: 60 })
for (let y = 2; y < 60 - 5; y++) for (let x = 3; x < 20 - 7; x++) png.data.fill(255, 4 * (20 * y + x), 4 * (20 * y + x + 1))
const images = [{ path: 'arm.png', contents: PNG.sync.write(png) }]
const files = await packer.packAsync(images, { exporter: 'Spine' })
const atlas = String(files.find(({ name }) => name.endsWith('.atlas')).buffer)
console.log(['size', 'orig', 'offset'].map((key) => atlas.match(new RegExp(`^ +${key}: .*`, 'm'))[0].trim()).join('; '))
JS
seen=$(node show.mjs)
echo "$seen"
[ "$seen" = 'size: 10,53; orig: 20,60; offset: 0,0' ]
