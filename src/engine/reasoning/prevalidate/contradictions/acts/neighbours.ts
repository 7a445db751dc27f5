/** How many parts of a goal on either side are held against one part. */
const REACH = 60

/**
 * The parts of a goal near the one at a position, without it, in their order: what contradicts a part seldom stands far
 * from it, and a long goal must not cost the square of its length.
 */
export function neighboursOf<Part>(parts: readonly Part[], at: number): readonly Part[] {
  return [...parts.slice(Math.max(0, at - REACH), at), ...followersOf(parts, at)]
}

/** The parts of a goal near behind the one at a position. */
export function followersOf<Part>(parts: readonly Part[], at: number): readonly Part[] {
  return parts.slice(at + 1, at + 1 + REACH)
}
