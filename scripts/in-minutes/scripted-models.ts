/** Modules that are loaded before an example and play the model it names: they ask for one refund, then read its result. */
export const SCRIPTED_MODELS = {
  ai: `import { MockLanguageModelV4 } from 'ai/test'
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const last = prompt.filter(message => message.role === 'tool').flatMap(message => message.content).at(-1)
    const content = last
      ? { type: 'text', text: String(last.output.value) }
      : { type: 'tool-call', toolCallId: 'c', toolName: 'refund', input: '{"customer":"c_1","amount":20}' }
    const unified = last ? 'stop' : 'tool-calls'
    return { content: [content], finishReason: { unified }, usage, warnings: [] }
  },
})
globalThis.AI_SDK_DEFAULT_PROVIDER = { specificationVersion: 'v4', languageModel: () => model }
`,
  agents: `import { setDefaultModelProvider, setTracingDisabled, Usage } from '@openai/agents'
setTracingDisabled(true)
const model = {
  getResponse: async ({ input }) => {
    const result = typeof input === 'string' ? undefined : input.findLast(item => item.type === 'function_call_result')
    const text = result && (typeof result.output === 'string' ? result.output : result.output.text)
    const message = { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] }
    const call = { type: 'function_call', callId: 'c', name: 'refund', status: 'completed', arguments: '{"customer":"c_1","amount":20}' }
    return { usage: new Usage(), output: [result ? message : call] }
  },
  getStreamedResponse: () => { throw new TypeError('nothing here streams') },
}
setDefaultModelProvider({ getModel: () => model })
`,
} as const
