import { findSpots } from '../language/language.ts'

const reports =
  /\b(?:tell|inform|notify|remind|reply|answer|write|say|mail|e-?mail|text|message|know|explain|announce|note|record|warn|ask)\b[^.?!\n]{0,80}?\b(?:that|saying|whether)\b(?<said>[^\n]*?)(?=$|\n|;|[.?!]\s+\p{Lu}|,?\s+(?:and|then|but)\s+(?:then\s+)?(?:please\s+)?(?:send|close|book|tell|mail|cancel|create|order|move|delete|share|open|do|don))/giu

/** “Note for the trip: carry the tent down”: what follows is written down, not done. */
const notes =
  /^\W*(?:please\s+)?(?:add (?:a|the) )?(?:note|memo|reminder|message|comment)\b[^:\n]{0,60}:\s*(?=\S)/i

/** Blanks quoted texts and what is only reported (“tell her that …”): these words are contents and ask for nothing. */
export function hideReported(goal: string): string {
  let hidden = goal
  const blank = (from: number, to: number): void => {
    hidden = `${hidden.slice(0, from)}${'¤'.repeat(to - from)}${hidden.slice(to)}`
  }
  for (const spot of findSpots(goal)) if (spot.kind === 'quoted') blank(spot.start, spot.end)
  const noted = notes.exec(hidden)
  if (noted !== null) blank(noted[0].length, hidden.length)
  for (const match of hidden.matchAll(reports)) {
    const said = match.groups?.said ?? ''
    blank(match.index + match[0].length - said.length, match.index + match[0].length)
  }
  return hidden
}
