import { type Clause, contentStems, findSpots, splitClauses, stemWord } from './language/language.ts'

/**
 * The goal after a person's correction. A correction that only changes a part of it (“into attic/ instead”, “Friday
 * instead of Monday”, “write no summary”) leaves the rest as it was; any other one is the goal from now on.
 */
export function correctGoal(goal: string, correction: string): string {
  const said = correction.trim()
  return (
    replacePlace(goal, said) ??
    replaceValue(goal, said) ??
    replaceNamed(goal, said) ??
    leaveOut(goal, said) ??
    said
  )
}

const places = 'in|into|to|onto|on|at|under|from|for|with|by|until|before|after|as'
const elsewhere = new RegExp(
  String.raw`^(?:(?:no|rather|but|please|better|and|put (?:it|them|these)|move (?:it|them|these)),?\s+)*(?<joint>${places})\s+(?<place>.+?),?\s+(?:instead|rather)(?:,? please)?[.!\s]*$`,
  'i',
)
/** Words that place a thing where another of them did. */
const alike: readonly ReadonlySet<string>[] = [
  new Set(['in', 'into', 'to', 'onto', 'on', 'under']),
  new Set(['at', 'on', 'before', 'by', 'until', 'after']),
]

/** “Into attic/ instead”: the last place of the goal that the same word leads to, or one like it. */
function replacePlace(goal: string, correction: string): string | undefined {
  const { joint, place } = elsewhere.exec(correction)?.groups ?? {}
  if (joint === undefined || place === undefined) return undefined
  const kinds = new Set(findSpots(place).map(spot => spot.kind))
  const found = [...goal.matchAll(new RegExp(String.raw`\b(?<joint>${places})\s+`, 'gi'))].flatMap(match => {
    const start = match.index + match[0].length
    const end = start + endOfPlace(goal.slice(start))
    const isSameKind = findSpots(goal.slice(start, end)).some(spot => kinds.has(spot.kind))
    const own = match.groups?.joint ?? ''
    return isAlike(joint, own) && (kinds.size === 0 || isSameKind) ? [{ start, end, own }] : []
  })
  const last = found.findLast(({ own }) => own.toLowerCase() === joint.toLowerCase()) ?? found.at(-1)
  return last && `${goal.slice(0, last.start)}${place}${goal.slice(last.end)}`
}

const valueOnly = new RegExp(
  String.raw`^(?:(?:no|rather|but|please),?\s+)*(?:(?:${places})\s+)?(?<value>\S.*?),?\s+(?:instead|rather)(?:,? please)?[.!\s]*$`,
  'i',
)

/** “To M-9 instead”, “M-9 rather”: the only value of its kind in the goal. */
function replaceValue(goal: string, correction: string): string | undefined {
  const value = valueOnly.exec(correction)?.groups?.value ?? ''
  const [spot] = findSpots(value)
  if (spot === undefined || spot.text !== value) return undefined
  const [own, ...others] = findSpots(goal).filter(({ kind }) => kind === spot.kind)
  if (own === undefined || others.length > 0) return undefined
  return `${goal.slice(0, own.start)}${value}${goal.slice(own.end)}`
}

function isAlike(left: string, right: string): boolean {
  const [one, other] = [left.toLowerCase(), right.toLowerCase()]
  return one === other || alike.some(group => group.has(one) && group.has(other))
}

function endOfPlace(text: string): number {
  const end = new RegExp(String.raw`\s+(?:and|then|but|so|${places})\b|[,;!?]|\.(?:\s|$)`, 'i').exec(text)
  return end === null ? text.length : end.index
}

/** “Friday instead of Monday”, “not Monday but Friday”. */
function replaceNamed(goal: string, correction: string): string | undefined {
  const { wanted, named } =
    /^(?:use |take |make it |put )?(?<wanted>\S.*?),?\s+(?:instead of|rather than|not)\s+(?<named>\S.*?)[.!\s]*$/i.exec(
      correction,
    )?.groups ??
    /^not\s+(?<named>\S.*?),?\s+but\s+(?<wanted>\S.*?)[.!\s]*$/i.exec(correction)?.groups ??
    {}
  if (wanted === undefined || named === undefined) return undefined
  const at = goal.toLowerCase().indexOf(named.toLowerCase())
  return at < 0 ? undefined : `${goal.slice(0, at)}${wanted}${goal.slice(at + named.length)}`
}

const omission =
  /^(?:and |but |please )*(?:(?:write|make|send|create|add|do|give)\s+)?(?:no|not? any|without(?: the| a| any)?|skip(?: the)?|leave out(?: the)?|drop(?: the)?|(?:do not|don['’]?t)\s+\w+(?: the| a| an| any)?)\s+(?<what>\S.*?)[.!\s]*$/i

/** “Write no summary”: the clause of the goal that asks for it is left out; undefined where it asks for nothing else. */
function leaveOut(goal: string, correction: string): string | undefined {
  const what = omission.exec(correction)?.groups?.what
  if (what === undefined) return undefined
  const unwanted = contentStems(what).map(stemWord)
  const clauses = splitClauses(goal)
  const isUnwanted = ({ text }: Clause): boolean => {
    const stems = new Set(contentStems(text).map(stemWord))
    return unwanted.length > 0 && unwanted.every(stem => stems.has(stem))
  }
  const kept = clauses.filter(clause => !isUnwanted(clause))
  return kept.length === 0 || kept.length === clauses.length ? undefined : joinClauses(kept)
}

function joinClauses(clauses: readonly Clause[]): string {
  return clauses
    .map(({ text }) => text.replace(/^(?:and|then|but)\b,?\s*/i, '').replace(/[,;]\s*$/, ''))
    .join(', then ')
}
