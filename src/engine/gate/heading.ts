import { actLine, quoteText } from '../../contracts/act-line.ts'
import type { Artifact, GateSubject, GateType } from '../../contracts/gate.ts'
import type { GateDefinition } from '../../contracts/gate-definition.ts'
import { gateFieldsLine } from '../../contracts/gate-fields.ts'
import { GATE_TYPE_NAMES } from '../../contracts/gate-type-names.ts'
import { hasSecretForm } from '../tools/tools.ts'

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

/**
 * The heading of a gate, the same on every surface: of calls what they do; of what Soulgate asks its own words; of what
 * an agent asks the kind of question and what it is about. An agent's title is never among them.
 */
export function makeHeading({ type, subject, artifacts = [], summary, definition }: Headed): string {
  if ('tool_calls' in subject) {
    const line = actLine(subject.tool_calls, { isSecret: hasSecretForm })
    return type === 'unknown_outcome' ? `Did this run? ${line}` : line
  }
  if (definition !== undefined && 'document' in subject)
    return gateFieldsLine(type, definition, subject.document)
  if (summary !== undefined) return summary
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
