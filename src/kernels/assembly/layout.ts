// Written by scripts/kernels.ts from the modules below: change them, not this file.

// base/memory/lanes
export const ALL_LANES: i32 = 15
export const APPLIED_STALE: i32 = 7
export const GRAVITY_X: i32 = 22
export const GRAVITY_Y: i32 = 23
export const LANES: i32 = 4
export const SECOND_PARTS: f64 = 4294967296
export const WIND_X: i32 = 20
export const WIND_Y: i32 = 21
export namespace CLOCK {
  export const DELTA: i32 = 17
  export const MODE: i32 = 6
  export const MOVES: i32 = 5
  export const STEPS: i32 = 19
}
export namespace DEFORM_STATE {
  export const empty: i32 = 0
  export const faded: i32 = 3
  export const keyed: i32 = 2
  export const offsets: i32 = 1
}
export namespace HOST {
  export const COS: i32 = 13
  export const SHIFT_X: i32 = 15
  export const SHIFT_Y: i32 = 16
  export const SIN: i32 = 14
}
export namespace KEYED {
  export const FROM: i32 = 0
  export const PROGRESS: i32 = 1
}
export namespace LOCAL {
  export const FIELDS: i32 = 7
  export const ROTATION: i32 = 2
  export const SCALE_X: i32 = 3
  export const SCALE_Y: i32 = 4
  export const SHEAR_X: i32 = 5
  export const SHEAR_Y: i32 = 6
  export const X: i32 = 0
  export const Y: i32 = 1
}
export namespace SKELETON {
  export const COS: i32 = 4
  export const SCALE_X: i32 = 2
  export const SCALE_Y: i32 = 3
  export const SIN: i32 = 5
  export const X: i32 = 0
  export const Y: i32 = 1
}
export namespace SLOT {
  export const ATTACHMENT: i32 = 0
  export const DEFORMED: i32 = 2
  export const FIELDS: i32 = 4
  export const SEQUENCE: i32 = 1
  export const VERTEX: i32 = 3
}
export namespace WORLD {
  export const A: i32 = 0
  export const B: i32 = 2
  export const C: i32 = 1
  export const D: i32 = 3
  export const FIELDS: i32 = 6
  export const RECORD: i32 = 24
  export const X: i32 = 4
  export const Y: i32 = 5
}

// base/model/skeleton
export namespace INHERIT {
  export const FLAGS: i32 = 16
  export const noRotationOrReflection: i32 = 2
  export const noScale: i32 = 3
  export const normal: i32 = 0
  export const onlyTranslation: i32 = 1
}
export namespace INHERIT_FLAG {
  export const reflection: i32 = 8
  export const rotation: i32 = 2
  export const scale: i32 = 4
  export const translation: i32 = 1
  export const unmirrored: i32 = 64
}

// base/model/constraint
export namespace PHYSICS_MODE {
  export const none: i32 = 1
  export const pose: i32 = 3
  export const reset: i32 = 2
}

// rig/attachments/table
export namespace GROUP {
  export const COUNT: i32 = 1
  export const INFLUENCES: i32 = 0
  export const TARGET: i32 = 2
}
export namespace PASS {
  export const BONE: i32 = 3
  export const COUNT: i32 = 1
  export const KIND: i32 = 0
  export const OTHER_BONE: i32 = 4
  export const TARGET: i32 = 2
}
export namespace SKIN {
  export const FIRST_PASS: i32 = 3
  export const GROUPS: i32 = 2
  export const GROUP_WORDS: i32 = 3
  export const INFLUENCE_WORDS: i32 = 4
  export const PASSES: i32 = 0
  export const PASS_WORDS: i32 = 6
  export const WHOLE_PASSES: i32 = 1
}
export namespace SKIN_PASS {
  export const addOne: i32 = 3
  export const addPair: i32 = 4
  export const blend: i32 = 5
  export const pair: i32 = 1
  export const whole: i32 = 0
}

// rig/attachments/deform-places
export namespace FOUR {
  export const CHANGE_X: i32 = 8
  export const CHANGE_Y: i32 = 12
  export const VERTICES: i32 = 4
  export const WORDS: i32 = 16
  export const Y: i32 = 4
}

