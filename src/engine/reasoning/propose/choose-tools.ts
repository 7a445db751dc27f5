import type { UiElement } from '../../../contracts/reasoning.ts'
import {
  actionVerbBase,
  type Clause,
  contentStems,
  remember,
  splitIdentifier,
  stemWord,
  wordingAsksFor,
} from '../language/language.ts'
import type { ToolSupport } from './proposal.ts'
import { scoreText } from './rank-tools.ts'
import choice from './select/choice-weights.json' with { type: 'json' }
import { askedClauses, askedText, roleOfClause } from './select/clause-role.ts'
import { readIdleSigns } from './select/idle-signs.ts'
import { altersSomething, destroys, looksOnly, type ReadTool, readSigns, type Signs } from './select/signs.ts'
import { type IndexedTool, prepareTools, type ToolDescription, type ToolIndex } from './tool-index.ts'

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

/** A tool and how much speaks for it in one text, in log-odds; weights compare within a text, and roughly between texts. */
interface WeighedTool {
  readonly indexed: IndexedTool
  readonly weight: number
  readonly signs: Signs
  readonly act: number
}

interface ToolsAtHand {
  readonly index: ToolIndex
  readonly elements: readonly UiElement[]
}

interface Read {
  readonly clause: Clause
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
  const asked = askedClauses(parts)
  const reads = asked.map((clause, at) => ({
    clause,
    tools: weighTools(clause, atHand),
    idle: weighIdle(asked, at, elements.length > 0),
  }))
  const called = reads.filter(isCalled)
  const chosen = called.length > 0 ? called.map(choiceOf) : chooseWhole(asked, atHand)
  const banned = parts.filter(isGeneralBan)
  return withoutRepeats(orderByLink(chosen.filter(one => !banned.some(clause => isBannedBy(one, clause)))))
}

/** How much speaks for the likeliest tool of a set where none was chosen, in log-odds. */
export function weighLikeliest(
  parts: readonly Clause[],
  tools: readonly ToolDescription[],
  elements: readonly UiElement[],
): number {
  const atHand = { index: prepareTools(tools), elements }
  return Math.max(
    NOTHING,
    ...askedClauses(parts).flatMap(clause =>
      weighTools(clause, atHand)
        .slice(0, 1)
        .map(({ weight }) => weight),
    ),
  )
}

const NOTHING = -9

function isCalled({ clause, tools, idle }: Read): boolean {
  const [best] = tools
  return best !== undefined && best.weight >= idle && !isDone(clause, best) && !isForeign(clause, best)
}

/** Nearly nothing speaks for it: no word of the text is one of its own, nor is its act, nor the element of the page. */
function isForeign(clause: Clause, { signs, act }: WeighedTool): boolean {
  const { element, opens, deed, takes, accounted } = signs
  const isUnsaid = Math.max(element, act, opens, takes, deed - DEED) <= 0 && accounted < FOREIGN
  return isUnsaid && roleOfClause(clause) === 'orders'
}

/** An act that is only spoken of says less than one that is ordered. */
const DEED = 0.5
const FOREIGN = 0.12

/** “not that one”: not a word is any tool's, so the turn of phrase alone says nothing. */
function isUnspoken({ signs: { element, deed, opens, accounted, found }, act }: WeighedTool): boolean {
  return Math.max(element, act, deed, opens, accounted, found) <= 0
}

/** The request as a whole, where no part of it asks plainly. */
function chooseWhole(asked: readonly Clause[], atHand: ToolsAtHand): readonly ChosenTool[] {
  const told = asked.filter(clause => roleOfClause(clause) !== 'keeps')
  const asking = told.find(clause => clause.verb?.known) ?? told.find(clause => clause.question) ?? told[0]
  if (asking === undefined) return []
  const clause = { ...asking, text: told.map(one => one.text).join('\n') }
  const tools = weighTools(clause, atHand)
  const [best] = tools
  return best === undefined || isForeign(clause, best) || isUnspoken(best)
    ? []
    : [choiceOf({ clause, tools, idle: 0 })]
}

/** Tools looked at closely; the rest of a large set is out by its words alone. */
const MAX_WEIGHED = 12

/** The tools of a set for one text, best first; of a large set only those nearest by their words. */
function weighTools(clause: Clause, { index, elements }: ToolsAtHand): readonly WeighedTool[] {
  const positions = nearestPositions(clause.text, index)
  return readSigns(clause, { index, positions, elements })
    .flatMap((read, at) => {
      const indexed = index.tools[positions[at] ?? -1]
      if (indexed === undefined || isOutOfQuestion(clause, read, indexed)) return []
      const called = isCalledByName(clause.text, indexed.tool.name) ? BY_NAME : 0
      return [{ indexed, ...read, weight: weightOf(read.signs) + called }]
    })
    .sort((left, right) => right.weight - left.weight)
}

function nearestPositions(text: string, index: ToolIndex): readonly number[] {
  const all = [...index.tools.keys()]
  if (all.length <= MAX_WEIGHED) return all
  const scores = scoreText(text, index)
  return all
    .sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right)
    .slice(0, MAX_WEIGHED)
}

