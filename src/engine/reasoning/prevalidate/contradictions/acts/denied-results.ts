import { plainVerbOf, readWords, stemWord } from '../../../language/language.ts'
import type { Clash } from '../clash.ts'
import { readMeasuredValues } from '../values/measured-values.ts'
import { isAboutDemand, type Rule, readRuledDemands } from '../values/rules.ts'

/** What is asked for, and a rule by which it must not be so afterwards: “enrol P-3 … P-3 must not be on the list”. */
export function findDeniedResult(goal: string): Clash | undefined {
  for (const { demand, rule } of readRuledDemands(goal)) {
    if (denial.test(demand)) continue
    const because = whyDenied(demand, rule)
    if (because !== undefined) return { because, evidence: [demand, rule.text] }
  }
  return undefined
}

const denial = /\b(?:not|never|no|nobody|without|off the)\b|n['’]t\b/i

function whyDenied(demand: string, rule: Rule): string | undefined {
  if (deniesState(demand, rule)) return 'one thing cannot be in two states at once'
  if (leavesUnchanged(demand, rule)) return 'it asks to change something and to leave it as it is'
  if (boundary.test(rule.text)) return undefined
  if (forbidsAct(demand, rule) || forbidsValue(demand, rule) || deniesHaving(demand, rule))
    return 'it asks for and forbids the same thing'
  return keepsFree(demand, rule) ? 'it asks to bring something where none may be' : undefined
}

const boundary =
  /\b(?:before|after|until|till|by|during|since|than|between|any ?more|any longer|more|yet|twice|only|alone|just|too|both|without|as well|at (?:night|once|the same time))\b/i

function openingOf(demand: string): { readonly verb: string; readonly said: string } | undefined {
  const words = readWords(demand.replace(/\be-mail/gi, 'email'))
  const first = words.find(
    ({ lower }) => !/^(?:please|kindly|now|just|can|could|would|you|so|ok)$/.test(lower),
  )
  if (first === undefined) return undefined
  const particles = words.slice(words.indexOf(first) + 1).map(({ lower }) => lower)
  return { verb: plainVerbOf(first.lower, particles.join(' ')) ?? first.lower, said: first.stem }
}

/** “Nominate Ada. Under no circumstances nominate Ada”, whatever the verb. */
function forbidsAct(demand: string, rule: Rule): boolean {
  const said = openingOf(demand)?.said
  const [first, second] = readWords(rule.rest)
  const verb = first?.lower === 'be' || first?.lower === 'to' ? second : first
  const isWhole = rule.subject === '' || !/\bno\b/i.test(rule.subject)
  return rule.denies && isWhole && verb?.stem === said && isAboutDemand(rule.text, demand)
}

const setting = /^(?:please\s+)?(?:set|select|choose|pick|mark|make|put|switch|change|enter|take)\b/i
const beingSet =
  /^be\s+(?:set to|switched to|changed to|marked(?: as)?|put (?:on|in|to)|entered as|selected|chosen)\b/i

/** “Select delivery … it must not be set to delivery”. */
function forbidsValue(demand: string, rule: Rule): boolean {
  const isSet = rule.denies && setting.test(demand) && beingSet.test(rule.rest)
  return isSet && isAboutDemand(rule.text.replace(/\bset to\b/i, ' '), demand)
}

const stems = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(stemWord))

/** Acts after which somebody has, sees or knows something, or is in a place or a list. */
const bringing = stems(
  `add enrol enroll register sign book put invite include assign give hand send mail email e-mail submit tell inform phone text
  message publish post show display hire employ appoint grant share lend reserve schedule plan serve deliver order subscribe admit
  place upload forward write call notify rent sell award`,
)
/** What those acts come to, said of the one who receives or of the thing that is brought. */
const results = stems(
  `get receive have see find hear learn know join appear visible roster list rota roll register record member membership website site
  leave own access enrol enroll contact call enter reach`,
)
const having =
  /^(?:to\s+)?(?:ever\s+)?(?:have|has|get|gets|receive|see|hear|learn|know|find out|join|appear|own|leave|be\s+(?:on|in|at|among|visible|enrolled|registered|called|contacted|told|informed|a member)|stand on|show up)\b/i
const occasions = stems(
  'shift appointment booking reservation lesson visit slot event class duty session meeting',
)
const tidings = stems('post mail e-mail word message letter news notice electronic')
const telling = stems(
  'mail email e-mail send tell inform phone text message write call notify forward submit',
)
/** The other side of a sending, where it has no name. */
const receivers = stems('company recipient receiver addressee employer office authority')

