import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { extractMeanings } from '../tools/tools.ts'
import { contentStems, findSpots, isActionVerb, isFunctionWord, readWords } from './language/language.ts'
import type { ProposableTool, Proposal, ProposedCall } from './propose/propose.ts'

/** A required argument that nobody named, and the person's words that stand in for it until somebody looked. */
export interface DraftedArgument {
  readonly tool: string
  readonly name: string
  readonly value: string
}

export interface DraftedProposal {
  readonly proposal: Proposal
  readonly drafted: readonly DraftedArgument[]
}

const PROSE =
  /^(?:text|body|message|content|contents|note|notes|description|comment|reason|summary|details)$/i
const HEADING = /^(?:subject|title|heading|caption|topic|headline)$/i
const LONGEST_PROSE = 500
const LONGEST_HEADING = 80

/**
 * Puts the person's own words where a required text is missing, so that an approval can be asked at all. Only plain
 * texts, choices, days and numbers that the goal says are drafted; a secret, an address or a number that nobody named stays
 * missing. Whatever was drafted stands among the risks, and the caller must see to it that a person looks before it runs.
 */
export function draftMissing(
  proposal: Proposal,
  {
    goal,
    tools,
    now,
  }: { readonly goal: string; readonly tools: readonly ProposableTool[]; readonly now: Date },
): DraftedProposal {
  const drafted: DraftedArgument[] = []
  const calls = proposal.tool_calls.map(call => {
    const missing = proposal.missing_arguments.filter(
      ({ tool, name }) => tool === call.tool && call.arguments[name] === undefined,
    )
    const schema = tools.find(tool => tool.name === call.tool)?.input_schema ?? {}
    const args: Record<string, JsonValue> = { ...call.arguments }
    for (const { name } of missing) {
      const value = draftOne({ ...call, arguments: args }, { name, goal, schema, now })
      if (value === undefined) continue
      drafted.push({
        tool: call.tool,
        name,
        value: typeof value === 'string' ? value : JSON.stringify(value),
      })
      args[name] = value
    }
    return { ...call, arguments: args }
  })
  if (drafted.length === 0) return { proposal, drafted }
  const isDrafted = ({ tool, name }: { tool: string; name: string }): boolean =>
    drafted.some(draft => draft.tool === tool && draft.name === name)
  const missing = proposal.missing_arguments.filter(item => !isDrafted(item))
  const risks = drafted.map(
    ({ tool, name, value }) =>
      `Nobody said ${name} of ${tool}; “${value.slice(0, LONGEST_HEADING)}” stands in for it. Put in the right one before you approve.`,
  )
  return {
    proposal: {
      ...proposal,
      tool_calls: calls,
      missing_arguments: missing,
      risks: [...new Set([...risks, ...proposal.risks])],
    },
    drafted,
  }
}

interface Wanted {
  readonly name: string
  readonly goal: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly now: Date
}

function draftOne(call: ProposedCall, wanted: Wanted): JsonValue | undefined {
  return isPlainText(wanted) ? draftText(call, wanted) : draftTyped(call, wanted)
}

/** What is not a plain text stands in by its kind: the first option, today, a number of the goal, what is left of the words. */
function draftTyped(call: ProposedCall, { name, goal, schema, now }: Wanted): JsonValue | undefined {
  const property = propertyOf(schema, name)
  if (property === undefined) return undefined
  const [first] = Array.isArray(property.enum) ? property.enum : []
  if (first !== undefined)
    return ['string', 'number', 'boolean'].includes(typeof first) ? (first as string) : undefined
  if (property.type === 'boolean') return false
  if (property.type === 'number' || property.type === 'integer') return draftNumber(call, goal)
  if (property.format === 'date') return now.toISOString().slice(0, 10)
  if (property.format === 'date-time') return `${now.toISOString().slice(0, 16)}:00Z`
  const said = (clauseOf(call) ?? goal).trim().slice(0, LONGEST_HEADING)
  if (property.type === 'array') return holdsTexts(property) ? [namedThings(said)[0] ?? said] : undefined
  return property.type === 'object' && !isObject(property.properties) ? { details: said } : undefined
}

