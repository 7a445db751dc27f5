import { toIso } from '../../base/clock.ts'
import { isSoulgateError, SoulgateError } from '../../base/errors.ts'
import type { GateOption, GateType, WhyHeld } from '../../contracts/gate.ts'
import type { IterationReport } from '../../contracts/iteration.ts'
import { StartIterationsRequest } from '../../contracts/iteration.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Voice } from '../../contracts/principal.ts'
import type { StoreTransaction } from '../../store/store.ts'
import type { HoldTerms } from '../gate/gate.ts'
import type { GateAnswer, RunContext, StepMeasure } from '../run/run.ts'
import { namedFiles, readNamedFiles } from './named-files.ts'
import {
  type Brief,
  GOAL_REFERENCE,
  REQUEST_REFERENCE,
  type Spoken,
  type ThinkingTerms,
  type Thought,
} from './planner.ts'
import type { IterationParts } from './ports.ts'
import { type IterationHead, planIdOf, putHead } from './records.ts'

/** One plan on its way. Everything in it follows from the journal and is the same at every replay. */
export interface IterationRun {
  readonly parts: IterationParts
  readonly context: RunContext
  head: IterationHead
  /** What statements may be taken from, the person's words first. */
  spoken: readonly Spoken[]
  reports: readonly IterationReport[]
  budgetUsd: number
  isDayWaived: boolean
}

/** A goal that an agent’s key sent holds no words of a person, and says so wherever it is the source. */
function goalAsSource(text: string, voice: Voice, askedBy: string): Spoken {
  if (voice !== 'agent') return { kind: 'person', reference: GOAL_REFERENCE, text }
  return { kind: 'tool', reference: `${REQUEST_REFERENCE} ${askedBy}`, text }
}

interface Opened {
  readonly budget_usd: number
  readonly remembered: readonly Spoken[]
  readonly files: readonly string[]
  readonly asked_by: string
}

/** Begins the record of the plan and remembers what the session knows. */
export async function openIterationRun(
  parts: IterationParts,
  context: RunContext,
  input: JsonValue,
): Promise<IterationRun> {
  const parsed = StartIterationsRequest.safeParse(input)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SoulgateError(
      'invalid_input',
      `The plan does not fit: ${issue?.path.join('.')} ${issue?.message}.`,
    )
  }
  const { goal, max_iterations, checkpoint_interval } = parsed.data
  const at = toIso(await context.now())
  const opened = await context.step('open', async () => {
    const { budgets } = await parts.settings()
    const remembered = await parts.recall(context.session_id)
    const files = parts.canReadFiles() ? namedFiles(goal) : []
    const asked_by = (await parts.store.getRun(context.run_id))?.requested_by ?? 'an agent'
    return { budget_usd: budgets.iteration_run_usd, remembered, files, asked_by } as unknown as JsonObject
  })
  const { budget_usd, remembered, files, asked_by } = opened as unknown as Opened
  const asked = goalAsSource(goal, context.asked_by, asked_by)
  const read = await readNamedFiles(context, goal, files)
  const iterationRun: IterationRun = {
    parts,
    context,
    head: {
      session_id: context.session_id,
      run_id: context.run_id,
      plan_id: planIdOf(context.run_id),
      goal,
      max_iterations,
      checkpoint_interval,
      status: 'proposing',
      current_iteration: 0,
      proposals: [],
      guidance: [],
      checkpoints: [],
      stopped_early: false,
      memory_entities: [],
      spent_usd: 0,
      created_at: at,
      updated_at: at,
    },
    spoken: [asked, ...remembered, ...read],
    reports: [],
    budgetUsd: budget_usd,
    isDayWaived: false,
  }
  const { plan_id } = iterationRun.head
  context.emit('planning_started', { plan_id, goal, max_iterations, checkpoint_interval })
  return iterationRun
}

/** Changes the record durably; `write` becomes durable with it. */
export async function update(
  iterationRun: IterationRun,
  patch: Partial<IterationHead>,
  write?: (tx: StoreTransaction, head: IterationHead) => Promise<void>,
): Promise<void> {
  const { parts, context } = iterationRun
  const headAt = (at: string): IterationHead => ({ ...iterationRun.head, ...patch, updated_at: at })
  const at = await context.step('record', () => toIso(parts.clock.now()), {
    write: async (tx, now) => {
      if (write === undefined) return putHead(tx, headAt(now))
      await putHead(tx, headAt(now))
      await write(tx, headAt(now))
    },
  })
  iterationRun.head = headAt(at)
}

/** What a person said becomes something the plan may rest on. */
export function hear(iterationRun: IterationRun, reference: string, text: string): void {
  iterationRun.spoken = [...iterationRun.spoken, { kind: 'person', reference, text }]
}

export function briefOf({ head, spoken }: IterationRun): Brief {
  const { goal, guidance, max_iterations, checkpoint_interval } = head
  return { goal, spoken, guidance, max_iterations, checkpoint_interval }
}

export function proposalOf({ head }: IterationRun): string {
  return head.proposals.at(-1)?.text ?? ''
}

