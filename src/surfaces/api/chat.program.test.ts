import { afterEach, describe, expect, it } from 'vitest'
import { systemTimers } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { createScriptedProvider, type ScriptedStep } from '../../llm/scripted/scripted.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serverWith(script: readonly ScriptedStep[]): Promise<TestServer> {
  const provider = createScriptedProvider({ script, timers: systemTimers })
  const server = await startTestServer({ models: { providers: [provider] } })
  servers.push(server)
  return server
}

const say = (text: string, ...calls: readonly { name: string; arguments: JsonObject }[]): ScriptedStep => ({
  answer: { text, tool_calls: calls },
})
const ask = say('', {
  name: 'ask_user',
  arguments: {
    questions: [{ id: 'colour', question: 'Which colour?', type: 'radio', options: ['red', 'blue'] }],
  },
})
const remove = say('I remove it.', { name: 'delete_file', arguments: { path: 'old.log' } })

// biome-ignore lint/suspicious/noExplicitAny: frames are looked into as a client would
type Frame = any

function framesOf(text: string): readonly Frame[] {
  const blocks = text.split('\n\n').filter(block => block !== '' && !block.startsWith(':'))
  expect(blocks.every(block => block.startsWith('data: ') && !block.includes('\n'))).toBe(true)
  return blocks.map(block => (block === 'data: [DONE]' ? '[DONE]' : JSON.parse(block.slice('data: '.length))))
}

describe('POST /api/chat', () => {
  it('answers when the run has ended, and goes on in the same session', async () => {
    const server = await serverWith([say('Hello.'), say('Again.')])
    const first = await server.send('POST', '/api/chat', { role: 'member', body: { message: 'Hi' } })
    expect(first.status).toBe(200)
    expect(first.json).toEqual({
      session_id: expect.stringMatching(/^ses_/),
      message: 'Hello.',
      product_doc_updated: false,
      affected_pages: [],
      action: 'direct_reply',
      tokens_used: expect.any(Number),
      run_id: expect.stringMatching(/^run_/),
      model: 'scripted/model',
      is_offline: false,
    })
    const { session_id } = first.json
    const second = await server.send('POST', '/api/chat', {
      role: 'member',
      body: { session_id, message: 'Hi' },
    })
    expect(second.json).toMatchObject({ session_id, message: 'Again.' })
  })

  it('shows questions in the words of the widget, and takes its answers as a message', async () => {
    const server = await serverWith([ask, say('Blue.')])
    const asked = await server.send('POST', '/api/chat', { role: 'member', body: { message: 'Paint' } })
    expect(asked.json).toMatchObject({
      action: 'refine_waiting',
      questions: [
        {
          id: 'colour',
          title: 'Which colour?',
          type: 'single',
          options: [
            { id: 'red', label: 'red' },
            { id: 'blue', label: 'blue' },
          ],
        },
      ],
      waiting_gate_ids: [expect.stringMatching(/^gate_/)],
    })
    const reply = { action: 'submit_batch', answers: [{ id: 'colour', type: 'single', value: 'blue' }] }
    const message = `<INTERVIEW_ANSWERS>${JSON.stringify(reply)}</INTERVIEW_ANSWERS>\nAnswer summary: Which colour?=blue`
    const { session_id } = asked.json
    const answered = await server.send('POST', '/api/chat', { role: 'member', body: { session_id, message } })
    expect(answered.json).toMatchObject({ run_id: asked.json.run_id, message: 'Blue.' })
  })

  it('takes answers from the disk credential of the person, and none from an agent', async () => {
    const server = await serverWith([ask, ask, say('Blue.')])
    const byAgent = await server.send('POST', '/api/chat', { role: 'agent', body: { message: 'Paint' } })
    const resume = { answers: [{ question_id: 'colour', value: 'blue' }] }
    const tried = await server.send('POST', '/api/chat', {
      role: 'agent',
      body: { session_id: byAgent.json.session_id, resume },
    })
    expect(tried.status).toBe(403)
    const asked = await server.send('POST', '/api/chat', { role: 'cli', body: { message: 'Paint' } })
    const answered = await server.send('POST', '/api/chat', {
      role: 'cli',
      body: { session_id: asked.json.session_id, resume },
    })
    expect(answered.json).toMatchObject({ message: 'Blue.' })
  })

  it('names the field of what is no chat', async () => {
    const server = await serverWith([])
    const bad = [
      [{}, 'message'],
      [{ message: 'x', images: ['http://example.org/a.png'] }, 'images.0'],
      [{ message: 'x', images: Array.from({ length: 4 }, () => 'data:image/png;base64,AAAA') }, 'images'],
      [{ message: 'x', target_pages: ['../etc'] }, 'target_pages.0'],
      [{ message: '<INTERVIEW_ANSWERS>{</INTERVIEW_ANSWERS>' }, 'message'],
    ] as const
    for (const [body, field] of bad) {
      const answer = await server.send('POST', '/api/chat', { role: 'member', body })
      expect([answer.status, answer.json.errors[0].field]).toEqual([400, field])
    }
  })

  it('lets the model keep its own product doc without a person, and says that it changed', async () => {
    const change = {
      name: 'change_product_doc',
      arguments: {
        sections: [{ section: 'overview', title: 'Overview', content: 'A shop.' }],
        summary: 'the idea',
      },
    }
    const server = await serverWith([say('I note it.', change), say('Noted.')])
    const answer = await server.send('POST', '/api/chat', {
      role: 'member',
      body: { message: 'It is a shop' },
    })
    expect(answer.json).toMatchObject({
      message: 'Noted.',
      action: 'product_doc_updated',
      product_doc_updated: true,
    })
    const path = `/api/sessions/${answer.json.session_id}/product-doc`
    const doc = await server.send('GET', path, { role: 'member' })
    expect(JSON.stringify(doc.json)).toContain('A shop.')
  })

  it('changes nothing by GET', async () => {
    const server = await serverWith([])
    const answer = await server.send('GET', '/api/chat/stream?message=hi', { role: 'member' })
    expect(answer.status).toBe(405)
    expect(answer.json.detail).toContain('POST')
  })
})

