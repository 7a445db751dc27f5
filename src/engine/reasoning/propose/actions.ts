import { actionVerbBase, type Clause, splitIdentifier, stemWord } from '../language/language.ts'
import { isPlainVerb } from './rank-tools.ts'
import type { ToolDescription } from './tool-index.ts'

type Described = ToolDescription & {
  readonly annotations?: { readonly read_only: boolean; readonly destructive?: boolean } | undefined
}

/** Verbs that only look, read or work something out. */
const lookingVerbs = new Set(
  (
    'find get fetch retrieve search look lookup locate list show display view read check verify inspect query browse ' +
    'calculate compute determine estimate figure evaluate measure count tally tell describe explain analyze analyse ' +
    'compare predict forecast recommend suggest summarize summarise identify discover see know obtain provide ' +
    'examine solve convert translate rank monitor track watch review assess grab pull load scan explore'
  ).split(' '),
)

/** Verbs that change something outside; a question never means one of them. */
const changingVerbs = new Set(
  (
    'send mail email message forward post publish delete remove erase drop purge trash update change modify edit alter ' +
    'adjust move copy rename write save append store pay transfer wire buy purchase order book reserve cancel lend ' +
    'loan borrow rent return refund invite approve reject accept decline close lock unlock assign subscribe ' +
    'unsubscribe register upload restart reboot stop start shut install click press tap type submit notify remind ' +
    'alert ping call reply respond schedule reschedule postpone merge deploy archive grant revoke enable disable ' +
    'renew extend water charge bill ship deliver sell hire fire ban block mute turn switch toggle mark tag label ' +
    'withdraw deposit donate invest issue attach share put fill enter push kick transport carry text create add set ' +
    'make open print heat wake'
  ).split(' '),
)

/** Verbs that take something away for good; nothing but a near verb ever means them. */
const destroyingVerbs = new Set(
  'delete remove erase drop purge trash cancel close revoke terminate destroy wipe clear discard refund ban fire reject stop shut kill'.split(
    ' ',
  ),
)

/** Verbs that change something in whatever company: nobody who says one wants only to look. */
const alteringVerbs = new Set(
  (
    'delete remove erase drop purge trash update change modify edit alter adjust move rename pay transfer wire buy ' +
    'purchase cancel lend borrow refund approve reject accept decline lock unlock assign unsubscribe reboot restart ' +
    'stop postpone reschedule merge deploy archive grant revoke enable disable renew extend sell hire fire ban block ' +
    'mute withdraw deposit donate debit'
  ).split(' '),
)

/** Whether an order is one to change something, which no tool that only looks can carry out. */
export function ordersChange(clause: Clause): boolean {
  if (clause.question || clause.negated || clause.verb === undefined) return false
  return alteringVerbs.has(meantVerb(clause) ?? '')
}

/** Verbs that say little of what is to be done: their object says it (“give them an appointment”). */
const lightVerbs = new Set(
  'make do give have need want put get arrange organize organise take help handle fix improve work deal sort manage run use'.split(
    ' ',
  ),
)

/** Verbs of tools that bring something about, as light verbs with an object do. */
const makingVerbs = new Set(
  'create add book make schedule order set open share send start register generate issue reserve convert lend grant print put'.split(
    ' ',
  ),
)

/** Verbs of tools that say something to someone. */
const tellingVerbs = new Set(
  'send mail email message text notify inform remind alert ping contact reply'.split(' '),
)
const tellingNouns = /\b(?:e ?mail|mail|sms|message|text|notification|reminder|letter|chat|dm|notice)s?\b/

const verbsByTool = new WeakMap<ToolDescription, readonly string[]>()

/** The verbs a tool is named and described for, in base form, the leading one first: “Move or rename a file” has two. */
function verbsOfTool(tool: ToolDescription): readonly string[] {
  const known = verbsByTool.get(tool)
  if (known !== undefined) return known
  const verbs = readToolVerbs(tool)
  verbsByTool.set(tool, verbs)
  return verbs
}