// rig/program/ops
export const BONE_OP_FLAGS: i32 = 2
export const BONE_OP_GROUP: i32 = 3
export const REFRESH_BONES: i32 = 3
export const REFRESH_OP_FLAGS: i32 = 2
export const RUN_BONES: i32 = 3
export const RUN_WORDS: i32 = 3
export namespace COPY {
  export const BONES: i32 = 3
  export const COUNT: i32 = 2
  export const WORDS: i32 = 2
}
export namespace DECOMPOSE {
  export const _3_8: i32 = 0
  export const _4_2: i32 = 2
  export const _4_3: i32 = 3
}
export namespace FLAG {
  export const DECOMPOSE_MASK: i32 = 6
  export const DECOMPOSE_SHIFT: i32 = 1
  export const LAZY: i32 = 8
  export const RAW_NO_ROTATION: i32 = 1
  export const SCALED_NO_ROTATION: i32 = 16384
  export const STAMPS: i32 = 32768
  export const TINY_AXES: i32 = 65536
}
export namespace GROUP {
  export const INHERIT: i32 = 3
  export const LIVE: i32 = 5
  export const LOCAL: i32 = 4
  export const PARENT: i32 = 1
  export const POSE: i32 = 0
  export const WORDS: i32 = 6
  export const WORLD: i32 = 2
}
export namespace INHERIT {
  export const OWN: i32 = 32
  export const PARENT_SHIFT: i32 = 8
}
export namespace MOST {
  export const WORLD: f64 = 1000000000000
}
export namespace OP {
  export const CODE: i32 = 0
  export const LENGTH: i32 = 1
  export const aim: i32 = 13
  export const bone: i32 = 4
  export const copy: i32 = 1
  export const end: i32 = 0
  export const ikOne: i32 = 5
  export const ikTwo: i32 = 6
  export const limit: i32 = 10
  export const map: i32 = 16
  export const path: i32 = 11
  export const physics: i32 = 12
  export const refresh: i32 = 14
  export const root: i32 = 3
  export const run: i32 = 2
  export const transformLocal: i32 = 8
  export const transformWorld: i32 = 7
  export const turn: i32 = 9
  export const unmoved: i32 = 15
}
export namespace TURN {
  export const COUNT: i32 = 2
  export const SPANS: i32 = 3
  export const WORDS: i32 = 2
}

// rig/constraints/aim
export namespace AIM {
  export const BEND: i32 = 1
  export const OP_BONE: i32 = 4
  export const OP_FIRST: i32 = 5
  export const OP_LENGTH: i32 = 7
  export const OP_PARENT: i32 = 6
  export const OP_ROWS: i32 = 2
  export const OP_TARGET: i32 = 3
  export const WEIGHT: i32 = 0
}

// rig/constraints/ik
export namespace IK {
  export const ANY_MODE: i32 = 8192
  export const AT_MIX_ZERO: i32 = 16
  export const BEND: i32 = 2
  export const COMPOSES: i32 = 4096
  export const COMPRESS: i32 = 3
  export const COMPRESS_GUARD: i32 = 128
  export const KEEPS_SHEAR: i32 = 262144
  export const MIX: i32 = 0
  export const NEEDS_NORMAL: i32 = 256
  export const OP_BONE: i32 = 6
  export const OP_CHILD: i32 = 12
  export const OP_CHILD_LENGTH: i32 = 18
  export const OP_FLAGS: i32 = 2
  export const OP_LENGTH: i32 = 5
  export const OP_ROWS: i32 = 3
  export const OP_TARGET: i32 = 4
  export const SIGNED_TRANSLATION: i32 = 32
  export const SINGULAR_GUARD: i32 = 64
  export const SOFTNESS: i32 = 1
  export const STRETCH: i32 = 4
  export const STRETCH_ZEROES_Y: i32 = 512
  export const TINY: i32 = 524288
  export const UNIFORM: i32 = 2048
  export const UNIFORM_TWO: i32 = 1024
  export const VOLUME: i32 = 131072
}

