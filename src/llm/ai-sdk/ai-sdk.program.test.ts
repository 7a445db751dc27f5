import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ModelRequest } from '../../contracts/model.ts'
import { type ModelDelta, ProviderFailure } from '../llm.ts'
import { createAiSdkProvider, type ProviderKind } from './ai-sdk.ts'

const KEY = 'sk-test-0123456789abcdef'
const ASK: ModelRequest = { tier: 'FAST', purpose: 'chat', messages: [{ role: 'user', content: 'Hi.' }] }

type Answer = (response: ServerResponse, body: string) => void

let baseUrl = ''
let answer: Answer = response => response.end()
let seen: { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] =
  []
let close: () => Promise<unknown>

beforeEach(async () => {
  seen = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      seen.push({ path: request.url ?? '', headers: request.headers, body })
      answer(response, body)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  baseUrl = `http://127.0.0.1:${port}/v1`
  close = () => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  }
})
afterEach(() => close())

/** Answers with frames, each written on its own. */
function frames(...texts: readonly string[]): Answer {
  return response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const text of texts) response.write(text)
    response.end()
  }
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const say = (delta: unknown, finish: string | null = null): string =>
  data({ choices: [{ index: 0, delta, finish_reason: finish }] })
const DONE = 'data: [DONE]\n\n'

async function ask(kind: ProviderKind = 'openai-compatible', request: Partial<ModelRequest> = {}) {
  const provider = createAiSdkProvider({ name: 'test', kind, baseUrl, apiKey: KEY })
  const deltas: ModelDelta[] = []
  const signal = new AbortController().signal
  const said = await provider.generate({
    model: 'm',
    request: { ...ASK, ...request },
    signal,
    onDelta: delta => deltas.push(delta),
  })
  return { ...said, deltas }
}

async function failure(kind: ProviderKind = 'openai-compatible'): Promise<ProviderFailure> {
  const error: unknown = await ask(kind).catch(thrown => thrown)
  if (error instanceof ProviderFailure) return error
  throw new Error(`no ProviderFailure but ${String(error)}`)
}

