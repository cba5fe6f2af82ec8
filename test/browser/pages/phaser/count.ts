/** Counts WebGL textures and requests, and makes and loads files. */
import type { Rig } from 'osteon'
import type { FailedFile, FigureFileOptions } from 'osteon/phaser'
import type * as Phaser from 'phaser'
import { game, scene } from './stage'

/** WebGL textures that are there, and addresses that were asked for. */
export const counted = { textures: 0, fetched: 0 }

export function fileOf(text: string, type = ''): string {
  return URL.createObjectURL(new Blob([text], { type }))
}

/** Loads a figure. @returns errors of the files that could not be loaded, and the rig if there is one. */
export async function loadAs(
  key: string,
  url: string,
  atlas?: string,
  options?: FigureFileOptions,
): Promise<[errors: string[], rig: Rig | undefined]> {
  const { load, cache } = scene
  const errors: string[] = []
  const note = ({ error }: FailedFile) =>
    errors.push(
      `${error.code} ${error.source.slice(0, 6)} ${error.message.replace(/.*: ([^:]*: no|it begins|the)/, '$1')}`,
    )
  load.on('loaderror', note)
  // Answers to requests at the same time come in any order.
  load.maxParallelDownloads = 1
  load.figure(key, url, atlas, options)
  await new Promise((resolve) => {
    load.once('complete', resolve)
    load.start()
  })
  load.off('loaderror', note)
  const found = cache.custom.figure.get(key) as Rig | undefined
  cache.custom.figure.remove(key)
  return [errors, found]
}

export function countTextures(): void {
  const { gl } = game.renderer as Phaser.Renderer.WebGL.WebGLRenderer
  const { createTexture, deleteTexture } = gl
  gl.createTexture = () => {
    counted.textures++
    return createTexture.call(gl)
  }
  gl.deleteTexture = (texture) => {
    if (texture) counted.textures--
    deleteTexture.call(gl, texture)
  }
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
    counted.fetched++
    open.call(this, method, url, true)
  }
}
