/** Colours of one outfit. Shared things (lantern, staff, eyes) have theirs beside their drawing. */
export interface Palette {
  outline: string
  fur: string
  furLight: string
  furShade: string
  cream: string
  creamShade: string
  earInner: string
  paw: string
  cape: string
  capeShade: string
  capeTrim: string
  scarf: string
  scarfShade: string
  tunic: string
  tunicShade: string
  belt: string
  trousers: string
  boot: string
  bootShade: string
  cuff: string
}

export const EMBER: Palette = {
  outline: '#34202f',
  fur: '#ea7f3c',
  furLight: '#f9a55c',
  furShade: '#cf5f2d',
  cream: '#fff3e0',
  creamShade: '#f3d6b8',
  earInner: '#6e3345',
  paw: '#55303f',
  cape: '#2f7f8c',
  capeShade: '#1f5568',
  capeTrim: '#f2c66d',
  scarf: '#d8485a',
  scarfShade: '#a92f4c',
  tunic: '#f1e2c3',
  tunicShade: '#d9bd92',
  belt: '#7a4a35',
  trousers: '#46506e',
  boot: '#8a5638',
  bootShade: '#653a2a',
  cuff: '#e9c79a',
}

export const FROST: Palette = {
  outline: '#2a2a48',
  fur: '#c6d6ec',
  furLight: '#e6effa',
  furShade: '#9fb4d6',
  cream: '#ffffff',
  creamShade: '#d8e4f4',
  earInner: '#8f9cc4',
  paw: '#8796c0',
  cape: '#9a3d68',
  capeShade: '#6b2850',
  capeTrim: '#f4dfe8',
  scarf: '#f0b64a',
  scarfShade: '#cf8a2e',
  tunic: '#6f86bd',
  tunicShade: '#516599',
  belt: '#3c3f66',
  trousers: '#4b4a72',
  boot: '#596591',
  bootShade: '#404a73',
  cuff: '#f2f6fc',
}

export const NIGHT: Palette = {
  outline: '#1d1a2b',
  fur: '#5d5c78',
  furLight: '#7d7c9a',
  furShade: '#45435c',
  cream: '#ece0d2',
  creamShade: '#c9b8ae',
  earInner: '#c98a86',
  paw: '#2f2c42',
  cape: '#4f8a57',
  capeShade: '#33603f',
  capeTrim: '#d9e3a4',
  scarf: '#ef8d47',
  scarfShade: '#c4632f',
  tunic: '#d8b877',
  tunicShade: '#b38f54',
  belt: '#5a3b35',
  trousers: '#3b3a52',
  boot: '#75503f',
  bootShade: '#54372f',
  cuff: '#d9c29a',
}
