/**
 * Constants of four equal lanes, in memory: one instruction each. For a literal, V8 builds such a vector again at each
 * use, with three instructions of which two wait for the same port.
 */
import { INVERSE_PI as OVER_PI, SHORT } from './layout'

const TABLE = memory.data<f32>(
  [
    <f32>OVER_PI, <f32>OVER_PI, <f32>OVER_PI, <f32>OVER_PI,
    12582912, 12582912, 12582912, 12582912,
    3.140625, 3.140625, 3.140625, 3.140625,
    9.67653589793e-4, 9.67653589793e-4, 9.67653589793e-4, 9.67653589793e-4,
    <f32>SHORT.S9, <f32>SHORT.S9, <f32>SHORT.S9, <f32>SHORT.S9,
    <f32>SHORT.S7, <f32>SHORT.S7, <f32>SHORT.S7, <f32>SHORT.S7,
    <f32>SHORT.S5, <f32>SHORT.S5, <f32>SHORT.S5, <f32>SHORT.S5,
    <f32>SHORT.S3, <f32>SHORT.S3, <f32>SHORT.S3, <f32>SHORT.S3,
    <f32>SHORT.C8, <f32>SHORT.C8, <f32>SHORT.C8, <f32>SHORT.C8,
    <f32>SHORT.C6, <f32>SHORT.C6, <f32>SHORT.C6, <f32>SHORT.C6,
    <f32>SHORT.C4, <f32>SHORT.C4, <f32>SHORT.C4, <f32>SHORT.C4,
    <f32>SHORT.C2, <f32>SHORT.C2, <f32>SHORT.C2, <f32>SHORT.C2,
    1, 1, 1, 1,
    1000000, 1000000, 1000000, 1000000,
    8.05374449538e-2, 8.05374449538e-2, 8.05374449538e-2, 8.05374449538e-2,
    -1.38776856032e-1, -1.38776856032e-1, -1.38776856032e-1, -1.38776856032e-1,
    1.99777106478e-1, 1.99777106478e-1, 1.99777106478e-1, 1.99777106478e-1,
    -3.33329491539e-1, -3.33329491539e-1, -3.33329491539e-1, -3.33329491539e-1,
    0.4142135623730950, 0.4142135623730950, 0.4142135623730950, 0.4142135623730950,
    0.7853981633974483, 0.7853981633974483, 0.7853981633974483, 0.7853981633974483,
    1.5707963267948966, 1.5707963267948966, 1.5707963267948966, 1.5707963267948966,
    3.141592653589793, 3.141592653589793, 3.141592653589793, 3.141592653589793,
    -0.0, -0.0, -0.0, -0.0,
    6.283185307179586, 6.283185307179586, 6.283185307179586, 6.283185307179586,
  ],
  16,
)

// @ts-ignore: decorator
@inline
export const INVERSE_PI: usize = TABLE + 0
// @ts-ignore: decorator
@inline
export const ROUND: usize = TABLE + 16
// @ts-ignore: decorator
@inline
export const PI_1: usize = TABLE + 32
// @ts-ignore: decorator
@inline
export const PI_2: usize = TABLE + 48
// @ts-ignore: decorator
@inline
export const S_9: usize = TABLE + 64
// @ts-ignore: decorator
@inline
export const S_7: usize = TABLE + 80
// @ts-ignore: decorator
@inline
export const S_5: usize = TABLE + 96
// @ts-ignore: decorator
@inline
export const S_3: usize = TABLE + 112
// @ts-ignore: decorator
@inline
export const C_8: usize = TABLE + 128
// @ts-ignore: decorator
@inline
export const C_6: usize = TABLE + 144
// @ts-ignore: decorator
@inline
export const C_4: usize = TABLE + 160
// @ts-ignore: decorator
@inline
export const C_2: usize = TABLE + 176
// @ts-ignore: decorator
@inline
export const ONE: usize = TABLE + 192
// @ts-ignore: decorator
@inline
export const FAR: usize = TABLE + 208
// @ts-ignore: decorator
@inline
export const T_9: usize = TABLE + 224
// @ts-ignore: decorator
@inline
export const T_7: usize = TABLE + 240
// @ts-ignore: decorator
@inline
export const T_5: usize = TABLE + 256
// @ts-ignore: decorator
@inline
export const T_3: usize = TABLE + 272
// @ts-ignore: decorator
@inline
export const EIGHTH: usize = TABLE + 288
// @ts-ignore: decorator
@inline
export const QUARTER_PI: usize = TABLE + 304
// @ts-ignore: decorator
@inline
export const HALF_PI: usize = TABLE + 320
// @ts-ignore: decorator
@inline
export const WHOLE_PI: usize = TABLE + 336
// @ts-ignore: decorator
@inline
export const SIGN: usize = TABLE + 352
// @ts-ignore: decorator
@inline
export const WHOLE_TAU: usize = TABLE + 368
