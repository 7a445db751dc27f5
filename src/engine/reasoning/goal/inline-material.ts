import { findSpots, splitClauses, splitSentences } from '../language/language.ts'

/** Whether the goal itself holds the material after `from`: after a colon or line break, in quotes, or as an enumeration. */
export function inlineMaterialAfter(goal: string, from: number): boolean {
  const rest = goal.slice(from)
  if (/^\s*(?:[([]|-?\d|[a-z]\w*_\w+)/i.test(rest)) return true
  if (/^[^.?!\n]*[:\n—–]\s*\S{2,}/.test(rest)) return true
  if (/:\s*\n?\s*\S{2,}/.test(rest) || /\n\s*\S{2,}/.test(rest) || rest.includes('```')) return true
  if (findSpots(rest).some(spot => spot.kind === 'quoted' && spot.text.length > 2)) return true
  if (
    /^\s*(?:[,(]|of\b|called\b|named\b|is\b|are\b|saying\b|which\b|that\s+(?:says|reads))/i.test(rest) &&
    hasEnumeration(rest)
  ) {
    return true
  }
  const sentences = splitSentences(rest).slice(1)
  return sentences.some(
    sentence => !isRequest(sentence.text) && (hasEnumeration(sentence.text) || sentence.text.length > 40),
  )
}

/** Whether the goal itself holds the material before `until`. */
export function inlineMaterialBefore(goal: string, until: number): boolean {
  const head = goal.slice(0, until)
  if (/[:\n]\s*\S{2,}/.test(head) || head.includes('```')) return true
  if (findSpots(head).some(spot => spot.kind === 'quoted' && spot.text.length > 2)) return true
  const sentences = splitSentences(head)
  const earlier = sentences.slice(0, Math.max(0, sentences.length - 1))
  return earlier.some(
    sentence => !isRequest(sentence.text) && (hasEnumeration(sentence.text) || sentence.text.length > 60),
  )
}

/** Two or more values, or two or more short pieces parted by commas. */
function hasEnumeration(text: string): boolean {
  return findSpots(text).length >= 2 || /[\p{L}\p{N}-]+,\s*[\p{L}\p{N}-]+(?:,|\s+and\b)/u.test(text)
}

function isRequest(sentence: string): boolean {
  const clause = splitClauses(sentence)[0]
  const verb = clause?.verb
  return verb?.known === true && verb.start - (clause?.start ?? 0) < 25
}
