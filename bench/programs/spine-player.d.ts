/** What the bench calls of the official web player, as its documentation has it. The package is not installed here. */
declare module '@esotericsoftware/spine-player' {
  export class SpinePlayer {
    constructor(
      parent: HTMLElement,
      config: {
        skeleton: string
        atlas: string
        animation: string
        showControls: boolean
        alpha: boolean
        backgroundColor: string
        success: () => void
        error: (player: unknown, message: string) => void
      },
    )
  }
}
