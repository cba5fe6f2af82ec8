/** regl's production build: without the checks of calls, because users of osteon never call regl. */
declare module 'regl/dist/regl.unchecked.js' {
  export { default } from 'regl'
}
