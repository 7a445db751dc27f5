import { findDates } from '../../../language/language.ts'
import type { Clash } from '../clash.ts'
import { type Pole, readPoles } from './poles.ts'
import { isAboutSame, type Side } from './same-thing.ts'
import { readSayings, type Saying } from './sayings.ts'

/**
 * Two parts of a goal that mean opposite things of one thing: an act and a state that it ends, two ends of a scale, two
 * kinds of which a thing is only one, or an act and its ban in other words. Linear in the goal's length.
 */
export function findOpposedMeanings(goal: string): Clash | undefined {
  const sayings = readSayings(goal)
  const sides = sayings.map(saying => sidesOf(saying, sayings))
  for (const [at, own] of sides.entries()) {
    const within = findWithin(sayings[at])
    if (within !== undefined) return within
    for (const one of own)
      for (const other of sides.slice(at + 1, at + 1 + REACH).flat()) {
        const because = whyOpposed(one.pole, other.pole)
        if (because === undefined || !isRuled(one, other)) continue
        if (areApart(one.saying, other.saying, one.pole.aspect.name) || !isAboutSame(one, other)) continue
        return { because, evidence: [one.saying.text, other.saying.text] }
      }
  }
  return undefined
}

/** “a ground-floor flat on the tenth floor”: a thing of one kind, put where it would be of another. */
function findWithin(saying: Saying | undefined): Clash | undefined {
  if (saying === undefined || saying.isTold || saying.isOpen || changing.test(saying.text)) return undefined
  const poles = readPoles(saying).filter(
    ({ aspect, denied }) => aspect.kind === 'kind' && !aspect.isDegree && !denied,
  )
  for (const one of poles)
    for (const other of poles) {
      if (one.aspect !== other.aspect || one.side === other.side) continue
      const between = saying.tokens
        .slice((one.places.at(-1) ?? 0) + 1, other.places[0])
        .map(({ lower }) => lower)
      const said = [...between, saying.tokens[other.places[0] ?? 0]?.lower ?? '']
      if (
        between.length === 0 ||
        between.length > 5 ||
        !said.some(word => putting.test(word)) ||
        said.some(word => parting.test(word))
      )
        continue
      return {
        because: 'one thing cannot be of two kinds that exclude each other',
        evidence: [saying.text, other.places.map(place => saying.tokens[place]?.text ?? '').join(' ')],
      }
    }
  return undefined
}

const putting = /^(?:on|in|at|by|under|inside|via|through|over|within|without)$/
const parting = /^(?:and|or|to|into|from|than|for|with|not|no|as|but|nor|about|like|of)$/
const changing =
  /\b(?:move|change|turn|switch|convert|transfer|bring|find|search|look|show|list|explain|compare|what|which|how|why|where|write|read|replace|tell|one)\b/i

/** How many sayings on are held against one. */
const REACH = 5

function sidesOf(saying: Saying, sayings: readonly Saying[]): readonly Side[] {
  if (saying.isTold || saying.isOpen) return []
  const poles = readPoles(saying)
  const head = saying.head === undefined ? undefined : sayings[saying.head]
  const isPlain = isPlainOrder(saying) && (head === undefined || isPlainOrder(head))
  const known = new Set([...saying.tokens, ...(head?.tokens ?? [])].map(({ stem }) => stem))
  return poles
    .filter(pole => pole.aspect.kind !== 'act' || !isNoAct(pole, saying))
    .filter(pole => !poles.some(other => other.aspect === pole.aspect && other.side !== pole.side))
    .map(pole => ({ saying, pole, known, isPlainOrder: isPlain }))
}

const rulers = /^(?:must|may|can|should|shall|is|are|has|have|needs?)$/
const carriers =
  /^(?:go|out|be|been|to|made|make|exist|happen|take|place|leave|reach|come|appear|given|give|sent|send|done|do|put|get|receive|ever|never|not|allowed|permitted|left|occur|remain|run|used|carried|issued|started|necessary|possible|found|left|there|any|at|all|able|from|forbidden|prohibited|in|on|by|for|that|ever|issue|take|taken|wanted|ordered|performed|held|shown|seen|let|stay|stays|remain|remains|kept|strictly|completely|absolutely|expressly|also|still|granted|offered|provided|created|produced|accepted|entered|placed|touch|expected)$/

/** “no song may be skipped” forbids no song, “must not use oil colours” no colours: the verb is the act, unless it is empty. */
function isNoAct({ places, denied }: Pole, { tokens, isOrder, head }: Saying): boolean {
  if (isOrder || head !== undefined || !denied) return false
  const at = tokens.findIndex(({ lower }) => rulers.test(lower))
  const verb = at < 0 ? undefined : tokens.slice(at + 1).find(({ lower }) => !carriers.test(lower))
  if (verb === undefined) return false
  const place = tokens.indexOf(verb)
  return place - at <= 3 && !places.includes(place) && !places.some(own => own > at && own < place)
}

