/**
 * Types of what is used of the GIF encoder, which has none. Node has all of it under `default`; bundlers use its
 * module.
 */
declare module 'gifenc' {
  type Palette = number[][]
  interface Encoder {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        /** For the first frame: the palette of all. */
        palette?: Palette
        delay: number
        transparent: boolean
        transparentIndex: number
        dispose: number
      },
    ): void
    finish(): void
    bytes(): Uint8Array
  }
  interface Gifenc {
    GIFEncoder(): Encoder
    quantize(rgba: Uint8Array, colors: number, options: { format: 'rgb565' }): Palette
    nearestColorIndex(colors: Palette, color: number[]): number
  }
  const gifenc: Gifenc & { default?: Gifenc }
  export = gifenc
}
