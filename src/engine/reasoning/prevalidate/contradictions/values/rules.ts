import {
  contentStems,
  readWords,
  relatedNounStems,
  relatedVerbStems,
  remember,
  stemWord,
} from '../../../language/language.ts'
import { isOfAnother } from './numbered-things.ts'

/** A part of a goal that says how something has to be, or must not be: “the deposit must not go over 200”. */
export interface Rule {
  readonly text: string
  /** What the rule is about, as said; empty when it follows the verb (“under no circumstances may it be longer”). */
  readonly subject: string
  /** What is said of it, from behind the word that makes it a rule. */
  readonly rest: string
  readonly denies: boolean
}

/** A rule with what is asked for before it. */
export interface RuledDemand {
  readonly demand: string
  readonly rule: Rule
}

const cuts =
  /[;!?]+\s*|\.(?=\s+\p{L})\s*|\s+[-–]\s+|,?\s+(?:but|yet|and|though|although|while|whilst|whereas)\s+|,\s+|\s+(?=with\s[\w\s]{1,30}?\b(?:beginning|starting|ending)\b)|\s+while\s+(?=never\b)/giu
/** Other moments or things, conditions, choices, and words taken back: what stands beside one of these is no rule on all. */
const apart =
  /\b(?:then|later(?! than)|instead|or|first|next|finally|if|when(?! you (?:are|['’]re) (?:done|finished))|whenever|once|unless|except|anothers?|others?|else|each|every(?! \w+ (?:it|they) had)|everyone else|per|respectively|(?<!(?:what|as) it )was|were|so far|again|half|sorry|wait|rather|i mean|of (?:them|these|those|which|whom))\b/i

/** “to staging, not to production”: what is left out of the demand is no part of it. */
const spared = /,?\s*\bnot\s+(?:to|in|on|for|at|into|onto)\s[^,;]*/gi

/** The rules of a goal, each with the demand that comes before it; none where something sets the two apart. */
export const readRuledDemands: (goal: string) => readonly RuledDemand[] = remember(goal => {
  const parts = goal
    .split(cuts)
    .map(part => part?.trim() ?? '')
    .filter(part => part !== '')
  const found: RuledDemand[] = []
  let demand = ''
  let isBehindRule = false
  for (const part of parts) {
    const rule = demand === '' ? undefined : readRule(part)
    if (rule === undefined) {
      demand = isBehindRule || demand === '' ? part : `${demand}, ${part}`
      isBehindRule = false
      continue
    }
    isBehindRule = true
    if (!apart.test(part) && !apart.test(demand)) found.push({ demand: demand.replace(spared, ''), rule })
  }
  return found
})

const leadIn =
  /^(?:(?:please|also|and|but|yet|though|still|always|at the same time|whatever you do|after (?:this|that)|afterwards)\b[\s,]*)+/i
const assurance =
  /^(?:make (?:very |quite )?(?:sure|certain)|ensure|see to it|see|take care|be (?:sure|certain)|mind)\s+(?:that\s+)?(?:afterwards\s+)?/i
const inverted =
  /^(?:under no circumstances|in no case|on no account|by no means|at no time|never)\s+(?:may|must|shall|should|can|is|are)\s+(?<rest>.+)$/i
const banning =
  /^(?:under no circumstances|in no case|on no account|by no means|at no time|never|do not|don['’]?t)\s+(?:ever\s+)?(?<rest>\w+.*)$/i
const letting =
  /^(?:(?:never|do not|don['’]?t|not)\s+(?:ever\s+)?let(?:ting)?|without (?:ever )?letting)\s+(?<subject>.+?)\s+(?<rest>(?:go|get|run|rise|be|fall|drop|exceed|start|begin|ring|climb|cost|last|leave|end)\b.*)$/i
const modal =
  /^(?<subject>.{0,70}?)\b\s*\b(?:(?<asked>must|has to|have to|needs? to|ought to|should|shall|(?:is|are)(?: not| never| by no means)? (?:supposed |meant )?to|is|are)|may|can|could|will)(?<denial>(?:not\b|n['’]t\b|\s+not\b|\s+never\b|\s+by no means\b)?)\s+(?<rest>.+)$/i
const bareModal = /\b(?:is|are)(?!\s+(?:\w+\s+)?to\b)\s*$/i
const forbidden =
  /^(?<subject>.+?)\s+(?:is|are)\s+(?<rest>forbidden|prohibited|not allowed|not permitted|out of the question)\b/i
const holding =
  /^(?:keep|leave|hold|keeping|leaving)\s+(?<subject>.+?)\s+(?<rest>(?:at|on|in|above|below|under|over|no \w+ than|between|free of|clear of)\s.+|(?:(?:switched|turned|completely|fully)\s+)*(?:on|off|open|closed|shut|locked|unlocked|enabled|disabled|hidden|visible)\b.*)$/i
const stating =
  /^(?<subject>(?:(?!\bto\b).){0,60}?)\s*\b(?<rest>(?:is|are|be|stays?|remains?|gets?|goes|has|have|starts?|begins?|starting|beginning|ending|costs?|runs?|shows?|reads?)\b.+)$/i
const emptySubject = /^(?:no|nothing|nobody|no one|none|neither)\b/i

/** Reads a part as a rule; a permission (“may be late”) is none, nor is a plain statement that nobody asked to ensure. */
function readRule(part: string): Rule | undefined {
  const bare = part.replace(leadIn, '')
  const isAssured = assurance.test(bare) || /^with\b/i.test(bare)
  const text = bare
    .replace(assurance, '')
    .replace(/^with\s+/i, '')
    .replace(leadIn, '')
  const ban = forbidden.exec(text)?.groups
  if (ban !== undefined) return { text, subject: '', rest: ban.subject ?? '', denies: true }
  const turned = inverted.exec(text)?.groups
  if (turned !== undefined) return { text, subject: '', rest: turned.rest ?? '', denies: true }
  const let_ = letting.exec(text)?.groups
  if (let_ !== undefined) return { text, subject: let_.subject ?? '', rest: let_.rest ?? '', denies: true }
  const banned = banning.exec(text)?.groups
  if (banned !== undefined) return { text, subject: '', rest: banned.rest ?? '', denies: true }
  const held = holding.exec(text)?.groups
  if (held !== undefined) return { text, subject: held.subject ?? '', rest: held.rest ?? '', denies: false }
  return readModal(text) ?? readStatement(text, isAssured)
}

function readModal(text: string): Rule | undefined {
  const match = modal.exec(text)?.groups
  const { subject = '', asked, denial = '', rest = '' } = match ?? {}
  if (match === undefined || imperative.test(subject)) return undefined
  const said = text.slice(0, text.length - rest.length - denial.length).trim()
  if (asked !== undefined && bareModal.test(said)) return undefined
  const restDenial = /^(?:not|never|by no means)\s+/i
  const denies =
    denial.trim() !== '' ||
    emptySubject.test(subject) ||
    restDenial.test(rest) ||
    /\b(?:cannot|(?:is|are) (?:not|never|by no means)(?: \w+)? to)$/i.test(said)
  if (asked === undefined && !denies) return undefined
  return { text, subject: subject.trim(), rest: rest.replace(restDenial, ''), denies }
}

/** A subject that opens with an act of telling or finding out is no subject: “remind him that it must …”. */
const imperative =
  /^(?:tell|remind|ask|inform|let|check|say|note|add|write|explain|find|show|warn|which|who|what|how|why|do|does|is|are|i|we|you)\b/i

function readStatement(text: string, isAssured: boolean): Rule | undefined {
  const match = stating.exec(text)?.groups
  const { subject = '', rest = '' } = match ?? {}
  if (match === undefined || imperative.test(subject)) return undefined
  const denial = /\b(?:no|not|never|nothing|nobody)\b|n['’]t\b/i
  const denies = emptySubject.test(subject) || denial.test(rest.split(/\s+/).slice(0, 2).join(' '))
  const isStanding = /^(?:stays?|remains?)\b|^gets? no\b|^(?:has|have) no\b/i.test(rest)
  return isAssured || isStanding ? { text, subject: subject.trim(), rest, denies } : undefined
}

const fillers = new Set(
  `must stay remain keep leave go get run rise drop fall climb come cost read show say hold begin start end last take place happen
  exceed goe doe sit stand hang travel contain amount let make put set have be reach long wide high deep tall heavy total altogether exactly
  precisely all whatsoever field value amount setting version number price account time point circumstance circumstances case one single
  same finish finished done latest earliest person people unit piece item supposed file entered choose chosen most least moment
  never more less fewer higher longer larger greater bigger wider taller heavier faster louder brighter later older further shorter lower smaller
  cheaper narrower lighter slower quieter colder earlier sooner between above below over under afford anything
  must nothing nobody though any just today o'clock maximum minimum forbidden always appear serve out still`
    .split(/\s+/)
    .map(stemWord),
)

/** “its target”, “of that product”: a side of the thing itself, or the thing by its kind. */
const pointed =
  /(?<pointer>\b(?:its|of (?:that|this|those|these)|(?:that|this) (?:very |same )?))\s*\p{L}+/giu

/** Words of a text that neither the demand says nor are mere grammar: what makes the text speak of another thing. */
function newWordsOf(text: string, demand: string): readonly string[] {
  const known = stemsOf(demand)
  return contentStems(text.replace(/n['’]t\b/gi, ' not').replace(pointed, '$<pointer>')).filter(
    stem =>
      !fillers.has(stem) &&
      ![...relatedNounStems(stem), ...relatedVerbStems(stem)].some(related => known.has(related)) &&
      !isKnown(stem, demand),
  )
}

function isKnown(stem: string, demand: string): boolean {
  const known = stemsOf(demand)
  return known.has(stem) || [...known].some(act => isNounOf(act, stem))
}

const charging = /^(?:bill|invoice?|charge?)$/

/** “payment” of “pay”, “delivery” of “deliver”. */
function isNounOf(act: string, stem: string): boolean {
  if (charging.test(act) && charging.test(stem)) return true
  return (
    act.length >= 3 &&
    stem.startsWith(act) &&
    /^(?:ment|ation|tion|al|i|y|er|ing)$/.test(stem.slice(act.length))
  )
}

const stemsOf: (text: string) => ReadonlySet<string> = remember(text => new Set(contentStems(text)))

/** Whether a text speaks of the demanded thing alone: it says nothing new, or only points back. */
export function isAboutDemand(
  text: string,
  demand: string,
  isAllowed: (stem: string) => boolean = () => false,
): boolean {
  if (isOfAnother(demand, text)) return false
  if (newWordsOf(text, demand).some(stem => !isAllowed(stem))) return false
  return pointsBack(text) || readWords(text).some(({ stem }) => isKnown(stem, demand)) || text.trim() === ''
}

/** Only a pronoun stands for the thing: “it”, “they”, “there”. */
function pointsBack(text: string): boolean {
  return /\b(?:it|its|they|them|their|he|him|his|she|her|this|that|these|those|there|nothing|nobody)\b/i.test(
    text,
  )
}
