import type { JsonValue } from '../../contracts/json-value.ts'
import type { AgentDefinition, RunContext } from '../run/run.ts'
import { act } from './act.ts'
import { callModel } from './call-model.ts'
import { readChatInput } from './chat-input.ts'
import { conclude } from './conclude.ts'
import { askForMoney, keepWithinLimits } from './limits.ts'
import { DEFAULT_LIMITS, type LoopEnvironment } from './loop-ports.ts'
import { prepare } from './prepare.ts'
import { drainInbox, remember } from './remember.ts'

export type { InterviewReply } from './answers.ts'
export { readInterviewReply } from './answers.ts'
export { ChatInput, toChatInput } from './chat-input.ts'
export type { LiveDelta, LoopLimits } from './loop-ports.ts'
export { createProductDocTools } from './product-doc-tools.ts'
export { deleteKept, KEPT_TOPIC, Kept, listKept, putKept } from './queued-messages.ts'
export { eventToResponse, restToResponse, runToChatResponse } from './respond.ts'

/**
 * The chat agent: prepare → model → (ask_user | gate | tool) → remember → maybe compact, over and again until the
 * model calls nothing more. Every effect is journaled; whatever a tool, a rule or a person answers is a result.
 */
export function createChatAgent(environment: LoopEnvironment): AgentDefinition {
  return {
    kind: 'chat',
    version: '1',
    run: (context, raw) => converse(environment, context, raw),
  }
}

async function converse(
  environment: LoopEnvironment,
  context: RunContext,
  raw: JsonValue,
): Promise<JsonValue> {
  const limits = { ...DEFAULT_LIMITS, ...environment.limits }
  let talk = await prepare(environment, context, { input: readChatInput(raw), limits })
  while (true) {
    talk = await keepWithinLimits(environment, context, { talk, limits })
    const turn = await callModel(environment, context, { talk, limits })
    if ('failed' in turn) {
      const { because } = turn
      if (turn.failed === 'budget') talk = await askForMoney(environment, context, { talk, because })
      else talk = { ...talk, step: talk.step + 1, errorsInARow: talk.errorsInARow + 1, lastError: because }
      continue
    }
    const { said } = turn
    if (said.calls.length > 0) {
      const acted = await act(environment, context, { talk: turn.talk, limits, said })
      talk = await remember(environment, context, { ...acted, limits })
      continue
    }
    const heard = await drainInbox(environment, context, turn.talk)
    if (heard === undefined) return conclude(context, turn.talk, said)
    talk = heard
  }
}