// rig/constraints/transform
export namespace TRANSFORM {
  export const GATE: i32 = 32
  export const GATE_FORGETS_Y: i32 = 64
  export const LEGACY: i32 = 256
  export const NEAREST: i32 = 128
  export const OP_BONES: i32 = 17
  export const OP_COUNT: i32 = 16
  export const OP_FLAGS: i32 = 2
  export const OP_OFFSETS: i32 = 4
  export const OP_ROWS: i32 = 3
  export const OP_TARGET: i32 = 10
  export const RELATIVE: i32 = 16
  export const ROTATE: i32 = 0
  export const SCALE_X: i32 = 3
  export const SCALE_Y: i32 = 4
  export const SHEAR_Y: i32 = 5
  export const X: i32 = 1
  export const Y: i32 = 2
}

// rig/constraints/map
export namespace MAP {
  export const ADDITIVE: i32 = 64
  export const CLAMP: i32 = 128
  export const LOCAL_SOURCE: i32 = 16
  export const LOCAL_TARGET: i32 = 32
  export const OP_BONES: i32 = 17
  export const OP_COUNT: i32 = 16
  export const OP_FLAGS: i32 = 2
  export const OP_OFFSETS: i32 = 4
  export const OP_ROWS: i32 = 3
  export const OP_SOURCE: i32 = 10
  export const PAIR_FROM: i32 = 0
  export const PAIR_FROM_OFFSET: i32 = 2
  export const PAIR_MAX: i32 = 4
  export const PAIR_OFFSET: i32 = 3
  export const PAIR_SCALE: i32 = 5
  export const PAIR_TO: i32 = 1
  export const PAIR_WORDS: i32 = 6
  export const PROPERTIES: i32 = 6
  export const ROTATE: i32 = 0
  export const SCALE_X: i32 = 3
  export const SCALE_Y: i32 = 4
  export const SHEAR_Y: i32 = 5
  export const X: i32 = 1
  export const Y: i32 = 2
}

// rig/constraints/path
export namespace PATH {
  export const BONE_LENGTH: i32 = 6
  export const BONE_WORDS: i32 = 7
  export const BOUNDED: i32 = 4096
  export const CHAIN: i32 = 64
  export const LEGACY: i32 = 256
  export const NUDGED: i32 = 2048
  export const OP_BONES: i32 = 12
  export const OP_COUNT: i32 = 11
  export const OP_DEFORM: i32 = 5
  export const OP_FLAGS: i32 = 2
  export const OP_KEYED: i32 = 7
  export const OP_OFFSET: i32 = 10
  export const OP_OWNER: i32 = 8
  export const OP_ROWS: i32 = 3
  export const OP_SIZE: i32 = 6
  export const OP_SLOT: i32 = 4
  export const OP_TABLE: i32 = 9
  export const PERCENT: i32 = 16
  export const POSITION: i32 = 0
  export const ROTATE: i32 = 2
  export const SCALES: i32 = 128
  export const SHORT: f64 = 0.00001
  export const SPACING: i32 = 1
  export const SPACING_MASK: i32 = 3
  export const SPACING_SHIFT: i32 = 9
  export const TANGENTS: i32 = 32
  export const X: i32 = 3
  export const Y: i32 = 4
}
export namespace PATH_SPACINGS {
  export const fixed: i32 = 1
  export const length: i32 = 0
  export const percent: i32 = 2
  export const proportional: i32 = 3
}

// rig/attachments/path-layout
export namespace PATH {
  export const CHORDS: i32 = 4
  export const CLOSED: i32 = 1
  export const CONSTANT_SPEED: i32 = 2
  export const COUNT: i32 = 2
  export const DEFORM: i32 = 1
  export const FLAGS: i32 = 3
  export const KNOT: i32 = 3
  export const NUDGE: f64 = 0.0001
  export const POINTS: i32 = 4
  export const ROOM_BONES: i32 = 12
  export const ROOM_STEPS: i32 = 0
  export const SKIN: i32 = 0
  export const STEPS: i32 = 10
  export const TABLE_COUNT: i32 = -1
}