describe('a stream of chat completions', () => {
  test('is read with any line ending, with comments, and with a byte order mark', async () => {
    const crlf = [
      say({ role: 'assistant', content: '' }),
      say({ content: 'Hé' }),
      say({ content: 'llo' }, 'stop'),
      DONE,
    ]
    answer = frames('\uFEFF: waiting\r\n\r\n', ...crlf.map(text => text.replaceAll('\n', '\r\n')))
    expect(await ask()).toMatchObject({ text: 'Héllo', finish: 'stop' })
  })

  test('is read when characters and escapes are cut between chunks', async () => {
    const bytes = Buffer.from(
      say({ content: '漢字🏆' }) +
        say({ content: '\ud83c' }).replace('\ud83c', '\\ud83c') +
        say({ content: 'x' }).replace('"x"', '"\\udfc6"') +
        say({}, 'stop') +
        DONE,
    )
    answer = response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const byte of bytes) response.write(Buffer.from([byte]))
      response.end()
    }
    const said = await ask()
    expect(said.text).toBe('漢字🏆🏆')
    for (const delta of said.deltas) if (delta.type === 'text') expect(delta.text.isWellFormed()).toBe(true)
  })

  test('joins the pieces of parallel calls by their numbers', async () => {
    const piece = (index: number, more: object, args: string) =>
      say({
        tool_calls: [
          { index, ...more, function: { arguments: args, ...('id' in more ? { name: `t${index}` } : {}) } },
        ],
      })
    answer = frames(
      piece(0, { id: 'a' }, ''),
      piece(1, { id: 'b' }, '{"n"'),
      piece(0, {}, '{"m": 1}'),
      piece(1, {}, ': 2}'),
      say({}, 'tool_calls'),
      DONE,
    )
    expect((await ask()).tool_calls).toEqual([
      { id: 'a', name: 't0', arguments: { m: 1 } },
      { id: 'b', name: 't1', arguments: { n: 2 } },
    ])
  })

  test('tells calls apart that all carry the number 0, and gives calls without an id one', async () => {
    const call = (id: string | undefined, name: string, args: string) => ({
      index: 0,
      ...(id ? { id } : {}),
      function: { name, arguments: args },
    })
    answer = frames(
      say({ tool_calls: [call('a', 'one', '{}')] }),
      say({ tool_calls: [call('b', 'two', '{"x":1}')] }, 'tool_calls'),
      DONE,
    )
    expect((await ask()).tool_calls.map(one => one.name)).toEqual(['one', 'two'])
    answer = frames(
      say(
        {
          tool_calls: [
            { function: { name: 'f', arguments: '{"q":1}' } },
            { function: { name: 'f', arguments: '{"q":2}' } },
          ],
        },
        'tool_calls',
      ),
      DONE,
    )
    const { tool_calls } = await ask()
    expect(tool_calls.map(one => one.arguments)).toEqual([{ q: 1 }, { q: 2 }])
    expect(new Set(tool_calls.map(one => one.id)).size).toBe(2)
  })

  test.each([
    ['no JSON', '{"path": "a', '{"path": "a'],
    ['a list', '[1]', '[1]'],
    ['a key twice', '{"a":1,"a":2}', '{"a":1,"a":2}'],
    ['a number nobody can hold', '{"id": 12345678901234567890}', '{"id": 12345678901234567890}'],
  ])('keeps arguments that are %s as they were written', async (_, written, raw) => {
    answer = frames(
      say(
        { tool_calls: [{ index: 0, id: 'c', function: { name: 'no_such_tool', arguments: written } }] },
        'tool_calls',
      ),
      DONE,
    )
    expect((await ask()).tool_calls).toEqual([{ id: 'c', name: 'no_such_tool', raw }])
  })

  test('reads usage in its own chunk, with what was cached and reasoned, or reports none', async () => {
    const usage = {
      prompt_tokens: 9,
      completion_tokens: 5,
      total_tokens: 14,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    }
    answer = frames(
      say({ content: 'x', reasoning_content: 'hm' }, 'stop'),
      data({ choices: [], usage }),
      DONE,
    )
    expect(await ask()).toMatchObject({
      reasoning: 'hm',
      usage: { input_tokens: 9, output_tokens: 5, cached_input_tokens: 4, reasoning_tokens: 2 },
    })
    answer = frames(say({ content: 'x' }, 'stop'), DONE)
    expect((await ask()).usage).toBeUndefined()
  })

  test('hides what a model thinks aloud at the beginning of its answer, however it is cut into pieces', async () => {
    const whole = '<think>First I look: 2 < 3.</think>\n\nHello, </think> is a tag.'
    for (const size of [1, 3, 7, whole.length]) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        say({ content: whole.slice(at * size, (at + 1) * size) }),
      )
      answer = frames(...pieces, say({}, 'stop'), DONE)
      const { text, reasoning, deltas } = await ask()
      expect([size, text, reasoning]).toEqual([size, 'Hello, </think> is a tag.', 'First I look: 2 < 3.'])
      expect(deltas.flatMap(delta => (delta.type === 'text' ? delta.text : [])).join('')).toBe(text)
    }
    answer = frames(say({ content: 'The tag <think> is text here.' }, 'stop'), DONE)
    expect((await ask()).text).toBe('The tag <think> is text here.')
    answer = frames(say({ content: '<think>and never ends' }, 'length'), DONE)
    expect(await ask()).toMatchObject({ text: '', reasoning: 'and never ends' })
  })

  test('counts reasoning that a provider counts beside the completion', async () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 3,
      total_tokens: 113,
      completion_tokens_details: { reasoning_tokens: 100 },
    }
    answer = frames(say({ content: 'x' }, 'stop'), data({ choices: [], usage }), DONE)
    expect((await ask()).usage).toMatchObject({ output_tokens: 103, reasoning_tokens: 100 })
  })

  test('is whole without its last line, and when the connection breaks after the answer', async () => {
    answer = frames(say({ content: 'whole' }), say({}, 'length'))
    expect(await ask()).toMatchObject({ text: 'whole', finish: 'length' })
    answer = response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(say({ content: 'whole' }, 'stop'), () => response.destroy())
    }
    expect(await ask()).toMatchObject({ text: 'whole', finish: 'stop' })
  })

  test('tells a refusal from an answer', async () => {
    answer = frames(say({ refusal: 'I will not.' }), say({}, 'stop'), DONE)
    expect(await ask()).toMatchObject({ text: 'I will not.', finish: 'content_filter' })
  })

  test('may come in one piece, from servers that do not stream', async () => {
    answer = response => {
      const message = {
        content: 'All at once.',
        tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }],
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
          usage: { prompt_tokens: 1, completion_tokens: 2 },
        }),
      )
    }
    const said = await ask()
    expect(said).toMatchObject({
      text: 'All at once.',
      tool_calls: [{ name: 'f', arguments: {} }],
      usage: { output_tokens: 2 },
    })
    expect(said.deltas).toContainEqual({ type: 'text', text: 'All at once.' })
  })
})