function readToolVerbs(tool: ToolDescription): readonly string[] {
  const parts = splitIdentifier(tool.name)
  const isKnown = (part: string): boolean => lookingVerbs.has(part) || changingVerbs.has(part)
  const named = parts.find(isKnown) ?? parts.find(part => actionVerbBase(part) === part)
  const described = openingVerbs(tool.description)
  const isNounName = named !== undefined && parts.at(-1) === named && parts.length > 1 && described.length > 0
  const all = named === undefined || isNounName ? described : [named, ...described]
  return [...new Set(all.flatMap(verb => [verb, ...doneOnceMore(verb)]))]
}

/** “Reorder” orders, “reroute” routes. */
function doneOnceMore(verb: string): readonly string[] {
  const [, again = ''] = /^re-?(\p{L}{4,})$/u.exec(verb) ?? []
  return actionVerbBase(again) === again ? [again] : []
}

/** The verbs that a description opens with, joined by commas, “or” and “and”. */
function openingVerbs(description: string): readonly string[] {
  const verbs: string[] = []
  const plain = description.replace(
    /^\W*(?:use (?:this|it) to|this (?:tool|function)(?: will)?|a tool to)\s+/i,
    '',
  )
  for (const match of plain.matchAll(/(\p{L}+)(,? (?:or|and) |, | )?/giu)) {
    const base = actionVerbBase(match[1] ?? '')
    if (base === undefined) break
    verbs.push(base)
    if (match[2] === undefined || match[2] === ' ') break
  }
  return verbs
}

/** Whether a tool only looks or works something out; undefined when that cannot be told. */
export function isLookingTool(tool: Described): boolean | undefined {
  if (tool.annotations !== undefined) return tool.annotations.read_only
  const [verb] = verbsOfTool(tool)
  if (verb === undefined || verb === 'create' || verb === 'make' || verb === 'set' || verb === 'add')
    return undefined
  return lookingVerbs.has(verb) ? true : changingVerbs.has(verb) ? false : undefined
}

/**
 * How well what a clause wants done agrees with what a tool does, in [−1, 1]: 1 the same telling verb, above 0 a
 * near one, below 0 another kind of act (a question and a tool that changes something), 0 when nothing can be said.
 * At −0.7 and below a tool that changes something is out of the question.
 */
export function agreeOnAction(clause: Clause, tool: Described): number {
  const verb = meantVerb(clause)
  const toolVerbs = verbsOfTool(tool)
  const looks = isLookingTool(tool)
  const isQuestion = clause.question && !politely.test(clause.text)
  if (verb === undefined || (isQuestion && !asksForAct(clause, verb)))
    return agreeOnQuestion(isQuestion, clause.text, { toolVerbs, looks, destroys: isDestroyingTool(tool) })
  if (toolVerbs.length === 0) return 0
  if (tellsSomeone(clause, verb)) {
    const isMedium =
      tellingNouns.test(splitIdentifier(tool.name).join(' ')) || tellingVerbs.has(toolVerbs[0] ?? '')
    return isMedium ? 0.7 + mediumBonus(clause, tool) : looks === false ? -0.4 : -0.5
  }
  const agreement = Math.max(...toolVerbs.map(toolVerb => agreeOnVerbs({ verb, toolVerb, looks })))
  return isDestroyingTool(tool) && agreement < 0.3 ? -0.9 : agreement
}

/** The verb that is meant where an idiom says another: “put it on the calendar” adds it. */
function meantVerb(clause: Clause): string | undefined {
  const verb = clause.verb?.base
  return verb === 'put' && /\bput\b.+\bon (?:the|my|our|to)\b/i.test(clause.text) ? 'add' : verb
}

interface VerbPair {
  readonly verb: string
  readonly toolVerb: string
  readonly looks: boolean | undefined
}

/** It may destroy what it acts on, by what it declares or by its verbs. */
export function isDestroyingTool(tool: Described): boolean {
  return tool.annotations?.destructive === true || verbsOfTool(tool).some(verb => destroyingVerbs.has(verb))
}

function agreeOnVerbs(pair: VerbPair): number {
  const { verb, toolVerb } = pair
  if (stemWord(verb) === stemWord(toolVerb)) return isPlainVerb(stemWord(verb)) ? 0.6 : 1
  return agreeOnOtherVerb(pair)
}

const findingVerbs = new Set('find search lookup look locate check'.split(' '))

