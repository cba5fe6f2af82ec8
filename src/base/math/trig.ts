/**
 * Polynomials for sine, cosine and their inverses in inner loops. Other code uses src/base/math/circular.
 *
 * They take less time than `Math.sin` and `Math.cos` (bench/README.md, "Why code is as it is").
 *
 * The nearest multiple n of π is subtracted from the angle, in two parts, so that n · PI_HIGH is exact. Then follow one
 * odd and one even polynomial over ±π/2, and a sign for odd n. There is no quadrant to choose, so no branch to
 * mispredict. Coefficients are minimax fits with the leading term held at 1.
 *
 * Kernels spell the terms out instead of calling functions: beyond V8's inlining budget, a number that is passed or
 * returned goes to the heap and becomes garbage.
 */

/** π in two parts; the first has 33 significant bits. */
export const PI_HIGH = 3.1415926534682512
export const PI_LOW = 1.2154201013012384e-10
export const INVERSE_PI = 0.3183098861837907
/** Greater angles are taken modulo EXACT_TAU first, because n · PI_HIGH would not be exact. */
export const REDUCIBLE = 1e5
export const EXACT_TAU = 6.283185307179586

export const S3 = -0.16666666606406924
export const S5 = 0.008333330493410146
export const S7 = -0.0001984080376141145
export const S9 = 2.7522605108458535e-6
export const S11 = -2.3846457046291546e-8

export const C2 = -0.4999999999793605
export const C4 = 0.04166666650380819
export const C6 = -0.001388888460897337
export const C8 = 2.4801069867770232e-5
export const C10 = -2.752564852143151e-7
export const C12 = 1.991976602827208e-9

/** Shorter fits for float32 results, over the same ±π/2: sine within 5e-9, cosine within 6e-8. */
export const SHORT_S3 = -0.1666665709647152
export const SHORT_S5 = 0.008333017290776611
export const SHORT_S7 = -0.00019806615145744023
export const SHORT_S9 = 2.600054646521076e-6

export const SHORT_C2 = -0.4999993229281016
export const SHORT_C4 = 0.041663989447941197
export const SHORT_C6 = -0.001385592712951403
export const SHORT_C8 = 2.319438518656164e-5

/** acos k = √(1 - k) (ACOS_0 + ACOS_1 k + …) for k in 0…1, within 2e-9. */
export const ACOS_0 = 1.5707963249866521
export const ACOS_1 = -0.21460148678730434
export const ACOS_2 = 0.08903755042703701
export const ACOS_3 = -0.05065749418255239
export const ACOS_4 = 0.032840619153067296
export const ACOS_5 = -0.021341920132637703
export const ACOS_6 = 0.01180119268677309
export const ACOS_7 = -0.0044791274916171735
export const ACOS_8 = 0.0008179371450482984

/** atan t = t + ATAN_3 t³ + … for t in 0…1, within 8e-9. */
export const ATAN_3 = -0.33332987059334634
export const ATAN_5 = 0.19990396621994372
export const ATAN_7 = -0.14185975260850883
export const ATAN_9 = 0.10573931916206893
export const ATAN_11 = -0.07366705718093271
export const ATAN_13 = 0.041121855225112434
export const ATAN_15 = -0.015132533248645533
export const ATAN_17 = 0.0026222437731650812
