import type { StandardSchemaV1 } from '@standard-schema/spec'
import { SoulgateError } from '../base/errors.ts'
import type { GateOption } from '../contracts/gate.ts'
import { GateDefinition } from '../contracts/gate-definition.ts'
import { JsonObject } from '../contracts/json-value.ts'
import { PersonRole } from '../contracts/principal.ts'
import { findSchemaError } from '../engine/tools/tools.ts'
import { type Duration, toMilliseconds } from './duration.ts'
import { type InputOf, inputJsonSchema, toJson } from './schema.ts'

/** What people may choose at a gate of one's own. */
export interface GateChoice {
  readonly label: string
  /** What the choice means to the engine; only `approve` lets anything go on. */
  readonly outcome: 'approve' | 'reject' | 'steer' | 'skip'
  /** Of a `steer`: the instruction where the person writes none. */
  readonly instruction?: string
}

/**
 * A kind of question of one's own, as `defineGateType` takes it: its name, options with their outcome, and card
 * fields.
 */
export interface GateTypeOptions<
  Fields extends StandardSchemaV1,
  Options extends Readonly<Record<string, GateChoice>>,
> {
  /** 1–64 of the characters a–z 0–9 _ -, beginning with a letter. */
  readonly name: string
  /** What kind of question it is, in a few words: `Change a price`. */
  readonly title: string
  /** What people see, field by field; `.meta({ title, description, soulgate: 'amount' })` says how a field is called and read. */
  readonly fields: Fields
  /** In the order in which they are offered; one of them must say no (`reject`). */
  readonly options: Options
  /** How long people may take; the agent then gets `expired`. Default: it does not expire. */
  readonly within?: Duration
  /** How many people must approve. Default 1. */
  readonly approvals?: number
  /** Who may decide it. Default: reviewers and admins, and the person whose run it is. */
  readonly roles?: readonly PersonRole[]
  /** The person for whom the run goes may not approve it. Default false. */
  readonly separateApprover?: boolean
}

/** A gate type of one's own. Hand it to `context.gate`, and to `defineConfig` for agents outside of the program. */
export interface GateTypeDefinition<
  Fields extends StandardSchemaV1 = StandardSchemaV1,
  Option extends string = string,
> {
  readonly name: string
  readonly definition: GateDefinition
  readonly fields: Fields
  readonly options: readonly GateOption[]
  readonly terms: GateTypeTerms
  /** Types only; never set. */
  readonly types?: { readonly fields: InputOf<Fields>; readonly option: Option }
}

/** Who may decide, and for how long. */
export interface GateTypeTerms {
  readonly within_ms?: number
  readonly approvals?: number
  readonly roles?: readonly PersonRole[]
  readonly separate_approver?: boolean
}

const OPTION_ID = /^[a-z][a-z0-9_-]{0,63}$/
const MAX_LABEL = 200
const MAX_OPTIONS = 10
const MAX_APPROVALS = 20

/**
 * Declares a gate type: what people see and what they may answer. Throws `invalid_gate_type` when the declaration
 * contradicts itself, `invalid_schema` when its fields cannot be described.
 */
export function defineGateType<
  Fields extends StandardSchemaV1,
  const Options extends Readonly<Record<string, GateChoice>>,
>(options: GateTypeOptions<Fields, Options>): GateTypeDefinition<Fields, Extract<keyof Options, string>> {
  const { name, title, fields, within, approvals, roles, separateApprover } = options
  const schema = inputJsonSchema(fields, `gate type ${name}`)
  const parsed = GateDefinition.safeParse({ name, title, fields: schema, claimed: false })
  if (!parsed.success)
    throw invalid(
      name,
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    )
  const wrong = findUnusable(schema) ?? findSchemaError(schema)?.message
  if (wrong !== undefined) throw invalid(name, wrong)
  if (
    approvals !== undefined &&
    !(Number.isInteger(approvals) && approvals > 0 && approvals <= MAX_APPROVALS)
  )
    throw invalid(name, `\`approvals\` is a whole number from 1 to ${MAX_APPROVALS}`)
  const unknown = roles?.find(role => !PersonRole.safeParse(role).success)
  if (unknown !== undefined || roles?.length === 0)
    throw invalid(name, `\`roles\` are some of ${PersonRole.options.join(', ')}`)
  return {
    ...{ name, definition: parsed.data, fields, options: toOptions(name, options.options) },
    terms: {
      ...(within === undefined ? {} : { within_ms: toMilliseconds(within) }),
      ...(approvals === undefined ? {} : { approvals }),
      ...(roles === undefined ? {} : { roles }),
      ...(separateApprover === undefined ? {} : { separate_approver: separateApprover }),
    },
  }
}

/** Checked as JSON at once: an agent's operations keep their order only if nothing is waited for before them. */
export function readGateFields({ name, fields }: GateTypeDefinition, value: unknown): JsonObject {
  const checked = fields['~standard'].validate(value)
  if (checked instanceof Promise)
    throw invalid(name, 'its fields are checked asynchronously; check that in a step before the gate')
  if (checked.issues !== undefined) {
    const problems = checked.issues.map(({ path = [], message }) =>
      [path.map(part => String(typeof part === 'object' ? part.key : part)).join('.'), message]
        .filter(text => text !== '')
        .join(': '),
    )
    throw new SoulgateError(
      'invalid_input',
      `The fields of gate type ${name} do not fit: ${problems.join('; ')}`,
    )
  }
  return JsonObject.parse(toJson(checked.value, `Gate type ${name}`))
}

function toOptions(name: string, choices: Readonly<Record<string, GateChoice>>): readonly GateOption[] {
  const entries = Object.entries(choices)
  if (entries.length > MAX_OPTIONS) throw invalid(name, `it has more than ${MAX_OPTIONS} options`)
  if (!entries.some(([, { outcome }]) => outcome === 'reject'))
    throw invalid(name, 'none of its options has the outcome `reject`, so nobody could say no')
  return entries.map(([id, { label, outcome, instruction }]) => {
    if (!OPTION_ID.test(id))
      throw invalid(name, `option ${id} has a name that does not fit ${OPTION_ID.source}`)
    if (!OUTCOMES.includes(outcome))
      throw invalid(
        name,
        `option ${id} has the outcome ${String(outcome)}, not one of ${OUTCOMES.join(', ')}`,
      )
    if (typeof label !== 'string' || label.trim() === '' || label.length > MAX_LABEL)
      throw invalid(name, `option ${id} needs a label of 1–${MAX_LABEL} characters`)
    if (instruction !== undefined && outcome !== 'steer')
      throw invalid(name, `option ${id} has an instruction, which only a \`steer\` has`)
    const steered = instruction === undefined ? {} : { default_instruction: instruction }
    return { id, label, decision: outcome, ...steered }
  })
}

const OUTCOMES: readonly GateChoice['outcome'][] = ['approve', 'reject', 'steer', 'skip']

/** What is shown to people is kept with the gate, so no secret may be among it. */
function findUnusable(schema: GateDefinition['fields']): string | undefined {
  if (schema.type !== 'object') return 'its fields must be an object'
  if (JSON.stringify(schema).includes('"x-soulgate":"secret"'))
    return 'a field is marked as a secret; people see every field of a gate'
  return undefined
}

function invalid(name: string, why: string): SoulgateError {
  return new SoulgateError('invalid_gate_type', `Gate type ${String(name)} cannot be used: ${why}.`)
}
