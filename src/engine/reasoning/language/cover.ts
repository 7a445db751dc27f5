/** A stretch of a text: UTF-16 offsets, end exclusive. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** Which signs of a text are covered by stretches. */
export interface Cover {
  readonly add: (stretch: Stretch) => void
  /** Whether any sign of a stretch is covered. */
  readonly touches: (stretch: Stretch) => boolean
  /** Whether every sign of a stretch is covered. */
  readonly holds: (stretch: Stretch) => boolean
}

/** Nothing covered yet. Asking costs the length of the stretch, however many stretches were added before. */
export function coverText({ length }: { readonly length: number }): Cover {
  const covered = new Uint8Array(length)
  return {
    add: ({ start, end }) => void covered.fill(1, start, end),
    touches: ({ start, end }) => covered.subarray(start, end).includes(1),
    holds: ({ start, end }) => !covered.subarray(start, end).includes(0),
  }
}
