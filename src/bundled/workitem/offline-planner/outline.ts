import type { PlanBrief } from '../ports.ts'

/** One thing that is to be made, in the words of the description. */
export interface Feature {
  readonly text: string
  /** Said to be nice to have: the first to be left out. */
  readonly optional: boolean
  readonly hours: number
  /** What can be checked of it, where somebody said so. */
  readonly criteria?: readonly string[]
}

/** The plan before it is written down. */
export interface Outline {
  readonly title: string
  readonly summary: string
  readonly paths: readonly string[]
  readonly caps: PlanBrief['caps']
  readonly features: readonly Feature[]
  readonly exclusions: readonly string[]
  /** What people said that fits no other place; it binds every story. */
  readonly corrections: readonly string[]
  readonly left_out: readonly string[]
  /** Questions that became tasks because people asked to have concerns met. */
  readonly settled: readonly string[]
  /** True when people asked to leave out what does not fit the limits. */
  readonly reduce: boolean
  /** Who wrote it, as each document says; absent: the rules. */
  readonly notice?: string
  /** Open questions beside those that the rules see. */
  readonly questions?: readonly string[]
}

export const REDUCE = 'Leave out what does not fit the limits, the least important first.'

const MAX_FEATURES = 40
const EXCLUDES = /^(?:must not|do not|don[’']t|no|not|without|never|out of scope:?|excluding|exclude)\b/i
const OPTIONAL = /\b(?:nice to have|optional(?:ly)?|if possible|if there is time|perhaps|maybe|later)\b/i
const DROPS = /^(?:please\s+)?(?:drop|remove|leave out|skip|delete|cut|without|no)\b\s*(?:the\s+)?(.+)$/i
const ADDS = /^(?:please\s+)?(?:add|also add|also|include|plus)\b:?\s+(.+)$/i

/** Sorts a brief into what is to be made and what is not, in the order in which it was said. */
export function readBrief({ title, description, paths, caps, concerns, notice }: PlanBrief): Outline {
  const parts = partsOf(description)
  const exclusions = parts.filter(part => EXCLUDES.test(part))
  const wanted = parts.filter(part => !EXCLUDES.test(part)).slice(0, MAX_FEATURES)
  return {
    title,
    summary: wanted[0] ?? title,
    paths,
    caps,
    features: (wanted.length > 0 ? wanted : [title]).map(toFeature),
    exclusions,
    corrections: [],
    left_out: [],
    settled: concerns,
    reduce: false,
    ...(notice === undefined ? {} : { notice }),
  }
}

/** One instruction of a person: each of its sentences drops, adds, or binds everything. */
export function applyInstruction(outline: Outline, instruction: string): Outline {
  return partsOf(instruction).reduce(applySentence, outline)
}

function applySentence(outline: Outline, sentence: string): Outline {
  if (`${sentence}.` === REDUCE) return { ...outline, reduce: true }
  const dropped = DROPS.exec(sentence)?.[1]
  if (dropped !== undefined) {
    const going = outline.features.filter(feature => isAbout(feature.text, dropped))
    if (going.length > 0) {
      return {
        ...outline,
        features: outline.features.filter(feature => !going.includes(feature)),
        left_out: [...outline.left_out, ...going.map(feature => feature.text)],
      }
    }
    return { ...outline, exclusions: [...outline.exclusions, sentence] }
  }
  const added = ADDS.exec(sentence)?.[1]
  if (added !== undefined) return { ...outline, features: [...outline.features, toFeature(added)] }
  return { ...outline, corrections: [...outline.corrections, sentence] }
}

/** Leaves out, where people asked for it, optional things first and then the last ones, until the limits hold. */
export function reduceToLimits(outline: Outline): Outline {
  if (!outline.reduce) return outline
  let current = outline
  while (isOverLimits(current) && current.features.length > 1) {
    const going = current.features.findLast(feature => feature.optional) ?? current.features.at(-1)
    if (going === undefined) break
    current = {
      ...current,
      features: current.features.filter(feature => feature !== going),
      left_out: [...current.left_out, going.text],
    }
  }
  return current
}

const TASKS_PER_FEATURE = 2

function isOverLimits({ features, caps, settled, corrections }: Outline): boolean {
  const hours = features.reduce((sum, feature) => sum + feature.hours, 0) + settled.length + 1
  const tasks = features.length * TASKS_PER_FEATURE + settled.length + 1 + (corrections.length > 0 ? 1 : 0)
  return hours > (caps.hours ?? Number.POSITIVE_INFINITY) || tasks > (caps.tasks ?? Number.POSITIVE_INFINITY)
}

/** Items of a list, or else sentences; without the marks of the list. */
export function partsOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map(line => line.trim())
  const items = lines.flatMap(line => /^(?:[-*•]|\d+[.)])\s+(.+)$/.exec(line)?.[1] ?? [])
  const prose = lines.filter(line => line !== '' && !/^(?:[-*•]|\d+[.)]|#{1,6})\s/.test(line))
  const sentences = prose.join(' ').split(/(?<=[.!?;])\s+/)
  return [...sentences, ...items]
    .map(part => part.replace(/[.;!\s]+$/, '').trim())
    .filter(part => part !== '')
}

function toFeature(text: string): Feature {
  return { text, optional: OPTIONAL.test(text), hours: estimateHours(text) }
}

/** By length and by words that make work; half of it is for the tests. */
function estimateHours(text: string): number {
  const words = text.split(/\s+/).length
  const heavy =
    /\b(?:migrat\w*|secur\w*|encrypt\w*|sync\w*|concurren\w*|payment\w*|import\w*|integrat\w*|search\w*)\b/i
  const base = words <= 8 ? 2 : words <= 20 ? 4 : 6
  return base + (heavy.test(text) ? 2 : 0)
}

const SMALL = new Set(
  'a an the of for to in on at and or with by is are be it its this that story task'.split(' '),
)

/** Whether what is named is what the text is about: at least half of the words of the name stand in it. */
export function isAbout(text: string, name: string): boolean {
  const wordsOf = (of: string) =>
    (of.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(word => !SMALL.has(word)).map(stem)
  const named = wordsOf(name)
  const standing = new Set(wordsOf(text))
  const shared = named.filter(word => standing.has(word)).length
  return named.length > 0 && shared * 2 >= named.length
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word
}
