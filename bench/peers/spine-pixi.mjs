/**
 * Figures by the official plug-in of PixiJS. osteon's side is in ../programs/hosts-page.ts: keep the two alike. Only the plug-in's
 * documented interface is used.
 */
import { Spine } from '@esotericsoftware/spine-pixi-v8'
import { Assets } from 'pixi.js'

/** Loads a rig under its name; skeleton and atlas lie under their addresses. */
export async function load(name) {
  Assets.add({ alias: `${name}-skeleton`, src: `/${name}/skeleton.json` })
  Assets.add({ alias: `${name}-atlas`, src: `/${name}/skeleton.atlas` })
  await Assets.load([`${name}-skeleton`, `${name}-atlas`])
}

/** An object of a loaded rig, which loops an animation. It is ticked by hand. */
export function make({ name, animation, skin }, pace) {
  const spine = Spine.from({ skeleton: `${name}-skeleton`, atlas: `${name}-atlas`, autoUpdate: false })
  if (skin !== null) {
    spine.skeleton.setSkinByName(skin)
    spine.skeleton.setSlotsToSetupPose()
  }
  spine.state.setAnimation(0, animation, true)
  spine.state.timeScale = pace
  return spine
}

export function tick(spines, seconds) {
  for (let i = 0; i < spines.length; i++) spines[i].update(seconds)
}
