import {
  actionVerbBase,
  contentStems,
  isFunctionWord,
  readWords,
  splitIdentifier,
  stemWord,
  type Word,
} from '../../language/language.ts'
import type { IndexedTool, Parameter } from '../tool-index.ts'
import type { Candidate } from './candidates.ts'
import { announcingStems, roleOfParameter, typeOfParameter } from './parameter-role.ts'
import { isEndOfSpan } from './read-argument.ts'

/** What speaks for a candidate being a parameter's value, by name; what is not named is 0. */
export type PairSigns = Readonly<Record<string, number>>

const PREPOSITIONS: ReadonlySet<string> = new Set(
  'in on at to from by for with about as into of out between and until till using than is off through'.split(
    ' ',
  ),
)
/** Words that lead to the end of a span. */
const CLOSING: ReadonlySet<string> = new Set('to until till through by and'.split(' '))
const ARTICLES: ReadonlySet<string> = new Set('the a an my our his her their its your'.split(' '))

const TYPED: ReadonlySet<string> = new Set(['path', 'quoted', 'email', 'url', 'host', 'identifier', 'glob'])

/** The signs of one parameter and one candidate; `place` is the parameter's place among those of its kind. */
export function pairSigns(
  parameter: Parameter,
  candidate: Candidate,
  { tool, place }: { readonly tool: IndexedTool; readonly place: number },
): PairSigns {
  const isNumber = typeOfParameter(parameter.schema) === 'number'
  const role = isNumber ? 'number' : roleOfParameter(parameter)
  const { kind, isOwn, rank } = candidate
  const facts = factsOf(candidate)
  const stems = announcingStems(parameter)
  const own = { stems, described: describedStems(parameter, stems) }
  const long = Math.log(Math.max(1, facts.words.length))
  return {
    [`${role} ${kind}`]: 1,
    [`long ${kind} ${parameter.required ? 1 : 0}`]: long,
    [`optional ${kind}`]: parameter.required ? 0 : 1,
    [isNumber ? 'number_place' : 'text_place']: Math.min(3, Math.abs(rank - place)),
    outside: isOwn ? 0 : 1,
    ...signsAround(parameter, { candidate, facts, own, role }),
    ...signsWithin(parameter, { candidate, facts, own, tool }),
  }
}

/** What is read of a candidate once for all parameters. */
interface Facts {
  readonly words: readonly Word[]
  readonly stems: readonly string[]
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** The nearest word before it that is no article. */
  readonly preposition: string
  readonly isAfterArticle: boolean
  readonly isVerb: readonly boolean[]
}

const factsByCandidate = new WeakMap<Candidate, Facts>()

function factsOf(candidate: Candidate): Facts {
  const known = factsByCandidate.get(candidate)
  if (known !== undefined) return known
  const { text, before, after } = candidate
  const words = readWords(text)
  const facts = {
    words,
    stems: contentStems(text),
    before: before.map(({ stem }) => stem),
    after: after.map(({ stem }) => stem),
    preposition: before.find(({ lower }) => !ARTICLES.has(lower))?.lower ?? '',
    isAfterArticle: ARTICLES.has(before[0]?.lower ?? ''),
    isVerb: words.map(({ lower }) => actionVerbBase(lower) !== undefined),
  }
  factsByCandidate.set(candidate, facts)
  return facts
}

const describedByParameter = new WeakMap<Parameter, readonly string[]>()

function describedStems(parameter: Parameter, own: readonly string[]): readonly string[] {
  const known = describedByParameter.get(parameter)
  if (known !== undefined) return known
  const stems = contentStems(parameter.description).filter(stem => !own.includes(stem))
  describedByParameter.set(parameter, stems)
  return stems
}

interface Read {
  readonly candidate: Candidate
  readonly facts: Facts
  readonly own: { readonly stems: readonly string[]; readonly described: readonly string[] }
}

/** What the words around it say. */
function signsAround(
  parameter: Parameter,
  { candidate: { kind }, facts, own, role }: Read & { readonly role: string },
): PairSigns {
  const { before, after, preposition } = facts
  const cue = nearest(own.stems, before)
  const isClosing = CLOSING.has(preposition)
  const isNamed =
    isFunctionWord(preposition) &&
    parameter.name
      .toLowerCase()
      .split(/[^a-z]+/)
      .includes(preposition)
  return {
    [PREPOSITIONS.has(preposition) ? `${role} after ${preposition}` : 'after another']: 1,
    [`cue_before ${kind}`]: cue,
    cue_before: cue,
    [`cue_after ${role === 'number' ? 'number' : 'text'}`]: nearest(own.stems, after),
    cue_right_before: own.stems.includes(before[0] ?? '') ? 1 : 0,
    described_before: nearest(own.described, before),
    described_after: nearest(own.described, after),
    preposition_named: isNamed ? 1 : 0,
    [`end ${isEndOfSpan(parameter)} after ${isClosing}`]: 1,
    article: facts.isAfterArticle ? 1 : 0,
  }
}

