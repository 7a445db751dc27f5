import { toIso } from '../../../base/clock.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'
import {
  type ConversationStyle,
  DEFAULT_INTERACTION_POLICY,
  type InteractionPolicy,
  InteractionPolicyPatch,
  type PatternSpec,
} from '../../../contracts/plan.ts'
import type { StoreReader } from '../../../store/store.ts'
import type { GateAnswer } from '../../run/run.ts'
import { effectivePolicy } from '../planning-tools.ts'
import type { Flow } from './flow.ts'

/** Documents of a person's policy, under the person's id; of a session's override, under `session:<id>`. */
export const POLICY = 'interaction_policy'
const SUBTYPE = 'plan_subtype'

type Reader = Pick<StoreReader, 'getDocument' | 'listDocuments'>

/** What a person, or a session, has said about how to be dealt with; undefined where nothing was said. */
export async function readPolicy(reader: Reader, id: string): Promise<InteractionPolicyPatch | undefined> {
  const document = await reader.getDocument(POLICY, id)
  const parsed = InteractionPolicyPatch.safeParse(document?.body)
  return parsed.success ? parsed.data : undefined
}

/** The policy that holds for a plan: the defaults, the person's, the session's, the plan's own. */
export async function policyFor(
  reader: Reader,
  about: {
    readonly owner: string
    readonly session_id: string
    readonly override?: InteractionPolicyPatch | undefined
  },
): Promise<{ readonly policy: InteractionPolicy; readonly isKnown: boolean }> {
  const own = await readPolicy(reader, about.owner)
  const session = await readPolicy(reader, `session:${about.session_id}`)
  const policy = effectivePolicy(
    effectivePolicy(effectivePolicy(DEFAULT_INTERACTION_POLICY, own), session),
    about.override,
  )
  const isKnown = [own, session, about.override].some(said => said?.conversation_style !== undefined)
  return { policy, isKnown }
}

/** The style that a person chose becomes the person's own. */
export async function rememberStyle(flow: Flow, style: ConversationStyle): Promise<void> {
  const { context, parts, owner } = flow
  await context.step('remember style', () => null, {
    write: async tx => {
      const standing = await readPolicy(tx, owner)
      const body = { ...standing, conversation_style: style } as unknown as JsonObject
      await tx.putDocument({ kind: POLICY, id: owner, body, at: toIso(parts.clock.now()) })
    },
  })
}

/** Subtypes that people approved, as `pattern_type/subtype`. */
export async function listSubtypes(reader: Reader): Promise<string[]> {
  return (await reader.listDocuments(SUBTYPE)).map(document => document.id)
}

export async function rememberSubtype(
  flow: Flow,
  pattern: PatternSpec,
  { gate, decision }: GateAnswer,
): Promise<void> {
  const { context, parts } = flow
  const id = `${pattern.pattern_type}/${pattern.subtype ?? ''}`
  await context.step('remember subtype', () => null, {
    write: async tx => {
      const body = { gate_id: gate.gate_id, decided_by: decision?.decided_by ?? '' }
      await tx.putDocument({ kind: SUBTYPE, id, body, at: toIso(parts.clock.now()) })
    },
  })
}
