// Written by scripts/kernels.ts from the modules below: change them, not this file.

// joins/sprites/layout
export const PAGE_SHIFT: i32 = 6
export const SEEN: i32 = 0
export namespace COPY {
  export const additive: i32 = 12
  export const alpha: i32 = 10
  export const blue: i32 = 9
  export const green: i32 = 8
  export const level: i32 = 14
  export const pivotX: i32 = 5
  export const pivotY: i32 = 6
  export const red: i32 = 7
  export const region: i32 = 11
  export const rotation: i32 = 2
  export const scaleX: i32 = 3
  export const scaleY: i32 = 4
  export const sortKey: i32 = 13
  export const x: i32 = 0
  export const y: i32 = 1
}
export namespace NOTE {
  export const SHIFT: i32 = 5
  export const dark: i32 = 4
  export const image: i32 = 8
  export const light: i32 = 2
  export const region: i32 = 16
  export const shown: i32 = 1
}
export namespace OWN {
  export const carried: i32 = 5
  export const cosine: i32 = 11
  export const dark: i32 = 9
  export const entity: i32 = 0
  export const image: i32 = 7
  export const light: i32 = 8
  export const notes: i32 = 13
  export const outerAlpha: i32 = 6
  export const pages: i32 = 14
  export const rotation: i32 = 10
  export const shown: i32 = 4
  export const sine: i32 = 12
  export const sortKey: i32 = 3
  export const vertex: i32 = 2
}
export namespace PLACE {
  export const ALONE: i32 = 3
  export const BY_ROW: i32 = 2
  export const CARRIED: i32 = 10
  export const COPIES: i32 = 12
  export const END: i32 = 1
  export const FIRST: i32 = 0
  export const FOUND: i32 = 56
  export const IMAGES: i32 = 52
  export const KEPT: i32 = 11
  export const KEYS: i32 = 9
  export const NOTES: i32 = 7
  export const OFFSETS: i32 = 48
  export const PAGES: i32 = 8
  export const POSITIONS: i32 = 6
  export const REGIONS: i32 = 4
  export const REGION_COUNT: i32 = 5
  export const ROWS: i32 = 28
  export const SPARE: i32 = 60
}
export namespace REGION {
  export const BOTTOM: i32 = 9
  export const HEIGHT: i32 = 13
  export const LEFT: i32 = 8
  export const RECORD: i32 = 16
  export const RIGHT: i32 = 10
  export const TOP: i32 = 11
  export const WIDTH: i32 = 12
}
