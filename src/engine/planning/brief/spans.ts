import type { CalendarFinding } from '../calendar-words/calendar-words.ts'
import type { NamedDate } from './dates-of-goal.ts'
import { type OrderPhrase, readOrderPhrase } from './phrases.ts'
import type { Piece } from './statements.ts'

const OPENING =
  /^(?<phrase>(?:before|after)\s+(?:(?!\b(?:i|we)\b)[^,:])+?)(?:,\s*|\s+)(?=(?:i|we)\s+(?:must|have|need|want|should|will)\b)/i

/** “Before the move we must …”, “After the launch: …”: holds for everything that follows. */
export function openingOf(
  lead: Piece | undefined,
  sentence: Piece,
  isFirst: boolean,
): { readonly phrase: OrderPhrase | undefined; readonly length: number } | undefined {
  if (lead !== undefined) return isFirst ? undefined : { phrase: readOrderPhrase(lead.text), length: 0 }
  const match = OPENING.exec(sentence.text)
  if (match?.groups?.phrase === undefined) return undefined
  return { phrase: readOrderPhrase(match.groups.phrase), length: match[0].length }
}

/** Time away and a beginning are the plan's; “from 8 to 10 February” and the hours of a day are those of what is on then. */
export function speaksOfPlan({ kind }: CalendarFinding, date: NamedDate): boolean {
  return kind === 'blackout' || kind === 'only_days' || (kind === 'start' && date.end_date === undefined)
}

/** A piece without its first letters. */
export function without({ text, at }: Piece, length: number): Piece {
  return { text: text.slice(length), at: at + length }
}

/** A piece with spaces in place of a stretch of it, so that everything else stands where it stood. */
export function blank<Stretch extends Piece>(
  piece: Stretch,
  { at, length }: { readonly at: number; readonly length: number },
): Stretch {
  const { text } = piece
  return {
    ...piece,
    text: `${text.slice(0, at)}${' '.repeat(length)}${text.slice(at + length)}`.slice(0, text.length),
  }
}

type Span = { readonly at: number } & ({ readonly text: string } | { readonly quote: string })

/** Where a stretch ends. */
export function endOf(span: Span): number {
  return span.at + ('text' in span ? span.text : span.quote).length
}

/** Whether a stretch begins in a piece. */
export function isWithin(span: Span, piece: Piece): boolean {
  return span.at >= piece.at && span.at < piece.at + Math.max(1, piece.text.length)
}

/** Whether two stretches share letters. */
export function overlaps(left: Span, right: Span): boolean {
  return left.at < endOf(right) && right.at < endOf(left)
}