/** How one thought ended: failures are results, so that they are remembered and not repeated for ever. */
export type Pondered<Value> =
  | { readonly thought: Thought<Value> }
  | { readonly failed: string }
  | { readonly over_budget: string }

interface Pondering<Value> {
  readonly name: string
  readonly think: (terms: ThinkingTerms) => Promise<Thought<Value>>
  /** Becomes durable with the thought. */
  readonly write?: (tx: StoreTransaction, thought: Thought<Value>) => Promise<void>
}

/** One journaled thought within what is left of the budgets. */
export async function ponder<Value>(
  iterationRun: IterationRun,
  pondering: Pondering<Value>,
): Promise<Pondered<Value>> {
  const { name, think, write } = pondering
  const outcome = await iterationRun.context.step(
    name,
    async signal => (await attempt(iterationRun, signal, think)) as unknown as JsonObject,
    {
      kind: 'model',
      measure: value => costsOf(value as unknown as Pondered<unknown>),
      ...(write === undefined
        ? {}
        : {
            write: async (tx: StoreTransaction, value: JsonObject) => {
              const made = value as unknown as Pondered<Value>
              if ('thought' in made) await write(tx, made.thought)
            },
          }),
    },
  )
  const pondered = outcome as unknown as Pondered<Value>
  if ('thought' in pondered) {
    const spent_usd = iterationRun.head.spent_usd + pondered.thought.cost_usd
    iterationRun.head = { ...iterationRun.head, spent_usd }
  }
  return pondered
}

function costsOf(pondered: Pondered<unknown>): StepMeasure {
  if (!('thought' in pondered)) return {}
  const { tokens, cost_usd, model } = pondered.thought
  return { tokens, cost_usd, model, model_tier: 'STANDARD' }
}

async function attempt<Value>(
  iterationRun: IterationRun,
  signal: AbortSignal,
  think: (terms: ThinkingTerms) => Promise<Thought<Value>>,
): Promise<Pondered<Value>> {
  try {
    return { thought: await think({ signal, budgetUsd: await moneyLeft(iterationRun) }) }
  } catch (error) {
    if (signal.aborted || isOfEngine(error)) throw error
    if (isSoulgateError(error, 'budget_exceeded')) return { over_budget: error.message }
    return { failed: error instanceof Error ? error.message.slice(0, 500) : 'It failed unexpectedly.' }
  }
}

/** What the store or the engine throws is not a result of the thought: the step runs again. */
function isOfEngine(error: unknown): boolean {
  if (!isSoulgateError(error)) return false
  return /^(?:store_|commit_|transaction_|lease_|run_|cancelled)/.test(error.code)
}

/** The least of what is left for this run and, unless people waived it, for the day; never below nothing. */
async function moneyLeft({ parts, head, budgetUsd, isDayWaived }: IterationRun): Promise<number> {
  const ofRun = Math.max(0, budgetUsd - head.spent_usd)
  if (isDayWaived) return ofRun
  const { budgets } = await parts.settings()
  return Math.max(0, Math.min(ofRun, budgets.day_usd - (await parts.spentToday())))
}

/** A question of the plan to people. */
export interface Asking {
  readonly name: string
  readonly type: GateType
  readonly summary: string
  readonly details: string
  readonly stage: string
  readonly subject: JsonObject
  readonly why: string
  readonly source?: WhyHeld['source']
  readonly options?: readonly GateOption[]
  readonly steered_from?: string
  readonly constraint_info?: JsonObject
}

/** Opens a gate with the terms that guidelines demand, and waits for its answer. */
export async function ask(iterationRun: IterationRun, asking: Asking): Promise<GateAnswer> {
  const { context, head, parts } = iterationRun
  const { type, name, steered_from, options, constraint_info } = asking
  const demanded = await context.step(`demands:${name}`, async () => {
    const { terms, why } = await parts.demands({
      type,
      event: type,
      agent: 'iteration',
      session_id: head.session_id,
      paths: [],
      context: { plan_id: head.plan_id },
    })
    return { why, ...(terms === undefined ? {} : { terms }) } as unknown as JsonObject
  })
  const { terms, why } = demanded as unknown as { terms?: HoldTerms; why: WhyHeld[] }
  const subject =
    type === 'constraint_exception'
      ? { document: asking.subject, stage: asking.stage }
      : { plan: asking.subject, stage: asking.stage }
  return context.gate(name, {
    terms: { ...terms, type },
    summary: asking.summary,
    details: asking.details,
    subject,
    why_held: [{ source: asking.source ?? 'policy', text: asking.why }, ...why],
    cost_so_far_usd: head.spent_usd,
    context: { plan_id: head.plan_id },
    ...(options === undefined ? {} : { options }),
    ...(steered_from === undefined ? {} : { steered_from }),
    ...(constraint_info === undefined ? {} : { constraint_info }),
  })
}

export function decider({ decision }: GateAnswer): string {
  return decision?.decided_by ?? 'nobody'
}

/** Whatever else a person said with a decision: feedback, and conditions that bind the rest. */
export function asidesOf({ decision }: GateAnswer): readonly string[] {
  const said = [decision?.feedback, ...(decision?.conditions ?? [])]
  return said.filter(text => text !== undefined && text.trim() !== '') as readonly string[]
}
