/** This version of osteon: that of package.json, as a test sees to. */
export const VERSION = '0.3.0'
