import { hideReported } from '../goal/goal.ts'
import { stemWord } from '../language/language.ts'
import { type ActionFrame, readFrame, readFrames } from './action-frame.ts'
import { type Check, type CheckInput, failure } from './check.ts'
import { findClashingValues } from './clashing-values.ts'
import { findExclusiveDemands } from './exclusive-demands.ts'
import { findHeldState } from './held-states.ts'
import { findOpposedDemands } from './opposed-demands.ts'
import type { ToolProfile } from './tool-profile.ts'
import { findUndoneDemands } from './undone-demands.ts'

interface Clash {
  readonly because: string
  readonly evidence: readonly [string, string]
}

/** Fires when the goal demands and forbids the same action on the same object, or makes demands that exclude each other. */
export const checkContradictions: Check = input => {
  const clash = findClash(input)
  if (clash === undefined) return []
  return [
    failure('contradiction_detection', {
      message: `The goal contradicts itself: ${clash.because}.`,
      certain: true,
      answerable: false,
      evidence: clash.evidence,
      question: `Which of the two is meant: “${clash.evidence[0]}” or “${clash.evidence[1]}”?`,
    }),
  ]
}

function findClash(input: CheckInput): Clash | undefined {
  const frames = readFrames(input.clauses)
  const demanded = frames.filter(frame => !frame.forbids)
  for (const demand of demanded) {
    for (const ban of frames.filter(frame => frame.forbids)) {
      const clash = clashOfBan(demand, ban, input)
      if (clash !== undefined) return clash
    }
  }
  return (
    findOpposites(frames) ??
    findUndone(frames) ??
    findHaste(input) ??
    findKept(input, demanded) ??
    findEnded(input, demanded) ??
    findExclusiveDemands(input.goal, frames) ??
    findOpposedDemands(hideReported(input.goal)) ??
    findUndoneDemands(hideReported(input.goal)) ??
    findClashingValues(hideReported(input.goal))
  )
}

/** Demand and prohibition of one action on one object, unless the prohibition only narrows it. */
function clashOfBan(demand: ActionFrame, ban: ActionFrame, { profile }: CheckInput): Clash | undefined {
  const because = 'it asks for and forbids the same thing'
  const evidence = [demand.text, ban.text] as const
  if (tellsAndSilences(demand, ban, profile.vocabulary)) return { because, evidence }
  if (changesWithoutChange(demand, ban)) return { because, evidence }
  if (!isSameAction(demand, ban, profile)) return undefined
  const isNamed = demand.object.has(stemWord(ban.verb))
  if (tooLoose.has(demand.verb) && demand.verb !== ban.verb && !isNamed) return undefined
  if (ban.narrowed || demand.clause.question) return undefined
  if (!isSameObject(demand, ban, profile)) return undefined
  return timesAllow(demand, ban) ? undefined : { because, evidence }
}

/** Verbs too general to mean the same as their neighbours. */
const tooLoose = new Set(
  'make do get take use give set put have go show find look check see create add keep save note tell'.split(
    ' ',
  ),
)

/** The same verb or a near one, or a verb made of the demanded object: “create an invoice … must not be invoiced”. */
function isSameAction(demand: ActionFrame, ban: ActionFrame, profile: ToolProfile): boolean {
  const [left, right] = [stemWord(demand.verb), stemWord(ban.verb)]
  if (left === right) return true
  const isFamily = ban.family.has(left) || demand.family.has(right)
  if (isFamily && !haveToolsOfTheirOwn([left, right], profile)) return true
  return demand.object.has(stemWord(ban.verb)) && /\b(?:be|get|is|are)\s+\w+ed\b/i.test(ban.text)
}

/** Two near verbs are two acts where each has a tool of its own: “upload” and “publish”, “draft” and “send”. */
function haveToolsOfTheirOwn([left, right]: readonly [string, string], profile: ToolProfile): boolean {
  const [lefts, rights] = [profile.namesByPartStem.get(left), profile.namesByPartStem.get(right)]
  return lefts !== undefined && rights !== undefined && !lefts.some(name => rights.includes(name))
}

