#!/usr/bin/env bash
# npm package @assetpack/core@1.7.0, pipes `mipmap` and `spineAtlasMipmap` with their default resolutions.
#
# An atlas of Spine with odd numbers, whose page is halved. The image is resized as a whole, so that every region lies at exact halves.
# One would expect halves (`bounds:1.5,2.5,15.5,8.5`), as atlases may hold fractions, or rounded numbers.
#
# Seen:   bounds:1,2,15,8 offsets:0,1,17,10
# All numbers are rounded down, each for itself: a region is cut off by up to a pixel on two sides, and lies up to a pixel beside its place.
# Even numbers (in exports: padding of 2, images of even sizes) lose nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --loglevel error @assetpack/core@1.7.0 pngjs@7.0.0 > /dev/null
mkdir art
cat > show.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs'
import { AssetPack } from '@assetpack/core'
import { mipmap } from '@assetpack/core/image'
import { spineAtlasMipmap } from '@assetpack/core/spine'
import { PNG } from 'pngjs'

writeFileSync('art/hero{mip}.png', PNG.sync.write(new PNG({ width: 64, height: 40 })))
writeFileSync('art/hero{mip}.atlas', 'hero.png\nsize:64,40\nhead\nbounds:3,5,31,17\noffsets:1,2,35,21\n')
const pipes = [mipmap(), spineAtlasMipmap()]
await new AssetPack({ entry: 'art', output: 'made', cache: false, logLevel: 'error', pipes }).run()
const half = readFileSync('made/hero@0.5x.atlas', 'utf8')
console.log(half.match(/^bounds:.*/m)[0], half.match(/^offsets:.*/m)[0])
JS
seen=$(node show.mjs | tail -1)
echo "$seen"
[ "$seen" = 'bounds:1,2,15,8 offsets:0,1,17,10' ]
