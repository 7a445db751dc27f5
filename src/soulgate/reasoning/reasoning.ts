import { SoulgateError } from '../../base/errors.ts'
import { assembleResponse } from '../../bundled/reasoning/reasoning.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { ReasoningResponse } from '../../contracts/reasoning.ts'
import { isRefusal, type Refusal } from '../../contracts/refusal.ts'
import type { Run } from '../../contracts/run.ts'
import { NOTHING_UNDERSTOOD } from '../../engine/reasoning/reasoning.ts'
import type { Engine } from '../engine.ts'
import type { Soulgate } from '../program.ts'
import { canSee, toRun, unknownGate } from '../visibility.ts'
import { isQueuedInVain, isUnderWay, noWorkerFor, waitFor } from '../waiting.ts'

/** A deterministic run takes milliseconds; one with a model takes as long as the model. */
const MAX_ANSWER_MS = 60_000

/** The reasoning agent as surfaces see it: started, waited for, and answered in its frozen shape. */
export function createReasoning(engine: Engine, runs: Soulgate['runs']): Soulgate['reasoning'] {
  return {
    execute: async (who, request) => {
      const { session_id, ...input } = request
      const begunMs = engine.clock.now()
      const started = await runs.start(who, {
        kind: 'reasoning',
        input: input as JsonObject,
        ...(session_id === undefined ? {} : { session_id }),
      })
      if (isRefusal(started)) {
        // The frozen shape has no place for “not now”: this one is an error with a status of its own.
        if (started.code === 'too_many_open_gates') throw new SoulgateError(started.code, started.detail)
        return refusedResponse(started)
      }
      const settled = await runs.settled(started.run.run_id, MAX_ANSWER_MS)
      const run = settled ?? started.run
      const response = await respond(engine, run)
      const isAnswered = run.status !== 'queued' && run.status !== 'running'
      engine.metrics.recordAnswer(response, {
        isAnswered,
        durationMs: Math.max(0, engine.clock.now() - begunMs),
      })
      return response
    },
    response: (who, requestId, waitMs) => responseOf(engine, { who, requestId, waitMs: waitMs ?? 0 }),
  }
}

async function responseOf(
  engine: Engine,
  { who, requestId, waitMs }: { who: Principal; requestId: string; waitMs: number },
): Promise<ReasoningResponse | Refusal> {
  const gate = await engine.store.getGate(requestId)
  if (!gate?.run_id || !canSee(who, gate)) return unknownGate(requestId)
  const runId = gate.run_id
  const moved = await waitFor(engine, { topic: `run:${runId}`, waitMs }, async () => {
    const run = await engine.store.getRun(runId)
    if (!run || (await isUnderWay(engine, run))) return undefined
    const isStillThere = run.status === 'waiting_input' && run.waiting_gate_ids.includes(requestId)
    return isStillThere && gate.status !== 'pending' ? undefined : run
  })
  const run = moved ?? (await engine.store.getRun(runId))
  return run ? respond(engine, toRun(run), gate) : unknownGate(requestId)
}

async function respond(engine: Engine, run: Run, asked?: Gate): Promise<ReasoningResponse> {
  const [steps, gates] = await Promise.all([
    engine.store.listSteps(run.run_id),
    engine.store.getGates(run.waiting_gate_ids),
  ])
  const gate = gates.at(-1) ?? asked
  const response = assembleResponse({ run, steps, gate })
  if (!(await isQueuedInVain(engine, run))) return response
  const message = noWorkerFor(run)
  return { ...response, result: { ...response.result, message, summary: message } }
}

/** A run that could not start still has the frozen shape, with the reason as its message. */
function refusedResponse(refusal: Refusal): ReasoningResponse {
  return {
    success: false,
    result: {
      reasoning_summary: '',
      message: refusal.detail,
      summary: refusal.detail,
      key_findings: [],
      recommendations: [],
      next_steps: [],
      tool_results: [],
      tools_used: [],
      understanding: NOTHING_UNDERSTOOD,
      confidence: 0,
      confidence_factors: [],
      confidence_adjustments: [],
    },
    tool_results: [],
    tools_used: [],
    confidence: 0,
    approval_state: 'none',
    soul_request_id: null,
    execution_path: 'rejected',
    state: 'execution_impossible',
    run_id: '',
  }
}
