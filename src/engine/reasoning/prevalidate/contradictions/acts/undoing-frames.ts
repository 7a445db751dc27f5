import { stemWord } from '../../../language/language.ts'
import type { CheckInput } from '../../check.ts'
import type { Clash } from '../clash.ts'
import { type ActionFrame, changingVerbs, readFrame } from './action-frame.ts'
import { findHeldState } from './held-states.ts'
import { followersOf } from './neighbours.ts'

const opposites: readonly (readonly [string, string])[] = [
  ['open', 'close'],
  ['enable', 'disable'],
  ['lock', 'unlock'],
  ['start', 'stop'],
  ['approve', 'reject'],
  ['accept', 'decline'],
  ['increase', 'decrease'],
  ['raise', 'lower'],
  ['show', 'hide'],
  ['activate', 'deactivate'],
  ['publish', 'unpublish'],
  ['subscribe', 'unsubscribe'],
  ['mute', 'unmute'],
  ['include', 'exclude'],
  ['encrypt', 'decrypt'],
  ['add', 'remove'],
]
const oneAfterTheOther =
  /\b(?:then|after(?:wards?)?|later|again|first|before|until|once|next|finally|for (?:\d+|an?|five|ten) (?:seconds?|minutes?|hours?|days?)|wait|copy|backup|back-up|history|record of)\b/i

const excepts = /\b(?:else|others?|except|unless|if|when|rest|only)\b/i

/** Opposite actions on the same object at the same time. */
export function findOpposites(frames: readonly ActionFrame[]): Clash | undefined {
  for (const [index, one] of frames.entries()) {
    for (const two of followersOf(frames, index)) {
      if (one.forbids || two.forbids || !areOpposite(one.verb, two.verb)) continue
      const isKeeping = keeping.has(one.verb) || keeping.has(two.verb)
      const atOnce =
        /\b(?:at the same time|simultaneously|both|while|yet|still)\b/i.test(`${one.text} ${two.text}`) ||
        two.clause.link === 'but'
      if (
        (!isKeeping && !atOnce) ||
        oneAfterTheOther.test(`${one.text} ${two.text}`) ||
        excepts.test(`${one.text} ${two.text}`)
      )
        continue
      if (one.object.size === 0 || !isWhole(one, two)) continue
      return {
        because: `it asks to ${one.verb} and to ${two.verb} the same thing`,
        evidence: [one.text, two.text],
      }
    }
  }
  return undefined
}

const states = new Set(
  'open closed active inactive live online running enabled disabled public private available visible unread read untouched unchanged intact exactly place inbox there'
    .split(' ')
    .map(stemWord),
)

function isWhole(one: ActionFrame, two: ActionFrame): boolean {
  if ([...two.entities].some(entity => !one.entities.has(entity))) return false
  return [...two.object].every(stem => one.object.has(stem) || states.has(stem))
}

const keeping = new Set('keep leave preserve retain'.split(' '))
const losing = new Set(
  'delete remove erase drop cancel clear wipe discard purge destroy close archive move terminate revoke uninstall empty pause stop disable block deactivate suspend freeze hide unpublish unsubscribe'.split(
    ' ',
  ),
)

function areOpposite(one: string, two: string): boolean {
  if ((keeping.has(one) && losing.has(two)) || (keeping.has(two) && losing.has(one))) return true
  return opposites.some(([left, right]) => (left === one && right === two) || (left === two && right === one))
}

/** “Cancel it right now, but wait until tomorrow before cancelling it”. */
export function findHaste({ goal }: CheckInput): Clash | undefined {
  const now = /\b(?:right now|right away|immediately|at once|now|instantly)\b/i.exec(goal)
  const later = /\b(?:wait|hold off|hold back|hold on)\b[^.?!]{0,30}\b(?:until|till|before|for)\b/i.exec(goal)
  if (
    now === null ||
    later === null ||
    later.index < now.index ||
    /\bthen\b/i.test(goal.slice(now.index, later.index))
  )
    return undefined
  const again = /\bbefore\s+(?<verb>\w+ing)\b/i.exec(goal.slice(later.index))?.groups?.verb
  const same =
    again !== undefined && stemWord(again) === stemWord(/^\W*(?:please\s+)?(\w+)/i.exec(goal)?.[1] ?? '')
  return same ? { because: 'it asks to act at once and to wait', evidence: [now[0], later[0]] } : undefined
}

/** “Block the card and leave the card unblocked”: kept in a state that the demanded act ends. */
export function findUndone(frames: readonly ActionFrame[]): Clash | undefined {
  for (const kept of frames.filter(frame => keeping.has(frame.verb))) {
    const state = /\b(?:un|not (?:be )?)(?<state>[a-z]{3,})\b/i.exec(kept.text)?.groups?.state
    const clash = frames.find(frame => {
      if (frame === kept || frame.forbids || state === undefined) return false
      const undoes = stemWord(state) === stemWord(frame.verb)
      return undoes && [...kept.entities].every(entity => frame.entities.has(entity))
    })
    if (clash !== undefined)
      return { because: 'it asks to do something and to keep it undone', evidence: [clash.text, kept.text] }
  }
  return undefined
}

/** “Close T-15; T-15 has to remain open”. */
export function findEnded({ goal }: CheckInput, demanded: readonly ActionFrame[]): Clash | undefined {
  const held = findHeldState(goal, demanded)
  if (held === undefined) return undefined
  const because = `it asks to ${held.demand.verb} what is to stay ${held.state}`
  return { because, evidence: [held.demand.text, held.text] }
}

/** “Delete the draft, but leave the draft untouched”, “and keep it as it is”. */
export function findKept({ clauses }: CheckInput, demanded: readonly ActionFrame[]): Clash | undefined {
  const pattern =
    /\b(?:leave|leaving|keep|keeping|must (?:stay|remain)|should (?:stay|remain)|has to (?:stay|remain)|stays?|remains?)\b(?<object>.*?)\b(?:untouched|unchanged|as (?:it is|is|they are)|intact|alone|exactly (?:as|where))\b/i
  for (const clause of clauses) {
    const match = pattern.exec(clause.text)
    if (
      match === null ||
      oneAfterTheOther.test(clause.text) ||
      /\b(?:rest|other|others|else|everything|remaining)\b/i.test(clause.text)
    )
      continue
    const kept = readFrame({
      ...clause,
      text: `keep ${match.groups?.object ?? ''} ${clause.text.slice(0, match.index)}`,
      verb: { base: 'keep', start: clause.start, end: clause.start + 4, known: true },
    })
    if (kept === undefined) continue
    const clash = demanded.find(
      frame => frame.clause !== clause && changingVerbs.has(frame.verb) && isKeptObject(frame, kept),
    )
    if (clash !== undefined)
      return {
        because: 'it asks to change something and to leave it as it is',
        evidence: [clash.text, clause.text],
      }
  }
  return undefined
}

function isKeptObject(frame: ActionFrame, kept: ActionFrame): boolean {
  if ([...kept.entities].some(entity => !frame.entities.has(entity))) return false
  if (kept.object.size === 0) return frame.clause.start < kept.clause.start
  return [...kept.object].every(stem => frame.object.has(stem))
}
