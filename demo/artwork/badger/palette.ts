/** Colours of one of the smith's outfits. The hammer has its own beside its drawing. */
export interface Palette {
  outline: string
  fur: string
  furShade: string
  face: string
  faceShade: string
  stripe: string
  shirt: string
  shirtShade: string
  apron: string
  apronShade: string
  trim: string
  trousers: string
  trousersShade: string
  boot: string
  bootShade: string
}

export const COAL: Palette = {
  outline: '#2b2230',
  fur: '#6b6674',
  furShade: '#4d4858',
  face: '#f7efe3',
  faceShade: '#d9cabb',
  stripe: '#3a3240',
  shirt: '#a8483f',
  shirtShade: '#7c2f34',
  apron: '#9a6a42',
  apronShade: '#75492f',
  trim: '#e2b35a',
  trousers: '#4a4258',
  trousersShade: '#352e44',
  boot: '#5d4034',
  bootShade: '#412b28',
}

export const RUST: Palette = {
  outline: '#33201f',
  fur: '#a5714a',
  furShade: '#7d4f36',
  face: '#fbe9cf',
  faceShade: '#e0c09a',
  stripe: '#5a2f24',
  shirt: '#3f7a72',
  shirtShade: '#2a5557',
  apron: '#55506a',
  apronShade: '#3c3850',
  trim: '#f0d59a',
  trousers: '#6a5340',
  trousersShade: '#4c3a30',
  boot: '#44384a',
  bootShade: '#2f2636',
}

export const MOSS: Palette = {
  outline: '#1e2430',
  fur: '#4b5560',
  furShade: '#353d4a',
  face: '#dfe8e6',
  faceShade: '#b4c2c4',
  stripe: '#252b38',
  shirt: '#d49a3c',
  shirtShade: '#a56d2c',
  apron: '#566a45',
  apronShade: '#3c4d36',
  trim: '#e9e2b8',
  trousers: '#3a4254',
  trousersShade: '#2a3040',
  boot: '#6a4a3a',
  bootShade: '#4b332c',
}
