/** Draws the polygons of a clip, for the stencil alone. */

import type { VertexArrays } from '../../../render/host-state'
import { clipNumbers, clipTriangles } from '../../figures/clip-triangles'
import type { Matrix } from '../../figures/place'
import type { SlotClip } from '../../figures/slots'
import { arraysOf, compileProgram, type PhaserContext, type Projection, writeView } from './gpu'

export interface Cutter {
  readonly gl: PhaserContext
  readonly program: WebGLProgram
  readonly view: WebGLUniformLocation | null
  readonly arrays: VertexArrays
  readonly array: WebGLVertexArrayObject
  readonly buffer: WebGLBuffer
  triangles: Float32Array
  readonly matrix: Float32Array
}

const VERTEX = `
attribute vec2 position;
uniform mat3 view;
void main() {
  gl_Position = vec4((view * vec3(position, 1.0)).xy, 0.0, 1.0);
}`
const FRAGMENT = `
precision mediump float;
void main() {
  gl_FragColor = vec4(1.0);
}`

export function createCutter(gl: PhaserContext): Cutter {
  const program = compileProgram(gl, VERTEX, FRAGMENT, ['position'])
  const arrays = arraysOf(gl)
  const array = arrays.create()
  const buffer = gl.createBuffer()
  arrays.bind(array)
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  gl.enableVertexAttribArray(0)
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0)
  arrays.bind(null)
  gl.bindBuffer(gl.ARRAY_BUFFER, null)
  const view = gl.getUniformLocation(program, 'view')
  return {
    gl,
    program,
    view,
    arrays,
    array,
    buffer,
    triangles: new Float32Array(0),
    matrix: new Float32Array(9),
  }
}

/**
 * Program, vertex array and array buffer are unbound afterwards.
 *
 * @param matrix from the figure's own space to pixels.
 */
export function drawClip(cutter: Cutter, clip: SlotClip, matrix: Matrix, projection: Projection): void {
  const { gl, program, arrays, array, buffer } = cutter
  const room = clipNumbers(clip)
  if (cutter.triangles.length < room) cutter.triangles = new Float32Array(2 * room)
  const count = clipTriangles(clip, cutter.triangles)
  arrays.bind(array)
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  gl.bufferData(gl.ARRAY_BUFFER, cutter.triangles.subarray(0, count), gl.STREAM_DRAW)
  gl.useProgram(program)
  gl.uniformMatrix3fv(cutter.view, false, writeView(cutter.matrix, matrix, projection))
  gl.drawArrays(gl.TRIANGLES, 0, count / 2)
  arrays.bind(null)
  gl.bindBuffer(gl.ARRAY_BUFFER, null)
  gl.useProgram(null)
}