// rig/constraints/physics
export const ALMOST_HALF: f64 = 0.4999997
export const SLIDE_LAG: i32 = 3
export const SWING_LAG: i32 = 2
export namespace CHANNEL {
  export const OFFSET: i32 = 0
  export const PLACE: i32 = 2
  export const VELOCITY: i32 = 1
}
export namespace MOST {
  export const SLIDE: i32 = 10000
  export const SWING: i32 = 1000000
}
export namespace PHYSICS {
  export const DAMPING: i32 = 2
  export const GRAVITY: i32 = 5
  export const INERTIA: i32 = 0
  export const LAG: i32 = 5
  export const LAGGING: i32 = 16
  export const LAG_BEFORE: i32 = 6
  export const LAST: i32 = 0
  export const MASS: i32 = 3
  export const MIX: i32 = 6
  export const MOST_STEPS: i32 = 1000
  export const OP_AMOUNT_ROTATE: i32 = 12
  export const OP_AMOUNT_SCALE: i32 = 14
  export const OP_AMOUNT_SHEAR: i32 = 13
  export const OP_AMOUNT_X: i32 = 10
  export const OP_AMOUNT_Y: i32 = 11
  export const OP_BONE: i32 = 23
  export const OP_END: i32 = 22
  export const OP_FLAGS: i32 = 2
  export const OP_LENGTH: i32 = 16
  export const OP_LIMIT: i32 = 15
  export const OP_POWER: i32 = 21
  export const OP_REFERENCE: i32 = 17
  export const OP_ROWS: i32 = 3
  export const OP_SCALE: i32 = 8
  export const OP_STATE: i32 = 4
  export const OP_STEP: i32 = 18
  export const OP_STEP_HIGH: i32 = 19
  export const OP_STEP_LOW: i32 = 20
  export const OP_TIP: i32 = 9
  export const OP_TURN: i32 = 7
  export const OP_X: i32 = 5
  export const OP_Y: i32 = 6
  export const PENDING: i32 = 0
  export const PHASE: i32 = 4
  export const REMAINING: i32 = 2
  export const RESTING: i32 = 2
  export const RUNNING: i32 = 1
  export const STRENGTH: i32 = 1
  export const UNIFORM: i32 = 32
  export const VOLUME: i32 = 64
  export const VOLUME_FALL: f64 = 3.67347
  export const VOLUME_FROM: f64 = 0.7
  export const VOLUME_MOST: i32 = 4
  export const WIND: i32 = 4
}
export namespace REST {
  export const INPUT: f64 = 0.000002
  export const SLIDE: f64 = 2e-7
  export const SWING: f64 = 1e-7
}
export namespace TIP {
  export const DX: i32 = 2
  export const DY: i32 = 3
  export const X: i32 = 0
  export const Y: i32 = 1
}

// rig/animation/image
export namespace ANIMATION {
  export const BUCKETS: i32 = 1
  export const BUCKET_TABLE: i32 = 5
  export const CHANNELS: i32 = 0
  export const CHANNEL_TABLE: i32 = 3
  export const COLUMNS: i32 = 11
  export const DEFORM_TABLE: i32 = 10
  export const LATEST_FIRST: i32 = 15
  export const NEW_TURNS: i32 = 14
  export const PLAIN: i32 = 8
  export const RATE: i32 = 2
  export const SEGMENT_TABLE: i32 = 4
  export const SIGNED_SCALE: i32 = 9
  export const SLICES: i32 = 16
  export const STORES: i32 = 12
  export const WIDE: i32 = 6
}
export namespace CHANNEL {
  export const DEGREES: i32 = 8
  export const FIRST: i32 = 2
  export const KIND_WORD: i32 = 1
  export const LAST: i32 = 4
  export const LAST_VALUE: i32 = 5
  export const ROW: i32 = 0
  export const SETUP: i32 = 3
  export const TIMELINE: i32 = 6
  export const WORDS: i32 = 10
}
export namespace CHANNEL_KIND {
  export const absolute: i32 = 1
  export const clampedColor: i32 = 7
  export const flag: i32 = 6
  export const keyedColor: i32 = 9
  export const relative: i32 = 0
  export const rotation: i32 = 4
  export const scale: i32 = 2
  export const summed: i32 = 5
  export const wrapped: i32 = 8
}
export namespace DEFORM {
  export const ADDS: i32 = 7
  export const AHEAD: i32 = 1
  export const FIRST: i32 = 2
  export const KEYED_WORDS: i32 = 4
  export const ROW_WORDS: i32 = 5
  export const SIZE: i32 = 0
  export const SLOT_WORDS: i32 = 3
  export const TIMELINE: i32 = 6
  export const WORDS: i32 = 8
}
export namespace LIVE {
  export const CHANNELS: i32 = 4
  export const COUNT: i32 = 2
  export const SLICES: i32 = 3
  export const STORES: i32 = 1
}
export namespace SEGMENT {
  export const DEGREES: i32 = 3
  export const KEY: i32 = 3
  export const SLOPE: i32 = 2
  export const VALUE: i32 = 1
  export const WORDS: i32 = 4
}

