import type { GateTypeDefinition } from '../../agents/agents.ts'
import type { GateSubject } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { HoldTerms } from '../../engine/gate/gate.ts'
import { validateArguments } from '../../engine/tools/tools.ts'
import type { Engine } from '../engine.ts'
import type { GateRequestBody } from '../program.ts'

/**
 * The declared gate type that a request names; undefined where it names none. Refused are unknown names, another type than
 * `proposal`, and fields that do not fit.
 */
export function readDeclaredType(
  { ownAgents }: Pick<Engine, 'ownAgents'>,
  { type, definition, subject }: Pick<GateRequestBody, 'type' | 'definition' | 'subject'>,
): { readonly type: GateTypeDefinition; readonly subject: GateSubject } | Refusal | undefined {
  if (definition === undefined) return undefined
  const found = ownAgents.gateTypes.get(definition)
  if (found === undefined) {
    const known = [...ownAgents.gateTypes.keys()].join(', ') || 'none'
    return misfit('definition', `must be a gate type of the configuration (${known})`)
  }
  if (type !== 'proposal') return misfit('type', 'must be proposal for a gate type of the configuration')
  const document = (subject?.document ?? subject ?? {}) as JsonObject
  const checked = validateArguments({ name: definition, input_schema: found.definition.fields }, document)
  if (checked.ok) return { type: found, subject: { document } }
  const errors = checked.errors.map(({ field, message }) => ({ field: `subject.document.${field}`, message }))
  return refuse('invalid', `The fields of gate type ${definition} do not fit.`, { errors })
}

/** What the declaration demands of whoever decides, beside what guidelines do. */
export function declaredTerms({ terms }: GateTypeDefinition): HoldTerms {
  const { approvals, roles, separate_approver, within_ms } = terms
  return {
    ...{ type: 'proposal', threshold: 'mandatory' },
    ...(approvals === undefined ? {} : { quorum: approvals }),
    ...(roles === undefined ? {} : { roles }),
    ...(separate_approver === undefined ? {} : { separate_approver }),
    ...(within_ms === undefined ? {} : { ttl_seconds: Math.ceil(within_ms / 1000) }),
  }
}

function misfit(field: string, message: string): Refusal {
  return refuse('invalid', `The gate was not opened: ${field} ${message}.`, { errors: [{ field, message }] })
}
