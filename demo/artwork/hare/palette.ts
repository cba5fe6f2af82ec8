/** Colours of one of the courier's outfits. The blades have their own beside their drawing. */
export interface Palette {
  outline: string
  fur: string
  furLight: string
  furShade: string
  cream: string
  creamShade: string
  earInner: string
  tunic: string
  tunicShade: string
  hood: string
  hoodShade: string
  trim: string
  belt: string
  trousers: string
  trousersShade: string
  wrap: string
  wrapShade: string
}

export const CLOVER: Palette = {
  outline: '#33252f',
  fur: '#c9a27a',
  furLight: '#e3c49c',
  furShade: '#a47c5c',
  cream: '#fff4e4',
  creamShade: '#ecd5bb',
  earInner: '#e9a49a',
  tunic: '#4f8f63',
  tunicShade: '#356b52',
  hood: '#c8643c',
  hoodShade: '#9a432f',
  trim: '#f0cf74',
  belt: '#7a4a35',
  trousers: '#5c4a66',
  trousersShade: '#443650',
  wrap: '#e8d8bd',
  wrapShade: '#c7ab88',
}

export const SNOW: Palette = {
  outline: '#2c2c4a',
  fur: '#e4ecf6',
  furLight: '#ffffff',
  furShade: '#b9c8e0',
  cream: '#ffffff',
  creamShade: '#d6e2f2',
  earInner: '#b9a6d4',
  tunic: '#5a7fc4',
  tunicShade: '#42609e',
  hood: '#7a4f9c',
  hoodShade: '#593a7c',
  trim: '#f4e3f0',
  belt: '#3c3f66',
  trousers: '#4a4f7c',
  trousersShade: '#363b62',
  wrap: '#f0b64a',
  wrapShade: '#c98a32',
}

export const DUSK: Palette = {
  outline: '#221b2c',
  fur: '#7a6470',
  furLight: '#987f8a',
  furShade: '#5a4856',
  cream: '#ecdccf',
  creamShade: '#c8b2a8',
  earInner: '#d08c86',
  tunic: '#c9583f',
  tunicShade: '#98403a',
  hood: '#7c2f3c',
  hoodShade: '#5a2232',
  trim: '#ffd08a',
  belt: '#4a3030',
  trousers: '#3c3a50',
  trousersShade: '#2b293c',
  wrap: '#a9a08e',
  wrapShade: '#80776a',
}
