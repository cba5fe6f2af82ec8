/**
 * Loads files with the official web runtime, from bytes to the data that skeletons share. osteon's side is
 * ../programs/load-child.ts: keep the two alike. Only the runtime's documented interface is used.
 */
import {
  AtlasAttachmentLoader,
  FakeTexture,
  SkeletonBinary,
  SkeletonJson,
  TextureAtlas,
} from '@esotericsoftware/spine-core'

/** @param kind `json` or `skel`. @param skeleton, atlas bytes. @returns the data that all skeletons of the file share. */
export function load(kind, skeleton, atlas) {
  const pages = new TextureAtlas(new TextDecoder().decode(atlas))
  for (const page of pages.pages) page.setTexture(new FakeTexture(page))
  const loader = new AtlasAttachmentLoader(pages)
  return kind === 'skel'
    ? new SkeletonBinary(loader).readSkeletonData(skeleton)
    : new SkeletonJson(loader).readSkeletonData(new TextDecoder().decode(skeleton))
}
