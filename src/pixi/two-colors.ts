/** The batcher for triangles with a dark colour, or with colour offsets. */

/** Its name among PixiJS's batchers. */
export const TWO_COLORS = 'osteon-two-colors'
