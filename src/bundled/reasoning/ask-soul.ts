import type { AgentContext } from '../../agents/public.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Pass } from '../../engine/reasoning/reasoning.ts'
import type { Conclusion } from './conclude.ts'
import type { ReasoningHost } from './ports.ts'

/** What Soul answered, or the end of a run that waited for it in vain. */
export type SoulAnswer<Answer> = { readonly answer: Answer } | { readonly timed_out: Conclusion }

type Attempt<Answer> =
  | { readonly answer: Answer }
  | { readonly unavailable: string; readonly limit_seconds: number; readonly at: number }

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000

/** The name under which the journal keeps the attempts to reach Soul. */
export const SOUL_STEP = 'soul:'

/**
 * Asks Soul, and goes on asking with growing pauses while it does not answer; the run sleeps meanwhile and nothing
 * of it executes. After the time limit of an approval the run ends as timed out. The built-in Soul is asked without
 * a step of its own: `ask` must then depend on nothing but what the journal has already.
 */
export async function askSoul<Answer>(
  host: ReasoningHost,
  context: AgentContext,
  asking: Pass & { readonly about: string; readonly ask: () => Promise<Answer> },
): Promise<SoulAnswer<Answer>> {
  const { about, round, input, ask } = asking
  if (host.soul.kind === 'local') return { answer: await ask() }
  const name = `${SOUL_STEP}${about}:${round.number}`
  let failingSince: number | undefined
  for (let attempt = 1, pauseMs = FIRST_PAUSE_MS; ; attempt += 1, pauseMs *= 2) {
    const outcome = await context.step(`${name}:${attempt}`, () => tryOnce(host, { ask, input }))
    if ('answer' in outcome) return outcome
    failingSince ??= outcome.at
    const leftMs = failingSince + outcome.limit_seconds * 1000 - outcome.at
    if (leftMs <= 0) return { timed_out: concludeTimeout(outcome.unavailable) }
    const pause = { milliseconds: Math.min(pauseMs, MAX_PAUSE_MS, leftMs) }
    await context.sleep(pause, { name: `wait:${name}:${attempt}` })
  }
}

async function tryOnce<Answer>(
  host: ReasoningHost,
  { ask, input }: { readonly ask: () => Promise<Answer>; readonly input: Pass['input'] },
): Promise<Attempt<Answer>> {
  try {
    return { answer: await ask() }
  } catch (error) {
    const unavailable = host.whyUnavailable(error)
    if (unavailable === undefined) throw error
    const settings = await host.settings()
    const limit = input.time_limit_seconds ?? settings.approval_time_limit_seconds
    return { unavailable, limit_seconds: limit, at: host.now() }
  }
}

function concludeTimeout(why: string): Conclusion {
  return {
    success: false,
    execution_path: 'suggested',
    approval_state: 'timeout',
    state: 'approval_timeout',
    message: `${why} Nothing ran. Start the goal again when Soul answers.`,
    tool_results: [],
  }
}

/** Tells Soul what a person decided at a gate. The store has it already, so a Soul that is down loses nothing of it. */
export async function notifySoul(
  host: ReasoningHost,
  context: AgentContext,
  told: Pass & { readonly gateId: string; readonly confidence: number },
): Promise<void> {
  const { round, gateId, confidence } = told
  // The built-in Soul is the store, where the decision stands.
  if (host.soul.kind === 'local') return
  await context.step(`${SOUL_STEP}store:${round.number}`, async () => {
    const gate = await host.gate(gateId)
    const decision = gate?.decisions.findLast(item => !item.late)
    if (!gate || !decision) return { stored: false }
    try {
      const { stored } = await host.soul.storeDecision({
        decision_id: decision.decision_id,
        gate_id: gateId,
        session_id: context.sessionId,
        goal: round.goal,
        confidence,
        decision: wordOf(gate),
        approval_time: decision.decided_at,
        approver: decision.decided_by,
      })
      return { stored }
    } catch (error) {
      const because = host.whyUnavailable(error)
      if (because === undefined) throw error
      return { stored: false, because }
    }
  })
}

function wordOf(gate: Gate): string {
  return gate.status === 'rejected' ? 'denied' : gate.status
}
