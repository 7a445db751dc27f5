import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { extractMeanings } from '../tools/tools.ts'
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
 * texts are drafted; a date, a number, a choice or a secret that nobody named stays missing. Whatever was drafted
 * stands among the risks, and the caller must see to it that a person looks before it runs.
 */
export function draftMissing(
  proposal: Proposal,
  { goal, tools }: { readonly goal: string; readonly tools: readonly ProposableTool[] },
): DraftedProposal {
  const drafted: DraftedArgument[] = []
  const calls = proposal.tool_calls.map(call => {
    const missing = proposal.missing_arguments.filter(
      ({ tool, name }) => tool === call.tool && call.arguments[name] === undefined,
    )
    const schema = tools.find(tool => tool.name === call.tool)?.input_schema ?? {}
    const args: Record<string, JsonValue> = { ...call.arguments }
    for (const { name } of missing) {
      const value = draftOne({ ...call, arguments: args }, { name, goal, schema })
      if (value === undefined) continue
      drafted.push({ tool: call.tool, name, value })
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
}

function draftOne(call: ProposedCall, wanted: Wanted): string | undefined {
  if (!isPlainText(wanted)) return undefined
  const clause = clauseOf(call) ?? wanted.goal
  if (PROSE.test(lastWord(wanted.name))) return wanted.goal.trim().slice(0, LONGEST_PROSE)
  if (HEADING.test(lastWord(wanted.name))) return clause.trim().slice(0, LONGEST_HEADING)
  const taken = Object.values(call.arguments).map(value => String(value).toLowerCase())
  const isFree = (text: string): boolean =>
    !taken.some(value => value.includes(text.toLowerCase()) || text.toLowerCase().includes(value))
  return [...namedThings(clause), ...namedThings(wanted.goal)].find(isFree)
}

/** A text without a form of its own: no choice, no date, no address, no secret. */
function isPlainText({ name, schema }: Wanted): boolean {
  const properties = schema.properties
  const property = isObject(properties) ? properties[name] : undefined
  if (!isObject(property) || property.type !== 'string') return false
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
