import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Clause, phrasesOf, splitClauses } from '../../src/engine/reasoning/language/language.ts'
import { weighIdle } from '../../src/engine/reasoning/propose/choose-tools.ts'
import { askedClauses, askedText } from '../../src/engine/reasoning/propose/select/clause-role.ts'
import { readSigns, traitsOf } from '../../src/engine/reasoning/propose/select/signs.ts'
import { prepareTools, type ToolDescription } from '../../src/engine/reasoning/propose/tool-index.ts'

/** One line of a file of requests: a tool set, and what people ask of it. `t` names the tools that do it, `?` nobody can tell. */
export interface RequestSet {
  readonly set: string
  readonly tools: readonly (ToolDescription & { readonly params?: readonly string[] })[]
  readonly ui_schema?: unknown
  readonly goals: readonly Request[]
}

interface Request {
  readonly g: string
  readonly t: readonly string[]
  /** The elements of the page that it is done to, in order; an empty text for the page as a whole. */
  readonly el?: readonly string[]
  readonly ui?: unknown
}

/** A clause as the choice sees it. */
export interface ClauseExample {
  /** Signs of each tool in the order of `SIGN_NAMES`. */
  readonly signs: readonly Float64Array[]
  readonly idle: Float64Array
  readonly phrases: readonly string[]
}

/** A request with the tools to choose from, and for each whether it is what is asked for. */
export interface Example {
  readonly set: string
  readonly goal: string
  readonly wanted: readonly boolean[]
  /** Traits of each, as `traitsOf` reads them. */
  readonly traits: readonly ReadonlyMap<string, number>[]
  readonly clauses: readonly ClauseExample[]
  /** How much it counts beside the others. */
  readonly weight: number
}

/** The requests of a folder; `file` names where each stood. */
export function readRequests(folder: string): readonly (RequestSet & { readonly file: string })[] {
  const files = readdirSync(folder).filter(file => file.endsWith('.jsonl'))
  return files.sort().flatMap(file =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map(line => ({ ...(JSON.parse(line) as RequestSet), file })),
  )
}

/** What requests are made into examples for: the weights of the signs, or the wordings, which then are no sign. */
export type FittedPart = 'signs' | 'wordings'

/** Those that some tool does: whether none does, or nobody can tell, is not for the choice to say. */
export function toolExamples(
  request: RequestSet & { readonly file: string },
  part: FittedPart,
): readonly Example[] {
  const names = part === 'signs' ? SIGN_NAMES : SIGN_NAMES.filter(name => name !== 'wording')
  const tools = request.tools.map(withSchema)
  const index = prepareTools(tools)
  const traits = index.tools.map(traitsOf)
  return toldGoals(request).map(({ g, t }) => {
    const surveyed = { index, positions: [...tools.keys()] }
    const signsOf = (clause: Clause): readonly Float64Array[] =>
      readSigns(clause, surveyed).map(signs => Float64Array.from(names.map(name => signs[name])))
    return {
      set: `${request.file}/${request.set}`,
      goal: g,
      wanted: tools.map(tool => t.includes(tool.name)),
      traits,
      clauses: readClauses(g, signsOf),
      weight: 1,
    }
  })
}

function toldGoals({ goals }: RequestSet): readonly Request[] {
  return goals.filter(({ t }) => t.length > 0 && !t.includes('?'))
}

/** Each clause that may ask. */
function readClauses(
  goal: string,
  signsOf: (clause: Clause) => readonly Float64Array[],
): readonly ClauseExample[] {
  return askedClauses(splitClauses(goal)).flatMap((clause, at) => {
    const idle = weighIdle(clause, at > 0)
    // What surely asks for nothing teaches nothing.
    if (!Number.isFinite(idle)) return []
    return { signs: signsOf(clause), idle: Float64Array.of(idle), phrases: phrasesOf(askedText(clause.text)) }
  })
}

/** Parameters that are only named are texts, and all of them are needed. */
function withSchema(tool: RequestSet['tools'][number]): ToolDescription {
  if (tool.params === undefined) return tool
  const properties = Object.fromEntries(tool.params.map(name => [name, { type: 'string' }]))
  return { ...tool, input_schema: { type: 'object', properties, required: tool.params } }
}

/** The signs that are fitted; the wording has its own table, and a weight of its own once that table stands. */
export const SIGN_NAMES = [
  ...(['found', 'accounted', 'takes', 'fillable', 'deed', 'rival', 'looks_asked', 'wording'] as const),
]