/** Words stand in a list of texts, never in one of records or numbers: such a call could not run. */
function holdsTexts({ items }: Readonly<Record<string, unknown>>): boolean {
  return !isObject(items) || items.type === undefined || items.type === 'string'
}

/** A number that the goal says; none is made up. */
function draftNumber(call: ProposedCall, goal: string): number | undefined {
  const taken = new Set(Object.values(call.arguments))
  const numbers = findSpots(goal).flatMap(({ value, text }) =>
    typeof value === 'number' ? [value] : (text.match(/\d+/g) ?? []).map(Number),
  )
  return numbers.find(number => !taken.has(number)) ?? numbers[0]
}

function propertyOf(
  schema: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  const properties = schema.properties
  const property = isObject(properties) ? properties[name] : undefined
  return isObject(property) ? property : undefined
}

function draftText(call: ProposedCall, wanted: Wanted): string | undefined {
  const clause = clauseOf(call) ?? wanted.goal
  if (PROSE.test(lastWord(wanted.name))) return wanted.goal.trim().slice(0, LONGEST_PROSE)
  if (HEADING.test(lastWord(wanted.name))) return clause.trim().slice(0, LONGEST_HEADING)
  const taken = Object.values(call.arguments).map(value => String(value).toLowerCase())
  const isFree = (text: string): boolean =>
    !taken.some(value => value.includes(text.toLowerCase()) || text.toLowerCase().includes(value))
  const words = wordsLeft(clause, wanted)
  return [...namedThings(clause), ...namedThings(wanted.goal), ...words].find(isFree)
}

/** Words of a clause that neither grammar nor the names of the parameters nor a value account for. */
function wordsLeft(clause: string, { schema }: Wanted): readonly string[] {
  const spots = findSpots(clause)
  const own = new Set(
    contentStems(Object.keys(isObject(schema.properties) ? schema.properties : {}).join(' ')),
  )
  return readWords(clause)
    .filter(({ lower, stem }) => !isFunctionWord(lower) && !isActionVerb(lower) && !own.has(stem))
    .filter(word => !spots.some(spot => word.start >= spot.start && word.end <= spot.end))
    .map(word => word.text)
}

/** A text without a form of its own: no choice, no date, no address, no secret. */
function isPlainText({ name, schema }: Wanted): boolean {
  const property = propertyOf(schema, name)
  if (property?.type !== 'string') return false
  if (['enum', 'const', 'format', 'pattern', 'anyOf', 'oneOf'].some(keyword => keyword in property))
    return false
  const meanings = extractMeanings({ input_schema: { ...schema } }, { [name]: 'x' } satisfies JsonObject)
  return !meanings.some(({ meaning }) => meaning === 'secret' || meaning === 'host')
}

/** The words of the goal that a call rests on, as its evidence quotes them. */
function clauseOf(call: ProposedCall): string | undefined {
  return /^“([\s\S]+)”$/.exec(call.evidence[0] ?? '')?.[1]
}

function lastWord(name: string): string {
  return (
    name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .split(/[^A-Za-z0-9]+/)
      .at(-1) ?? name
  )
}

const NAMED =
  /“([^”]{1,200})”|"([^"]{1,200})"|'([^']{1,200})'(?!\w)|(?<=[\p{L}\d,;:] )\p{Lu}[\p{L}\p{M}’'-]+(?: \p{Lu}[\p{L}\p{M}’'-]+)*/gu
const DATE_WORD =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/i

/** What the words name: quoted, or written as a name; in order. Days and months are no names. */
function namedThings(text: string): readonly string[] {
  return [...text.matchAll(NAMED)]
    .map(match => match[1] ?? match[2] ?? match[3] ?? match[0])
    .filter(name => !DATE_WORD.test(name))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
