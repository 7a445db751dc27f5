import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { ModelMessage, ModelResponse, ModelTool } from '../../contracts/model.ts'
import { createToolRegistry, type ToolRegistry } from '../../engine/tools/tools.ts'
import type { Llm } from '../../llm/llm.ts'
import { createWorkspaceTools } from '../../workspace/workspace.ts'
import { assembleLlm } from '../models/language-models.ts'
import { createOfflinePlanner } from './offline-planner.ts'

const ASK: ModelTool = { name: 'ask_user', description: 'Asks.', input_schema: { type: 'object' } }

let root: string
let registry: ToolRegistry
let llm: Llm
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'soulgate-offline-'))
  const undoStore = { put: async () => 'copy', get: async () => undefined }
  const tools = createWorkspaceTools({
    root,
    forbiddenPaths: [],
    clock: systemClock,
    undoStore,
    httpAllowList: () => [],
  })
  registry = createToolRegistry({ tools })
  llm = await assembleLlm({ plan: createOfflinePlanner(registry, systemClock) })
})
afterEach(() => rm(root, { recursive: true, force: true }))

function say(
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[] = [ASK, ...offered()],
): Promise<ModelResponse> {
  const request = { tier: 'STANDARD', purpose: 'chat', messages: [...messages], tools: [...tools] } as const
  return llm.generate(
    { ...request, messages: [...messages], tools: [...tools] },
    { signal: new AbortController().signal },
  )
}

function offered(): readonly ModelTool[] {
  return registry
    .list()
    .map(({ name, description, input_schema }) => ({ name, description, input_schema: Object(input_schema) }))
}

/** A turn as the loop would drive it: every call is executed and answered until the model only speaks. */
async function turn(wish: string): Promise<{ readonly text: string; readonly calls: readonly string[] }> {
  const messages: ModelMessage[] = [{ role: 'user', content: wish }]
  const calls: string[] = []
  for (let step = 0; step < 20; step += 1) {
    const said = await say(messages)
    if (said.tool_calls.length === 0) return { text: said.text, calls }
    messages.push({ role: 'assistant', content: said.text, tool_calls: said.tool_calls })
    for (const { id, name, arguments: args = {} } of said.tool_calls) {
      calls.push(name)
      const outcome = await registry
        .executable(name)
        ?.execute({ arguments: args, idempotencyKey: id, signal: new AbortController().signal })
      const result = outcome?.result
      const content = JSON.stringify(result?.output ?? result?.error ?? null)
      messages.push({
        role: 'tool',
        tool_call_id: id,
        name,
        content,
        ...(result?.success ? {} : { is_error: true }),
      })
    }
  }
  throw new Error('it never ends')
}

function questionsOf(said: ModelResponse): readonly JsonObject[] {
  const asked = said.tool_calls[0]?.arguments?.questions
  return Array.isArray(asked) ? asked.map(question => Object(question)) : []
}

