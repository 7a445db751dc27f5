import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Clause, phrasesOf, splitClauses } from '../../src/engine/reasoning/language/language.ts'
import { askedClauses } from '../../src/engine/reasoning/propose/select/asked-clauses.ts'
import { askedText } from '../../src/engine/reasoning/propose/select/asked-text.ts'
import { idleSignNames, readIdleSigns } from '../../src/engine/reasoning/propose/select/idle-signs.ts'
import { readSigns } from '../../src/engine/reasoning/propose/select/tool-signs.ts'
import { traitsOf } from '../../src/engine/reasoning/propose/select/tool-traits.ts'
import { prepareTools, type ToolDescription } from '../../src/engine/reasoning/propose/tool-index.ts'
import { readSuitSigns } from '../../src/engine/reasoning/ui-elements/suit-signs.ts'
import { readUiSchema } from '../../src/engine/reasoning/ui-elements/ui-elements.ts'

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
  /** Signs of each tool in the order of `SIGN_NAMES`, then the same again, 0 where there is no page; or those of each element. */
  readonly signs: readonly Float64Array[]
  readonly idle: Float64Array
  readonly phrases: readonly string[]
}

/** A request with the tools, or the elements of a page, to choose from, and for each whether it is what is asked for. */
export interface Example {
  readonly set: string
  readonly goal: string
  readonly wanted: readonly boolean[]
  /** Traits of each, as `traitsOf` reads them; an element has none. */
  readonly traits: readonly ReadonlyMap<string, number>[]
  readonly clauses: readonly ClauseExample[]
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

/** Those that some tool does: whether none does, or nobody can tell, is not for the choice to say. */
export function toolExamples(request: RequestSet & { readonly file: string }): readonly Example[] {
  const tools = request.tools.map(withSchema)
  const index = prepareTools(tools)
  const traits = index.tools.map(traitsOf)
  return toldGoals(request).map(({ g, t, ui }) => {
    const schema = ui ?? request.ui_schema
    const elements = schema === undefined ? [] : (readUiSchema(schema as never) ?? [])
    const isOnPage = elements.length > 0
    const surveyed = { index, positions: [...tools.keys()], elements }
    const signsOf = (clause: Clause): readonly Float64Array[] =>
      readSigns(clause, surveyed).map(signs => {
        const own = SIGN_NAMES.map(name => signs[name])
        return Float64Array.from([...own, ...own.map(value => (isOnPage ? value : 0))])
      })
    return {
      set: `${request.file}/${request.set}`,
      goal: g,
      wanted: tools.map(tool => t.includes(tool.name)),
      traits,
      clauses: readClauses(g, { isOnPage, signsOf }),
    }
  })
}

/** Requests that are done to elements of a page, with all of its elements to choose from. */
export function elementExamples(request: RequestSet & { readonly file: string }): readonly Example[] {
  const elements = readUiSchema(request.ui_schema as never) ?? []
  const signsOf = ({ text }: Clause): readonly Float64Array[] =>
    elements.map(element => {
      const signs = readSuitSigns(text, { element, elements })
      return Float64Array.from(SUIT_SIGN_NAMES.map(name => signs[name]))
    })
  return toldGoals(request).flatMap(({ g, el }) =>
    el === undefined || elements.length === 0
      ? []
      : [
          {
            set: `${request.file}/${request.set}`,
            goal: g,
            wanted: elements.map(({ id }) => el.includes(id)),
            traits: elements.map(() => new Map()),
            clauses: readClauses(g, { isOnPage: true, signsOf }),
          },
        ],
  )
}

function toldGoals({ goals }: RequestSet): readonly Request[] {
  return goals.filter(({ t }) => t.length > 0 && !t.includes('?'))
}

interface ClauseReading {
  readonly isOnPage: boolean
  readonly signsOf: (clause: Clause) => readonly Float64Array[]
}

/** Each clause that may ask. */
function readClauses(goal: string, { isOnPage, signsOf }: ClauseReading): readonly ClauseExample[] {
  const clauses = askedClauses(splitClauses(goal))
  return clauses.map((clause, at) => ({
    signs: signsOf(clause),
    idle: Float64Array.from(Object.values(readIdleSigns(clauses, at, { isOnPage }))),
    phrases: phrasesOf(askedText(clause.text)),
  }))
}

/** Parameters that are only named are texts, and all of them are needed. */
function withSchema(tool: RequestSet['tools'][number]): ToolDescription {
  if (tool.params === undefined) return tool
  const properties = Object.fromEntries(tool.params.map(name => [name, { type: 'string' }]))
  return { ...tool, input_schema: { type: 'object', properties, required: tool.params } }
}

export { idleSignNames }

/** The signs that are fitted; the wording has its own table. */
export const SIGN_NAMES = [
  ...(['lexical', 'act', 'ban', 'accounted', 'named', 'parametered', 'deed', 'plain'] as const),
  ...(['looks_asked', 'looks_told', 'element', 'verb', 'rival', 'noun', 'direction', 'opens'] as const),
]

/** The signs of an element that are fitted. */
export const SUIT_SIGN_NAMES = [
  ...(['named', 'accounted', 'option', 'optionNear'] as const),
  ...(['called', 'done', 'holds'] as const),
]
