import { findSpots } from '../language/language.ts'

const REPORTS =
  /\b(?:tell|inform|notify|remind|reply|answer|write|say|mail|e-?mail|text|message|know|explain|announce|note|record|warn|ask)\b[^.?!\n]{0,80}?\b(?:that|saying|whether)\b(?<said>[^\n]*?)(?=$|\n|;|[.?!]\s+\p{Lu}|,?\s+(?:and|then|but)\s+(?:then\s+)?(?:please\s+)?(?:send|close|book|tell|mail|cancel|create|order|move|delete|share|open|do|don))/giu

/** Blanks what is quoted, fenced or only reported (“tell her that …”): these words are contents and ask for nothing. */
export function hideReported(goal: string): string {
  let hidden = goal.replace(/```[\s\S]*?(?:```|$)/g, block => '¤'.repeat(block.length))
  const blank = (from: number, to: number): void => {
    hidden = `${hidden.slice(0, from)}${'¤'.repeat(to - from)}${hidden.slice(to)}`
  }
  for (const spot of findSpots(goal)) if (spot.kind === 'quoted') blank(spot.start, spot.end)
  for (const match of hidden.matchAll(REPORTS)) {
    const end = match.index + match[0].length
    blank(end - (match.groups?.said ?? '').length, end)
  }
  return hidden
}