describe('the offline model', () => {
  test.each([
    'Make me an app',
    'I want a website',
    'build a landing page',
    'plan an event',
    'Create something like a shop',
  ])('asks three to five questions at once about “%s”', async wish => {
    const said = await say([{ role: 'user', content: wish }])
    expect(said.tool_calls.map(call => call.name)).toEqual(['ask_user'])
    expect(questionsOf(said).length).toBeGreaterThanOrEqual(3)
    expect(questionsOf(said).length).toBeLessThanOrEqual(5)
  })

  test('asks at most one question about a detailed brief', async () => {
    const wish =
      'Build a landing page for my bakery with a menu, opening hours and a map, in warm colours, so that customers can order bread; no more than one page, by Friday.'
    const said = await say([{ role: 'user', content: wish }])
    expect(questionsOf(said).length).toBeLessThanOrEqual(1)
    expect(said.text).toContain('offline model')
  })

  test('asks once: answers are repeated back, not asked again, and nothing is claimed that was not done', async () => {
    const asked = await say([{ role: 'user', content: 'Make me an app' }])
    const [call] = asked.tool_calls
    const content = JSON.stringify({
      answers: [{ id: 'audience', question: 'Who is it for?', answer: 'My team' }],
    })
    const said = await say([
      { role: 'user', content: 'Make me an app' },
      { role: 'assistant', content: asked.text, tool_calls: asked.tool_calls },
      {
        role: 'tool',
        tool_call_id: call?.id ?? '',
        name: 'ask_user',
        content: `<person_words kind="answer">\n${content}\n</person_words>`,
      },
    ])
    expect(said.tool_calls).toEqual([])
    expect(said.text).toContain('My team')
    expect(said.text).toMatch(/cannot make it/)
  })

  test('reads what it needs, then does what was asked, and tells each result', async () => {
    await writeFile(join(root, 'a.txt'), 'one')
    await writeFile(join(root, 'b.md'), 'two')
    const { calls, text } = await turn('Copy a.txt to copy.txt')
    expect(calls.at(-1)).toBe('copy_file')
    expect(await readFile(join(root, 'copy.txt'), 'utf8')).toBe('one')
    expect(text).toContain('offline model')
  })

  test('writes, calculates and lists by their tools', async () => {
    const written = await turn('Write "hello" to greeting.txt')
    expect(written.calls).toContain('write_file')
    expect(await readFile(join(root, 'greeting.txt'), 'utf8')).toContain('hello')
    expect((await turn('What is 12 * 7?')).text).toContain('84')
    expect((await turn('List the files')).text).toContain('greeting.txt')
  })

  test('tells the answer, and neither the output of tools nor what was only looked at', async () => {
    await writeFile(join(root, 'plan.md'), 'paint the fence\nbudget 40\n')
    expect((await turn('How many lines are in plan.md?')).text).toMatch(
      /what came of it:\nplan\.md has 2 lines/,
    )
    expect((await turn('Find the text budget 40 in all files')).text).toContain('plan.md:2: budget 40')
    expect((await turn('Which file is the newest?')).text).toContain('The newest file is plan.md')
    expect((await turn('Copy plan.md to copy.md')).text).toMatch(
      /what came of it:\nCopied plan\.md to copy\.md\./,
    )
  })

  test('stops where a call was not let through, and says so', async () => {
    const said = await say([
      { role: 'user', content: 'Write "hello" to greeting.txt' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'x', name: 'write_file', arguments: { path: 'greeting.txt', content: 'hello' } }],
      },
      {
        role: 'tool',
        tool_call_id: 'x',
        name: 'write_file',
        content: 'A person did not approve this.',
        is_error: true,
      },
    ])
    expect(said.tool_calls).toEqual([])
    expect(said.text).toContain('did not approve')
  })

  test.each(['Hello!', 'Who are you?'])('answers “%s” plainly, as what it is', async wish => {
    const said = await say([{ role: 'user', content: wish }])
    expect(said).toMatchObject({ tool_calls: [], is_offline: true, cost_usd: 0 })
    expect(said.text).toContain('offline model')
  })

  test('says what it cannot do, and changes nothing', async () => {
    const { calls, text } = await turn('Sing me something about the sea')
    expect(calls.filter(name => registry.get(name)?.annotations.read_only !== true)).toEqual([])
    expect(text).toContain('offline model')
  })

  test('answers the same to the same, and says so for purposes without rules', async () => {
    const messages: ModelMessage[] = [{ role: 'user', content: 'Make me an app' }]
    expect((await say(messages)).tool_calls).toEqual((await say(messages)).tool_calls)
    const other = await llm.generate(
      { tier: 'FAST', purpose: 'poetry', messages },
      { signal: new AbortController().signal },
    )
    expect(other.text).toContain('poetry')
  })
})

test('a summary holds the eight dimensions, word for word from the conversation, the earlier one folded in', async () => {
  const lines = [
    'Person: I want a shop for hand-made lamps.',
    'Assistant: Which colours?',
    'Person: Warm colours, and it must not have more than three pages.',
    'Assistant calls write_file: {"path":"index.html"}',
    'Tool write_file: {"bytes":120}',
    'Tool http_get (failed): connection refused',
    'Person: Let’s go with the dark header.',
  ]
  const content = `<data source="summary of the earlier conversation, made by a model">\ngoal: an earlier goal\n</data>\n\n<data source="conversation">\n${lines.join('\n')}\n</data>`
  const output_schema = { type: 'object', properties: { goal: { type: 'string' } }, required: ['goal'] }
  const messages: ModelMessage[] = [
    { role: 'system', content: 'Keep the memory.' },
    { role: 'user', content },
  ]
  const { object } = await llm.generate(
    { tier: 'FAST', purpose: 'compact', messages, output_schema },
    { signal: new AbortController().signal },
  )
  expect(object).toMatchObject({
    goal: expect.stringMatching(/earlier goal[\s\S]*hand-made lamps/),
    constraints: expect.stringContaining('three pages'),
    style: expect.stringContaining('Warm colours'),
    pages: expect.stringContaining('index.html'),
    issues: expect.stringContaining('connection refused'),
    progress: expect.stringContaining('write_file'),
    decisions: expect.stringContaining('dark header'),
    next_steps: expect.any(String),
  })
})
