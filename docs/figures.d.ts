// Names of skeletons, written by `osteon types`. It is written anew: change nothing here.

/** `../demo/assets/badger.json` */
export interface Badger {
  animations:
    | "hit"
    | "idle"
    | "jump"
    | "run"
    | "strike"
    | "walk"
  skins:
    | "default"
    | "moss"
    | "rust"
  slots:
    | "arm-back"
    | "arm-front"
    | "boot-back"
    | "boot-front"
    | "ear"
    | "eyes"
    | "fist-back"
    | "fist-front"
    | "hammer"
    | "head"
    | "hit-box"
    | "leg-back"
    | "leg-front"
    | "mouth"
    | "shadow"
    | "spark"
    | "tail"
    | "torso"
  bones:
    | "arm-back-1"
    | "arm-back-2"
    | "arm-front-1"
    | "arm-front-2"
    | "chest"
    | "ear"
    | "face"
    | "foot-back"
    | "foot-back-ctrl"
    | "foot-back-target"
    | "foot-front"
    | "foot-front-ctrl"
    | "foot-front-target"
    | "hammer"
    | "head"
    | "hip"
    | "leg-back-1"
    | "leg-back-2"
    | "leg-front-1"
    | "leg-front-2"
    | "root"
    | "shadow"
    | "spine"
    | "tail"
  events:
    | "footstep"
    | "hurt"
    | "land"
    | "leap"
    | "strike"
    | "swing"
  constraints: {
    ik:
      | "leg-back"
      | "leg-front"
    transform:
      | "foot-back"
      | "foot-front"
    path: never
    physics: never
    slider: never
  }
}

/** `../demo/assets/badger_ske.json` */
export interface BadgerSke {
  animations:
    | "hit"
    | "idle"
    | "jump"
    | "run"
    | "strike"
    | "walk"
  skins:
    | "default"
    | "moss"
    | "rust"
  slots:
    | "arm-back"
    | "arm-front"
    | "boot-back"
    | "boot-front"
    | "ear"
    | "eyes"
    | "fist-back"
    | "fist-front"
    | "hammer"
    | "head"
    | "hit-box"
    | "leg-back"
    | "leg-front"
    | "mouth"
    | "shadow"
    | "spark"
    | "tail"
    | "torso"
  bones:
    | "arm-back-1"
    | "arm-back-2"
    | "arm-front-1"
    | "arm-front-2"
    | "chest"
    | "ear"
    | "face"
    | "foot-back"
    | "foot-back-ctrl"
    | "foot-back-target"
    | "foot-front"
    | "foot-front-ctrl"
    | "foot-front-target"
    | "hammer"
    | "head"
    | "hip"
    | "leg-back-1"
    | "leg-back-2"
    | "leg-front-1"
    | "leg-front-2"
    | "root"
    | "shadow"
    | "spine"
    | "tail"
  events:
    | "footstep"
    | "hurt"
    | "land"
    | "leap"
    | "strike"
    | "swing"
  constraints: {
    ik: never
    transform: never
    path: never
    physics: never
    slider: never
  }
}

/** `../demo/assets/hare.json` */
export interface Hare {
  animations:
    | "hit"
    | "idle"
    | "jump"
    | "run"
    | "strike"
    | "walk"
  skins:
    | "default"
    | "dusk"
    | "snow"
  slots:
    | "arm-back"
    | "arm-front"
    | "blade-back"
    | "blade-front"
    | "ear-back"
    | "ear-front"
    | "eyes"
    | "hand-back"
    | "hand-front"
    | "head"
    | "hit-box"
    | "hood"
    | "leg-back"
    | "leg-front"
    | "mouth"
    | "paw-back"
    | "paw-front"
    | "shadow"
    | "spark"
    | "tail"
    | "torso"
  bones:
    | "arm-back-1"
    | "arm-back-2"
    | "arm-front-1"
    | "arm-front-2"
    | "blade"
    | "chest"
    | "ear-back-1"
    | "ear-back-2"
    | "ear-front-1"
    | "ear-front-2"
    | "foot-back"
    | "foot-back-ctrl"
    | "foot-back-target"
    | "foot-front"
    | "foot-front-ctrl"
    | "foot-front-target"
    | "head"
    | "hip"
    | "leg-back-1"
    | "leg-back-2"
    | "leg-front-1"
    | "leg-front-2"
    | "root"
    | "shadow"
  events:
    | "footstep"
    | "hurt"
    | "land"
    | "leap"
    | "strike"
    | "swing"
  constraints: {
    ik:
      | "leg-back"
      | "leg-front"
    transform:
      | "foot-back"
      | "foot-front"
    path: never
    physics: never
    slider: never
  }
}