function isSameObject(demand: ActionFrame, ban: ActionFrame, profile: ToolProfile): boolean {
  if (ban.entities.size > 0 && [...ban.entities].some(entity => !demand.entities.has(entity))) return false
  if (ban.object.size === 0) return demand.clause.start < ban.clause.start || ban.pronoun
  const known = new Set([...demand.object, stemWord(demand.verb), stemWord(ban.verb)])
  const extra = [...ban.object].filter(stem => !known.has(stem))
  if (extra.length === 0) return true
  if (extra.length > 1) return false
  if (demand.verb !== ban.verb) return extra.every(stem => isWiderWord(stem, demand, ban))
  return extra.every(
    stem => isWiderWord(stem, demand, ban) || isToolObject(stem, { verb: demand.verb, profile }, ban),
  )
}

const widerWords: readonly { readonly words: ReadonlySet<string>; readonly covers: RegExp }[] = [
  {
    words: new Set(['money', 'payment', 'amount', 'fund', 'cash'].map(stemWord)),
    covers: /[$€£]|\b(?:euros?|dollars?|pounds?|eur|usd|gbp|chf|francs?|yen)\b/i,
  },
  {
    words: new Set(['mail', 'email', 'message', 'e-mail'].map(stemWord)),
    covers: /\b(?:e-?mail|mail|message|text|reminder|@)/i,
  },
  {
    words: new Set(['file', 'document'].map(stemWord)),
    covers: /[\w/-]+\.[a-z]{2,4}\b|\b(?:pdf|report|contract|letter|spreadsheet)\b/i,
  },
  {
    words: new Set(['item', 'article', 'product', 'piece', 'good', 'thing', 'stuff'].map(stemWord)),
    covers: /\b\d+\s+\w+/,
  },
  { words: new Set(['person', 'peopl', 'human'].map(stemWord)), covers: /\b[A-Z][a-z]+ [A-Z][a-z]+\b/ },
]

/** “any money” covers “100 euros”. */
function isWiderWord(stem: string, demand: ActionFrame, ban: ActionFrame): boolean {
  if (!/\b(?:any|anything|all|no|none|nothing)\b/i.test(ban.text)) return false
  return widerWords.some(({ words, covers }) => words.has(stem) && covers.test(demand.text))
}

/** “Book P-3 …without booking an appointment for P-3”: the noun of the very tool that the verb means. */
function isToolObject(
  stem: string,
  { verb, profile }: { readonly verb: string; readonly profile: ToolProfile },
  ban: ActionFrame,
): boolean {
  if (ban.entities.size === 0) return false
  return (profile.namesByPartStem.get(stem) ?? []).some(
    name => profile.partStemsByName.get(name)?.has(stemWord(verb)) === true,
  )
}

const isToday =
  /^(?:now|right now|right away|at once|immediately|tonight|this (?:morning|afternoon|evening))$/

/** Whether the times of a demand and a ban leave room for both: “today, but not on Monday”. */
function timesAllow(demand: ActionFrame, ban: ActionFrame): boolean {
  if (ban.times.length === 0) return false
  if (demand.times.length === 0) return true
  if (ban.times.some(time => demand.times.includes(time))) return false
  if (ban.times.includes('today') && demand.times.some(time => isToday.test(time))) return false
  const atOnce = demand.times.some(time =>
    /^(?:today|tonight|now|right away|right now|at once|immediately|asap|this (?:morning|afternoon|evening))$/.test(
      time,
    ),
  )
  const later = ban.times.some(time =>
    /^(?:not )?(?:before|until|till|prior to|earlier than)\s+(?!now|today)/.test(time),
  )
  return !(atOnce && later)
}

const telling = new Set(
  'send mail email e-mail message text notify remind tell inform write alert invite ping contact call phone announce broadcast forward'
    .split(' ')
    .map(stemWord),
)
const tidings = new Set(
  'mail e-mail email emails mails message messages reminder reminders notification notifications letter letters note sms text notice invitation alert word news'
    .split(' ')
    .map(stemWord),
)
const otherChannel =
  /\b(?:slack|teams|sms|text message|phone|call|in person|push|in-app|chat|discord|whatsapp|telegram|post|paper|letter|voice)\b/i

