import { expect } from 'vitest'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import { createPageTools } from '../../src/engine/pages/pages.ts'
import type { ToolOutcome } from '../../src/engine/tools/tools.ts'
import { SESSION } from './memory-fixture.ts'
import { scriptedLlm } from './memory-llm.ts'
import type { OpenPages } from './pages-fixture.ts'

/** The page tools of one session, called by name. */
export interface PageDesk {
  call(name: string, args: JsonObject, key?: string): Promise<ToolOutcome>
  /** The last message of each request that the model got. */
  readonly asked: () => readonly string[]
  /** The tier of each request. */
  readonly tiers: () => readonly string[]
}

let keys = 0

/** The tools with a model that says these things, or with the offline one when it says nothing. */
export function openPageDesk(open: OpenPages, says?: readonly string[], moneyLeft = 1): PageDesk {
  const scripted = scriptedLlm(says ?? [])
  const llm = {
    ...scripted,
    generate: async (...request: Parameters<typeof scripted.generate>) => {
      const answer = await scripted.generate(...request)
      return request[0].output_schema ? { ...answer, object: JSON.parse(answer.text) } : answer
    },
    describe: (tier: 'FAST' | 'STANDARD' | 'POWERFUL') => ({
      ...scripted.describe(tier),
      isOffline: says === undefined,
    }),
  }
  const tools = createPageTools({
    pages: open.pages,
    llm,
    moneyLeft: async () => moneyLeft,
    targetPages: async () => [],
    loadImage: async () => ({ bytes: new Uint8Array([1, 2, 3]) }),
  })
  return {
    call: async (name, args, key) => {
      const tool = tools.find(item => item.definition.name === name)
      if (!tool) throw new Error(`no tool ${name}`)
      keys += 1
      return tool.execute({
        arguments: args,
        idempotencyKey: key ?? `key_${keys}`,
        signal: new AbortController().signal,
        sessionId: SESSION,
        runId: 'run_1',
      })
    },
    asked: () => scripted.requests.map(request => request.messages.at(-1)?.content ?? ''),
    tiers: () => scripted.requests.map(({ tier }) => tier),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a model would
export const outputOf = (outcome: ToolOutcome): any => {
  expect(outcome.result.error).toBeUndefined()
  return outcome.result.output
}