/** `../demo/assets/lamplighter.json` */
export interface Lamplighter {
  animations:
    | "hit"
    | "idle"
    | "jump"
    | "run"
    | "strike"
    | "walk"
    | "wave"
  skins:
    | "default"
    | "frost"
    | "night"
  slots:
    | "arm-back"
    | "arm-front"
    | "boot-back"
    | "boot-front"
    | "cape"
    | "ear-back"
    | "ear-front"
    | "eyes"
    | "flame"
    | "glow"
    | "hat"
    | "head"
    | "hit-box"
    | "lantern-back"
    | "lantern-frame"
    | "lantern-window"
    | "leg-back"
    | "leg-front"
    | "light"
    | "mouth"
    | "paw-front"
    | "pom"
    | "scarf-tail"
    | "scarf-wrap"
    | "shadow"
    | "spark"
    | "staff"
    | "tail"
    | "torso"
  bones:
    | "arm-back-1"
    | "arm-back-2"
    | "arm-front-1"
    | "arm-front-2"
    | "cape-1"
    | "cape-2"
    | "cape-3"
    | "chest"
    | "ear-back"
    | "ear-front"
    | "face"
    | "flame"
    | "foot-back"
    | "foot-back-ctrl"
    | "foot-back-target"
    | "foot-front"
    | "foot-front-ctrl"
    | "foot-front-target"
    | "hand-front"
    | "hat"
    | "head"
    | "hip"
    | "lantern"
    | "leg-back-1"
    | "leg-back-2"
    | "leg-front-1"
    | "leg-front-2"
    | "plumb"
    | "pom"
    | "root"
    | "scarf-1"
    | "scarf-2"
    | "scarf-3"
    | "shadow"
    | "spark"
    | "spine"
    | "staff"
    | "tail-1"
    | "tail-2"
    | "tail-3"
    | "tail-4"
  events:
    | "footstep"
    | "hurt"
    | "land"
    | "leap"
    | "strike"
    | "swing"
  constraints: {
    ik:
      | "leg-back"
      | "leg-front"
    transform:
      | "foot-back"
      | "foot-front"
      | "lantern-hang"
    path: never
    physics: never
    slider: never
  }
}

/** `../demo/assets/mouse.json` */
export interface Mouse {
  animations:
    | "idle"
  skins:
    | "default"
  slots:
    | "arm"
    | "canopy"
    | "canopy-inside"
    | "coat"
    | "collar"
    | "ear-back"
    | "ear-front"
    | "eyes"
    | "fist"
    | "head"
    | "leg-back"
    | "leg-front"
    | "paw"
    | "raised-arm"
    | "scarf"
    | "scarf-short"
    | "shaft"
    | "tail"
    | "tuft"
  bones:
    | "arm-1"
    | "arm-2"
    | "body"
    | "ear-back"
    | "ear-front"
    | "face"
    | "head"
    | "hem"
    | "leg-back"
    | "leg-front"
    | "reach"
    | "root"
    | "scarf-1"
    | "scarf-2"
    | "scarf-3"
    | "scarf-4"
    | "scarf-short-1"
    | "scarf-short-2"
    | "scarf-short-3"
    | "tail-1"
    | "tail-2"
    | "tail-3"
    | "tail-4"
    | "tail-5"
    | "torso"
    | "tuft-1"
    | "tuft-2"
    | "umbrella"
  events: never
  constraints: {
    ik:
      | "arm"
      | "head"
    transform: never
    path: never
    physics:
      | "body"
      | "ear-back"
      | "ear-front"
      | "hem"
      | "leg-back"
      | "leg-front"
      | "scarf-1"
      | "scarf-2"
      | "scarf-3"
      | "scarf-4"
      | "scarf-short-1"
      | "scarf-short-2"
      | "scarf-short-3"
      | "tail-1"
      | "tail-2"
      | "tail-3"
      | "tail-4"
      | "tail-5"
      | "tuft-1"
      | "tuft-2"
    slider: never
  }
}

/** `../demo/assets/octopus.json` */
export interface Octopus {
  animations:
    | "idle"
  skins:
    | "default"
  slots:
    | "barrel"
    | "eyes"
    | "glow"
    | "head"
    | "lantern"
    | "left"
    | "path"
    | "right"
    | "rim"
    | "tentacle"
  bones:
    | "crown"
    | "face"
    | "head"
    | "knot-1"
    | "knot-2"
    | "knot-3"
    | "knot-4"
    | "lantern"
    | "left-1"
    | "left-2"
    | "left-3"
    | "left-4"
    | "left-5"
    | "right-1"
    | "right-2"
    | "right-3"
    | "right-4"
    | "right-5"
    | "root"
    | "tentacle-1"
    | "tentacle-10"
    | "tentacle-11"
    | "tentacle-12"
    | "tentacle-2"
    | "tentacle-3"
    | "tentacle-4"
    | "tentacle-5"
    | "tentacle-6"
    | "tentacle-7"
    | "tentacle-8"
    | "tentacle-9"
  events: never
  constraints: {
    ik: never
    transform: never
    path:
      | "tentacle"
    physics:
      | "crown"
      | "lantern"
    slider: never
  }
}