/** A message demanded while its receiver is to get none. */
function tellsAndSilences(demand: ActionFrame, ban: ActionFrame, vocabulary: ReadonlySet<string>): boolean {
  const tells =
    telling.has(stemWord(demand.verb)) &&
    (demand.verb !== 'send' || [...demand.object].some(stem => tidings.has(stem)))
  if (!tells || ban.narrowed || otherChannel.test(demand.text)) return false
  const silences =
    telling.has(stemWord(ban.verb)) ||
    ban.verb === 'receive' ||
    (/\b(?:get|gets|receive|receives|hear|hears|be (?:contacted|notified|informed|told|disturbed|emailed|mailed|reminded))\b/i.test(
      ban.text,
    ) &&
      ([...ban.object].some(stem => tidings.has(stem)) ||
        /\bbe (?:contacted|notified|informed|told|disturbed|emailed|mailed|reminded)|hear\b/i.test(ban.text)))
  if (!silences) return false
  const about = [...ban.object].filter(stem => !tidings.has(stem))
  const sameReceiver =
    [...ban.entities].some(entity => demand.entities.has(entity)) ||
    about.some(stem => demand.object.has(stem))
  const strangers = about.filter(
    stem => !demand.object.has(stem) && !/^(?:contact|notifi|inform|told|disturb|receiv|hear)/.test(stem),
  )
  if (!sameReceiver || strangers.length > 0) return universalSilence(demand, ban, vocabulary)
  return !timesAllow(demand, ban)
}

/** “but send nobody any mail”: no receiver is named, so it means this one too. */
function universalSilence(demand: ActionFrame, ban: ActionFrame, vocabulary: ReadonlySet<string>): boolean {
  const universal =
    /\b(?:nobody|no one|anyone|anybody|any (?:mail|e-?mail|message|notification|reminder)s?|nothing)\b/i.test(
      ban.text,
    )
  const stray = [...ban.object].some(
    stem => !tidings.has(stem) && !/^(?:anyon|anybodi|nobodi|contact|notifi|inform)/.test(stem),
  )
  const mailIsMeant =
    vocabulary.has(stemWord('mail')) || vocabulary.has(stemWord('email')) || !/mail/i.test(ban.text)
  return (
    universal &&
    !stray &&
    ban.times.length === 0 &&
    mailIsMeant &&
    ban.entities.size === 0 &&
    demand.clause.start < ban.clause.start
  )
}

const changing = new Set(
  'edit update change modify rename delete remove rewrite resize replace add insert append fix correct refactor reformat move overwrite shorten extend cut trim increase decrease raise lower set clear truncate merge'.split(
    ' ',
  ),
)

/** “Rewrite the page without changing it”. */
function changesWithoutChange(demand: ActionFrame, ban: ActionFrame): boolean {
  if (
    !changing.has(demand.verb) ||
    !['change', 'modify', 'alter', 'touch', 'edit', 'update'].includes(ban.verb) ||
    ban.narrowed
  )
    return false
  if (ban.times.length > 0) return false
  const object = [...ban.object]
  if (object.length === 0) return /\b(?:it|them|anything|this|that)\b/i.test(ban.text)
  return object.every(stem => demand.object.has(stem)) && object.length >= Math.min(2, demand.object.size)
}

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
function findOpposites(frames: readonly ActionFrame[]): Clash | undefined {
  for (const [index, one] of frames.entries()) {
    for (const two of frames.slice(index + 1)) {
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
function findHaste({ goal }: CheckInput): Clash | undefined {
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
function findUndone(frames: readonly ActionFrame[]): Clash | undefined {
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
function findEnded({ goal }: CheckInput, demanded: readonly ActionFrame[]): Clash | undefined {
  const held = findHeldState(goal, demanded)
  if (held === undefined) return undefined
  const because = `it asks to ${held.demand.verb} what is to stay ${held.state}`
  return { because, evidence: [held.demand.text, held.text] }
}

/** “Delete the draft, but leave the draft untouched”, “and keep it as it is”. */
function findKept({ clauses }: CheckInput, demanded: readonly ActionFrame[]): Clash | undefined {
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
      frame => frame.clause !== clause && changing.has(frame.verb) && isKeptObject(frame, kept),
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
