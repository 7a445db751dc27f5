import {
  actionVerbBase,
  type Clause,
  isActionVerb,
  isFunctionWord,
  splitClauses,
  type Word,
} from '../language/language.ts'
import { type OpeningVerb, readOpeningVerb } from './imperatives.ts'
import {
  adviceVerbs,
  attributeNouns,
  creativeVerbs,
  explainVerbs,
  inquiryVerbs,
  judgementWords,
  lookupVerbs,
} from './lexicon.ts'
import type { Pointer } from './pointers.ts'
import type { ToolShape } from './tool-words.ts'
import { readToolWords } from './tool-words.ts'
import { courtesies, effectVerbs, emptyVerbs, plainNouns, targetless } from './vague-words.ts'
import type { ReadGoal } from './wording.ts'

/** Why a goal cannot be acted on as it stands; `ceiling` is the most clarity it may still have. */
export interface VagueReason {
  readonly reason:
    | 'no_action'
    | 'no_target'
    | 'open_reference'
    | 'unmeasured_quality'
    | 'hedged'
    | 'open_criterion'
    | 'unanchored_effect'
  readonly text: string
  readonly ceiling: number
}

interface Material {
  readonly read: ReadGoal
  readonly pointers: readonly Pointer[]
  readonly tools: readonly ToolShape[]
  readonly clauses: readonly Clause[]
  readonly acting: readonly Clause[]
  /** Words with content that are neither courtesies nor judgements, outside of values and names. */
  readonly content: readonly Word[]
  /** How many values and names are given. */
  readonly specifics: number
}

type Detector = (material: Material) => VagueReason | undefined

/** Everything that makes a goal too vague to act on, strongest first. Empty for an actionable goal. */
export function findVagueness(
  read: ReadGoal,
  pointers: readonly Pointer[],
  tools: readonly ToolShape[],
): readonly VagueReason[] {
  const clauses = splitClauses(read.goal)
  const material: Material = {
    read,
    pointers,
    tools,
    clauses,
    acting: clauses.flatMap(clause => actingClause(clause) ?? []),
    content: contentWords(read),
    specifics: read.spots.length + read.names.length,
  }
  const detectors: readonly Detector[] = [
    lacksAction,
    pointsNowhere,
    lacksTarget,
    wantsBetter,
    choosesByJudgement,
    isHedged,
    actsOnAnything,
  ]
  return detectors
    .flatMap(detect => detect(material) ?? [])
    .sort((left, right) => left.ceiling - right.ceiling)
}

