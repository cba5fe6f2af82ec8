// Written by scripts/kernels.ts from the modules below: change them, not this file.

// joins/crowd/layout
export const BLOCK: i32 = 256
export const DIGIT_BITS: i32 = 11
export const FLIP_X: i32 = 1
export const FLIP_Y: i32 = 2
export const FROZEN: i32 = 3
export const INSTANCE_WORDS: i32 = 12
export const LAST_KEY: i32 = -1
export namespace CLIP {
  export const BUCKET: i32 = 2
  export const BUCKET_RATE: i32 = 3
  export const CORNER: i32 = 6
  export const DURATION: i32 = 0
  export const FIRST: i32 = 1
  export const HEIGHT: i32 = 10
  export const SIZE: i32 = 11
  export const STRIDE: i32 = 5
  export const TEXEL: i32 = 4
  export const WIDTH: i32 = 9
  export const X: i32 = 7
  export const Y: i32 = 8
}
export namespace COPY {
  export const alpha: i32 = 8
  export const animation: i32 = 22
  export const blue: i32 = 7
  export const cycle: i32 = 19
  export const fade: i32 = 20
  export const fading: i32 = 11
  export const flip: i32 = 25
  export const green: i32 = 6
  export const level: i32 = 23
  export const look: i32 = 10
  export const loop: i32 = 24
  export const red: i32 = 5
  export const rotation: i32 = 2
  export const scaleX: i32 = 3
  export const scaleY: i32 = 4
  export const second: i32 = 9
  export const sortKey: i32 = 16
  export const speed: i32 = 17
  export const table: i32 = 21
  export const time: i32 = 18
  export const x: i32 = 0
  export const y: i32 = 1
}
export namespace CROWD {
  export const BUCKETS: i32 = 10
  export const CLIPS: i32 = 4
  export const COPIES: i32 = 18
  export const COUNT: i32 = 0
  export const DELTA: i32 = 14
  export const DIGITS: i32 = 62
  export const DRAWN: i32 = 6
  export const FADES: i32 = 17
  export const FIGURES: i32 = 53
  export const FIRST_CLIP: i32 = 5
  export const FOUND_CLIPS: i32 = 6974
  export const FOUND_ROWS: i32 = 7230
  export const FRAMES: i32 = 7486
  export const INSTANCES: i32 = 11
  export const LISTS: i32 = 44
  export const NUMBERS: i32 = 7
  export const OTHERS: i32 = 13
  export const RATES: i32 = 9
  export const REORDERED: i32 = 12
  export const ROWS: i32 = 16
  export const SECONDS: i32 = 6206
  export const SHOWN: i32 = 1
  export const SPECIALS: i32 = 2
  export const TABLES: i32 = 3
  export const TARGETS: i32 = 6718
  export const TIMES: i32 = 8
}
export namespace LIST {
  export const drawn: i32 = 5
  export const entity: i32 = 1
  export const key: i32 = 4
  export const otherPair: i32 = 7
  export const pair: i32 = 6
  export const place: i32 = 3
  export const rank: i32 = 2
  export const row: i32 = 0
  export const special: i32 = 8
}
export namespace OWN {
  export const due: i32 = 4
  export const fade: i32 = 6
  export const rate: i32 = 1
  export const seen: i32 = 5
  export const since: i32 = 3
}
