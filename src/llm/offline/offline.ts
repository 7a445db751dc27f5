import { type ModelProvider, type ProviderAnswer, type ProviderCall, ProviderFailure } from '../llm.ts'
import { answerChat } from './chat/chat.ts'
import { answerCompact } from './compact.ts'
import type { OfflineParts, OfflinePurpose } from './offline-purpose.ts'
import { answerOther } from './other.ts'

export type { OfflineParts, OfflinePlan, OfflinePlanner } from './offline-purpose.ts'

/** What the offline model does for each purpose of a call; a new purpose is a file and a line. */
const PURPOSES: Readonly<Record<string, OfflinePurpose>> = {
  chat: answerChat,
  compact: answerCompact,
}

/**
 * The model without a network: rules, no weights, the same answer to the same request. It says wherever it speaks to
 * a person that it is the offline model.
 */
export function createOfflineProvider(parts: OfflineParts = {}): ModelProvider {
  return {
    name: 'offline',
    isOffline: true,
    generate: async ({ request, onDelta, signal }: ProviderCall): Promise<ProviderAnswer> => {
      if (signal.aborted) throw new ProviderFailure('cancelled', 'The call was cancelled.')
      const answer = await (PURPOSES[request.purpose] ?? answerOther)(request, parts)
      for (const piece of answer.text.match(/\S+\s*/g) ?? []) onDelta?.({ type: 'text', text: piece })
      for (const { id, name } of answer.tool_calls) onDelta?.({ type: 'tool_name', id, name })
      return answer
    },
  }
}
