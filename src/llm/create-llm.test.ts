import { expect, test } from 'vitest'
import { fakeClock } from '../base/clock.ts'
import { SoulgateError } from '../base/errors.ts'
import { createSeededRandom } from '../base/random.ts'
import type { ModelRequest } from '../contracts/model.ts'
import {
  createLlm,
  type LlmOptions,
  type ModelCallOptions,
  type ModelCallRecord,
  type ModelDelta,
  readTiers,
  shippedPrices,
} from './llm.ts'
import { createScriptedProvider, type ScriptedStep } from './scripted/scripted.ts'

const REQUEST: ModelRequest = {
  tier: 'STANDARD',
  purpose: 'chat',
  messages: [{ role: 'user', content: 'Say hello.' }],
}
const HELLO: ScriptedStep = {
  answer: { text: 'Hello there, person.', usage: { input_tokens: 10, output_tokens: 4 } },
}
const DOWN: ScriptedStep = { failure: 'transient', message: 'down' }

/** Two models, `first/m` and `second/m`, each with its script, on a clock that moves by itself. */
function open(
  scripts: { readonly first: readonly ScriptedStep[]; readonly second?: readonly ScriptedStep[] },
  options: Partial<LlmOptions> = {},
) {
  const clock = fakeClock(1_000_000)
  const first = createScriptedProvider({ name: 'first', script: scripts.first, timers: clock.timers })
  const second = createScriptedProvider({
    name: 'second',
    script: scripts.second ?? [],
    timers: clock.timers,
  })
  const models = scripts.second ? ['first/m', 'second/m'] : ['first/m']
  const records: ModelCallRecord[] = []
  const llm = createLlm({
    providers: [first, second],
    tiers: { FAST: models, STANDARD: models, POWERFUL: models },
    prices: {
      models: { 'first/m': { input: 10, output: 100 }, 'second/m': { input: 1, output: 2 } },
      defaults: {},
    },
    clock,
    timers: clock.timers,
    random: createSeededRandom(7),
    record: record => records.push(record),
    ...options,
  })
  const ask = async (request: Partial<ModelRequest> = {}, call: Partial<ModelCallOptions> = {}) => {
    const deltas: ModelDelta[] = []
    const signal = call.signal ?? new AbortController().signal
    let isOver = false
    const answer = llm
      .generate({ ...REQUEST, ...request }, { ...call, signal, onDelta: delta => deltas.push(delta) })
      .finally(() => {
        isOver = true
      })
    answer.catch(() => {})
    for (let turn = 0; turn < 5000 && !isOver; turn += 1) {
      await new Promise(resolve => setImmediate(resolve))
      if (!isOver) clock.advance(500)
    }
    return { deltas, answer }
  }
  return { llm, clock, first, second, records, ask }
}

/** What somebody who watched has on the screen. */
function shown(deltas: readonly ModelDelta[]): string {
  return deltas.reduce(
    (text, delta) => (delta.type === 'reset' ? '' : delta.type === 'text' ? text + delta.text : text),
    '',
  )
}

async function codeOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => 'answered',
    error => (error instanceof SoulgateError ? error.code : String(error)),
  )
}

test('a transient failure is tried again, and the answer counts its attempts', async () => {
  const { ask, first } = open({ first: [DOWN, DOWN, HELLO] })
  const { answer } = await ask()
  expect(await answer).toMatchObject({ text: 'Hello there, person.', attempts: 3, model: 'first/m' })
  expect(first.requests).toHaveLength(3)
})

test('a permanent failure goes straight to the fallback', async () => {
  const { ask, first } = open({ first: [{ failure: 'permanent' }], second: [HELLO] })
  expect(await (await ask()).answer).toMatchObject({ model: 'second/m', attempts: 2 })
  expect(first.requests).toHaveLength(1)
})

test('when no model answers, each failure is named and the caller may try again', async () => {
  const { ask } = open({
    first: [DOWN, DOWN, DOWN],
    second: [{ failure: 'permanent', message: 'no such key' }],
  })
  const error: unknown = await (await ask()).answer.catch(failure => failure)
  expect(error).toMatchObject({ code: 'model_unavailable', retry: 'safe' })
  expect(String(error)).toContain('second/m: no such key')
})

test('a refused key is told at once: no other attempt, no other model of the same provider', async () => {
  const refused: ScriptedStep = { failure: 'key_refused', message: 'The key is refused. HTTP 401: no' }
  const models = ['first/m', 'first/n']
  const { ask, first } = open(
    { first: [refused] },
    { tiers: { FAST: models, STANDARD: models, POWERFUL: models } },
  )
  const error: unknown = await (await ask()).answer.catch(failure => failure)
  expect(error).toMatchObject({ code: 'model_unavailable', retry: 'after_human' })
  expect(String(error)).toContain('Put a right key into')
  expect(first.requests).toHaveLength(1)
})

