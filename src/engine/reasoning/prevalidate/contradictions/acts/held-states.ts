import { stemWord } from '../../../language/language.ts'
import { isOfAnother } from '../values/numbered-things.ts'
import type { ActionFrame } from './action-frame.ts'

/** A state that something is to keep, and the actions that end it. */
const endedBy: readonly (readonly [state: string, verbs: string])[] = [
  ['open', 'close shut lock resolve'],
  ['closed', 'open reopen unlock crack'],
  ['shut', 'open reopen unlock crack'],
  ['locked', 'unlock open'],
  ['unlocked', 'lock'],
  ['on', 'stop disable deactivate mute'],
  ['off', 'start enable activate water irrigate heat run light'],
  ['running', 'stop pause kill end cancel'],
  ['stopped', 'start run restart'],
  ['dry', 'water irrigate'],
  ['booked', 'cancel'],
  ['free', 'book reserve assign fill rent let'],
  ['vacant', 'book reserve assign fill rent let'],
  ['employed', 'dismiss fire offboard terminate'],
  ['checked in', 'check'],
  ['reserved', 'cancel release'],
  ['active', 'cancel deactivate disable suspend close delete remove'],
  ['enabled', 'disable deactivate'],
  ['disabled', 'enable activate'],
  ['published', 'unpublish delete withdraw'],
  ['unpublished', 'publish release'],
  ['private', 'publish share'],
  ['empty', 'fill add'],
  ['full', 'empty clear'],
  ['unpaid', 'pay'],
  ['unsent', 'send mail'],
  ['unassigned', 'assign'],
  ['assigned', 'unassign'],
  ['subscribed', 'unsubscribe'],
]

const endersByState = new Map(
  endedBy.map(([state, verbs]) => [state, new Set(verbs.split(' ').map(stemWord))]),
)

const holding = new RegExp(
  String.raw`\b(?:stays?|remains?|staying|remaining|keep|keeps|keeping|kept|leave|leaves|leaving|left)\b(?<between>[^,;.!?]{0,60}?)\b(?<state>${[...endersByState.keys()].join('|')})\b(?<after>(?:(?!\s(?:and|but)\s)[^,;.!?])*)`,
  'i',
)
/** “until Friday, then”, “if”, “the rest”: the state is meant for another time or for other things. */
const elsewhere =
  /\b(?:until|till|then|after(?:wards)?|before|while|during|if|unless|except|rest|others?|else|everything|for now|so far|meanwhile)\b/i

export interface HeldState {
  readonly state: string
  readonly demand: ActionFrame
  readonly text: string
}

/** “Close T-15; T-15 has to remain open”: an action that is asked for ends the state that is to be kept. */
export function findHeldState(goal: string, demanded: readonly ActionFrame[]): HeldState | undefined {
  const match = holding.exec(goal)
  const state = match?.groups?.state?.toLowerCase()
  if (match === null || state === undefined || elsewhere.test(match[0])) return undefined
  const enders = endersByState.get(state)
  const sentence = goal.slice(sentenceStart(goal, match.index), match.index + match[0].length)
  if (elsewhere.test(sentence)) return undefined
  const demand = demanded.find(
    frame =>
      enders?.has(stemWord(frame.verb)) === true &&
      !isWithin(frame, match, goal) &&
      !isOfAnother(frame.text.split(/,\s+(?:and|but)\b/)[0] ?? '', sentence) &&
      isAboutSame(frame, sentence),
  )
  return demand === undefined ? undefined : { state, demand, text: sentence.trim() }
}

function sentenceStart(goal: string, at: number): number {
  const before = goal.slice(0, at)
  const cut = Math.max(
    before.lastIndexOf(','),
    before.lastIndexOf(';'),
    before.lastIndexOf('.'),
    before.toLowerCase().lastIndexOf(' but '),
    before.toLowerCase().lastIndexOf(' and '),
  )
  return cut < 0 ? 0 : cut + 1
}

function isWithin(frame: ActionFrame, match: RegExpExecArray, goal: string): boolean {
  const at = goal.indexOf(frame.text)
  return at >= 0 && at >= match.index && at < match.index + match[0].length
}

/** Both name the same id, or one of the words of the object, or only a pronoun. */
function isAboutSame(frame: ActionFrame, sentence: string): boolean {
  const words = sentence.toLowerCase()
  const named = [...frame.entities]
  if (named.length > 0) return named.some(entity => words.includes(entity.toLowerCase())) || isPronoun(words)
  const stems = new Set((words.match(/[\p{L}\p{N}]+/gu) ?? []).map(stemWord))
  return [...frame.object].some(stem => stems.has(stem)) || isPronoun(words)
}

function isPronoun(words: string): boolean {
  return /\b(?:it|them|this|that|these|those)\b/.test(words)
}