// world/playback
export namespace BLEND {
  export const PLAIN: i32 = 8
  export const TURNS: i32 = 4
}
export namespace DEFORM {
  export const BEGINS: i32 = 65536
}
export namespace MIX_BLEND {
  export const add: i32 = 3
  export const first: i32 = 1
  export const replace: i32 = 2
  export const setup: i32 = 0
}
export namespace MODE {
  export const DIFFERENCE: i32 = 3
  export const TOTAL: i32 = 2
  export const WEIGHT: i32 = 1
  export const WORDS: i32 = 4
  export const add: i32 = 16
  export const blend: i32 = 3
  export const hold: i32 = 4
  export const off: i32 = 32
  export const own: i32 = 8
}

// world/commands
export namespace COMMAND {
  export const ALPHA: i32 = 2
  export const HELD: i32 = 512
  export const HOLD: i32 = 4
  export const IMAGE: i32 = 16
  export const KEYED: i32 = 32
  export const MIXED: i32 = 256
  export const NOTES: i32 = 480
  export const ORDERED: i32 = 64
  export const OUT: i32 = 16
  export const STILL: i32 = 128
  export const WORDS: i32 = 24
}

// world/chunks/chunk-context
export namespace CHUNK {
  export const BLOCKS: i32 = 0
  export const COMMANDS: i32 = 11
  export const DEFORM: i32 = 5
  export const HEADS: i32 = 10
  export const LOCAL: i32 = 3
  export const MASKS: i32 = 1
  export const OWNERS: i32 = 2
  export const PLANS: i32 = 8
  export const PLAN_STRIDE: i32 = 9
  export const SLOTS: i32 = 4
  export const STRIDE: i32 = 6
  export const TABLE: i32 = 7
}
export namespace SKIN {
  export const FILLED: i32 = 11
  export const IMAGE: i32 = 10
  export const POSITIONS: i32 = 13
  export const SPARE: i32 = 16
  export const STARTS: i32 = 12
  export const WORLD: i32 = 14
  export const WORLD_STRIDE: i32 = 15
}

// world/chunks/program-context
export namespace CONTEXT {
  export const APPLIED: i32 = 10
  export const BLOCK: i32 = 24
  export const BLOCK_WORDS: i32 = 28
  export const COUNT: i32 = 2
  export const DEFORM: i32 = 18
  export const FIRST: i32 = 1
  export const IMAGE: i32 = 4
  export const LOCAL: i32 = 8
  export const MASKS: i32 = 3
  export const PROGRAM: i32 = 0
  export const ROOM: i32 = 5
  export const SECONDS: i32 = 22
  export const SKELETON: i32 = 6
  export const SLOTS: i32 = 14
  export const STATE: i32 = 20
  export const STRIDE: i32 = 1
  export const WORLD: i32 = 12
}

// kernels/limits
export const CLOSE: f64 = 0.00001
export const EPSILON: f64 = 0.0001
export const HALF: f64 = 3.1415933283185398
export const HALF_TURN: f64 = 0.500001
export const NEAR: f64 = 3.14
export const QUARTER: f64 = 1.57079697831854
export const SINGULAR: f64 = 1e-20
export const TINY: f64 = 0.00001
export const TINY_SQUARE: f64 = 1e-10
export namespace REACH {
  export const COMPRESS: i32 = 1
  export const STRETCH: i32 = 2
  export const UNIFORM: i32 = 4
  export const VOLUME: i32 = 8
}
export namespace VOLUME {
  export const FROM: f64 = 0.7
  export const LEAST: f64 = 0.25
  export const RISE: f64 = 0.642857
}