/** The clause with the verb it asks for; a “but not …” behind the verb does not make it a prohibition. */
function actingClause(clause: Clause): Clause | undefined {
  const negation = /\b(?:not|never|don't|dont|without|avoid|no)\b/i.exec(clause.text)
  const found = readOpeningVerb(clause.text)
  const opening = found && {
    base: found.base,
    start: clause.start + found.start,
    end: clause.start + found.end,
    known: false,
  }
  const verb = clause.verb ?? opening ?? closingVerb(clause)
  if (verb === undefined) return undefined
  const isForbidden = clause.negated && (negation === null || negation.index + clause.start < verb.start)
  return isForbidden ? undefined : { ...clause, verb }
}

/** “From Oslo to Nice on 3 June, search”: a known verb that stands alone behind a comma. */
function closingVerb(clause: Clause): (OpeningVerb & { readonly known: boolean }) | undefined {
  const match = /[,;]\s*(?:please\s+)?(?<verb>\p{L}+)[.!]?\s*$/u.exec(clause.text)
  const word = match?.groups?.verb?.toLowerCase() ?? ''
  if (match === null || !isActionVerb(word)) return undefined
  const start = clause.start + clause.text.toLowerCase().lastIndexOf(word)
  return { base: word, start, end: start + word.length, known: true }
}

/** Words that say something of their own: no grammar, no courtesy, no judgement, nothing that stands for anything. */
export function contentWords(read: ReadGoal): readonly Word[] {
  const values = [...read.spots.filter(spot => spot.kind !== 'quoted'), ...read.names]
  return read.words.filter(
    word =>
      !isFunctionWord(word.lower) &&
      !targetless.has(word.lower) &&
      !courtesies.has(word.lower) &&
      !judgementWords.has(word.lower) &&
      !values.some(value => word.start >= value.start && word.end <= value.end),
  )
}

/** No verb and no question. A noun phrase may still ask for something to be looked up: “weather in Oslo tomorrow”. */
function lacksAction({
  read,
  acting,
  clauses,
  content,
  specifics,
  tools,
}: Material): VagueReason | undefined {
  const asks = /\b(?:what|which|who|whom|whose|where|when|why|how|is|are|does|do|did|has|have|was|were)\b/i
  if (acting.length > 0 || (clauses.some(clause => clause.question) && asks.test(read.goal))) return undefined
  if (/^\s*(?:is|are|does|do|did|has|have|was|were|what|which|who|where|when|why|how)\b/i.test(read.goal))
    return undefined
  const pointsOut = /^\s*(?:the|my|our|this|that)\b/i.test(read.goal)
  const asksFact = content.some(word => attributeNouns.has(word.lower))
  const readable = content.length >= 1 && specifics > 0 && namesRead(content, tools)
  const isBare = !asksFact && (read.words.length <= 3 || (pointsOut && read.words.length <= 6))
  const asksByNoun =
    !isBare &&
    (content.length >= 3 || (readable && (!pointsOut || asksFact)) || (asksFact && content.length >= 2))
  return {
    reason: 'no_action',
    text: 'it does not say what should be done',
    ceiling: asksByNoun ? 0.55 : 0.15,
  }
}

function namesRead(content: readonly Word[], tools: readonly ToolShape[]): boolean {
  const { readStems } = readToolWords(tools)
  return content.some(word => readStems.has(word.stem))
}

function pointsNowhere({ pointers, specifics }: Material): VagueReason | undefined {
  const open = pointers.find(pointer => !pointer.resolved && pointer.kind !== 'placeholder')
  if (open === undefined) return undefined
  return {
    reason: 'open_reference',
    text: `“${open.text}” points at nothing that is known`,
    ceiling: specifics > 1 ? 0.45 : 0.25,
  }
}

/** Every acting verb is an empty one and nothing is named that it could be about. */
function lacksTarget({ acting, read, content, specifics }: Material): VagueReason | undefined {
  if (acting.length === 0 || specifics > 0) return undefined
  const verbs = new Set(acting.map(clause => clause.verb?.base ?? ''))
  const objects = content.filter(word => !verbs.has(actionVerbBase(word.lower) ?? ''))
  const onlyEmpty = [...verbs].every(verb => emptyVerbs.has(verb))
  const navigates = /\b(?:go|switch|navigate|jump) to (?:the|my|our) \w+/i.test(read.goal)
  const described = navigates || /\bthe \w+ (?:of|in|on|from|for|to)\b/i.test(read.goal)
  const isShort = objects.length <= 1 && read.words.length <= 8
  if (objects.length > 0 && !(onlyEmpty && isShort && !described)) return undefined
  return { reason: 'no_target', text: 'it does not say on what', ceiling: 0.15 }
}

const wishesBetter =
  /\bmake (?:\S+ ){1,5}(?:more|less) \w+ or so\b|\b(?:make|get)\s+(?:it|this|that|them|these|those|things|everything|(?:the|our|my|your)\s+(?:[\w-]+\s+){1,3}?)\s*(?:look\s+|feel\s+|a (?:bit|little)\s+|more\s+|much\s+)*(?:nicer|better|cleaner|prettier|cooler|faster|smoother|easier|simpler|nice|pretty|work(?:ing)?|good|great|right|perfect|pop|professional|modern|friendlier|clearer|[a-z]{3,}er(?=\s*[.!?]?\s*$)|(?:more|less)\s+[a-z]+(?=\s*(?:[.!?]|$)))\b|\b(?:improve|enhance|optimi[sz]e|polish|spruce up|clean up|tidy up|tweak|moderni[sz]e|freshen up|sort out)\b/i
const measures = /\b(?:by|so that|until|to at least|from|under|below|less than|more than)\b \S+/i

/** “Make the page nicer”, “improve the list”: a judgement as the only aim. */
function wantsBetter({ read, acting }: Material): VagueReason | undefined {
  if (!wishesBetter.test(read.goal) || acting.length > 2) return undefined
  if (read.spots.length > 0 || measures.test(read.goal)) return undefined
  return {
    reason: 'unmeasured_quality',
    text: 'it asks for better without saying what better means',
    ceiling: 0.25,
  }
}

/** “the unimportant mails”, “the tables nobody needs”, “the ones that look odd”: a choice that only a judgement makes. */
const judged =
  /\b(?:the|all|any|those|these|which|some)\s+(?:\w+\s+){0,2}?(?:un(?:important|needed|necessary|interesting|useful|wanted)|important|bad|good|weak|strong|poor|useless|useful|irrelevant|relevant|worthless|worst|best|nice|ugly|boring|interesting|suspicious|strange|odd|weird|problematic|difficult|annoying|appropriate|suitable|right|wrong|critical|essential|usual|silly|stupid|obsolete|superfluous|dubious|shady|promising|worthwhile)(?:\s+(?!of\b|for\b)[\w-]+){0,2}(?=\s*(?:[.,!?]|$|\b(?:down|up|off|out|away|please|now|from|to|in)\b))|\b(?:that|which|nobody|no one|noone)\s+(?:really\s+|actually\s+)?(?:needs?|wants?|uses?|likes?|looks?|look|seems?|seem|feels?|sounds?)\b(?:\s+(?:\w+ing|odd|strange|bad|good|off|wrong|right|worth\w*|best|ok|old))?(?=\s*(?:[.,!?]|$))|\blooks?\s+(?:worrying|odd|strange|off|wrong|bad|good|suspicious|interesting|promising)\b|\bwhen it gets (?:bad|worse|critical|serious|late|tight)\b/i

function choosesByJudgement({ read, acting, specifics }: Material): VagueReason | undefined {
  if (acting.length !== 1 || read.words.length > 14) return undefined
  if (specifics > 0 || !judged.test(read.goal)) return undefined
  return { reason: 'open_criterion', text: 'it leaves to judgement which ones are meant', ceiling: 0.25 }
}

const vagueTail =
  /\b(?:or something|or whatever|or so(?:mething)? like (?:that|it)|stuff like that|and stuff|and so on|somehow|some ?how|you know what i mean|whatever works|as you see fit|the usual|sort of|kind of thing|that kind of thing|the thing with|that thing|whatever(?:'s| is) (?:needed|necessary|best|right)|the right thing|(?:do|work) (?:your|some) (?:magic|thing|best)|the needful|you know what to do)\b|\bor so[.!?]*$|\bthoughts\?|^\W*(?:what|how) about [\w' -]{1,30}\W*$|\btake care\b(?!\s+(?:of|that|to)\b)/i
const undecided =
  /\b(?:not sure|i(?:'m| am) unsure|i (?:don'?t|do not) know|either .{2,40} or .{2,40}(?:,|\s)(?:not sure|you decide|whichever)|maybe .{2,40} or)\b/i

function isHedged({ read, specifics }: Material): VagueReason | undefined {
  if (read.words.length >= 25 || !(vagueTail.test(read.goal) || undecided.test(read.goal))) return undefined
  return { reason: 'hedged', text: 'it leaves open what is wanted', ceiling: specifics > 0 ? 0.35 : 0.25 }
}

function actsOnAnything({ read, acting, specifics, clauses, content }: Material): VagueReason | undefined {
  const told = clauses.filter(clause => !acting.some(acted => acted.start === clause.start))
  const isTold = told.some(
    clause => content.filter(word => word.start >= clause.start && word.end <= clause.end).length >= 2,
  )
  const bare = specifics > 0 || isTold ? undefined : bareEffect(read, acting)
  if (bare === undefined) return undefined
  return { reason: 'unanchored_effect', text: `it does not say which ${bare}`, ceiling: 0.3 }
}

const bareObject =
  /^\s*(?:(?:up|out|off|on|in|for)\s+)?(?:(?:(?:the|an?|some|my|our|another)\s+)?(?:other\s+|new\s+|old\s+|right\s+|wrong\s+|same\s+|next\s+|last\s+|first\s+)?(?<noun>[\w-]+)|(?<anyone>someone|somebody|people|them|it))(?:\s+(?:to\s+)?(?:the|an?|some|my|our|someone|somebody|them|people|off|again|please|too)\b(?:\s+(?!from|about|called|named|at)[\w-]+)?)?\s*[.!?]*$/i

const anyOne =
  /^\s*(?:with\s+)?(?:(?:the|some|any|those|these|all)\s+(?:[\w-]+\s+)?ones?\b|(?:one|some|a few|a couple|several) of (?:the|them|those|my|our|these)\b)/i

/** An effectful verb on a bare “the/a noun” and nothing that says which; gives the noun. */
function bareEffect(read: ReadGoal, acting: readonly Clause[]): string | undefined {
  const clause = acting[0]
  if (acting.length !== 1 || clause?.verb === undefined || clause.question) return undefined
  const after = read.goal.slice(clause.verb.end)
  const oneOf = anyOne.exec(after)
  if (oneOf !== null && after.trim().split(/\s+/).length <= 7 && !lookupVerbs.has(clause.verb.base))
    return oneOf[0].trim()
  if (!isEffect(clause.verb.base)) return undefined
  const match = bareObject.exec(after)
  if (match === null) return undefined
  const noun = (match.groups?.noun ?? match.groups?.anyone ?? '').toLowerCase()
  const hasArticle = /^\s*(?:(?:up|out|off|on|in|for)\s+)?(?:the|an?|some|my|our|another)\b/i.test(after)
  return hasArticle || plainNouns.has(noun) ? noun : undefined
}

/** Every verb that does not merely look up, explain, examine or make something up acts on something. */
function isEffect(verb: string): boolean {
  if (effectVerbs.has(verb)) return true
  return ![lookupVerbs, explainVerbs, inquiryVerbs, creativeVerbs, adviceVerbs].some(set => set.has(verb))
}
