import { findSpots } from '../language/language.ts'

const reports =
  /\b(?:tell|inform|notify|remind|reply|answer|write|say|mail|e-?mail|text|message|know|explain|announce|note|record|warn|ask)\b[^.?!\n]{0,80}?\b(?:that|saying|whether)\b(?<said>[^\n]*?)(?=$|\n|;|[.?!]\s+\p{Lu}|,?\s+(?:and|then|but)\s+(?:then\s+)?(?:please\s+)?(?:send|close|book|tell|mail|cancel|create|order|move|delete|share|open|do|don))/giu

/** “Note for the trip: carry the tent down”: what follows is written down, not done. */
const notes =
  /^\W*(?:please\s+)?(?:add (?:a|the) )?(?:note|memo|reminder|message|comment)\b[^:\n]{0,60}:\s*(?=\S)/i

/** “write a bio that is …”: what follows tells how the thing has to be, and is not what it says. */
const described =
  /\b(?:an?|one|the)\s+(?:\p{L}+\s+)?(?!note|message|mail|e-?mail|text|reminder|comment|reply|line|letter|memo|sentence|hint|word|team|customer|client|boss)\p{L}+\s+that$/iu
const stated = /^\s+(?:is|are|has|have|must|contains?|runs?|lasts?|costs?|stays?)\b/i

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
    if (described.test(match[0].slice(0, match[0].length - said.length)) && stated.test(said)) continue
    blank(match.index + match[0].length - said.length, match.index + match[0].length)
  }
  return hidden
}