// rig/attachments/skin-layout
export namespace PLAN {
  export const ALONE: i32 = 3
  export const DATA: i32 = 0
  export const DEFORMED: i32 = 32
  export const FIRST: i32 = 18
  export const KEYED: i32 = 1
  export const LANES: i32 = 0
  export const MOST_WORDS: i32 = 12
  export const PARTLY: i32 = 16
  export const RUN: i32 = 2
  export const SCRATCH: i32 = 4
  export const SIZE: i32 = 2
  export const STILL: i32 = 3
  export const WHERE: i32 = 1
  export const WORDS: i32 = 2
}
export namespace SKIN {
  export const SLOT_KEYED: i32 = 2
  export const SLOT_NTH: i32 = 3
  export const SLOT_ROWS: i32 = 0
  export const SLOT_SIZE: i32 = 1
  export const TABLE_DATA: i32 = 0
  export const TABLE_DEFORM: i32 = 2
  export const TABLE_FIRST: i32 = 4
  export const TABLE_FRAMES: i32 = 3
  export const TABLE_SETUP_FRAME: i32 = 4
  export const TABLE_SLOTS: i32 = 0
  export const TABLE_SLOT_COUNT: i32 = 1
  export const TABLE_STEADY: i32 = 2
  export const TABLE_STRIDE: i32 = 1
  export const TABLE_WORDS: i32 = 5
}

// rig/animation/slice-layout
export namespace SLICE {
  export const NEXT: i32 = 12
  export const SLOPE: i32 = 8
  export const VALUE: i32 = 4
  export const WORDS: i32 = 24
}
export namespace SLICES {
  export const BUCKETS: i32 = 1
  export const FIRST: i32 = 8
  export const FOURS: i32 = 0
  export const LAST: i32 = 5
  export const RATE: i32 = 4
  export const STILLS: i32 = 3
  export const STRIDE: i32 = 2
}

// base/math/angles
export const DEGREES_TO_RADIANS: f64 = 0.01745329277777778
export const HALF_UP: f64 = 16384.499999999996
export const PI: f64 = 3.1415927
export const RADIANS_TO_DEGREES: f64 = 57.29577866666166
export const TAU: f64 = 6.2831854
export const TURNS: i32 = 16384

// base/math/trig
export const ATAN_11: f64 = -0.07366705718093271
export const ATAN_13: f64 = 0.041121855225112434
export const ATAN_15: f64 = -0.015132533248645533
export const ATAN_17: f64 = 0.0026222437731650812
export const ATAN_3: f64 = -0.33332987059334634
export const ATAN_5: f64 = 0.19990396621994372
export const ATAN_7: f64 = -0.14185975260850883
export const ATAN_9: f64 = 0.10573931916206893
export const C10: f64 = -2.752564852143151e-7
export const C12: f64 = 1.991976602827208e-9
export const C2: f64 = -0.4999999999793605
export const C4: f64 = 0.04166666650380819
export const C6: f64 = -0.001388888460897337
export const C8: f64 = 0.000024801069867770232
export const EXACT_TAU: f64 = 6.283185307179586
export const INVERSE_PI: f64 = 0.3183098861837907
export const PI_HIGH: f64 = 3.1415926534682512
export const PI_LOW: f64 = 1.2154201013012384e-10
export const REDUCIBLE: i32 = 100000
export const S11: f64 = -2.3846457046291546e-8
export const S3: f64 = -0.16666666606406924
export const S5: f64 = 0.008333330493410146
export const S7: f64 = -0.0001984080376141145
export const S9: f64 = 0.0000027522605108458535
export namespace SHORT {
  export const C2: f64 = -0.4999993229281016
  export const C4: f64 = 0.041663989447941197
  export const C6: f64 = -0.001385592712951403
  export const C8: f64 = 0.00002319438518656164
  export const S3: f64 = -0.1666665709647152
  export const S5: f64 = 0.008333017290776611
  export const S7: f64 = -0.00019806615145744023
  export const S9: f64 = 0.000002600054646521076
}
