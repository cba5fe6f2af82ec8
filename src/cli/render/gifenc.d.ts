/** Types of the used part of the GIF encoder, which has none. Node has all of it under `default`; bundlers take its module. */
declare module 'gifenc' {
  type Palette = number[][]
  interface Encoder {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        palette: Palette
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
    quantize(
      rgba: Uint8Array,
      colors: number,
      options: { format: 'rgba4444' | 'rgb565'; oneBitAlpha: boolean },
    ): Palette
    applyPalette(rgba: Uint8Array, palette: Palette, format: 'rgba4444' | 'rgb565'): Uint8Array
  }
  const gifenc: Gifenc & { default?: Gifenc }
  export = gifenc
}