describe('a message to a session that is not free', () => {
  it('is kept while the run waits, and the person chooses what becomes of it', async () => {
    const server = await serverWith([remove, say('I left it.'), say('Second.')])
    const waiting = await server.send('POST', '/api/chat', { role: 'member', body: { message: 'Tidy up' } })
    expect(waiting.json).toMatchObject({ action: 'refine_waiting' })
    const { session_id, run_id, waiting_gate_ids } = waiting.json
    const yes = { session_id, message: 'yes, approve it' }
    const kept = await server.send('POST', '/api/chat', { role: 'reviewer', body: yes })
    expect(kept.status).toBe(202)
    expect(kept.json).toEqual({
      kept: true,
      kept_id: expect.stringMatching(/^kept_/),
      session_id,
      run_id,
      offers: ['steer', 'queue', 'replace'],
      waiting_gate_ids,
    })
    const gate = await server.send('GET', `/api/gates/${waiting_gate_ids[0]}`, { role: 'reviewer' })
    expect(gate.json.status).toBe('pending')
    const steered = await server.send('POST', '/api/chat', {
      role: 'reviewer',
      body: { session_id, kept_id: kept.json.kept_id, on_busy: 'steer' },
    })
    expect(steered.json).toMatchObject({ run_id, message: 'I left it.' })
  })

  it('starts the next run when it is queued and the one before it has ended', async () => {
    const server = await serverWith([ask, say('Blue.'), say('And the second.')])
    const asked = await server.send('POST', '/api/chat', { role: 'member', body: { message: 'Paint' } })
    const { session_id, run_id } = asked.json
    const queued = await server.send('POST', '/api/chat', {
      role: 'member',
      body: { session_id, message: 'Then the door', on_busy: 'queue' },
    })
    expect([queued.status, queued.json.offers]).toEqual([202, []])
    await server.send('POST', `/api/runs/${run_id}/resume`, {
      role: 'member',
      body: { resume_payload: { answers: [{ question_id: 'colour', value: 'red' }] } },
    })
    await expect
      .poll(async () => {
        const runs = await server.send('GET', `/api/runs?session_id=${session_id}`, { role: 'member' })
        return runs.json.runs.map((run: Frame) => [run.input.message, run.output?.message])
      })
      .toEqual([
        ['Then the door', 'And the second.'],
        ['Paint', 'Blue.'],
      ])
  })

  it('takes the place of the run when it replaces it', async () => {
    const server = await serverWith([ask, say('Something else.')])
    const asked = await server.send('POST', '/api/chat', { role: 'member', body: { message: 'Paint' } })
    const { session_id, run_id } = asked.json
    const replaced = await server.send('POST', '/api/chat', {
      role: 'member',
      body: { session_id, message: 'Do something else', on_busy: 'replace' },
    })
    expect(replaced.json.message).toBe('Something else.')
    const old = await server.send('GET', `/api/runs/${run_id}`, { role: 'member' })
    expect(old.json).toMatchObject({ status: 'cancelled', cancelled_because: 'replaced' })
  })
})

