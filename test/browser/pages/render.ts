/** The page of the render tests: gives them its parts as `lab`. */
import { createWorld } from 'bitecs'
import * as osteon from 'osteon'
import { compressedImage } from 'osteon/compressed'
import { spineJson } from 'osteon/formats/spine-json'
import * as reglRender from 'osteon/render'
import * as webglRender from 'osteon/render/webgl'
import * as systems from 'osteon/systems'
import { drawStreams } from '../../../src/render/renderer'
import * as counted from './render/counted'
import * as crowd from './render/crowd'
import * as fill from './render/fill'
import * as fillSprites from './render/fill-sprites'
import * as looks from './render/looks'
import * as mixed from './render/mixed'
import * as quads from './render/quads'
import * as sharedContext from './render/shared-context'
import * as square from './render/square'
import * as stage from './render/stage'

const render = stage.DEVICE === 'webgl' ? webglRender : reglRender

/** The public API, beside the parts under test. */
const api = { compressedImage, createWorld, spineJson, ...osteon, ...render, ...systems }

const lab = {
  api,
  drawStreams,
  ...quads,
  ...stage,
  ...sharedContext,
  ...counted,
  ...square,
  ...mixed,
  ...crowd,
  ...fill,
  ...fillSprites,
  ...looks,
}

declare global {
  interface Window {
    /** The tools of `render*.test.ts`, inside the page. */
    lab: typeof lab
  }
}

window.lab = lab
