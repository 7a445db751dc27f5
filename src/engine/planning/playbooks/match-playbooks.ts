import { isFunctionWord, likenessOfStems, readWords, stemWord, tellingOf } from '../../reasoning/reasoning.ts'
import type { Subject } from '../subject/subject.ts'
import type { Playbook } from './playbook.ts'

export interface PlaybookMatch {
  readonly playbook: Playbook
  /** How much of the goal's words speaks for it; 0 when nothing does. */
  readonly score: number
  /** The words that spoke, as they stand in the goal, strongest first. */
  readonly because: readonly string[]
}

interface Sign {
  readonly weight: number
  readonly kind: 'verb' | 'thing'
}

interface Signs {
  readonly playbook: Playbook
  readonly byStem: ReadonlyMap<string, readonly Sign[]>
  readonly phrases: readonly { readonly words: readonly string[]; readonly sign: Sign }[]
  readonly thingStems: readonly string[]
  readonly verbStems: readonly string[]
}

const STRONG = { verb: 1.9, thing: 2 } as const
const WEAK = { verb: 0.8, thing: 0.8 } as const

function readSigns(playbook: Playbook): Signs {
  const byStem = new Map<string, Sign[]>()
  const phrases: { words: readonly string[]; sign: Sign }[] = []
  const stems = { verb: new Set<string>(), thing: new Set<string>() }
  for (const kind of ['verb', 'thing'] as const)
    for (const entry of (kind === 'verb' ? playbook.verbs : playbook.things).split(/\s+/)) {
      if (entry === '') continue
      const isStrong = entry.endsWith('!')
      const word = isStrong ? entry.slice(0, -1) : entry
      const sign = { kind, weight: isStrong ? STRONG[kind] : WEAK[kind] }
      const parts = word.split(/[_-]/).map(part => stemWord(part))
      const [only] = parts
      if (parts.length > 1) phrases.push({ words: parts, sign })
      else if (only !== undefined) {
        byStem.set(only, [...(byStem.get(only) ?? []), sign])
        stems[kind].add(only)
      }
    }
  return { playbook, byStem, phrases, thingStems: [...stems.thing], verbStems: [...stems.verb] }
}

interface GoalWord {
  readonly text: string
  readonly stem: string
  /** What it counts: 1 for what is done and the head of what it is done to, less for the rest. */
  readonly weight: number
  readonly isVerb: boolean
  /** It counts only as a part of several words. */
  readonly isSmall: boolean
}

/** A goal is matched again by every tool on its way. */
const remembered = new Map<string, Map<Playbook, PlaybookMatch>>()
const MAX_REMEMBERED = 100
const table = new WeakMap<Playbook, Signs>()

/** Playbooks by how well they fit what a goal is about, best first; those for which nothing speaks are left out. */
export function matchPlaybooks(subject: Subject, playbooks: readonly Playbook[]): readonly PlaybookMatch[] {
  const key = [subject.wish, subject.thing, ...subject.verbs].join('\n')
  const known = remembered.get(key) ?? new Map<Playbook, PlaybookMatch>()
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(key, known)
  const words = weighWords(subject)
  return playbooks
    .map(playbook => {
      const signs = table.get(playbook) ?? readSigns(playbook)
      table.set(playbook, signs)
      const match = known.get(playbook) ?? scorePlaybook(words, signs)
      known.set(playbook, match)
      return match
    })
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
}

/** “prepare the bakery for the inspection”: what stands behind “for” is what it is about. */
const AIMED = /\b(?:prepare|train|practi[cs]e|apply|get ready|qualify|register)\b[^,.;]*?\bfor\b/iu

/** “… so that I can apply there”, “my father’s”: what it is for and whose it is say little of how it goes. */
const PURPOSE = /[,;]?\s(?:so(?: that)? (?:i|we|my|our|he|she|they)\b|in order to\b)/iu
const PURPOSE_SHARE = 0.3

