#!/usr/bin/env bash
# npm package @cocos/dragonbones-js@1.0.2 (core 5.6.300), with a host that draws nothing.
#
# An animation holds a bone at x 100; in the bind pose it is at 0. An armature that plays nothing fades it in within 0.4 s, in frames of
# 0.1 s. One would expect 25 50 75 100, as after an animation that holds the bone at 0.
#
# Seen:   from nothing: 100 100 100 100; from rest: 25 50 75 100
# So the first fade has no time, and an armature can't fade in from its bind pose.
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
const host = {
  hasDBEventListener: () => false,
  dispatchDBEvent() {},
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

const held = (name, x) => {
  const translateFrame = [{ duration: 10, x, tweenEasing: 0 }, { duration: 0, x }]
  return { name, duration: 10, playTimes: 0, bone: [{ name: 'root', translateFrame }] }
}
const fade = (before) => {
  const animation = [held('rest', 0), held('raised', 100)]
  const armature = [{ type: 'Armature', name: 'hero', frameRate: 10, bone: [{ name: 'root' }], slot: [], skin: [], animation }]
  const factory = new Factory()
  factory.parseDragonBonesData({ name: 'file', version: '5.5', compatibleVersion: '5.5', frameRate: 10, armature }, 'file')
  const hero = factory.buildArmature('hero', 'file')
  factory.dragonBones.clock.add(hero)
  if (before) hero.animation.play(before, 0)
  factory.dragonBones.advanceTime(0.1)
  hero.animation.fadeIn('raised', 0.4, 0)
  const places = Array.from({ length: 4 }, () => {
    factory.dragonBones.advanceTime(0.1)
    return Math.round(hero.getBone('root').global.x)
  })
  return places.join(' ')
}
console.log(`from nothing: ${fade(null)}; from rest: ${fade('rest')}`)
JS
seen=$(node show.mjs)
echo "$seen"
[ "$seen" = 'from nothing: 100 100 100 100; from rest: 25 50 75 100' ]
