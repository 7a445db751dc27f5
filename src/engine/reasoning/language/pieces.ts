import { coverText } from './cover.ts'
import { findSpots } from './spots.ts'

/** What stands between two cuts of a text: UTF-16 offsets, end exclusive. */
export interface Piece {
  readonly text: string
  readonly start: number
  readonly end: number
  /** What the text was cut at in front of it; empty for the first. */
  readonly joint: string
}

/** Where a pattern cuts a text: in order, and never within a value or a quoted text. */
export function findCuts(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  const inside = coverText(text)
  for (const { start, end } of findSpots(text)) inside.add({ start: start + 1, end })
  return [...text.matchAll(pattern)].filter(({ index }) => !inside.touches({ start: index, end: index + 1 }))
}

/** What stands between the cuts; all of the text when there is none. */
export function piecesBetween(
  text: string,
  cuts: readonly { readonly index: number; readonly 0: string }[],
): readonly Piece[] {
  const starts = [0, ...cuts.map(cut => cut.index + cut[0].length)]
  return starts.map((start, at) => {
    const end = cuts[at]?.index ?? text.length
    return { text: text.slice(start, end), start, end, joint: cuts[at - 1]?.[0] ?? '' }
  })
}
