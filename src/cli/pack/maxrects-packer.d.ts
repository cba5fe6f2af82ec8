/** The package's entry is a script that Node takes for a module without exports, so its module is named by its path. */
declare module 'maxrects-packer/dist/maxrects-packer.mjs' {
  export { MaxRectsPacker } from 'maxrects-packer'
}
