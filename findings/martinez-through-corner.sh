#!/usr/bin/env bash
# npm packages martinez-polygon-clipping@0.8.1 and polygon-clipping@0.15.7.
#
# A rectangle from 2,2 to 4,5 and a triangle 3,1 3,3 1,3, whose long edge passes through the rectangle's corner 2,2. What they share is
# the square from 2,2 to 3,3. One would expect its four corners from both.
#
# Seen:   martinez-polygon-clipping: 2,3 3,3 3,2 2,5 2,3; polygon-clipping: 2,2 3,2 3,3 2,3 2,2
# So martinez-polygon-clipping puts 2,5, a corner of the rectangle outside the triangle, in the place of 2,2.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --loglevel error martinez-polygon-clipping@0.8.1 polygon-clipping@0.15.7 > /dev/null
cat > show.mjs <<'JS'
import * as martinez from 'martinez-polygon-clipping'
import polygonClipping from 'polygon-clipping'

const rectangle = [[[2, 2], [4, 2], [4, 5], [2, 5], [2, 2]]]
const triangle = [[[3, 1], [3, 3], [1, 3], [3, 1]]]
const corners = (polygons) => polygons.flat().map((ring) => ring.join(' ')).join(' and ')
const libraries = { 'martinez-polygon-clipping': martinez, 'polygon-clipping': polygonClipping }
const seen = Object.entries(libraries).map(([name, { intersection }]) => `${name}: ${corners(intersection(rectangle, triangle))}`)
console.log(seen.join('; '))
JS
seen=$(node show.mjs)
echo "$seen"
[ "$seen" = 'martinez-polygon-clipping: 2,3 3,3 3,2 2,5 2,3; polygon-clipping: 2,2 3,2 3,3 2,3 2,2' ]
