import {
  actionVerbBase,
  type Clause,
  remember,
  splitIdentifier,
  stemWord,
  wordingAsksFor,
} from '../language/language.ts'
import type { ToolSupport } from './proposal.ts'
import { scoreText } from './rank-tools.ts'
import choice from './select/choice-weights.json' with { type: 'json' }
import { askedClauses, askedText } from './select/clause-role.ts'
import { destroys, readSigns, type Signs } from './select/signs.ts'
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
}

interface Read {
  readonly clause: Clause
  readonly tools: readonly WeighedTool[]
  /** The weight of asking for nothing at all. */
  readonly idle: number
}

/**
 * The tools that the clauses of a goal ask for, in the order in which they are to run: one for each thing asked, the
 * surest first where several fit. Empty when nothing fits.
 */
export function chooseForClauses(
  parts: readonly Clause[],
  tools: readonly ToolDescription[],
): readonly ChosenTool[] {
  const index = prepareTools(tools)
  const asked = askedClauses(parts)
  const reads = asked.map((clause, at) => ({
    clause,
    tools: weighTools(clause, index),
    idle: weighIdle(clause, at > 0),
  }))
  const called = reads.filter(isCalled)
  const chosen = called.map(choiceOf)
  return withoutRepeats(chosen)
}

/** How much speaks for the likeliest tool of a set where none was chosen, in log-odds. */
export function weighLikeliest(parts: readonly Clause[], tools: readonly ToolDescription[]): number {
  const index = prepareTools(tools)
  return Math.max(
    NOTHING,
    ...askedClauses(parts).flatMap(clause =>
      weighTools(clause, index)
        .slice(0, 1)
        .map(({ weight }) => weight),
    ),
  )
}

const NOTHING = -9

function isCalled({ clause, tools, idle }: Read): boolean {
  const [best] = tools
  return best !== undefined && best.weight >= idle && !isDone(clause, best)
}

/** Tools looked at closely; the rest of a large set is out by its words alone. */
const MAX_WEIGHED = 12

/** The tools of a set for one text, best first; of a large set only those nearest by their words. */
function weighTools(clause: Clause, index: ToolIndex): readonly WeighedTool[] {
  const positions = nearestPositions(clause.text, index)
  return readSigns(clause, { index, positions })
    .flatMap((signs, at) => {
      const indexed = index.tools[positions[at] ?? -1]
      if (indexed === undefined || isTooGrave(signs, indexed)) return []
      const called = isCalledByName(clause.text, indexed.tool.name) ? BY_NAME : 0
      return [{ indexed, signs, weight: weightOf(signs) + called }]
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

/** Nothing is destroyed by a turn of phrase. */
function isTooGrave({ deed }: Signs, indexed: IndexedTool): boolean {
  return destroys(indexed) && deed < SAID
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
function isCalledByName(text: string, name: string): boolean {
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
/** What follows another clause often only says more of what that asks for, the more so without a verb; in log-odds. */
const FOLLOWING = { acting: 0.5, verbless: 2.5 }

/** How much speaks for a clause asking for nothing, in log-odds; `follows` where another one stands before it. */
export function weighIdle(clause: Clause, follows: boolean): number {
  const following = clause.verb === undefined ? FOLLOWING.verbless : FOLLOWING.acting
  return (follows ? following : 0) + wordingAsksFor(askedText(clause.text), IDLE)
}

const doneAlready =
  /^\W*(?:(?:and|so|ok|okay|now)\s+)*(?:i|we)(?:['’]ve|\s+have)\s+(?:already\s+|just\s+)?(?!to\b)(?<done>\p{L}+)/iu

/** “I have watered the beds”: what the person did already is not asked of a tool that does the same. */
function isDone({ text }: Clause, { indexed }: WeighedTool): boolean {
  const done = doneAlready.exec(text)?.groups?.done?.toLowerCase()
  return done !== undefined && indexed.nameStems.has(stemWord(actionVerbBase(done) ?? done))
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
    },
  }
}

const SPOKEN_OF = 3

function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

/** The same tool asked for twice by the same words is one step. */
function withoutRepeats(chosen: readonly ChosenTool[]): readonly ChosenTool[] {
  return chosen.filter(
    (choice, at) =>
      !chosen.slice(0, at).some(earlier => earlier.tool === choice.tool && earlier.text === choice.text),
  )
}
