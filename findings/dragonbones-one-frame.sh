#!/usr/bin/env bash
# npm package @cocos/dragonbones-js@1.0.2 (core 5.6.300), with a host that draws nothing.
#
# A bone moves from x 0 to 10 in one second, played without end in frames of 0.25 s: once as an animation of two frames at a frame rate
# of 2, once of one frame at a frame rate of 1. One would expect 2.5 5 7.5 0 2.5 5 7.5 0 of both, as pixi-dragonbones-runtime 8.0.3 has it.
#
# Seen:   2 frames: 2.5 5 7.5 0 2.5 5 7.5 0; 1 frame: 2.5 5 7.5 10 10 10 10 10, complete
# So an animation of one frame plays once, whatever the file and `play` ask for.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --loglevel error @cocos/dragonbones-js@1.0.2 > /dev/null
cat > show.mjs <<'JS'
console.info = () => {} // The core says its version.
const core = await import('@cocos/dragonbones-js')
const { Armature, BaseFactory, BaseObject, DragonBones, TextureAtlasData } = core
const told = new Set()
const host = {
  hasDBEventListener: () => true,
  dispatchDBEvent: (type) => told.add(type),
  dbInit() {},
  dbClear() {},
  dbUpdate() {},
  dispose() {},
}
class Atlas extends TextureAtlasData {
  static toString = () => 'Atlas' // Its pool.
}
class Factory extends BaseFactory {
  _dragonBones = new DragonBones(host)
  _buildTextureAtlasData = (data) => data ?? BaseObject.borrowObject(Atlas)
  _buildArmature({ armature }) {
    const built = BaseObject.borrowObject(Armature)
    built.init(armature, host, {}, this._dragonBones)
    return built
  }
}

const walk = (frames) => {
  told.clear()
  const translateFrame = [{ duration: frames, x: 0, tweenEasing: 0 }, { duration: 0, x: 10 }]
  const animation = [{ name: 'walk', duration: frames, playTimes: 0, bone: [{ name: 'root', translateFrame }] }]
  const armature = [{ type: 'Armature', name: 'hero', frameRate: frames, bone: [{ name: 'root' }], slot: [], skin: [], animation }]
  const factory = new Factory()
  factory.parseDragonBonesData({ name: 'file', version: '5.5', compatibleVersion: '5.5', frameRate: frames, armature }, 'file')
  const hero = factory.buildArmature('hero', 'file')
  factory.dragonBones.clock.add(hero)
  hero.animation.play('walk', 0)
  const places = Array.from({ length: 8 }, () => {
    factory.dragonBones.advanceTime(0.25)
    return hero.getBone('root').global.x
  })
  return places.join(' ') + (told.has('complete') ? ', complete' : '')
}
console.log(`2 frames: ${walk(2)}; 1 frame: ${walk(1)}`)
JS
seen=$(node show.mjs)
echo "$seen"
[ "$seen" = '2 frames: 2.5 5 7.5 0 2.5 5 7.5 0; 1 frame: 2.5 5 7.5 10 10 10 10 10, complete' ]
