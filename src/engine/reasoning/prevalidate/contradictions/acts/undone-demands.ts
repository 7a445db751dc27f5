import {
  contentStems,
  findCuts,
  findNames,
  findSpots,
  isFunctionWord,
  piecesBetween,
  readActs,
  stemWord,
} from '../../../language/language.ts'
import type { Clash } from '../clash.ts'
import { isOfAnother } from '../values/numbered-things.ts'
import { neighboursOf } from './neighbours.ts'

interface Part {
  readonly text: string
  readonly acts: ReadonlySet<string>
  readonly values: ReadonlySet<string>
  readonly nouns: ReadonlySet<string>
}

const cuts =
  /[;!?]+\s*|\.(?=\s+\p{L})\s*|,?\s+\b(?:but|and|while|yet|though|although)\b\s+|,?\s+(?=without\b)|,\s+/gu
/** One after the other, for other things, or on a condition: no contradiction. */
const apart =
  /\b(?:then|afterwards?|later|again|first|once|next(?!\s+\p{L})|finally|meanwhile|others?|else|rest|except|unless|if|when|instead|another|only|twice|copy|copies|backup|history|either|or)\b/iu
const timed = /\b(?:until|till|before|after|from|since|for now)\b/i
const atOnce =
  /\b(?:now|today|tonight|at once|right away|immediately|straight away|this (?:morning|afternoon|evening))\b/i

/** Acts after which a thing is gone, over, or out of reach. */
const ending = new Set(
  'delete remove cancel end stop close unpublish disable reject revoke archive pause disable block redact sell unsubscribe withdraw'.split(
    ' ',
  ),
)
/** Acts that bring a thing out or into being. */
const showing = new Set(
  'publish post announce share invite create add register release start enable open send message'.split(' '),
)
const looking = new Set(
  'find list read check track count measure report compare history identify explain'.split(' '),
)

/** A part of a goal that undoes, keeps back or forbids what another part asks for, told by acts instead of by verbs. */
export function findUndoneDemands(goal: string): Clash | undefined {
  const parts = readParts(goal)
  for (const [at, one] of parts.entries())
    for (const other of neighboursOf(parts, at)) {
      const spared = sparedClash(one, other)
      if (spared !== undefined) return { because: spared, evidence: [one.text, other.text] }
      const left = leftClash(one, other)
      if (left !== undefined) return { because: left, evidence: [one.text, other.text] }
      if (!isAboutSame(one, other)) continue
      const because =
        keptClash(one, other) ??
        deniedClash(one, other) ??
        unheardClash(one, other) ??
        keptAwayClash(one, other)
      if (because !== undefined) return { because, evidence: [one.text, other.text] }
    }
  return undefined
}

function readParts(goal: string): readonly Part[] {
  return piecesBetween(goal, findCuts(goal, cuts)).map(piece => {
    const text = piece.text.replace(leading, '').trim()
    const values = [
      ...findSpots(text).map(spot => String(spot.value).toLowerCase()),
      ...findNames(text)
        .filter(name => name.start > 0)
        .map(name => name.text.toLowerCase()),
    ]
    return {
      text,
      acts: new Set([...readActs(openingOf(text))].filter(([, weight]) => weight >= 0.6).map(([act]) => act)),
      values: new Set(values),
      nouns: new Set(contentStems(text)),
    }
  })
}

const leading =
  /^\W*(?:please\s+|also\s+|make sure\s+(?:that\s+)?|ensure\s+(?:that\s+)?|see to it\s+(?:that\s+)?)+/i
const OPENING_WORDS = 7

function openingOf(text: string): string {
  return text.split(/\s+/).slice(0, OPENING_WORDS).join(' ')
}

/** The other part names nothing but what the first one names, or only points back at it. */
function isAboutSame(one: Part, other: Part): boolean {
  if (codesOf(other.text).some(code => !codesOf(one.text).includes(code))) return false
  if (isOfAnother(one.text, other.text)) return false
  if ([...other.values].some(value => !one.values.has(value) && !/^\d+$/.test(value) && !dated(value)))
    return false
  if ([...other.values].some(value => one.values.has(value) && !dated(value))) return true
  if (/^(?:\w+\s+){0,2}(?:it|them|they)\b/i.test(other.text)) return true
  return [...other.nouns].some(stem => one.nouns.has(stem) && !isFunctionWord(stem))
}

function codesOf(text: string): readonly string[] {
  return (text.match(/[\w.-]*(?:_|[A-Za-z]-?\d)[\w-]*/g) ?? []).map(code => code.toLowerCase())
}

function dated(value: string): boolean {
  return /^\d{4}-\d\d|^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)/i.test(
    value,
  )
}

