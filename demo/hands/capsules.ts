/** Draws the page's three-dimensional picture with regl: capsules and a floor. */
import type { mat4 } from 'gl-matrix'
import createRegl, { type DrawCommand, type Regl } from 'regl'

/** Numbers of a capsule: one end and its radius, the other end and its radius, colour, glow. */
export const NUMBERS = 12
const AROUND = 10
const RINGS = 4

/** Capsules of a frame. The list grows, and is filled anew in every frame. */
export interface CapsuleList {
  values: Float32Array<ArrayBuffer>
  count: number
}

export function createCapsules(): CapsuleList {
  return { values: new Float32Array(512 * NUMBERS), count: 0 }
}

type Point = ArrayLike<number>

/** @param color red, green, blue, and glow, each 0…1. */
export function addCapsule(
  list: CapsuleList,
  a: Point,
  ra: number,
  b: Point,
  rb: number,
  color: Point,
): void {
  const at = list.count++ * NUMBERS
  if (at === list.values.length) {
    const longer = new Float32Array(2 * at)
    longer.set(list.values)
    list.values = longer
  }
  const { values } = list
  for (let axis = 0; axis < 3; axis++) {
    values[at + axis] = a[axis]
    values[at + 4 + axis] = b[axis]
  }
  values[at + 3] = ra
  values[at + 7] = rb
  for (let i = 0; i < 4; i++) values[at + 8 + i] = color[i]
}

/** Camera and colours of a picture. */
export interface Look {
  matrix: mat4
  eye: Point
  /** Colour to which distant things fade. */
  fog: Point
  width: number
  height: number
}

export interface Painter {
  paint(list: CapsuleList, look: Look): void
}

/** Two half spheres, in a frame whose z axis is the capsule's: directions, and the end to which each belongs. */
function capsuleMesh(): { points: number[][]; triangles: number[][] } {
  const points: number[][] = []
  const triangles: number[][] = []
  const rows = 2 * (RINGS + 1)
  for (let row = 0; row < rows; row++) {
    const end = row > RINGS ? 1 : 0
    const slope = (Math.PI / 2) * ((row - end) / RINGS - 1)
    for (let i = 0; i < AROUND; i++) {
      const angle = (2 * Math.PI * i) / AROUND
      points.push([
        Math.cos(slope) * Math.cos(angle),
        Math.cos(slope) * Math.sin(angle),
        Math.sin(slope),
        end,
      ])
    }
  }
  for (let row = 0; row + 1 < rows; row++)
    for (let i = 0; i < AROUND; i++) {
      const [a, b] = [row * AROUND + i, row * AROUND + ((i + 1) % AROUND)]
      triangles.push([a, b, a + AROUND], [b, b + AROUND, a + AROUND])
    }
  return { points, triangles }
}

const CAPSULE_VERTEX = `
precision highp float;
attribute vec4 point;
attribute vec4 from, to, color;
uniform mat4 matrix;
varying vec3 normal, place;
varying vec4 tint;
void main() {
  vec3 along = to.xyz - from.xyz;
  float length = length(along);
  vec3 z = length > 1e-6 ? along / length : vec3(0.0, 1.0, 0.0);
  vec3 x = normalize(cross(abs(z.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0), z));
  vec3 y = cross(z, x);
  normal = x * point.x + y * point.y + z * point.z;
  vec4 end = mix(from, to, point.w);
  place = end.xyz + normal * end.w;
  tint = color;
  gl_Position = matrix * vec4(place, 1.0);
}`

