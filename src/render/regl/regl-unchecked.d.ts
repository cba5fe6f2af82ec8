/** regl as it is for production: without the checks of its debug build, which nobody sees who calls osteon. */
declare module 'regl/dist/regl.unchecked.js' {
  export { default } from 'regl'
}