function whyOpposed(one: Pole, other: Pole): string | undefined {
  if (one.aspect.name !== other.aspect.name || one.aspect.kind !== other.aspect.kind) return undefined
  if (
    one.side === other.side &&
    one.aspect.kind === 'kind' &&
    !one.words.some(word => other.words.includes(word))
  )
    return undefined
  if (one.side === other.side)
    return one.denied !== other.denied ? 'it asks for and forbids the same thing' : undefined
  if (one.denied || other.denied) return undefined
  return one.aspect.kind === 'kind' || one.aspect.kind === 'group'
    ? 'one thing cannot be of two kinds that exclude each other'
    : 'one thing cannot be in two states at once'
}

/** Two plain orders one after the other may be two steps; something has to rule that both hold at once. */
function isRuled(one: Side, other: Side): boolean {
  if (consequence.test(other.saying.text)) return false
  if (one.pole.denied && one.saying.isOrder && other.saying.isOrder) return false
  if (one.pole.denied || other.pole.denied) return true
  if (other.saying.head !== undefined && other.saying.sentence === one.saying.sentence) return true
  if (decisions.has(one.pole.aspect.name) && one.saying.sentence === other.saying.sentence) return true
  return !one.isPlainOrder || !other.isPlainOrder || atOnce.test(other.saying.text)
}

/** Of these one does not do both in a row, as one boils and cools, or opens and closes. */
const decisions = new Set(['consent', 'admission', 'sight', 'employment', 'secrecy'])
const consequence = /^\s*(?:so(?! that)|therefore|thus|hence|that is why|that['’]s why)\b/i
const atOnce = /\b(?:at the same time|simultaneously|while|whilst|both|still|yet)\b/i
const holding =
  /\b(?:keep|leave|let|have|hold|make (?:very )?sure|see to it|ensure|leaving|keeping|stay|remain|at all times|the whole time|always)\b/i
const ruled =
  /\b(?:must|has to|have to|needs? to|ought to|should|shall|may|can|cannot|(?:is|are) to|stays?|remains?|being|everybody|everyone|anyone|anybody)\b/i

const asking = /^\W*(?:please\s+)?(?:can|could|would|will|may) (?:you|i|we)\b/i

/** An order, or a fragment, that neither keeps a state nor rules one. */
function isPlainOrder({ text, isOrder }: Saying): boolean {
  return (isOrder || !ruled.test(text.replace(asking, ''))) && !holding.test(text)
}

const moments =
  /\b(?:then|later|again|next(?! to)|first(?! \w+ first)|finally|from now|until|(?<!\b(?:the|a|an|my|our|this|that)\s)till|before(?= \p{L})|after(?!wards)|once|tonight|temporarily|for now|yet|by (?:mistake|accident)|twice|meanwhile|daily|every (?:day|night|morning|evening))\b/iu
const lasting =
  /\b(?:as before|than before|like before|as it was before|before all|above all|at all times|once and for all|till the end|until the end|through|all (?:day|night|week|evening|morning|afternoon)(?: long)?|the whole (?:day|night|week|evening|morning|afternoon)|(?:a|per|each) (?:day|week|month|year))\b/gi
const afterAll = /\bafterwards?\b/i
const ruling = /\b(?:still|must|has to|have to|should|sure|ensure|see to it|be)\b/i

const copied = /\b(?:cop(?:y|ies)|backup|back up|export|snapshot|record of)\b/i
const goneAspects = new Set(['existence', 'ownership', 'archive', 'deleting', 'usability'])
/** Asked for at once, and held back until later. */
const urgent = /\b(?:now|today|at once|right away|immediately|straight away)\b/i
const heldOver = /\b(?:until|till|before)\b/i

/** One after the other, or at two moments. */
function areApart(one: Saying, other: Saying, aspect: string): boolean {
  const texts = [one.text, other.text].map(text =>
    (aspect === 'place in line' ? text.replace(/\b(?:first|finally)\b/gi, ' ') : text).replace(lasting, ' '),
  )
  if (texts.some(text => copied.test(text)) && goneAspects.has(aspect)) return true
  const [demand = '', hold = ''] = texts
  if (/\bstill\b/i.test(hold) && !/\b(?:can|may)\b/i.test(hold)) return false
  const isHeldOver = urgent.test(demand) && heldOver.test(hold) && !moments.test(hold.replace(heldOver, ' '))
  if (!isHeldOver && texts.some(text => moments.test(text))) return true
  if (afterAll.test(other.text) && !ruling.test(other.text)) return true
  const [first, second] = texts.map(timesOf)
  if (first === undefined || second === undefined || second.length === 0) return false
  const late = second.filter(time => !ongoing.test(time))
  return late.length > 0 && !second.some(time => first.includes(time))
}

const clock =
  /\b\d{1,2}(?::\d{2})?\s?(?:am|pm|o'clock)\b|\b\d{1,2}:\d{2}\b|\bat (?:\d{1,2}|noon|night|midnight)\b|\b(?:morning|afternoon|evening|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?\b|\bby (?:day|night)\b/gi
const ongoing = /^(?:right )?now$|^today$|^this (?:week|month|year)$/i
const FIXED_MOMENT = new Date('2000-06-15T12:00:00Z')

function timesOf(text: string): readonly string[] {
  return [
    ...findDates(text, FIXED_MOMENT).map(date => date.text.toLowerCase()),
    ...(text.toLowerCase().match(clock) ?? []),
  ]
}