test('what else is asked of an object is asked once more, with what is wrong with it', async () => {
  const object = (word: string): ScriptedStep => ({ answer: { text: JSON.stringify({ word }) } })
  const { ask, first } = open({ first: [object('no'), object('yes')] })
  const check = (value: unknown) => (JSON.stringify(value).includes('yes') ? [] : ['word: it must be yes'])
  const { answer } = await ask({ output_schema: { type: 'object' } }, { check })
  expect((await answer).object).toEqual({ word: 'yes' })
  expect(first.requests[1]?.messages.at(-1)?.content).toContain('word: it must be yes')
})

test('a stream that breaks in the middle is taken back, and the text is neither lost nor doubled', async () => {
  const { ask } = open({ first: [{ failure: 'transient', afterText: 'Hello there, per' }, HELLO] })
  const { deltas, answer } = await ask()
  expect(deltas.map(delta => delta.type)).toContain('reset')
  expect(shown(deltas)).toBe('Hello there, person.')
  expect((await answer).text).toBe('Hello there, person.')
})

test('what was streamed before a break is counted and paid for', async () => {
  const { ask } = open({ first: [{ failure: 'transient', afterText: 'x'.repeat(300) }, HELLO] })
  const { usage, cost_usd } = await (await ask()).answer
  expect(usage.output_tokens).toBe(104)
  expect(cost_usd).toBeGreaterThan((104 * 100) / 1e6)
})

test('a provider that wants to be left alone for long is left for the next model', async () => {
  const { ask, first } = open({ first: [{ failure: 'transient', retryAfterMs: 120_000 }], second: [HELLO] })
  expect(await (await ask()).answer).toMatchObject({ model: 'second/m' })
  expect(first.requests).toHaveLength(1)
})

test('a short Retry-After is waited for', async () => {
  const { ask, clock } = open({ first: [{ failure: 'transient', retryAfterMs: 9_000 }, HELLO] })
  const before = clock.now()
  await (await ask()).answer
  expect(clock.now() - before).toBeGreaterThanOrEqual(9_000)
})

test.each([
  ['a model that never begins', { silence: true }, 'has not begun'],
  [
    'a model that stops in the middle',
    { answer: { text: 'x'.repeat(40) }, betweenMs: 90_000 },
    'has been silent',
  ],
  [
    'a model that drips for ever',
    { answer: { text: 'x'.repeat(4000) }, betweenMs: 40_000 },
    'has been answering',
  ],
] as const)('%s is a transient failure of its own limit', async (_, step, words) => {
  const { ask } = open({ first: [step], second: [HELLO] }, { limits: { attemptsPerModel: 1 } })
  const { answer } = await ask()
  expect(await answer).toMatchObject({ model: 'second/m' })
  const alone = open({ first: [step] }, { limits: { attemptsPerModel: 1 } })
  const failure: unknown = await (await alone.ask()).answer.catch(error => error)
  expect(String(failure)).toContain(words)
})

test('a cancelled call ends at once, whether or not the provider listens', async () => {
  const { ask } = open({ first: [{ silence: true }] })
  const stop = new AbortController()
  setImmediate(() => stop.abort())
  expect(await codeOf((await ask({}, { signal: stop.signal })).answer)).toBe('cancelled')
})

test('a call with a time of its own ends as unavailable, not as cancelled', async () => {
  const { ask, records } = open({ first: [{ silence: true }] })
  expect(await codeOf((await ask({}, { withinMs: 5_000 })).answer)).toBe('model_unavailable')
  expect(records).toMatchObject([{ outcome: 'model_unavailable' }])
})

test('an estimate above the budget sends nothing', async () => {
  const { ask, first, llm } = open({ first: [HELLO] })
  expect(llm.estimateCostUsd(REQUEST)).toBeCloseTo((8192 * 100) / 1e6, 2)
  expect(await codeOf((await ask({}, { budgetUsd: 0.5 })).answer)).toBe('budget_exceeded')
  expect(first.requests).toHaveLength(0)
})

test('a smaller limit of the answer fits into the same budget, and is what is sent', async () => {
  const { ask, first } = open({ first: [HELLO] })
  const { answer } = await ask({ max_output_tokens: 1000 }, { budgetUsd: 0.5 })
  expect((await answer).cost_usd).toBeCloseTo((10 * 10 + 4 * 100) / 1e6, 9)
  expect(first.requests[0]?.max_output_tokens).toBe(1000)
})

test('a second attempt is not made when both together may cost too much', async () => {
  const { ask, first } = open({ first: [{ failure: 'transient', afterText: 'x'.repeat(9000) }, HELLO] })
  const { answer } = await ask({ max_output_tokens: 4000 }, { budgetUsd: 0.5 })
  expect(await codeOf(answer)).toBe('budget_exceeded')
  expect(first.requests).toHaveLength(1)
})