const keeps = /^(?:keep|keeping|leave|leaving|preserve|retain|maintain|hold on to|hang on to)\b/i
const goesOn =
  /^(?<subject>.{1,50}?)\s+(?:(?:must|has to|have to|needs? to|should|shall|will|is to|are to)\s+(?!not\b|never\b|be told|be informed|know)|stays?\b|remains?\b|goes ahead\b|takes place\b|exists\b|is (?:still )?(?:there|available|in place)\b|keeps? (?:running|going)\b)/i
/** “and then make sure it still exists”: still, whatever was done before. */
const still = /\bstill\b/i
const leadIn =
  /^(?:then\s+)?(?:(?:make sure|ensure|see to it|see|take care|attend to it|be certain)\s+(?:that\s+)?)?|\bstill\s+/gi
const usable = /\b(?:available|accessible|readable|usable|reachable|intact|alive|online)\b/i
const untouched =
  /\b(?:untouched|unchanged|unaltered|as (?:it|they) (?:is|are|was|were)|where (?:it|they) (?:is|are|was|were)|(?<=\b(?:stays?|remains?|keep|leave)\b.{0,40})the same|exactly as before|must (?:not|never) (?:be )?(?:change|changed|touched|altered|moved)|(?:do not|don['’]?t|never|without) (?:chang|mov|alter|touch|modify|edit)(?:e|ing)?)\b/i

/** “Retire V-2 and keep V-2 in the fleet”, “Cancel P-7, and P-7 must arrive as planned”. */
function keptClash(one: Part, other: Part): string | undefined {
  const isStill = still.test(other.text)
  if ((apart.test(other.text) && !isStill) || apart.test(one.text) || isDenied(one) || keeps.test(one.text))
    return undefined
  const isEnding = [...one.acts].some(act => ending.has(act))
  const isChanging = [...one.acts].some(act => !looking.has(act))
  if (isChanging && untouched.test(other.text) && namesSame(one, other) && !hasOtherDay(one, other))
    return 'it asks to change something and to leave it as it is'
  if (!isEnding || isDenied(other) || timed.test(other.text) || hasOtherDay(one, other)) return undefined
  const told = other.text.replace(leadIn, ' ').trim()
  const subject = goesOn.exec(told)?.groups?.subject ?? (keeps.test(told) ? heldThing(told) : '')
  const words = contentStems(subject)
  const isWhole =
    words.length > 0 ? words.every(stem => one.nouns.has(stem)) : /\b(?:it|they|them)\b/i.test(subject)
  const isUsable =
    keeps.test(told) && usable.test(told) && [...other.values].some(value => one.values.has(value))
  return isUsable || (isWhole && subject !== '') ? 'it asks to end something and to keep it' : undefined
}

/** “leave her visit on the 19th as it is”: another day is another thing. */
function hasOtherDay(one: Part, other: Part): boolean {
  const days =
    other.text
      .replace(/\([^)]*\)/g, ' ')
      .match(/\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/gi) ?? []
  return days.some(day => !one.text.toLowerCase().includes(day.toLowerCase()))
}

/** “Deploy 4.2.1 to billing and leave billing on 4.1.0”. */
function leftClash(one: Part, other: Part): string | undefined {
  const match = /^(?:keep|leave)\s+(?<held>.+?)\s+(?:on|at|in|as|with)\s+(?<state>[^,;]+)$/i.exec(other.text)
  const held = match?.groups?.held ?? ''
  const values = findSpots(held).map(spot => String(spot.value).toLowerCase())
  const stems = contentStems(held).filter(stem => !/\d/.test(stem))
  const isSame = values.every(value => one.values.has(value)) && stems.every(stem => one.nouns.has(stem))
  if (match === null || stems.length + values.length === 0 || !isSame || isDenied(one)) return undefined
  if (hasOtherDay(one, other) || /\b(?:free|clear|empty)\b/i.test(other.text)) return undefined
  const isOther = !one.text.toLowerCase().includes((match.groups?.state ?? '').trim().toLowerCase())
  const isChanging = [...one.acts].some(act => !looking.has(act))
  return isOther && isChanging && !apart.test(other.text) && !timed.test(other.text)
    ? 'it asks to change something and to leave it as it is'
    : undefined
}

function heldThing(text: string): string {
  return text.replace(keeps, '').split(/\b(?:in|on|at|for|as|from|with)\b/i)[0] ?? ''
}

function namesSame(one: Part, other: Part): boolean {
  if ([...other.values].some(value => one.values.has(value))) return true
  const [before = '', after = ''] = other.text.replace(keeps, '').split(untouched)
  const subject = before.trim() === '' ? after : before
  const stems = contentStems(subject).filter(stem => !fillerStems.has(stem))
  return (
    stems.length > 0 && stems.some(stem => one.nouns.has(stem)) && !/\b(?:its|their|other)\b/i.test(subject)
  )
}

const fillerStems = new Set(['must', 'stay', 'remain', 'not', 'seat', 'leav', 'keep'].map(stemWord))

const denial =
  /\b(?:not|never|no|nothing|nobody|none|cannot|can['’]?t|don['’]?t|doesn['’]?t|mustn['’]?t|shouldn['’]?t|without)\b/i

function isDenied({ text }: Part): boolean {
  return denial.test(text)
}

/** “Turn Tom down today, and no rejection may go to Tom”: the act that is asked for is forbidden under another word. */
function deniedClash(one: Part, other: Part): string | undefined {
  if (isDenied(one) || !isDenied(other)) return undefined
  if (![...other.values].some(value => one.values.has(value) && !dated(value))) return undefined
  if (/\b(?:else|other|others|again|more than|only|yet|first|any ?more|instead|twice)\b/i.test(other.text))
    return undefined
  if (timed.test(other.text) && !atOnce.test(one.text)) return undefined
  const both = [...readActs(other.text)].filter(
    ([act, weight]) => weight >= 0.6 && one.acts.has(act) && !looking.has(act),
  )
  return both.length > 0 ? 'it asks for and forbids the same thing' : undefined
}

const sparing = /^without\s+(?<act>\w+ing)\s+(?:anything|any of it|a single|one single|any of them)\b/i

/** “Wipe the disk without deleting anything”: what is taken away is to be spared under another word. */
function sparedClash(one: Part, other: Part): string | undefined {
  const act = sparing.exec(other.text)?.groups?.act
  if (act === undefined || isDenied(one)) return undefined
  const spared = [...readActs(act)].filter(([name, weight]) => weight >= 0.6 && ending.has(name))
  return spared.some(([name]) => one.acts.has(name)) ? 'it asks for and forbids the same thing' : undefined
}

const tellingActs = new Set('send message notify remind reply forward call announce'.split(' '))
const givingActs = new Set('assign lend order send grant sell pay'.split(' '))
const hears =
  /\b(?:get|gets|receive|receives|hear|hears|sees?|be (?:told|contacted|messaged|mailed|notified|informed|written to|reached)|sending|telling|writing|messaging|mailing|contacting|notifying|informing|send|tell|write|message|mail|contact|notify|inform)\b/i
const anybody =
  /\b(?:anything|anyone|anybody|nobody|no one|nothing|any (?:e-?mail|mail|message|letter|word|notice)s?|at all)\b/i
const tidings = /\b(?:e-?mails?|mails?|messages?|letters?|word|notices?|texts?|reminders?|notifications?)\b/i

/** “Answer her without sending anything”, “give Mia number 10, and nobody may get number 10”. */
function unheardClash(one: Part, other: Part): string | undefined {
  if (isDenied(one) || !isDenied(other) || !hears.test(other.text)) return undefined
  if (/\b(?:else|others?|again|more than|only|yet|first|any ?more|instead|twice)\b/i.test(other.text))
    return undefined
  if (timed.test(other.text) && !atOnce.test(one.text)) return undefined
  const tells = [...one.acts].some(act => tellingActs.has(act))
  const isSilence = tells && (anybody.test(other.text) || tidings.test(other.text))
  const isShared =
    [...other.values].some(value => one.values.has(value)) && /\b(?:get|receive|have)\b/i.test(other.text)
  const gives = isShared && [...one.acts].some(act => givingActs.has(act))
  return isSilence || gives ? 'it asks for and forbids the same thing' : undefined
}

/** “Publish the offer and keep it off the site”, “but it must stay off the portal until January”. */
function keptAwayClash(one: Part, other: Part): string | undefined {
  if (isDenied(one) || apart.test(other.text)) return undefined
  if (timed.test(other.text) && !atOnce.test(one.text)) return undefined
  if (staysAway.test(other.text) && [...one.acts].some(act => showing.has(act)))
    return 'it asks to bring out and to keep back'
  if (
    !/^(?:keep|leave|hold)\b.{1,40}\b(?:off|out of|away from|back|hidden|secret|private|closed)\b/i.test(
      other.text,
    )
  )
    return undefined
  const isPointed = /^\w+\s+(?:it|them)\b/i.test(other.text)
  return isPointed && [...one.acts].some(act => showing.has(act))
    ? 'it asks to bring out and to keep back'
    : undefined
}

const staysAway =
  /\b(?:must|has to|have to|should|is to|needs to)\s+(?:stay|remain|be kept)\s+(?:\w+\s+)?(?:off|out of|away from|hidden|secret|private|offline|unpublished|closed|back)\b/i