/** What its own words say, and what it is cut off from. */
function signsWithin(
  parameter: Parameter,
  { candidate, facts, own, tool }: Read & { readonly tool: IndexedTool },
): PairSigns {
  const { kind, text, next, previous, start } = candidate
  const { words, stems, isVerb } = facts
  const last = words.at(-1)
  const unit = stemWord((candidate.unit ?? '').toLowerCase())
  const ofTool = stems.filter(stem => tool.nameStems.has(stem) || tool.descriptionStems.has(stem)).length
  const isNumber = typeOfParameter(parameter.schema) === 'number'
  return {
    unit_named: unit !== '' && [...own.stems, ...own.described].includes(unit) ? 1 : 0,
    initials: kind === 'identifier' && abbreviates(text, parameter.name) ? 1 : 0,
    holds_name: stems.some(stem => own.stems.includes(stem)) ? 1 : 0,
    ends_in_name: own.stems.includes(last?.stem ?? '') && words.length > 1 ? 1 : 0,
    ends_in_tool: last !== undefined && tool.nameStems.has(last.stem) ? 1 : 0,
    of_tool: stems.length === 0 ? 0 : ofTool / stems.length,
    [`verb ${kind}`]: isVerb[0] ? 1 : 0,
    verb_within: !TYPED.has(kind) && isVerb.slice(1).includes(true) ? 1 : 0,
    capital: words.length === 0 ? 0 : words.filter(isCapital).length / words.length,
    [`cut_right ${sourceOf(next, tool, own.stems)}`]: next === undefined ? 0 : 1,
    [`cut_left ${sourceOf(previous, tool, own.stems)}`]: previous === undefined ? 0 : 1,
    spelled: isNumber && !/\d/.test(text) ? 1 : 0,
    [`opens ${kind}`]: start === 0 ? 1 : 0,
  }
}

function isCapital({ text }: Word): boolean {
  return /^\p{Lu}/u.test(text)
}

/** What a word that a candidate is cut off from speaks of. */
function sourceOf(stem: string | undefined, tool: IndexedTool, own: readonly string[]): string {
  if (stem === undefined) return 'nothing'
  if (own.includes(stem)) return 'parameter'
  return tool.nameStems.has(stem) || tool.descriptionStems.has(stem) ? 'tool' : 'else'
}

/** “AP-7781” begins like an appointment, “B-12” like a book. */
function abbreviates(text: string, name: string): boolean {
  const letters = /^\p{L}+(?=[-_#]?\d)/u.exec(text)?.[0].toLowerCase()
  return letters !== undefined && splitIdentifier(name).some(part => isInOrder(letters, part))
}

function isInOrder(letters: string, word: string): boolean {
  if (word[0] !== letters[0]) return false
  let at = 0
  for (const letter of word) if (letter === letters[at]) at += 1
  return at >= letters.length
}

/** What speaks for a parameter not being told. */
export function untoldSigns(parameter: Parameter, said: ReadonlySet<string>, isOption: boolean): PairSigns {
  const type = typeOfParameter(parameter.schema)
  const role = isOption ? 'option' : type === 'number' ? 'number' : roleOfParameter(parameter)
  return {
    untold: 1,
    [`untold ${parameter.required ? 'required' : 'optional'}`]: 1,
    [`untold ${role}`]: 1,
    untold_default: 'default' in parameter.schema || /\bdefault/i.test(parameter.description) ? 1 : 0,
    untold_named: announcingStems(parameter).some(stem => said.has(stem)) ? 1 : 0,
  }
}

/** 1 where the nearest cue is one of the stems, less the farther it is, 0 where none is. */
function nearest(stems: readonly string[], cues: readonly string[]): number {
  const at = cues.findIndex(cue => stems.some(stem => isShortFor(cue, stem)))
  return at < 0 ? 0 : 1 / (1 + at * 0.45)
}

/** The same stem, or one that is short for the other: “ref” and “reference”. */
export function isShortFor(left: string, right: string): boolean {
  if (left === right) return true
  return Math.min(left.length, right.length) >= 3 && (left.startsWith(right) || right.startsWith(left))
}
