import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Clause, phrasesOf, splitClauses } from '../../src/engine/reasoning/language/language.ts'
import { askedClauses, partsOfClause } from '../../src/engine/reasoning/propose/select/asked-clauses.ts'
import { askedText } from '../../src/engine/reasoning/propose/select/asked-text.ts'
import {
  type IdleSigns,
  idleSignNames,
  readIdleSigns,
} from '../../src/engine/reasoning/propose/select/idle-signs.ts'
import { readSigns } from '../../src/engine/reasoning/propose/select/tool-signs.ts'
import { traitsOf } from '../../src/engine/reasoning/propose/select/tool-traits.ts'
import { prepareTools, type ToolDescription } from '../../src/engine/reasoning/propose/tool-index.ts'
import { readUiSchema } from '../../src/engine/reasoning/ui-elements/ui-elements.ts'

/** One line of a file of requests: a tool set, and what people ask of it. `t` names the tools that do it, `?` nobody can tell. */
interface RequestSet {
  readonly set: string
  readonly tools: readonly (ToolDescription & { readonly params?: readonly string[] })[]
  readonly ui_schema?: unknown
  readonly goals: readonly { readonly g: string; readonly t: readonly string[]; readonly ui?: unknown }[]
}

/** A clause as the choice sees it. */
export interface ClauseExample {
  /** Signs of each tool, in the order of `SIGN_NAMES`. */
  readonly signs: readonly Float64Array[]
  readonly idle: Float64Array
  /** A part of the clause before it that is none. */
  readonly part: boolean
  readonly phrases: readonly string[]
}

/** A request with the tools to choose from, and for each whether it does what is asked. */
export interface Example {
  readonly set: string
  readonly goal: string
  readonly wanted: readonly boolean[]
  /** Traits of each tool, as `traitsOf` reads them. */
  readonly traits: readonly ReadonlyMap<string, number>[]
  readonly clauses: readonly ClauseExample[]
}

/** The requests of a folder that some tool does: whether none does, or nobody can tell, is not for the choice to say. */
export function readExamples(folder: string): readonly Example[] {
  const files = readdirSync(folder).filter(file => file.endsWith('.jsonl'))
  return files.sort().flatMap(file =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .flatMap(line => examplesOf(JSON.parse(line) as RequestSet, file)),
  )
}

function examplesOf(request: RequestSet, file: string): readonly Example[] {
  const tools = request.tools.map(withSchema)
  const index = prepareTools(tools)
  const traits = index.tools.map(traitsOf)
  const told = request.goals.filter(({ t }) => t.length > 0 && !t.includes('?'))
  return told.map(({ g, t, ui }) => {
    const schema = ui ?? request.ui_schema
    const elements = schema === undefined ? [] : (readUiSchema(schema as never) ?? [])
    const clauses = askedClauses(splitClauses(g), index)
    const surveyed = { index, positions: [...tools.keys()], elements }
    const seen = (clause: Clause, idle: IdleSigns): ClauseExample => ({
      signs: readSigns(clause, surveyed).map(signs => Float64Array.from(SIGN_NAMES.map(name => signs[name]))),
      idle: Float64Array.from(Object.values(idle)),
      part: idle.part === 1,
      phrases: phrasesOf(askedText(clause.text)),
    })
    return {
      set: `${file}/${request.set}`,
      goal: g,
      wanted: tools.map(tool => t.includes(tool.name)),
      traits,
      clauses: clauses.flatMap((clause, at) => {
        const parts = partsOfClause(clause, index)
        const apart = clauses.toSpliced(at, 1, ...parts)
        return [
          seen(clause, readIdleSigns(clauses, at)),
          ...parts.map((part, own) => seen(part, readIdleSigns(apart, at + own, true))),
        ]
      }),
    }
  })
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
  ...(['lexical', 'act', 'ban', 'accounted', 'named', 'parametered', 'deed', 'plain', 'unfilled'] as const),
  ...([
    'left',
    'options',
    'looks_asked',
    'looks_told',
    'element',
    'verb',
    'rival',
    'noun',
    'direction',
  ] as const),
]
