import type { UiElement } from '../../../contracts/reasoning.ts'
import { actionVerbBase, type Clause, contentStems, stemWord } from '../language/language.ts'
import { agreeOnAction, isLookingTool, ordersChange } from './actions.ts'
import type { ToolSupport } from './proposal.ts'
import { askedClauses } from './select/asked-clauses.ts'
import { isForeign } from './select/foreign.ts'
import { type ClauseRole, roleOfClause } from './select/request-clauses.ts'
import { readThingSigns } from './select/thing-signs.ts'
import { type ToolsAtHand, type WeighedTool, weighIdle, weighTools } from './select/weigh-tools.ts'
import { type IndexedTool, prepareTools, type ToolDescription } from './tool-index.ts'

/** One thing to be done with one tool. `text` is the part of the goal that asks for it. */
export interface ChosenTool {
  readonly tool: ToolDescription
  readonly indexed: IndexedTool
  readonly text: string
  readonly clause: Clause
  /** How surely the tool does what the text asks, in [0,1]. */
  readonly fit: number
  readonly support: ToolSupport
}

interface Read {
  readonly clause: Clause
  readonly role: ClauseRole
  readonly tools: readonly WeighedTool[]
  /** The weight of asking for nothing at all. */
  readonly idle: number
}

/**
 * The tools that the clauses of a goal ask for, in the order in which they are to run: one for each thing asked, the
 * best for the goal as a whole where no clause asks plainly. Empty when nothing fits.
 */
export function chooseForClauses(
  parts: readonly Clause[],
  tools: readonly ToolDescription[],
  elements: readonly UiElement[] = [],
): readonly ChosenTool[] {
  const atHand = { index: prepareTools(tools), elements }
  const banned = parts.filter(isGeneralBan)
  const chosen = chooseAsked(askedClauses(parts), atHand).filter(
    ({ tool, indexed }) =>
      !banned.some(
        clause => agreeOnAction({ ...clause, negated: false }, tool) >= 0.6 && isAllAbout(clause, indexed),
      ),
  )
  return mergeRepeats(orderByLink(chosen))
}

/** “do not order any sandpaper” does not keep a tool for orders from ordering something else. */
function isAllAbout({ text, verb }: Clause, { weights }: IndexedTool): boolean {
  return contentStems(text).every(
    stem =>
      weights.has(stem) ||
      stem === stemWord(verb?.base ?? '') ||
      /^(?:any|noth|everyth|mail|messag)/.test(stem),
  )
}

/** “do not send any mail”: tools of that verb are out altogether, unless something else is meant by “else”. */
function isGeneralBan(clause: Clause): boolean {
  return (
    clause.negated &&
    /\b(?:any\w*|nothing|everything|all)\b/i.test(clause.text) &&
    !/\b(?:else|other)\b/i.test(clause.text)
  )
}

function chooseAsked(asked: readonly Clause[], atHand: ToolsAtHand): readonly ChosenTool[] {
  const reads = asked.map((clause, at) =>
    readClause(clause, weighIdle(asked, at, { isOnPage: atHand.elements.length > 0 }), atHand),
  )
  const goal = asked.map(clause => clause.text).join('\n')
  const chosen: { readonly choice: ChosenTool; readonly read: Read }[] = []
  for (const read of reads) {
    const [best] = read.tools
    const isCalled =
      best !== undefined &&
      best.weight >= read.idle &&
      !isDone(read.clause, best) &&
      !onlyLooks(read.clause, best)
    if (isCalled && !isForeign(read.clause.text, { tools: read.tools, goal }))
      chosen.push({ choice: choiceOf(best, read.clause, read.tools), read })
  }
  if (chosen.length === 0) return chooseWhole(asked, atHand)
  const isUnserved = reads.some(
    read => read.role === 'orders' && chosen.every(one => one.read.clause !== read.clause),
  )
  return chosen.map(({ choice }) =>
    isUnserved ? { ...choice, fit: Math.min(choice.fit, UNSERVED_FIT) } : choice,
  )
}