const CAPSULE_FRAGMENT = `
precision highp float;
varying vec3 normal, place;
varying vec4 tint;
uniform vec3 eye, fog;
void main() {
  vec3 n = normalize(normal);
  vec3 toEye = normalize(eye - place);
  float sun = max(0.0, dot(n, normalize(vec3(0.5, 0.9, 0.45))));
  float rim = pow(1.0 - max(0.0, dot(n, toEye)), 3.0);
  vec3 shade = mix(vec3(0.36, 0.31, 0.48), vec3(0.78, 0.74, 0.86), 0.5 + 0.5 * n.y);
  vec3 lit = tint.rgb * (shade * 0.62 + vec3(1.0, 0.9, 0.76) * sun * 0.62) + vec3(1.0, 0.86, 0.7) * rim * 0.2;
  vec3 color = mix(lit, tint.rgb, tint.a);
  float far = smoothstep(1.4, 5.0, distance(eye, place));
  gl_FragColor = vec4(mix(color, fog, far), 1.0);
}`

const FLOOR_VERTEX = `
precision highp float;
attribute vec3 point;
uniform mat4 matrix;
varying vec3 place;
void main() {
  place = point;
  gl_Position = matrix * vec4(point, 1.0);
}`

const FLOOR_FRAGMENT = `
precision highp float;
varying vec3 place;
uniform float strength;
void main() {
  float far = length(place.xz - vec2(0.0, -0.36));
  float a = strength * (1.0 - smoothstep(0.25, 1.25, far));
  gl_FragColor = vec4(vec3(1.0, 0.94, 0.88) * a, a);
}`

/** Height of the floor, metres. */
const FLOOR = 1.02

/** Lines every ten centimetres. */
function floorLines(): number[][] {
  const points: number[][] = []
  for (let i = -14; i <= 14; i++) {
    points.push([i / 10, FLOOR, -1.8], [i / 10, FLOOR, 1])
    points.push([-1.4, FLOOR, i / 10 - 0.4], [1.4, FLOOR, i / 10 - 0.4])
  }
  return points
}

/** Place of a point's shadow; the light's direction is the shader's. */
export function shadowOf(point: Point): [x: number, y: number, z: number] {
  const height = point[1] - FLOOR
  return [point[0] - height * 0.2, FLOOR, point[2] - height * 0.15]
}

/** Throws if the canvas has no WebGL with instances. */
export function createPainter(canvas: HTMLCanvasElement): Painter {
  const regl: Regl = createRegl({
    canvas,
    attributes: { alpha: true, antialias: true, depth: true, premultipliedAlpha: true },
    extensions: ['ANGLE_instanced_arrays'],
  })
  const buffer = regl.buffer({ usage: 'dynamic', type: 'float', length: 0 })
  const { points, triangles } = capsuleMesh()
  const floor = floorLines()
  const each = (offset: number) => ({ buffer, stride: NUMBERS * 4, offset, divisor: 1 })
  const drawCapsules: DrawCommand = regl({
    vert: CAPSULE_VERTEX,
    frag: CAPSULE_FRAGMENT,
    attributes: { point: points, from: each(0), to: each(16), color: each(32) },
    elements: triangles,
    instances: regl.prop<{ count: number }, 'count'>('count'),
    uniforms: {
      matrix: regl.prop<Look, 'matrix'>('matrix'),
      eye: regl.prop<Look, 'eye'>('eye'),
      fog: regl.prop<Look, 'fog'>('fog'),
    },
    cull: { enable: true, face: 'back' },
  })
  const drawFloor: DrawCommand = regl({
    vert: FLOOR_VERTEX,
    frag: FLOOR_FRAGMENT,
    attributes: { point: floor },
    count: floor.length,
    primitive: 'lines',
    uniforms: { matrix: regl.prop<Look, 'matrix'>('matrix'), strength: 0.2 },
    blend: { enable: true, func: { src: 'one', dst: 'one minus src alpha' } },
    depth: { mask: false },
  })
  return {
    paint({ values, count }, look) {
      regl.poll()
      regl.clear({ color: [0, 0, 0, 0], depth: 1 })
      drawFloor(look)
      if (count === 0) return
      buffer(values.subarray(0, count * NUMBERS))
      drawCapsules({ ...look, count })
    },
  }
}