/** Log-odds per unit of each sign, fitted over requests for many tool sets (`scripts/fit-choice.ts`). */
function weightOf(signs: Signs): number {
  return (Object.keys(choice.signs) as (keyof typeof choice.signs)[]).reduce(
    (sum, name) => sum + choice.signs[name] * signs[name],
    choice.base,
  )
}

/** An order to change something is not served by looking, and nothing is destroyed by a turn of phrase. */
function isOutOfQuestion(clause: Clause, { signs, act }: ReadTool, indexed: IndexedTool): boolean {
  if (act >= SAID || signs.opens >= SAID || signs.element > 0) return false
  if (looksOnly(indexed) === true) return roleOfClause(clause) === 'orders' && altersSomething(clause)
  return destroys(indexed) && signs.deed < SAID
}

const SAID = 0.3

/** Names of tools whose spellings are kept. */
const MAX_SPELLINGS = 4_000

/** Beyond whatever speaks for another tool. */
const BY_NAME = 12

/**
 * Whether a text says the whole name of a tool, in whatever spelling (`plot_chart`, `plotChart`, `plotchart`), as only a
 * name of several parts can be told from ordinary words.
 */
export function isCalledByName(text: string, name: string): boolean {
  const spelling = spellingOf(name)
  return spelling !== undefined && text.toLowerCase().includes(spelling.first) && spelling.pattern.test(text)
}

const spellingOf = remember((name: string) => {
  const parts = splitIdentifier(name)
  const [first = ''] = parts
  if (parts.length < 2) return undefined
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])${parts.join('[-_.:/]*')}(?![\\p{L}\\p{N}_])`, 'iu')
  return { first: first.toLowerCase(), pattern }
}, MAX_SPELLINGS)

/** Asking for nothing has a wording, too: “by the way”, “never mind”. */
const IDLE = new Map([['@idle', 1]])

function weighIdle(clauses: readonly Clause[], at: number, isOnPage: boolean): number {
  const clause = clauses[at]
  if (clause === undefined || roleOfClause(clause) === 'keeps') return Number.POSITIVE_INFINITY
  const wording = wordingAsksFor(askedText(clause.text), IDLE)
  const signs = { ...readIdleSigns(clauses, at, isOnPage), wording }
  return (Object.keys(choice.idle) as (keyof typeof choice.idle)[]).reduce(
    (sum, name) => sum + choice.idle[name] * signs[name],
    0,
  )
}

const doneAlready =
  /^\W*(?:(?:and|so|ok|okay|now)\s+)*(?:i|we)(?:['’]ve|\s+have)\s+(?:already\s+|just\s+)?(?!to\b)(?<done>\p{L}+)/iu

/** “I have watered the beds”: what the person did already is not asked of a tool that does the same. */
function isDone({ text }: Clause, { indexed }: WeighedTool): boolean {
  const done = doneAlready.exec(text)?.groups?.done?.toLowerCase()
  return done !== undefined && indexed.nameStems.has(stemWord(actionVerbBase(done) ?? done))
}

/** “do not send any mail”: tools of that verb are out altogether, unless something else is meant by “else”. */
function isGeneralBan({ negated, text }: Clause): boolean {
  return negated && /\b(?:any\w*|nothing|everything|all)\b/i.test(text) && !/\b(?:else|other)\b/i.test(text)
}

/** “do not order any sandpaper” does not keep a tool for orders from ordering something else. */
function isBannedBy({ indexed }: ChosenTool, { text, verb }: Clause): boolean {
  const said = stemWord(verb?.base ?? '')
  const isAllAbout = contentStems(text).every(
    stem =>
      stem === said || indexed.spoken.nearest(stem) > 0 || /^(?:any|noth|everyth|mail|messag)/.test(stem),
  )
  return isAllAbout && indexed.words.includes(said)
}

/** How surely the best tool is the one that is meant: its share among the tools of the set and asking for nothing. */
function choiceOf({ clause, tools }: Read): ChosenTool {
  const [best] = tools
  if (best === undefined) throw new RangeError('A choice needs a tool.')
  const share = 1 / tools.reduce((sum, other) => sum + Math.exp(other.weight - best.weight), 0)
  const { indexed, signs, weight } = best
  return {
    tool: indexed.tool,
    indexed,
    clause,
    text: clause.text,
    fit: logistic(6.4 * share - 2.2) * logistic(weight + SPOKEN_OF),
    support: {
      share,
      weight,
      accounted: signs.accounted,
      element: signs.element,
    },
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
    const runsFirst = choice.clause.link === 'after' && previous !== undefined
    if (runsFirst) ordered.splice(ordered.length - 1, 0, choice)
    else ordered.push(choice)
  }
  return ordered
}

/** The same tool asked for twice by the same words is one step. */
function withoutRepeats(chosen: readonly ChosenTool[]): readonly ChosenTool[] {
  return chosen.filter(
    (choice, at) =>
      !chosen.slice(0, at).some(earlier => earlier.tool === choice.tool && earlier.text === choice.text),
  )
}
