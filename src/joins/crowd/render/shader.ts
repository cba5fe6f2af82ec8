/** The vertex shader of figures, in GLSL ES 1.00. The fragment shader is that of all other drawables. */

import { TEXTURE_WIDTH } from '../../../render/columns'
import { STEPS } from '../table/table'
import { UV_LEAST } from './texels'

/** Attributes, in the order of their locations. */
export const ATTRIBUTES = ['corner', 'matrix', 'place', 'base', 'shares', 'tint'] as const

/**
 * Places corner number `corner` of a figure. `matrix`: A, B, C, D of world coordinates over 0 … 1 in the table's box;
 * `place`: its x and y, the first vertices of its frame and of the frame that fades out; `base`: the table's first
 * corner; `shares`: of the step from frame to frame, of the same step of the outgoing animation, the weight of the
 * first, and texels from frame to frame.
 */
export const FIGURE_SHADER = `
precision highp float;
attribute float corner;
attribute vec4 matrix;
attribute vec4 place;
attribute float base;
attribute vec4 shares;
attribute vec4 tint;
uniform mat3 view;
uniform vec2 tableSize;
uniform vec4 color;
uniform sampler2D tables;
varying vec2 texel;
varying vec4 lightColor;
varying vec4 darkColor;
varying vec3 unit;

vec4 at(float i) {
  float row = floor(i / ${TEXTURE_WIDTH}.0);
  return texture2D(tables, (vec2(i - row * ${TEXTURE_WIDTH}.0, row) + 0.5) / tableSize);
}

float word(vec2 bytes) {
  return floor(bytes.x * 255.0 + 0.5) + 256.0 * floor(bytes.y * 255.0 + 0.5);
}

float coordinate(vec3 bytes) {
  return (word(bytes.xy) + 65536.0 * floor(bytes.z * 255.0 + 0.5)) / 524288.0 + ${UV_LEAST}.0;
}

vec2 step16(vec4 bytes) {
  return vec2(word(bytes.xy), word(bytes.zw));
}

void main() {
  vec4 own = at(base + corner);
  float vertex = word(own.xy);
  float part = word(own.zw);
  float stride = floor(shares.w * 65535.0 + 0.5);
  vec2 here = vertex > 65534.5 ? vec2(65535.0) : step16(at(place.z + vertex));
  if (here.x > ${STEPS}.5) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    texel = vec2(0.0);
    lightColor = darkColor = vec4(0.0);
    unit = vec3(0.0);
    return;
  }
  vec2 next = step16(at(place.z + stride + vertex));
  float share = next.x > ${STEPS}.5 ? 0.0 : shares.x;
  here = mix(here, next, share);
  if (shares.z < 1.0) {
    vec2 from = step16(at(place.w + vertex));
    if (from.x < ${STEPS}.5) {
      next = step16(at(place.w + stride + vertex));
      here = mix(mix(from, next, next.x > ${STEPS}.5 ? 0.0 : shares.y), here, shares.z);
    }
  }
  here /= ${STEPS}.0;
  vec4 u = at(base - 2.0 * vertex - 2.0);
  vec4 v = at(base - 2.0 * vertex - 1.0);
  float mode = floor(v.w * 255.0 + 0.5);
  float straight = mod(mode, 2.0);
  vec4 light = mix(at(place.z - 2.0 * part - 1.0), at(place.z + stride - 2.0 * part - 1.0), share);
  vec4 dark = mix(at(place.z - 2.0 * part - 2.0), at(place.z + stride - 2.0 * part - 2.0), share);
  texel = vec2(coordinate(u.xyz), coordinate(v.xyz));
  unit = vec3(floor(u.w * 255.0 + 0.5), straight, 1.0 - mod(floor(mode / 2.0), 2.0));
  vec4 whole = vec4(color.rgb * mix(color.a, 1.0, straight), color.a);
  lightColor = light * whole * vec4(tint.rgb * mix(tint.a, 1.0, straight), tint.a) * exp2(floor(mode / 4.0));
  darkColor = dark * whole * mix(tint.a, 1.0, straight);
  vec2 world = vec2(dot(matrix.xy, here), dot(matrix.zw, here)) + place.xy;
  gl_Position = vec4((view * vec3(world, 1.0)).xy, 0.0, 1.0);
}`