/** A request in the form of a question. */
const politely =
  /^\W*(?:\w+[,!]?\s+){0,3}?(?:can|could|would|will) (?:you|u|someone|somebody|anyone)\b|\b(?:would|do) you mind\b/i

function agreeOnQuestion(
  isQuestion: boolean,
  text: string,
  {
    toolVerbs,
    looks,
    destroys,
  }: { toolVerbs: readonly string[]; looks: boolean | undefined; destroys: boolean },
): number {
  if (!isQuestion) return destroys ? -0.9 : 0
  if (looks === false) return -0.9
  const asksWhether = /\b(?:is|are) there\b|\bdo (?:we|i|you) have\b|\bwho is\b|\bwhere (?:is|are)\b/i.test(
    text,
  )
  if (asksWhether && toolVerbs.some(verb => findingVerbs.has(verb))) return 0.4
  return looks === true ? 0.15 : 0
}

function agreeOnOtherVerb({ verb, toolVerb, looks }: VerbPair): number {
  if (looks !== true && destroyingVerbs.has(toolVerb)) return -0.9
  if (lightVerbs.has(verb)) return makingVerbs.has(toolVerb) ? 0.3 : looks === true ? -0.1 : 0
  if (looks === false) return lookingVerbs.has(verb) ? -0.8 : -0.3
  if (lookingVerbs.has(verb)) return looks === true ? 0.1 : 0
  return changingVerbs.has(verb) && looks === true ? -0.5 : 0
}

/** Verbs that ask for nothing but knowledge, whatever they stand with. */
const askingVerbs = new Set(
  'find search look locate list show display view read check verify inspect query browse calculate compute count tell describe explain see examine estimate summarize summarise compare'.split(
    ' ',
  ),
)

/** Behind “check”, “see”, “look”, “count”: what makes them something else than looking. */
const checksIn =
  /^\s+(?:to|after)\b|^\s+(?:\S+\s+){0,3}?(?:in|out|off)(?:\s*[.,;!]|\s*$|\s+(?:to|into|for|with|at|on|please|now|under)\b)/i

/** Whether an order is one to look: “check the temperature”, “tell me what is due”; not “check Ada in”, “see to it”. */
export function ordersLook({ verb, text, start }: Clause): boolean {
  if (verb?.known !== true || !askingVerbs.has(verb.base)) return false
  const after = text.slice(verb.end - start)
  if (verb.base === 'tell') return /^\s+(?:me|us)\b/i.test(after)
  return !checksIn.test(after)
}

/** “Can you book …?” asks for an act; “which rooms can I book?” asks for knowledge. */
function asksForAct(clause: Clause, verb: string): boolean {
  return (
    changingVerbs.has(verb) &&
    !/^\W*(?:and |also |then )*(?:what|which|who|whose|when|where|why|how|is|are|does|do|did|has|have)\b/i.test(
      clause.text,
    )
  )
}

/** “write to ada@…”, “tell Ada …”, “let them know”: something is said to someone. */
function tellsSomeone(clause: Clause, verb: string): boolean {
  if (/\blet\b.*\bknow\b/i.test(clause.text)) return true
  if (verb === 'write')
    return /\b[Ww]rite\s+(?:to\s+)?(?:\S+@\S+|[A-Z][\w-]*|him|her|them|us)/.test(clause.text)
  if (verb === 'tell' || verb === 'inform' || verb === 'contact')
    return !/\b(?:tell|inform)\s+(?:me|us)\b/i.test(clause.text)
  return ['mail', 'email', 'text', 'message', 'notify', 'ping'].includes(verb)
}

/** A tool whose name says the medium that the clause says stands above other ways of telling. */
function mediumBonus(clause: Clause, tool: ToolDescription): number {
  const text = clause.text.toLowerCase().replace(/e-mail/g, 'email')
  const name = splitIdentifier(tool.name).join(' ')
  const saysMail = /\b(?:e?mail)\b|@/.test(text)
  const saysText = /\b(?:text|sms)\b/.test(text)
  if (saysMail && /mail/.test(name)) return 0.3
  return saysText && /\b(?:sms|text)\b/.test(name) ? 0.3 : 0
}

/** Whether a verb says little of what is to be done: its object says it. */
export function isLightVerb(verb: string): boolean {
  return lightVerbs.has(verb) || isPlainVerb(stemWord(verb))
}
