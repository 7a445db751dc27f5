import { SoulgateError } from '../../src/base/errors.ts'
import type { ModelRequest, ModelResponse } from '../../src/contracts/model.ts'
import type { MemoryOptions } from '../../src/engine/memory/memory.ts'

type Answer = string | Error | ((request: ModelRequest) => string | Promise<string>)

export interface ScriptedLlm {
  readonly requests: ModelRequest[]
}

/** A model whose answers are given, the last one again and again; without any it is not there. */
export function scriptedLlm(
  answers: readonly Answer[],
  { window = 32_768, countTokens = (text: string) => Math.ceil(text.length / 3) } = {},
): MemoryOptions['llm'] & ScriptedLlm {
  const requests: ModelRequest[] = []
  return {
    requests,
    countTokens,
    describe: () => ({
      model: 'scripted/model',
      fallbacks: [],
      isOffline: false,
      isPriced: true,
      contextWindow: window,
    }),
    generate: async request => {
      requests.push(request)
      const answer = answers[Math.min(requests.length, answers.length) - 1]
      if (answer === undefined) throw new SoulgateError('model_unavailable', 'No model answers.')
      if (answer instanceof Error) throw answer
      return respond(typeof answer === 'string' ? answer : await answer(request))
    },
  }
}

function respond(text: string): ModelResponse {
  return {
    text,
    tool_calls: [],
    finish: 'stop',
    usage: { input_tokens: 100, output_tokens: 50 },
    cost_usd: 0.001,
    model: 'scripted/model',
    is_offline: false,
    attempts: 1,
    duration_ms: 5,
  }
}
