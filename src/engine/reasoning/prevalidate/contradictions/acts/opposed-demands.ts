import {
  actionVerbBase,
  findCuts,
  findNames,
  findSpots,
  isFunctionWord,
  kindOfWord,
  nearnessOfMeaning,
  piecesBetween,
  plainVerbOf,
  readWords,
  relatedVerbStems,
  stemWord,
  type Word,
} from '../../../language/language.ts'
import { isOfAnother } from '../values/numbered-things.ts'
import { neighboursOf } from './neighbours.ts'

/** Two parts of a goal that cannot both be done. */
export interface OpposedDemands {
  readonly because: string
  readonly evidence: readonly [string, string]
}

/** A part of a goal with what it wants of what: its verbs, its other content words, whether it denies. */
interface Part {
  readonly text: string
  readonly start: number
  readonly denies: boolean
  /** Stem of the first verb, or of the plain verb that it stands for with its particle. */
  readonly act: string | undefined
  readonly verbs: ReadonlySet<string>
  readonly content: ReadonlySet<string>
  readonly values: ReadonlySet<string>
  readonly pronoun: boolean
}

const cuts =
  /[;!?]+\s*|\.(?=\s+[\p{L}])\s*|,?\s*\b(?:but|while|whilst|although|though|yet|so that|and|without|at the same time)\b\s*|,\s+(?=(?:it|they|that|this|the|nobody|nothing|never|do|don['’]?t|under)\b)/giu
const denial =
  /\b(?:not|never|no|nothing|nobody|none|cannot|can['’]?t|don['’]?t|doesn['’]?t|mustn['’]?t|shouldn['’]?t|won['’]?t|without|from being|under no circumstances)\b/i
/** One after the other, for other things, or only on a condition: no contradiction. */
const apart =
  /\b(?:then|afterwards?|later|again|first|once|next|finally|meanwhile|other|others|else|rest|except|unless|if|when|instead|another|only|twice|yet|until|till|before|the ones?)\b/i
const empty = new Set(
  `anyone anybody any anything all every everything each make sure ensure see whole entire exactly really ever same time one ones day
  absolutely altogether completely certainly definitely please circumstance circumstances take place have has being`
    .split(/\s+/)
    .map(stemWord),
)

/** Finds a part of a goal that undoes, denies or keeps from changing what another part asks for, of the same thing. */
export function findOpposedDemands(goal: string): OpposedDemands | undefined {
  const parts = readParts(goal)
  for (const [at, one] of parts.entries()) {
    if (one.denies || one.act === undefined) continue
    for (const other of neighboursOf(parts, at)) {
      const because = opposition(one, other)
      if (because !== undefined && !areApart(goal, one, other) && !isOfAnother(one.text, other.text))
        return { because, evidence: [one.text, other.text] }
    }
  }
  return undefined
}

function readParts(goal: string): readonly Part[] {
  return piecesBetween(goal, findCuts(goal, cuts)).flatMap(({ text: said, start, joint }) => {
    const text = said.trim()
    return readWords(text).length === 0 ? [] : [readPart(text, { start, joint })]
  })
}

function readPart(text: string, { start, joint }: { readonly start: number; readonly joint: string }): Part {
  const words = readWords(text)
  const telling = words.filter(word => !isFunctionWord(word.lower) || word.lower === 'put')
  const verbs = telling.filter(word => isVerb(word) && !determined.test(text.slice(0, word.start)))
  const first = verbs[0]
  const plain = first === undefined ? undefined : plainAct(text, first)
  const verbStems = new Set(verbs.map(word => stemWord(actionVerbBase(word.lower) ?? word.lower)))
  const content = telling
    .map(word => word.stem)
    .filter(stem => !verbStems.has(stem) && !empty.has(stem) && !/^\d+$/.test(stem))
  const told = text.replace(/\b(?:until|till|before|after)\b.*$/i, '')
  const values = [
    ...findSpots(text).map(spot => String(spot.value).toLowerCase()),
    ...findNames(told).map(name => name.text.toLowerCase()),
  ]
  return {
    text,
    start,
    denies: denial.test(text) || /\bwithout\b/i.test(joint),
    act: plain,
    verbs: verbStems,
    content: new Set(content),
    values: new Set(values),
    pronoun: /\b(?:it|them|this|that|they|anything|everything)\b/i.test(text),
  }
}

/** A word behind one of these is a noun: “leave the vents there”. */
const determined = /\b(?:the|an?|this|that|these|those|my|your|our|his|her|their|its)\s+$/i

function plainAct(text: string, verb: Word): string {
  const base = actionVerbBase(verb.lower) ?? verb.lower
  return stemWord(plainVerbOf(base, text.slice(verb.end)) ?? base)
}

/** A word that acts as a verb here: an everyday action verb in any form, or a word that is mostly a verb. */
function isVerb(word: Word): boolean {
  if (!/^\p{Ll}/u.test(word.text) && word.start > 0) return false
  if (actionVerbBase(word.lower) !== undefined) return true
  const isForm = /(?:ing|ed)$/.test(word.lower) || word.start === 0
  return (kindOfWord(word.stem)?.verb ?? 0) >= (isForm ? 1 : 3)
}

const opposites: readonly (readonly [string, string])[] = [
  ['approve accept grant allow confirm permit', 'refuse reject decline deny forbid disallow'],
  [
    'enable activate start open unlock publish release',
    'disable deactivate stop close lock unpublish withhold',
  ],
  ['increase raise', 'decrease lower reduce'],
  ['add include attach', 'remove exclude detach'],
  ['send tell notify', 'withhold silence'],
  ['extend prolong', 'end stop terminate'],
]
const opposed = new Set(
  opposites.flatMap(([left, right]) =>
    left
      .split(' ')
      .flatMap(one =>
        right
          .split(' ')
          .flatMap(two => [`${stemWord(one)} ${stemWord(two)}`, `${stemWord(two)} ${stemWord(one)}`]),
      ),
  ),
)

/** Acts after which a thing is no longer there, or no longer as it was. */
const ending = new Set(
  `delete remove erase drop cancel clear wipe discard purge destroy close archive move terminate revoke uninstall empty
  stop end disable block deactivate suspend hide unpublish unsubscribe overwrite format reset withdraw dissolve lend sell
  return kill abort scrap trash unlink format`
    .split(/\s+/)
    .map(stemWord),
)
const starting = new Set(
  'publish release send post start pay transfer submit deploy launch run print ship'.split(' ').map(stemWord),
)
const changing = new Set(
  'change update edit modify alter adjust restore overwrite replace rename rewrite raise increase lower decrease reduce reset convert correct extend shorten'
    .split(' ')
    .map(stemWord),
)
const keeping =
  /\b(?:keep|keeping|keeps|preserv\w+|retain\w*|leave|leaving|spar(?:e|ing)|maintain\w*|(?:has|have|had|must|should|needs?) (?:to )?(?:stay|remain|happen|go ahead|take place|be kept|exist)|(?:goes|go) ahead|takes? place|stays?|remains?)\b/i
const holding = /\b(?:hold|holding|keep|keeping)\b.*\bback\b|\b(?:withhold|delay|postpone|wait with)\b/i
const asItIs =
  /\b(?:stays?|remains?|keeps?|leaves?|leave|keep)\b.*\b(?:what|as|where|how)\s+(?:it|they)\s+(?:is|are|was|were)\b/i

/** Why the second part cannot hold beside the first; undefined when it can. */
function opposition(one: Part, other: Part): string | undefined {
  const { act } = one
  if (act === undefined || !isSameThing(one, other)) return undefined
  if (other.denies && [...other.verbs].some(verb => isSameAct(act, verb) || one.content.has(verb)))
    return 'it asks for and forbids the same thing'
  if (other.denies && deniesObject(one, other)) return 'it asks for and forbids the same thing'
  if (keepingFrom.test(other.text) && !ending.has(act)) return 'it asks for something and to keep from it'
  if (other.denies && hasChange(other) && (changing.has(act) || ending.has(act)))
    return 'it asks to change something and to leave it as it is'
  if (
    !other.denies &&
    other.act !== undefined &&
    opposed.has(`${act} ${other.act}`) &&
    other.start > one.start
  )
    return `it asks to ${act} and to ${other.act} the same thing`
  if (other.denies) return undefined
  if (ending.has(act) && keeping.test(other.text) && other.act !== act)
    return 'it asks to end something and to keep it'
  if (starting.has(act) && holding.test(other.text)) return 'it asks to act and to hold back'
  return asItIs.test(other.text) && changing.has(act)
    ? 'it asks to change something and to leave it as it is'
    : undefined
}

/** “Keep Ada off the list”. */
const keepingFrom = /\bkeep\w*\b.*\b(?:off|away from|out of)\b/i

/** “Send Ada an offer, do not make her any offer”, “book R-1, without any booking”: the object of the demand is denied. */
function deniesObject(one: Part, other: Part): boolean {
  if (!/\b(?:any|no)\b/i.test(other.text)) return false
  const isAsked = (stem: string): boolean => one.content.has(stem) || one.verbs.has(stem)
  const things = [...other.verbs, ...other.content].filter(stem => !carriers.has(stem))
  return things.length > 0 && things.every(isAsked)
}

const carriers = new Set('make give do have put'.split(' ').map(stemWord))

const changes = new Set('change alter touch modify edit affect'.split(' ').map(stemWord))

function hasChange(part: Part): boolean {
  return [...part.verbs].some(verb => changes.has(verb))
}

function isSameAct(left: string, right: string): boolean {
  if (left === right) return true
  if (!relatedVerbStems(left).has(right)) return false
  return (telling.has(left) && telling.has(right)) || nearnessOfMeaning(left, right) >= NEAR_ACT
}

const NEAR_ACT = 0.25
const telling = new Set(
  'send mail email message text notify tell write remind inform'.split(' ').map(stemWord),
)

/** What the second part speaks of is all in the first one, or is only pointed at. */
function isSameThing(one: Part, other: Part): boolean {
  const known = new Set([...one.content, ...one.verbs, ...one.values])
  if ([...other.values].some(value => !one.values.has(value) && !/^\d+$/.test(value))) return false
  const own = [...other.content].filter(stem => !known.has(stem) && !states.has(stem))
  if (own.length > 0) return false
  const named = [...other.content].filter(stem => known.has(stem)).length + other.values.size
  return named > 0 || (other.pronoun && other.start > one.start)
}

const states = new Set(
  'intact place new year instant effect event back touch exist happen ahead way today now tomorrow tonight week month forever alway'
    .split(' ')
    .map(stemWord),
)

/** Something between or within the parts says that they are not meant for the same moment or the same thing. */
function areApart(goal: string, one: Part, other: Part): boolean {
  const isDelay = holding.test(other.text)
  if (isDelay) return false
  const [from, to] = one.start < other.start ? [one, other] : [other, one]
  return apart.test(`${from.text} ${goal.slice(from.start + from.text.length, to.start)} ${to.text}`)
}