test('after three failures in a row the fallback is asked first for a while', async () => {
  const { ask, clock, first } = open({ first: [DOWN, DOWN, DOWN, HELLO], second: [HELLO, HELLO, HELLO] })
  await (await ask()).answer
  expect(await (await ask()).answer).toMatchObject({ model: 'second/m', attempts: 1 })
  expect(first.requests).toHaveLength(3)
  clock.advance(60_000)
  expect(await (await ask()).answer).toMatchObject({ model: 'first/m', attempts: 1 })
})

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const checkObject: NonNullable<LlmOptions['checkObject']> = (_, value) =>
  typeof value === 'object' && value !== null && 'city' in value ? [] : ['city: is missing']

test('an object is read out of the words and the fence around it', async () => {
  const { ask } = open(
    { first: [{ answer: { text: 'Here:\n```json\n{"city": "Oslo"}\n```' } }] },
    { checkObject },
  )
  expect((await (await ask({ output_schema: SCHEMA })).answer).object).toEqual({ city: 'Oslo' })
})

test('an answer that does not fit its schema is sent back once with what was wrong', async () => {
  const { ask, first } = open(
    { first: [{ answer: { text: '{"town": 1}' } }, { answer: { text: '{"city": "Oslo"}' } }] },
    { checkObject },
  )
  const { answer, deltas } = await ask({ output_schema: SCHEMA })
  expect(await answer).toMatchObject({ object: { city: 'Oslo' }, attempts: 2 })
  expect(first.requests[1]?.messages.at(-1)?.content).toContain('city: is missing')
  expect(shown(deltas)).toBe('{"city": "Oslo"}')
})

test('an answer that does not fit twice leaves the model for the next one', async () => {
  const bad: ScriptedStep = { answer: { text: 'I would rather not.' } }
  const { ask } = open(
    { first: [bad, bad], second: [{ answer: { text: '{"city": "Rome"}' } }] },
    { checkObject },
  )
  expect(await (await ask({ output_schema: SCHEMA })).answer).toMatchObject({
    object: { city: 'Rome' },
    model: 'second/m',
  })
})

test('what a provider does not count is estimated from what was asked and said', async () => {
  const { ask } = open({ first: [{ answer: { text: 'x'.repeat(30) } }] })
  const { usage } = await (await ask()).answer
  expect(usage).toEqual({ input_tokens: 8, output_tokens: 10 })
})

test('each call is recorded once, with what it came to', async () => {
  const { ask, records } = open({ first: [DOWN, HELLO, { failure: 'permanent' }] })
  await (await ask()).answer
  await codeOf((await ask()).answer)
  expect(records).toMatchObject([
    { outcome: 'answered', attempts: 2, purpose: 'chat', usage: { output_tokens: 4 } },
    { outcome: 'model_unavailable', attempts: 1, cost_usd: 0 },
  ])
})

test('an adapter that throws something else is a failure of that model only', async () => {
  const broken = { name: 'first', isOffline: false, generate: () => Promise.reject(new TypeError('oops')) }
  const second = createScriptedProvider({ name: 'second', script: [HELLO], timers: fakeClock(0).timers })
  const { ask } = open({ first: [], second: [] }, { providers: [broken, second] })
  expect(await (await ask()).answer).toMatchObject({ model: 'second/m' })
})

test('cached input is charged at its own price', async () => {
  const usage = {
    input_tokens: 1_000_000,
    output_tokens: 0,
    cached_input_tokens: 600_000,
    cache_write_input_tokens: 100_000,
  }
  const prices = {
    models: { 'first/m': { input: 10, output: 1, cached_input: 1, cache_write: 12 } },
    defaults: {},
  }
  const { ask } = open({ first: [{ answer: { text: '.', usage } }] }, { prices })
  expect((await (await ask()).answer).cost_usd).toBeCloseTo(3 + 0.6 + 1.2, 9)
})

test('tiers are read with fallbacks, bare names and neighbours', () => {
  const both = { providers: ['openai', 'anthropic'], prices: shippedPrices }
  const tiers = readTiers({ STANDARD: 'claude-sonnet-4-5, gpt-4.1', FAST: 'qwen/qwen3:8b' }, both)
  expect(tiers.STANDARD).toEqual(['anthropic/claude-sonnet-4-5', 'openai/gpt-4.1'])
  expect(tiers.FAST).toEqual(['openai/qwen/qwen3:8b'])
  expect(tiers.POWERFUL).toEqual(tiers.STANDARD)
})

test('without wishes each provider has its own models, and a foreign provider stops the start', () => {
  const one = { providers: ['anthropic'], prices: shippedPrices }
  expect(readTiers({}, one).FAST).toEqual(['anthropic/claude-haiku-4-5'])
  expect(() => readTiers({ FAST: 'openai/gpt-4.1' }, one)).toThrow(/MODEL_FAST.*openai is not configured/)
  expect(() => readTiers({}, { providers: ['local'], prices: shippedPrices })).toThrow(/Set MODEL_STANDARD/)
})
