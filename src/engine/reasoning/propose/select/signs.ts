import {
  type Acts,
  type Clause,
  contentStems,
  findDates,
  findSpots,
  readActs,
  readActsFrom,
  splitIdentifier,
  stemWord,
  tellingOf,
  wordingAsksFor,
} from '../../language/language.ts'
import { kindsOfRole, roleOfParameter } from '../arguments/parameter-role.ts'
import { scoreText, shareFillable } from '../rank-tools.ts'
import type { IndexedTool, ToolIndex } from '../tool-index.ts'
import { askedText, asksToKnow } from './clause-role.ts'

/** What speaks for or against a tool doing what a clause asks. */
export interface Signs {
  /** Its BM25 score in the search, as a logarithm. */
  readonly found: number
  /** The share of the words that what it speaks of accounts for. */
  readonly accounted: number
  /** The share of the values of the text (addresses, paths, ids, days …) that one of its parameters is made for. */
  readonly takes: number
  /** The share of its required parameters that the text holds a value for, by their types. */
  readonly fillable: number
  /** An act of the clause is one that it speaks of. */
  readonly deed: number
  /** The clause's act is that of another tool of the set, and not of this one. */
  readonly rival: number
  /** It only looks, and is asked to. */
  readonly looks_asked: number
  /** What the wording asks for, in log-odds. */
  readonly wording: number
}

/** Where signs are read: the tools looked at by their positions in a set. */
export interface Surveyed {
  readonly index: ToolIndex
  readonly positions: readonly number[]
}

/** The signs of the tools at some positions of an index, in the order of the positions. */
export function readSigns(clause: Clause, { index, positions }: Surveyed): readonly Signs[] {
  const text = askedText(clause.text)
  const scores = scoreText(text, index)
  const said = readSaid(clause)
  const isMet = index.tools.some(tool => agreement(said.acts, tool.acts) >= SAME_ACT)
  return positions.flatMap(position => {
    const tool = index.tools[position]
    if (tool === undefined) return []
    const act = agreement(said.acts, tool.acts)
    return {
      found: Math.log1p(scores[position] ?? 0),
      accounted: shareAccounted(said.stems, tool),
      takes: shareTaken(said.kinds, tool),
      fillable: shareFillable(clause.text, tool),
      deed: agreement(said.allActs, tool.allActs),
      rival: act < SAME_ACT && isMet ? 1 : 0,
      looks_asked: looksOnly(tool) === true && said.asksToKnow ? 1 : 0,
      wording: wordingAsksFor(text, traitsOf(tool)),
    }
  })
}

/** What a clause says, read once for all tools. */
interface Said {
  readonly stems: readonly string[]
  /** The acts that its verb, with what goes with it, may mean; and those of all its words. */
  readonly acts: Acts
  readonly allActs: Acts
  readonly asksToKnow: boolean
  /** The kinds of values that stand in it. */
  readonly kinds: readonly string[]
}

const courtesies =
  /^(?:\W*(?:and|then|so|also|but|please|pls|now|just|you can|can you|could you|i'd like to|i want to|we need to)\b)+\W*/i

function readSaid(clause: Clause): Said {
  const text = askedText(clause.text)
  const at = clause.verb === undefined ? 0 : Math.max(0, clause.verb.start - clause.start)
  const acts = readActsFrom(clause.text.slice(at).replace(courtesies, ''))
  const allActs = readActs(text)
  return {
    stems: [...new Set(contentStems(text))].filter(stem => !/\d/.test(stem)),
    acts,
    allActs,
    asksToKnow: asksToKnow(clause),
    kinds: [
      ...findSpots(clause.text).map(({ kind }) => kind),
      ...findDates(clause.text, new Date(0)).map(() => 'date_time'),
    ].filter(kind => !UNTYPED.has(kind)),
  }
}

/** Values that may be meant for anything. */
const UNTYPED: ReadonlySet<string> = new Set(['quoted', 'number', 'quantity', 'percent'])

const kindsByTool = new WeakMap<IndexedTool, ReadonlySet<string>>()

function shareTaken(kinds: readonly string[], tool: IndexedTool): number {
  if (kinds.length === 0) return 0
  const known = kindsByTool.get(tool)
  const own = known ?? new Set(tool.parameters.flatMap(one => kindsOfRole(roleOfParameter(one)) ?? []))
  if (known === undefined) kindsByTool.set(tool, own)
  return kinds.filter(kind => own.has(kind)).length / kinds.length
}

const SAME_ACT = 0.5

/** How plainly two speak of one act. */
function agreement(said: Acts, own: Acts): number {
  let best = 0
  for (const [act, weight] of said) best = Math.max(best, weight * (own.get(act) ?? 0))
  return best
}

/** Added below the line, so that a single word does not account for everything. */
const DAMPING = { text: 0.7, tool: 0.5 }

function shareAccounted(stems: readonly string[], { spoken }: IndexedTool): number {
  let near = 0
  let all = DAMPING.text
  for (const stem of stems) {
    const telling = tellingOf(stem)
    all += telling
    near += telling * spoken.nearest(stem)
  }
  return near / all
}

/** Acts that only look, read or work something out. */
const lookingActs =
  /^(?:find|list|read|check|track|count|measure|calculate|convert|translate|summarize|report|compare|forecast|recommend|history|balance|download|scan|explain|directions|identify)$/

/** Whether a tool only looks or works something out; undefined when that cannot be told. */
function looksOnly({ tool, acts }: IndexedTool): boolean | undefined {
  if (tool.annotations !== undefined) return tool.annotations.read_only
  const [plainest] = [...acts].toSorted(([, left], [, right]) => right - left)
  return plainest === undefined ? undefined : lookingActs.test(plainest[0])
}

/** Acts that take something away for good. */
const destroying = /^(?:delete|remove|cancel|end|stop|close|revoke|block|reject|refund)$/

/** It may destroy what it acts on, by what it declares or by what it is named for. */
export function destroys({ tool, acts }: IndexedTool): boolean {
  return (
    tool.annotations?.destructive === true ||
    [...acts].some(([act, weight]) => weight >= 1 && destroying.test(act))
  )
}

const traitsByTool = new WeakMap<IndexedTool, ReadonlyMap<string, number>>()
/** How plainly a named parameter says what a tool is for, beside an act of its name. */
const TAKES = 0.5

/** What a wording can ask for in a tool, each in (0,1]: its acts, whether it looks or changes, and what it takes. */
export function traitsOf(indexed: IndexedTool): ReadonlyMap<string, number> {
  const known = traitsByTool.get(indexed)
  if (known !== undefined) return known
  const traits = new Map(indexed.allActs)
  traits.set(looksOnly(indexed) === true ? '@looks' : '@changes', 1)
  for (const { name } of indexed.parameters)
    for (const part of splitIdentifier(name)) traits.set(`:${stemWord(part)}`, TAKES)
  traitsByTool.set(indexed, traits)
  return traits
}