function deniesHaving(demand: string, rule: Rule): boolean {
  const act = openingOf(demand)
  if (act === undefined || !(rule.denies || /\bno\b/i.test(rule.rest))) return false
  const [verb, said] = [stemWord(act.verb), act.said]
  if (!bringing.has(verb) && !bringing.has(said)) return false
  if (!having.test(rule.rest) || readMeasuredValues(rule.text).some(({ unit }) => unit === 'clock'))
    return false
  const isTelling = telling.has(said) || telling.has(verb)
  const isNone = /\b(?:no|any)\b/i.test(rule.rest)
  return isAboutDemand(
    rule.text,
    demand,
    stem =>
      results.has(stem) ||
      (isNone && occasions.has(stem)) ||
      (isTelling && tidings.has(stem)) ||
      (isTelling && receivers.has(stem) && /\bit\b/i.test(rule.rest)),
  )
}

const moving = stems(
  'transfer move take withdraw add pay send sell buy remove pour lend give deposit bring ship',
)
const unchanged =
  /\bas (?:many|much|full|high|heavy)\b.*\bas (?:before|now|today|at present)\b|\bevery \w+ it (?:had|has)\b|\b(?:what|as) it (?:was|is now)\b|\bthe same as before\b|^(?:not\s+)?change\b/i
const levels = stems('balance level stock count content number still')

/** “Transfer 30 from A to B; after this A must hold as many as before”. */
function leavesUnchanged(demand: string, rule: Rule): boolean {
  const act = openingOf(demand)
  if (act === undefined || !moving.has(act.said) || !/\d/.test(demand) || !unchanged.test(rule.rest))
    return false
  if (/\bchange\b/i.test(rule.rest) !== rule.denies) return false
  return isAboutDemand(rule.subject, demand, stem => levels.has(stem))
}

const free = /\b(?:free (?:of|from)|clear of|empty of|without)\s+(?<what>.+)$/i

/** “Pin the notice to the board and keep the board free of notices”. */
function keepsFree(demand: string, rule: Rule): boolean {
  const what = free.exec(rule.rest)?.groups?.what
  const act = openingOf(demand)
  if (what === undefined || act === undefined || rule.denies || !isBringing(act.said)) return false
  return isAboutDemand(rule.text.replace(/\b(?:keep|leave|free|clear|empty)\b/gi, ' '), demand)
}

const isBringing = (verb: string): boolean =>
  bringing.has(verb) || /^(?:pin|hang|plant|set|store|park|stick)$/.test(verb)

/** Each side of a state with the acts that bring it about and the words that say it. */
const sides: readonly (readonly [kind: string, acts: string, words: string])[] = [
  ['power', 'on enable activate start', 'on enabled active activated running started'],
  ['power', 'off disable deactivate stop suspend', 'off disabled inactive deactivated stopped suspended'],
  ['lock', 'lock', 'locked'],
  ['lock', 'unlock', 'unlocked'],
  ['door', 'open', 'open'],
  ['door', 'close shut', 'closed shut'],
  ['sight', 'hide', 'hidden invisible'],
  ['sight', 'show display', 'visible shown'],
]
const sideOfAct = new Map(
  sides.flatMap(([kind, acts], at) => acts.split(' ').map(act => [act, { kind, at }])),
)
const sideOfWord = new Map(
  sides.flatMap(([kind, , words], at) => words.split(' ').map(word => [word, { kind, at }])),
)
const stated =
  /^(?:(?:be|is|are|stays?|stay|remains?|remain|kept|keep|left)\s+)*(?:not\s+)?(?:(?:switched|turned|completely|fully|entirely|still|always|set to|set)\s+)*(?<state>[a-z]+)\b(?<after>.*)$/i

/** “Turn X on, and make sure X stays disabled”. */
function deniesState(demand: string, rule: Rule): boolean {
  const match = stated.exec(rule.rest)
  const required = sideOfWord.get(match?.groups?.state?.toLowerCase() ?? '')
  const verb = readWords(demand)[0]?.lower ?? ''
  const particle = /^(?:turn|switch|put)$/.test(verb)
    ? /\b(?:on|off)\b(?!\s+the\b)/i.exec(demand)?.[0].toLowerCase()
    : undefined
  const brought = sideOfAct.get(particle ?? verb)
  if (required === undefined || brought === undefined || required.kind !== brought.kind) return false
  if ((required.at === brought.at) !== rule.denies || otherMoment.test(rule.text)) return false
  return isAboutDemand(`${rule.subject} ${match?.groups?.after ?? ''}`, demand)
}

const otherMoment =
  /\b(?:before|after|until|till|by|during|at \d|in the|tomorrow|tonight|night|morning|evening|later|while)\b/i
