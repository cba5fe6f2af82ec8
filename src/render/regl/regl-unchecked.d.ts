/** regl's production build. Its debug build checks calls of regl, which a user of osteon never makes. */
declare module 'regl/dist/regl.unchecked.js' {
  export { default } from 'regl'
}
