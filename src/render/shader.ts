/** The shaders, in GLSL ES 1.00, for WebGL 1 and 2. */

/** How the vertex shader places a vertex. */
export interface ShaderPlace {
  /** Declarations of the uniforms that `place` uses. */
  uniforms: string
  /** A `vec4` expression in clip space, of the attribute `vec2 position` (world units, y up). */
  place: string
}

const VIEW: ShaderPlace = {
  uniforms: 'uniform mat3 view;',
  place: 'vec4((view * vec3(position, 1.0)).xy, 0.0, 1.0)',
}

/**
 * Finds the vertex's page number among the pages of the batch's texture units (`pages`), so that a whole triangle has
 * one unit.
 *
 * @param units texture units, a multiple of 4.
 * @param place how vertices are placed. @default through `uniform mat3 view`, world to clip space
 */
export function vertexShader(units: number, { uniforms, place }: ShaderPlace = VIEW): string {
  return `
precision highp float;
attribute vec2 position;
attribute vec2 uv;
attribute vec4 light;
attribute vec4 dark;
attribute vec4 info;
${uniforms}
uniform vec4 pages[${units / 4}];
varying vec2 texel;
varying vec4 lightColor;
varying vec4 darkColor;
varying vec3 unit;

vec4 signs(float bits) {
  return 1.0 - 2.0 * mod(floor(bits / vec4(1.0, 2.0, 4.0, 8.0)), 2.0);
}

void main() {
  vec4 page = vec4(info.x + 256.0 * info.y);
  float found = 0.0;
  for (int i = 0; i < ${units / 4}; i++) {
    found += dot(vec4(equal(pages[i], page)), vec4(0.0, 1.0, 2.0, 3.0) + 4.0 * float(i));
  }
  unit = vec3(found, mod(info.z, 2.0), 1.0 - mod(floor(info.z / 2.0), 2.0));
  texel = uv;
  lightColor = light * signs(floor(info.w / 16.0)) * exp2(floor(info.z / 4.0));
  darkColor = dark * signs(info.w);
  gl_Position = ${place};
}`
}

/** What a fragment shader does in addition. */
export interface ShaderPaint {
  /** Declarations of what the other two use. */
  uniforms: string
  /** Statements that change the texel `t`, premultiplied. */
  texel: string
  /** Statements that change `gl_FragColor`, premultiplied. */
  color: string
}

/**
 * Tints premultiplied texels with two colours, or straight ones with factors and addends. GLSL ES 1.00 indexes samplers
 * by constants only, hence the tree of comparisons.
 *
 * @param units texture units: samplers `page0`, `page1`, …
 * @param paint what is done in addition. @default nothing
 */
export function fragmentShader(units: number, paint?: ShaderPaint): string {
  return `
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif
${Array.from({ length: units }, (_, unit) => `uniform sampler2D ${samplerName(unit)};`).join('\n')}
varying vec2 texel;
varying vec4 lightColor;
varying vec4 darkColor;
varying vec3 unit;
${paint?.uniforms ?? ''}
vec4 sampled() {
${choice(0, units, '  ')}
}

void main() {
  vec4 t = sampled();${paint?.texel ?? ''}
  gl_FragColor = vec4(t.rgb * lightColor.rgb + (t.a - t.rgb) * darkColor.rgb, t.a * lightColor.a);
  if (unit.y > 0.5) {
    if (t.a > 0.0) t.rgb /= t.a;
    t = clamp(t * lightColor + darkColor, 0.0, 1.0);
    gl_FragColor = vec4(t.rgb * t.a, t.a * unit.z);
  }${paint?.color ?? ''}
}`
}

/** Name of the sampler of a texture unit. */
export function samplerName(unit: number): string {
  return `page${unit}`
}

/** Code that returns the texel of the unit, which is in `from` … `to` − 1. */
function choice(from: number, to: number, indent: string): string {
  if (to - from === 1) return `${indent}return texture2D(${samplerName(from)}, texel);`
  const middle = (from + to) >> 1
  return [
    `${indent}if (unit.x < ${middle}.0 - 0.5) {`,
    choice(from, middle, `${indent}  `),
    `${indent}} else {`,
    choice(middle, to, `${indent}  `),
    `${indent}}`,
  ].join('\n')
}
