/** Counts the WebGL objects that are made and deleted. */
import type { GlContext } from '../../../../src/render/context'

const KINDS = [
  'Buffer',
  'Texture',
  'Program',
  'Shader',
  'Framebuffer',
  'Renderbuffer',
  'VertexArray',
] as const

/** Objects that were made and not deleted, by kind; filled as calls come. */
export type LiveObjects = Record<string, number> & { created: number }

/** Counts create and delete calls of `gl`, and of its extension for vertex array objects. */
export function countObjects(gl: GlContext): LiveObjects {
  const live: LiveObjects = { created: 0 }
  countOn(gl, '', live)
  if ('createVertexArray' in gl) return live
  const extension = gl.getExtension('OES_vertex_array_object')
  if (extension) {
    countOn(extension, 'OES', live)
    const original = gl.getExtension.bind(gl)
    gl.getExtension = ((name: string) =>
      name === 'OES_vertex_array_object' ? extension : original(name)) as typeof gl.getExtension
  }
  return live
}

function countOn(target: object, suffix: string, live: LiveObjects): void {
  const methods = target as Record<string, unknown>
  for (const kind of KINDS) {
    const create = methods[`create${kind}${suffix}`]
    const remove = methods[`delete${kind}${suffix}`]
    if (typeof create !== 'function' || typeof remove !== 'function') continue
    live[kind] ??= 0
    methods[`create${kind}${suffix}`] = (...rest: unknown[]) => {
      live[kind]++
      live.created++
      return create.apply(target, rest)
    }
    methods[`delete${kind}${suffix}`] = (object: unknown) => {
      if (object) live[kind]--
      return remove.call(target, object)
    }
  }
}