describe('a stream of messages', () => {
  const start = (id: string, more: object = {}) =>
    data({
      type: 'message_start',
      message: { id, content: [], usage: { input_tokens: 7, output_tokens: 1 }, ...more },
    })
  const open = (index: number, block: object) =>
    data({ type: 'content_block_start', index, content_block: block })
  const add = (index: number, delta: object) => data({ type: 'content_block_delta', index, delta })
  const shut = (reason: string) =>
    data({ type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 9 } }) +
    data({ type: 'message_stop' })
  const text = (words: string) => add(0, { type: 'text_delta', text: words })

  test('passes over pings and blocks that it does not know, and over what the provider ran itself', async () => {
    answer = frames(
      start('m'),
      data({ type: 'ping' }),
      open(0, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
      add(0, { type: 'input_json_delta', partial_json: '{"q":1}' }),
      open(1, { type: 'hologram', shape: 'cube' }),
      add(1, { type: 'hologram_delta', edge: 1 }),
      open(2, { type: 'text', text: 'So: ' }),
      add(2, { type: 'text_delta', text: 'yes.' }),
      shut('end_turn'),
    )
    expect(await ask('anthropic')).toMatchObject({
      text: 'So: yes.',
      tool_calls: [],
      finish: 'stop',
      usage: { input_tokens: 7, output_tokens: 9 },
    })
  })

  test('reads thinking, and calls whose input comes in pieces, at the start, or not at all', async () => {
    const use = (index: number, id: string, input: object = {}) =>
      open(index, { type: 'tool_use', id, name: 't', input })
    answer = frames(
      start('m'),
      open(0, { type: 'thinking', thinking: '' }),
      add(0, { type: 'thinking_delta', thinking: 'hm' }),
      use(1, 'a'),
      add(1, { type: 'input_json_delta', partial_json: '{"x":' }),
      use(2, 'b', { y: 2 }),
      use(3, 'c'),
      add(1, { type: 'input_json_delta', partial_json: '1}' }),
      shut('tool_use'),
    )
    expect(await ask('anthropic')).toMatchObject({
      reasoning: 'hm',
      finish: 'tool_calls',
      tool_calls: [
        { id: 'a', arguments: { x: 1 } },
        { id: 'b', arguments: { y: 2 } },
        { id: 'c', arguments: {} },
      ],
    })
  })

  test('begins anew when another message begins before the first one ended', async () => {
    answer = frames(
      start('one'),
      open(0, { type: 'text', text: '' }),
      text('Half a'),
      start('two'),
      open(0, { type: 'text', text: '' }),
      text('Whole.'),
      shut('end_turn'),
    )
    const said = await ask('anthropic')
    expect(said.text).toBe('Whole.')
    expect(said.deltas.map(delta => delta.type)).toEqual(['text', 'reset', 'text'])
  })

  test('counts what was read from and written to the cache into the input', async () => {
    const usage = {
      input_tokens: 5,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 40,
      output_tokens: 1,
    }
    answer = frames(start('m', { usage }), open(0, { type: 'text', text: 'x' }), shut('max_tokens'))
    expect(await ask('anthropic')).toMatchObject({
      finish: 'length',
      usage: { input_tokens: 145, cached_input_tokens: 100, cache_write_input_tokens: 40, output_tokens: 9 },
    })
  })

  test('gives an object as the text of the answer, not as a call', async () => {
    answer = frames(
      start('m'),
      open(0, { type: 'tool_use', id: 'o', name: 'json', input: {} }),
      add(0, { type: 'input_json_delta', partial_json: '{"city":"Oslo"}' }),
      shut('tool_use'),
    )
    const output_schema = { type: 'object', properties: { city: { type: 'string' } } }
    expect(await ask('anthropic', { output_schema })).toMatchObject({
      text: '{"city":"Oslo"}',
      tool_calls: [],
      finish: 'stop',
    })
  })

  test('reports an overloaded provider as worth another attempt, a bad request as not', async () => {
    answer = frames(
      start('m'),
      'event: error\n',
      data({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    )
    expect((await failure('anthropic')).kind).toBe('transient')
    answer = frames(
      start('m'),
      data({ type: 'error', error: { type: 'invalid_request_error', message: 'bad' } }),
    )
    expect((await failure('anthropic')).kind).toBe('permanent')
  })

  test('that ends before its message did is cut', async () => {
    answer = frames(start('m'), open(0, { type: 'text', text: 'Half' }))
    expect(await failure('anthropic')).toMatchObject({
      kind: 'transient',
      message: expect.stringContaining('ended before'),
    })
  })
})

describe('what is no answer', () => {
  const status =
    (code: number, body: string, headers: Record<string, string> = {}): Answer =>
    response => {
      response.writeHead(code, headers)
      response.end(body)
    }

  test.each([
    [429, 'transient'],
    [500, 'transient'],
    [529, 'transient'],
    [408, 'transient'],
    [400, 'permanent'],
    [401, 'key_refused'],
    [403, 'key_refused'],
    [404, 'permanent'],
    [501, 'permanent'],
  ])('status %i is %s', async (code, kind) => {
    answer = status(code, '{"error":{"message":"no"}}')
    expect((await failure()).kind).toBe(kind)
  })

  test('an empty purse is not waited for, and Retry-After is understood in seconds and as a date', async () => {
    answer = status(429, '{"error":{"code":"insufficient_quota","message":"no credit"}}')
    expect((await failure()).kind).toBe('permanent')
    answer = status(429, '', { 'retry-after': '7' })
    expect((await failure()).retryAfterMs).toBe(7000)
    answer = status(503, '', { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
    expect((await failure()).retryAfterMs).toBeGreaterThan(50_000)
  })

  test('a page of HTML is said to be one, whatever its status and type', async () => {
    answer = status(200, '<!doctype html><h1>Sign in</h1>', { 'content-type': 'text/html' })
    expect(await failure()).toMatchObject({ kind: 'permanent', message: expect.stringContaining('HTML') })
    answer = status(200, '\n<html>a proxy</html>', { 'content-type': 'text/event-stream' })
    expect((await failure()).message).toContain('HTML')
    answer = status(502, '<html>Bad gateway</html>')
    expect(await failure()).toMatchObject({ kind: 'transient', message: expect.stringContaining('HTML') })
  })

  test('a cut stream, garbage, and an error in the middle are worth another attempt', async () => {
    answer = frames(say({ content: 'Half' }))
    expect((await failure()).kind).toBe('transient')
    answer = frames(say({ content: 'Half' }), 'data: {"choices": [{"ind\n\n')
    expect(await failure()).toMatchObject({ kind: 'transient', message: expect.stringContaining('not JSON') })
    answer = frames(
      say({ content: 'Half' }),
      data({ error: { message: 'The engine is overloaded', type: 'server_error' } }),
    )
    expect((await failure()).kind).toBe('transient')
    answer = status(200, '\u0000\u0001\u0002')
    expect((await failure()).kind).toBe('transient')
    answer = response => response.socket?.destroy()
    expect((await failure()).kind).toBe('transient')
  })

  test('a key follows no redirect, and stands in no message', async () => {
    answer = status(307, '', { location: 'http://127.0.0.1:1/v1' })
    expect(await failure()).toMatchObject({ kind: 'permanent', message: expect.stringContaining('redirect') })
    expect(seen).toHaveLength(1)
    answer = status(401, `{"error":{"message":"Incorrect API key provided: ${KEY}"}}`)
    const refused = await failure()
    expect(JSON.stringify([refused.message, refused.stack, String(refused)])).not.toContain(KEY)
  })

  test.each([
    0, 5, 12, 20, 40,
  ])('a key stands in no message that is cut %d characters behind its beginning', async kept => {
    const key = 'hf7Secretvalue-abcdefghijklmnopqrstuvwxyz'
    answer = status(
      401,
      JSON.stringify({ error: { message: `${'x '.repeat(150).slice(0, 300 - kept)}${key}` } }),
    )
    const provider = createAiSdkProvider({ name: 'test', kind: 'openai-compatible', baseUrl, apiKey: key })
    const { signal } = new AbortController()
    const refused = await provider.generate({ model: 'm', request: ASK, signal }).catch(error => error)
    expect(refused).toBeInstanceOf(ProviderFailure)
    expect(refused.message).not.toContain(key.slice(0, 8))
  })

  test('an abort ends the call as cancelled', async () => {
    answer = response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(say({ content: 'Half' }))
    }
    const provider = createAiSdkProvider({ name: 'test', kind: 'openai-compatible', baseUrl })
    const stop = new AbortController()
    const call = provider.generate({
      model: 'm',
      request: ASK,
      signal: stop.signal,
      onDelta: () => stop.abort(),
    })
    await expect(call).rejects.toMatchObject({ kind: 'cancelled' })
  })
})

describe('a request', () => {
  const request: Partial<ModelRequest> = {
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Look.', images: [{ media_type: 'image/png', data: 'aGk=' }] },
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { id: 'c1', name: 'f', arguments: { a: 1 } },
          { id: 'c2', name: 'g', raw: '{oops' },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', name: 'f', content: 'fine' },
      { role: 'tool', tool_call_id: 'c2', name: 'g', content: 'not JSON', is_error: true },
      { role: 'system', content: 'A late rule.' },
      { role: 'user', content: '' },
    ],
    tools: [{ name: 'f', description: 'd', input_schema: { type: 'object', properties: {} } }],
    max_output_tokens: 50,
  }
  const complete = frames(say({ content: 'ok' }, 'stop'), DONE)

  test('carries tools without a way to run them, pictures as bytes, each result behind its call', async () => {
    answer = complete
    await ask('openai-compatible', request)
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = seen
    expect([path, headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${KEY}`])
    const sent = JSON.parse(body)
    expect(sent).toMatchObject({
      model: 'm',
      stream: true,
      max_tokens: 50,
      stream_options: { include_usage: true },
    })
    expect(sent.tools).toEqual([
      {
        type: 'function',
        function: { name: 'f', description: 'd', parameters: { type: 'object', properties: {} } },
      },
    ])
    expect(sent.messages.map((message: { role: string }) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'tool',
      'system',
      'user',
    ])
    expect(JSON.stringify(sent.messages[1])).toContain('data:image/png;base64,aGk=')
  })

  test('for Anthropic has its system messages first and its results in one message', async () => {
    answer = frames(
      data({ type: 'message_start', message: { id: 'm', content: [] } }),
      data({ type: 'message_delta', delta: { stop_reason: 'end_turn' } }),
      data({ type: 'message_stop' }),
    )
    await ask('anthropic', request)
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = seen
    expect([path, headers['x-api-key']]).toEqual(['/v1/messages', KEY])
    const sent = JSON.parse(body)
    expect(sent.system.map((part: { text: string }) => part.text)).toEqual(['Be brief.', 'A late rule.'])
    expect(sent.messages.map((message: { role: string }) => message.role)).toEqual([
      'user',
      'assistant',
      'user',
    ])
    expect(sent.messages[2].content.slice(0, 2)).toMatchObject([
      { tool_use_id: 'c1' },
      { tool_use_id: 'c2', is_error: true },
    ])
  })

  test('for an object says its schema, in words where a server may not know schemas', async () => {
    answer = complete
    await ask('openai-compatible', { output_schema: { type: 'object', properties: { city: {} } } })
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ response_format: { type: 'json_object' } })
    expect(seen[0]?.body).toContain('JSON Schema')
    await ask('openai', { output_schema: { type: 'object', properties: { city: {} } } })
    expect(JSON.parse(seen[1]?.body ?? '')).toMatchObject({ response_format: { type: 'json_schema' } })
  })
})