describe('POST /api/chat/stream', () => {
  it('sends events and responses, the words as they are written, and ends with [DONE]', async () => {
    const words = 'A long answer that is longer than any single frame of text may be.'
    const server = await serverWith([say(words)])
    const answer = await server.send('POST', '/api/chat/stream', { role: 'member', body: { message: 'Hi' } })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    const frames = framesOf(answer.text)
    expect(frames.at(-1)).toBe('[DONE]')
    const deltas = frames.flatMap(frame => (frame.delta === undefined ? [] : [frame.delta]))
    expect(deltas.join('')).toBe(words)
    expect(frames.at(-2)).toEqual({
      session_id: expect.any(String),
      phase: 'complete',
      message: words,
      is_complete: true,
      progress: 100,
      action: 'direct_reply',
    })
    const types = frames.flatMap(frame => (frame.type === undefined ? [] : [frame.type]))
    expect(types).toEqual([
      ...['run_created', 'run_started', 'soul_step_start', 'soul_step_end'],
      ...['token_usage', 'done', 'run_completed'],
    ])
    const event = frames.find(frame => frame.type === 'soul_step_end')
    expect(event).toMatchObject({
      source: 'session',
      payload: { text: words },
      event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  it('ends at a question with its questions, and streams what follows the answers', async () => {
    const server = await serverWith([ask, say('Blue it is.')])
    const asked = await server.send('POST', '/api/chat', {
      role: 'member',
      body: { message: 'Paint' },
      headers: { accept: 'text/event-stream' },
    })
    const waiting = framesOf(asked.text).at(-2)
    expect(waiting).toMatchObject({ phase: 'waiting_input', is_complete: false, action: 'refine_waiting' })
    expect(waiting.questions).toHaveLength(1)
    const next = await server.send('POST', '/api/chat/stream', {
      role: 'member',
      body: { session_id: waiting.session_id, resume: { action: 'generate_now' } },
    })
    const frames = framesOf(next.text)
    expect(frames.some(frame => frame.type === 'run_created')).toBe(false)
    expect(frames.at(-2)).toMatchObject({ phase: 'complete', message: 'Blue it is.' })
  })

  it('takes back what a broken answer had streamed', async () => {
    const server = await serverWith([
      { failure: 'transient', afterText: 'A beginning that never' },
      say('The whole answer.'),
    ])
    const answer = await server.send('POST', '/api/chat/stream', { role: 'member', body: { message: 'Hi' } })
    const frames = framesOf(answer.text)
    const reset = frames.findIndex(frame => frame.type === 'delta_reset')
    const after = frames.slice(reset).flatMap(frame => (frame.delta === undefined ? [] : [frame.delta]))
    expect(after.join('')).toBe('The whole answer.')
    expect(frames.at(-2).message).toBe('The whole answer.')
  })
})
