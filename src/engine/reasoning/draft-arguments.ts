import { extractMeanings } from '../tools/tools.ts'
import {
  contentStems,
  findNames,
  findSpots,
  isActionVerb,
  isFunctionWord,
  readWords,
  splitIdentifier,
} from './language/language.ts'
import type { MissingForCall, ProposableTool, Proposal, ProposedCall } from './propose/propose.ts'

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

const PROSE = /^(?:text|body|message|contents?|notes?|description|comment|reason|summary|details)$/
const HEADING = /^(?:subject|title|heading|caption|topic|headline)$/
const MAX_PROSE = 500
const MAX_HEADING = 80

/**
 * Puts the person's own words where a required plain text is missing, so that an approval can be asked at all: the whole
 * goal for prose, the clause for a heading, a name or the words left over for anything else. A choice, a number, a day, an
 * address or a secret that nobody named stays missing. Whatever was drafted stands among the risks, and the caller must see
 * to it that a person looks before it runs.
 */
export function draftMissing(
  proposal: Proposal,
  { goal, tools }: { readonly goal: string; readonly tools: readonly ProposableTool[] },
): DraftedProposal {
  const drafted: DraftedArgument[] = []
  const calls = proposal.tool_calls.map(call => {
    const schema = tools.find(tool => tool.name === call.tool)?.input_schema ?? {}
    const args = { ...call.arguments }
    for (const { tool, name } of proposal.missing_arguments) {
      if (tool !== call.tool || name in args) continue
      const value = draftText({ ...call, arguments: args }, name, { goal, schema })
      if (value === undefined) continue
      drafted.push({ tool, name, value })
      args[name] = value
    }
    return { ...call, arguments: args }
  })
  const isDrafted = (one: MissingForCall) =>
    drafted.some(({ tool, name }) => tool === one.tool && name === one.name)
  const risks = drafted.map(
    ({ tool, name, value }) =>
      `Nobody said ${name} of ${tool}; “${value.slice(0, MAX_HEADING)}” stands in for it. Put in the right one before you approve.`,
  )
  return {
    drafted,
    proposal: {
      ...proposal,
      tool_calls: calls,
      missing_arguments: proposal.missing_arguments.filter(one => !isDrafted(one)),
      risks: [...new Set([...risks, ...proposal.risks])],
    },
  }
}

interface Said {
  readonly goal: string
  readonly schema: Readonly<Record<string, unknown>>
}

function draftText(call: ProposedCall, name: string, { goal, schema }: Said): string | undefined {
  if (!isPlainText(name, schema)) return undefined
  const clause = /^“([\s\S]+)”$/.exec(call.evidence[0] ?? '')?.[1] ?? goal
  const kind = splitIdentifier(name).at(-1) ?? name
  if (PROSE.test(kind)) return goal.trim().slice(0, MAX_PROSE)
  if (HEADING.test(kind)) return clause.trim().slice(0, MAX_HEADING)
  const taken = Object.values(call.arguments).map(value => String(value).toLowerCase())
  const isFree = (text: string): boolean =>
    !taken.some(value => value.includes(text.toLowerCase()) || text.toLowerCase().includes(value))
  return [...thingsNamed(clause), ...thingsNamed(goal), ...wordsLeft(clause, schema)].find(isFree)
}

/** What the words name: quoted, or written as a name; in order. */
function thingsNamed(text: string): readonly string[] {
  const quoted = findSpots(text).filter(({ kind }) => kind === 'quoted')
  const names = findNames(text).filter(({ start }) => start > 0)
  return [...quoted, ...names]
    .toSorted((left, right) => left.start - right.start)
    .map(one => ('value' in one ? String(one.value) : one.text))
}

/** Words of a clause that neither grammar nor the names of the parameters nor a value account for. */
function wordsLeft(clause: string, schema: Said['schema']): readonly string[] {
  const spots = findSpots(clause)
  const own = new Set(contentStems(Object.keys(Object(schema.properties)).join(' ')))
  return readWords(clause)
    .filter(({ lower, stem }) => !isFunctionWord(lower) && !isActionVerb(lower) && !own.has(stem))
    .filter(word => !spots.some(spot => word.start >= spot.start && word.end <= spot.end))
    .map(word => word.text)
}

/** A text without a form of its own: no choice, no date, no address, no secret. */
function isPlainText(name: string, schema: Said['schema']): boolean {
  const property: unknown = Object(schema.properties)[name]
  if (Object(property).type !== 'string') return false
  if (['enum', 'const', 'format', 'pattern', 'anyOf', 'oneOf'].some(keyword => keyword in Object(property)))
    return false
  const meanings = extractMeanings({ input_schema: { ...schema } as never }, { [name]: 'x' })
  return !meanings.some(({ meaning }) => meaning === 'secret' || meaning === 'host')
}
