import { type ActCall, actParts, actText, type CallDisplay, quoteText } from '../../contracts/act-line.ts'
import type { Artifact, GateSubject, GateType } from '../../contracts/gate.ts'
import type { GateDefinition } from '../../contracts/gate-definition.ts'
import { gateFieldsLine } from '../../contracts/gate-fields.ts'
import { GATE_TYPE_NAMES } from '../../contracts/gate-type-names.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { ActLine, ActPart } from '../../contracts/tool-display.ts'
import { displayOf, effectiveAnnotations, hasSecretForm, templateHash } from '../tools/tools.ts'
import { traceArguments } from './provenance.ts'

const MAX_NAMED = 3
const MAX_NAME = 80

/** What a heading is made from; nothing of it is an agent's prose. */
interface Headed {
  readonly type: GateType
  readonly subject: GateSubject
  readonly artifacts?: readonly Artifact[]
  readonly definition?: GateDefinition
  /** Soulgate's own words, for what is not about calls. */
  readonly summary?: string
}

/** What is known of a tool that a person vouches for. */
export type DisplayOf = (tool: string) => CallDisplay | undefined

/** The tools as they stand now. */
export interface KnownTools {
  get(name: string): RegisteredTool | undefined
}

/** A heading as text, and of calls also in its pieces. */
export interface Heading {
  readonly heading: string
  readonly act?: ActLine
}

/**
 * The heading of a gate, the same on every surface: of calls what they do; of what Soulgate asks its own words; of what
 * an agent asks the kind of question and what it is about. An agent's title is never among them.
 */
export function makeHeading(headed: Headed, shown: DisplayOf = noDisplay): Heading {
  const { type, subject } = headed
  if (!('tool_calls' in subject)) return { heading: headingWithoutCalls(headed) }
  const act = describeCalls(subject.tool_calls, shown)
  const asked: readonly ActPart[] =
    type === 'unknown_outcome' ? [{ kind: 'words', text: 'Did this run? ' }] : []
  const parts = [...asked, ...act.parts]
  return { heading: actText(parts), act: { ...act, parts } }
}

/** What calls do, with the digests of the templates that say so; the one way in which every surface is told. */
function describeCalls(calls: readonly ActCall[], shown: DisplayOf = noDisplay): ActLine {
  const templates = calls.flatMap(({ tool, claimed }) => {
    const template = claimed ? undefined : shown(tool)?.display?.act
    return template === undefined ? [] : [[tool, templateHash(template)] as const]
  })
  const parts = [...actParts(calls, { isSecret: hasSecretForm, displayOf: shown })]
  return templates.length === 0 ? { parts } : { parts, templates: Object.fromEntries(templates) }
}

/** How calls of these tools are shown now. */
export function showingOf({ tools }: { readonly tools: KnownTools }): DisplayOf {
  return name => displayOf(tools.get(name))
}

/** What one call does, by how its tool is known now. */
export function describeCall(
  tools: KnownTools,
  { tool, arguments: given }: Pick<ActCall, 'tool' | 'arguments'>,
): string {
  const definition = tools.get(tool)
  const origins = [
    ...traceArguments({ tool, arguments: given, ...(definition && { definition }) }, NOTHING_TRUSTED),
  ]
  const { declared, reversibility } = effectiveAnnotations(definition)
  const call = { tool, arguments: given, origins, claimed: !declared, reversibility }
  return actText(describeCalls([call], showingOf({ tools })).parts)
}

const NOTHING_TRUSTED = { personTexts: [], trustedReads: [], untrustedReads: [] }
const noDisplay: DisplayOf = () => undefined

function headingWithoutCalls({ type, subject, artifacts = [], summary, definition }: Headed): string {
  if (summary !== undefined) return summary
  if (definition !== undefined && 'document' in subject)
    return gateFieldsLine(type, definition, subject.document)
  const about = [
    ...('questions' in subject ? [countText(subject.questions.length, 'question')] : []),
    ...(artifacts.length === 0 ? [] : [nameArtifacts(artifacts)]),
  ]
  return [GATE_TYPE_NAMES[type], ...about].join(' · ')
}

function nameArtifacts(artifacts: readonly Artifact[]): string {
  const named = artifacts.slice(0, MAX_NAMED).map(({ path }) => quoteText(path, MAX_NAME))
  const rest = artifacts.length - named.length
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