function weighWords({ wish, verbs, thing }: Subject): readonly GoalWord[] {
  const aim = AIMED.exec(wish)
  const aimedFrom = aim === null ? wish.length : aim.index + aim[0].length
  const objectWords = readWords(thing)
  const head = objectWords.at(-1)?.stem
  const purposeFrom = PURPOSE.exec(wish)?.index ?? wish.length
  const inObject = new Set(objectWords.map(({ stem }) => stem))
  const acting = new Set(verbs.flatMap(verb => verb.split('_').map(part => stemWord(part))))
  return readWords(wish).map(({ text, lower, stem, start }, at) => {
    const bare = stemWord(lower.replace(/'s$/, ''))
    const isVerb = acting.has(stem) || (at === 0 && /ing$/.test(lower))
    const isAim = start >= aimedFrom && !inObject.has(stem)
    const own = stem === head || isVerb ? 1 : isAim ? 0.9 : inObject.has(stem) ? 0.6 : 0.4
    const isOwner = stem !== head && /['’]s$/u.test(lower)
    const weight = start > purposeFrom || isOwner ? own * PURPOSE_SHARE : own
    const isSmall = isFunctionWord(lower) && !acting.has(stemWord(lower))
    return { text, stem: bare, weight, isVerb, isSmall }
  })
}

const NEAR_WORTH = 1.1

function scorePlaybook(words: readonly GoalWord[], signs: Signs): PlaybookMatch {
  const spoke: { readonly text: string; readonly worth: number }[] = []
  const counted = new Set<string>()
  let isSettled = false
  for (const { words: phrase, sign } of signs.phrases) {
    const at = words.findIndex((_, start) => phrase.every((stem, step) => words[start + step]?.stem === stem))
    if (at < 0) continue
    const said = words.slice(at, at + phrase.length)
    const weight = Math.max(...said.map(word => word.weight))
    spoke.push({ text: said.map(({ text }) => text).join(' '), worth: sign.weight * weight * 1.25 })
    for (const { stem } of said) counted.add(stem)
    isSettled = true
  }
  for (const word of words) {
    if (word.isSmall || counted.has(word.stem)) continue
    counted.add(word.stem)
    const own = signs.byStem.get(word.stem) ?? []
    const fitting = own.map(({ kind, weight }) => weight * usedAs(kind, word))
    isSettled ||= own.some(({ kind, weight }) =>
      kind === 'thing' ? !word.isVerb : word.isVerb && weight === STRONG.verb,
    )
    const worth = fitting.length > 0 ? Math.max(...fitting) * word.weight : nearWorth(word, signs)
    if (worth > 0.05) spoke.push({ text: word.text, worth })
  }
  spoke.sort((left, right) => right.worth - left.worth)
  const sum = spoke.reduce((all, { worth }) => all + worth, 0)
  const isDone = words.some(({ isVerb, stem }) => isVerb && signs.verbStems.includes(stem))
  const isOtherAct = signs.playbook.needsVerb === true && !isDone && words.some(({ isVerb }) => isVerb)
  const score = (isSettled ? sum : sum * UNSETTLED) * (isOtherAct ? OTHER_ACT : 1)
  return { playbook: signs.playbook, score, because: spoke.slice(0, 4).map(({ text }) => text) }
}

/** Riding a horse is not getting one: where the act is what a playbook is about, its things alone say little. */
const OTHER_ACT = 0.4

/** Weak verbs and words of near meaning alone are a weak reason. */
const UNSETTLED = 0.6

/** A word counts less where it is used as the other kind: “collect” is no collection, “run” as a noun is a race. */
function usedAs(kind: Sign['kind'], { isVerb }: GoalWord): number {
  if ((kind === 'verb') === isVerb) return 1
  return isVerb ? 0.35 : 0.5
}

/** A word that no playbook lists speaks for those that list a form of it or a noun used for it. */
function nearWorth(word: GoalWord, { thingStems, verbStems }: Signs): number {
  if (tellingOf(word.stem) < 0.25) return 0
  const others = word.isVerb ? verbStems : thingStems
  const best = others.reduce((most, other) => Math.max(most, likenessOfStems(word.stem, other)), 0)
  return best * word.weight * NEAR_WORTH
}
