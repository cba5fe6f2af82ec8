/** A factory for the official core of DragonBones that draws nothing; every renderer has to bring one. It uses public interface only. */
import {
  Armature,
  BaseFactory,
  BaseObject,
  DragonBones,
  Slot,
  TextureAtlasData,
  TextureData,
} from '@flyskypie/dragonbones-js'

class PlainTexture extends TextureData {
  static toString() {
    return '[class PlainTexture]'
  }
}

class PlainAtlas extends TextureAtlasData {
  static toString() {
    return '[class PlainAtlas]'
  }
  createTexture() {
    return BaseObject.borrowObject(PlainTexture)
  }
}

class PlainSlot extends Slot {
  static toString() {
    return '[class PlainSlot]'
  }
  _initDisplay() {}
  _disposeDisplay() {}
  _onUpdateDisplay() {}
  _addDisplay() {}
  _replaceDisplay() {}
  _removeDisplay() {}
  _updateZOrder() {}
  _updateVisible() {}
  _updateBlendMode() {}
  _updateColor() {}
  _updateFrame() {}
  _updateMesh() {}
  _updateTransform() {}
  _identityTransform() {}
}

/** @param hear gets the core's event objects; without it there is no listener. */
function listener(hear) {
  return {
    dbInit() {},
    dbClear() {},
    dbUpdate() {},
    dispose() {},
    hasDBEventListener: () => hear !== undefined,
    dispatchDBEvent: (_, event) => hear?.(event),
    addDBEventListener() {},
    removeDBEventListener() {},
  }
}

export class PlainFactory extends BaseFactory {
  constructor(hear) {
    super()
    this.listener = listener(hear)
    this._dragonBones = new DragonBones(listener())
  }
  _buildTextureAtlasData(data) {
    return data ?? BaseObject.borrowObject(PlainAtlas)
  }
  _buildArmature({ armature: data }) {
    const armature = BaseObject.borrowObject(Armature)
    // A display is known by its identity, so each is an object of its own.
    armature.init(data, this.listener, {}, this._dragonBones)
    return armature
  }
  _buildSlot(_, data, armature) {
    const slot = BaseObject.borrowObject(PlainSlot)
    slot.init(data, armature, {}, {})
    return slot
  }
}