/** “I have watered the beds”: what the person did already is not asked of a tool that does the same. */
function isDone({ text }: Clause, { indexed }: WeighedTool): boolean {
  const done = doneAlready.exec(text)?.groups?.done?.toLowerCase()
  return done !== undefined && indexed.nameStems.has(stemWord(actionVerbBase(done) ?? done))
}

/** “Delete the card of box 9” is not done by showing that card, whatever else the two have in common. */
function onlyLooks(clause: Clause, { indexed, signs }: WeighedTool): boolean {
  const looks = isLookingTool(indexed.tool) === true && signs.ban <= LOOKS_INSTEAD && signs.verb < SAME_ACT
  return looks && roleOfClause(clause) === 'orders' && ordersChange(clause)
}

const LOOKS_INSTEAD = -0.5
const SAME_ACT = 0.5

const doneAlready =
  /^\W*(?:(?:and|so|ok|okay|now)\s+)*(?:i|we)(?:['’]ve|\s+have)\s+(?:already\s+|just\s+)?(?!to\b)(?<done>\p{L}+)/iu

/** An order beside the chosen ones has no tool: what is proposed is not all that was asked. */
const UNSERVED_FIT = 0.7

function readClause(clause: Clause, idle: number, atHand: ToolsAtHand): Read {
  return { clause, role: roleOfClause(clause), tools: weighTools(clause, atHand), idle }
}

function chooseWhole(asked: readonly Clause[], atHand: ToolsAtHand): readonly ChosenTool[] {
  const kept = asked.filter(clause => roleOfClause(clause) !== 'keeps')
  const told = kept.length > 0 ? kept : asked
  const asking = told.find(clause => clause.verb?.known) ?? told.find(clause => clause.question) ?? told[0]
  if (asking === undefined) return []
  const text = told.map(clause => clause.text).join('\n')
  const clause = { ...asking, text }
  const tools = weighTools(clause, atHand)
  const [best] = tools
  return best === undefined || onlyLooks(asking, best) || isForeign(text, { tools, goal: text })
    ? []
    : [choiceOf(best, clause, tools)]
}

/**
 * How surely the best tool is the one that is meant: its share among the tools of the set, brought to the frequency with
 * which such shares were right over many tool sets, and lowered where little at all speaks for it.
 */
function choiceOf(best: WeighedTool, clause: Clause, tools: readonly WeighedTool[]): ChosenTool {
  const { indexed, weight } = best
  const share = 1 / tools.reduce((sum, other) => sum + Math.exp(other.weight - weight), 0)
  const fit = logistic(6.4 * share - 2.2) * logistic(weight + SPOKEN_OF)
  return {
    tool: indexed.tool,
    indexed,
    clause,
    text: clause.text,
    fit,
    support: supportOf(best, clause, tools),
  }
}

function supportOf(
  { indexed, signs }: WeighedTool,
  clause: Clause,
  tools: readonly WeighedTool[],
): ToolSupport {
  const { element, noun, plain, verb, act, looks_asked, accounted } = signs
  const all = tools.map(other => other.indexed)
  return {
    ...{ element, noun, plain, verb, act, looks_asked, accounted },
    looks: isLookingTool(indexed.tool) === true ? 1 : 0,
    verb_known: clause.verb?.known === true ? 1 : 0,
    ...readThingSigns(clause, indexed, all),
  }
}

const SPOKEN_OF = 3

function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

/** A clause that says “after …” runs before the one it hangs on; “before …” keeps the order of the text. */
function orderByLink(chosen: readonly ChosenTool[]): readonly ChosenTool[] {
  const ordered: ChosenTool[] = []
  for (const choice of chosen) {
    const previous = ordered.at(-1)
    const runsFirst =
      choice.clause.link === 'after' && previous !== undefined && previous.clause !== choice.clause
    if (runsFirst) ordered.splice(ordered.length - 1, 0, choice)
    else ordered.push(choice)
  }
  return ordered
}

/** The same tool asked for twice in a row by the same words is one step. */
function mergeRepeats(chosen: readonly ChosenTool[]): readonly ChosenTool[] {
  return chosen.filter(
    (choice, at) =>
      !chosen.slice(0, at).some(earlier => earlier.tool === choice.tool && earlier.text === choice.text),
  )
}
