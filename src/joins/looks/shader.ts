/** The shaders of drawables with looks: those of all drawables, with additions. GLSL ES 1.00. */
import { fragmentShader, vertexShader } from '../../render/shader'
import { LOOK_TEXELS, WIDTH } from './texels'

/** Attributes in addition to those of all drawables: the entities of `Owners`, and the direction of a copy. */
export const OWNER = 'owner'
export const SHIFT = 'shift'

/** Copies of a figure that make its outline, around it. */
export const COPIES = 8

/**
 * `body`: whether copies are drawn, and whether silhouettes are: with some blend states they aren't.
 *
 * A copy, whose `shift` is a direction, is placed beside its figure and is flat: `effect.x` is −1. Without an outline
 * there are no copies, so the one that is drawn is the figure itself.
 */
const PLACE = `
attribute vec2 ${OWNER};
attribute vec2 ${SHIFT};
uniform mat3 view;
uniform sampler2D looks;
uniform vec2 looksSize;
uniform float firstLook;
uniform vec2 body;
varying vec4 flatColor;
varying vec4 rimColor;
varying vec4 effect;
varying vec2 spot;

vec4 lookAt(float i) {
  float row = floor(i / ${WIDTH}.0);
  return texture2D(looks, (vec2(i - row * ${WIDTH}.0, row) + 0.5) / looksSize);
}

vec4 bytesAt(float i) {
  return floor(lookAt(i) * 255.0 + 0.5);
}

vec4 placed() {
  effect = flatColor = rimColor = vec4(0.0);
  spot = vec2(0.0);
  vec2 at = position;
  if (owner.x > 0.5) {
    float first = firstLook + ${LOOK_TEXELS}.0 * owner.x;
    vec4 c = bytesAt(first + 3.0);
    vec4 d = bytesAt(first + 4.0);
    flatColor = lookAt(first);
    rimColor = lookAt(first + 1.0);
    effect = vec4(c.x / 255.0, (c.y + 256.0 * c.z) / 65535.0, d.x / 255.0, c.w);
    vec4 size = bytesAt(info.x + 256.0 * info.y);
    spot = uv * (size.xz + 256.0 * size.yw) / d.y;
  }
  if (owner.y > 0.5 && dot(shift, shift) > 0.5) {
    float first = firstLook + ${LOOK_TEXELS}.0 * owner.y;
    vec4 d = bytesAt(first + 4.0);
    float bits = d.z + 256.0 * d.w;
    if (bits > 0.5) {
      if (body.x < 0.5) return vec4(2.0, 2.0, 2.0, 1.0);
      float power = floor(bits / 128.0);
      at += shift * exp2(power - 127.0) * (1.0 + (bits - 128.0 * power) / 128.0);
      flatColor = lookAt(first + 2.0);
      effect.x = -1.0;
    }
  }
  return vec4((view * vec3(at, 1.0)).xy, 0.0, 1.0);
}
`

const PAINT = {
  uniforms: `
uniform sampler2D palettes;
uniform vec2 palettesSize;
uniform vec2 body;
varying vec4 flatColor;
varying vec4 rimColor;
varying vec4 effect;
varying vec2 spot;

float chance(vec2 cell) {
  vec2 c = mod(cell, 289.0);
  float x = mod((34.0 * c.x + 1.0) * c.x, 289.0) + c.y;
  return mod((34.0 * x + 1.0) * x, 289.0) / 289.0;
}

float noise(vec2 at) {
  vec2 cell = floor(at);
  vec2 f = at - cell;
  f *= f * (3.0 - 2.0 * f);
  return mix(
    mix(chance(cell), chance(cell + vec2(1.0, 0.0)), f.x),
    mix(chance(cell + vec2(0.0, 1.0)), chance(cell + vec2(1.0, 1.0)), f.x), f.y);
}
`,
  texel: `
  if (effect.w > 0.5 && effect.w < palettesSize.y + 0.5 && t.a > 0.0) {
    float column = floor(t.r / t.a * 255.0 + 0.5);
    vec4 swapped = texture2D(palettes, vec2(column + 0.5, effect.w - 0.5) / palettesSize);
    t = vec4(swapped.rgb * swapped.a, swapped.a) * t.a;
  }
  float solid = t.a;`,
  color: `
  vec4 shown = gl_FragColor;
  if (effect.x < 0.0) {
    // Soft shadows have no outline, whatever the opacity of the figure.
    shown = vec4(flatColor.rgb, 1.0) * (shown.a * flatColor.a * smoothstep(0.25, 0.75, solid));
  } else {
    shown.rgb = mix(shown.rgb, vec3(dot(shown.rgb, vec3(0.299, 0.587, 0.114))), effect.x);
    shown = mix(shown, vec4(flatColor.rgb, 1.0) * (shown.a * body.y), flatColor.a);
  }
  if (effect.y > 0.0) {
    float n = smoothstep(0.1, 0.9, 0.7 * noise(spot) + 0.3 * noise(2.0 * spot + 71.0));
    float rim = effect.y * (1.0 + effect.z);
    if (effect.x >= 0.0 && effect.z > 0.0)
      shown.rgb = mix(shown.rgb, rimColor.rgb * shown.a, rimColor.a * clamp((rim - n) * 32.0, 0.0, 1.0));
    shown *= effect.y < 1.0 ? clamp((n - rim + effect.z) * 32.0, 0.0, 1.0) : 0.0;
  }
  gl_FragColor = shown;`,
}

/** @param units texture units of pages. */
export function lookShaders(units: number): readonly [vertex: string, fragment: string] {
  return [vertexShader(units, { uniforms: PLACE, place: 'placed()' }), fragmentShader(units, PAINT)]
}
