import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { admin, granted, makePlace, type Place } from '../../../test/soulgate/program-fixture.ts'
import { systemTimers } from '../../base/clock.ts'
import { createScriptedProvider } from '../../llm/scripted/scripted.ts'

let place: Place
beforeEach(async () => {
  place = await makePlace()
})
afterEach(() => place.leave())

describe('the health of the program', () => {
  it('is ready while its store answers, and says whether it works', async () => {
    const soulgate = await place.open({ works: false })
    const serving = await soulgate.health.ready()
    expect(serving).toMatchObject({ ready: true, checks: { store: { ok: true }, stop: { ok: true } } })
    expect(serving.checks.worker).toMatchObject({ ok: false, detail: expect.stringContaining('only serves') })
    expect(serving.checks.worker?.detail).toContain('no worker is alive')
    expect(await soulgate.health.metrics()).toContain('soulgate_workers_alive 0')
    await soulgate.startWorker()
    const working = (await soulgate.health.ready()).checks.worker
    expect(working).toMatchObject({ ok: true, detail: expect.stringContaining('executes') })
    expect(await soulgate.health.metrics()).toContain('soulgate_workers_alive 1')
    expect(await soulgate.health.workers()).toMatchObject({ total: 1, active: 0, idle: 1 })
  })

  it('is not when the store is gone, and says why', async () => {
    const soulgate = await place.open()
    await soulgate.close()
    const gone = await soulgate.health.ready()
    expect(gone).toMatchObject({ ready: false, checks: { store: { ok: false } } })
    expect(gone.checks.store?.detail).not.toBe('')
  })

  it('answers at once what waits for a worker where none is alive, and executes it when one comes', async () => {
    const soulgate = await place.open({ works: false })
    const answer = await soulgate.reasoning.execute(admin, { goal: 'List the files' } as never)
    expect(answer).toMatchObject({ success: false, run_id: expect.stringMatching(/^run_/) })
    expect(answer.result.message).toContain(`Run ${answer.run_id} is queued and no worker is alive`)
    const standing = await soulgate.runs.get(admin, answer.run_id)
    expect(standing).toMatchObject({
      ...{ status: 'queued', waiting_detail: expect.stringContaining('Start one with `soulgate worker`') },
    })
    const metrics = await soulgate.health.metrics()
    expect(metrics).toMatch(/soulgate_reasoning_answers_total\{execution_path="unanswered".*\} 1/)
    expect(metrics).not.toContain('execution_path="suggested"')
    await soulgate.startWorker()
    expect((await soulgate.runs.settled(answer.run_id, 10_000))?.status).toBe('completed')
  })

  it('tells a chat at once, answered or streamed, that no worker is alive, and goes on when one comes', async () => {
    const soulgate = await place.open({ works: false })
    const sent = await granted(soulgate.chat.send(admin, { message: 'hello' } as never, { decides: true }))
    if (!('run' in sent)) throw new Error('the message started no run')
    const { run_id } = sent.run
    const told = `Run ${run_id} is queued and no worker is alive to execute it. Start one with \`soulgate worker\``
    const answer = await granted(soulgate.chat.response(admin, run_id, 60_000))
    expect(answer.message).toContain(told)
    const { signal } = new AbortController()
    const following = await soulgate.chat.follow(admin, run_id, { since: sent.since, signal })
    if (!(Symbol.asyncIterator in following)) throw new Error('nothing to follow')
    const frames = following[Symbol.asyncIterator]()
    expect((await frames.next()).value).toMatchObject({
      response: { message: expect.stringContaining(told), is_complete: false, phase: 'waiting_input' },
    })
    await soulgate.startWorker()
    let last = await frames.next()
    for (let next = last; !next.done; next = await frames.next()) last = next
    expect(last.value).toMatchObject({ response: { is_complete: true, phase: 'complete' } })
  })

  it('tells how long people have let the oldest gate wait', async () => {
    const soulgate = await place.open()
    expect(await soulgate.health.metrics()).toContain('soulgate_oldest_gate_seconds 0')
    await granted(soulgate.gates.open(admin, { type: 'code_review', summary: 'Look' }))
    expect(await soulgate.health.metrics()).toMatch(/soulgate_oldest_gate_seconds (?!0\n)[\d.e-]+/)
  })

  it('names a stop', async () => {
    const soulgate = await place.open()
    await granted(soulgate.stop.engage(admin, 'test'))
    expect((await soulgate.health.ready()).checks.stop).toMatchObject({ ok: false })
    await granted(soulgate.stop.lift(admin))
    expect((await soulgate.health.ready()).checks.stop).toMatchObject({ ok: true })
  })

  it('names what is switched off, and how it is lifted', async () => {
    const soulgate = await place.open()
    const policy = async () => (await soulgate.health.ready()).checks.policy
    expect(await policy()).toMatchObject({ ok: true })
    const { version } = await soulgate.settings.get(admin)
    await granted(soulgate.settings.update(admin, { version, flags: { approval_gates_enabled: false } }))
    expect(await policy()).toMatchObject({
      ok: false,
      detail:
        'approval_gates_enabled is off; `soulgate settings set flags.approval_gates_enabled=true` lifts it',
    })
    expect((await soulgate.health.ready()).ready).toBe(true)
  })

  it('has numbers for a monitoring system', async () => {
    const soulgate = await place.open()
    await granted(soulgate.gates.open(admin, { type: 'code_review', summary: 'Look' }))
    const metrics = await soulgate.health.metrics()
    expect(metrics).toContain('soulgate_gates_pending 1')
    expect(metrics).toMatch(/soulgate_events \d+/)
    expect(metrics).toContain('soulgate_approval_funnel')
    expect(metrics).toContain('soulgate_soul_up 1')
  })

  it('counts answers of the reasoning agent and calls of language models, by outcome', async () => {
    const answer = { intent: 'order', calls: [{ tool: 'list_files', arguments: {}, quotes: [] }], sure: 1 }
    const model = createScriptedProvider({
      script: [{ answer: { text: JSON.stringify(answer), usage: { input_tokens: 70, output_tokens: 30 } } }],
      timers: systemTimers,
    })
    const prices = { models: { 'scripted/model': { input: 10, output: 100 } } }
    const soulgate = await place.open({ models: { providers: [model], prices } })
    await soulgate.reasoning.execute(admin, { goal: 'List the files', approval_required: true })
    const metrics = await soulgate.health.metrics()
    expect(metrics).toMatch(/soulgate_reasoning_answers_total\{[^}]*approval_state="\w+"[^}]*\} 1/)
    expect(metrics).toContain('soulgate_reasoning_answer_seconds_count 1')
    const labels = 'tier="STANDARD",purpose="reason",model="scripted/model",outcome="answered"'
    expect(metrics).toContain(`soulgate_model_calls_total{${labels}} 1`)
    expect(metrics).toContain(`soulgate_model_output_tokens_total{${labels}} 30`)
    expect(metrics).toContain(`soulgate_model_cost_usd_total{${labels}} 0.0037`)
    expect((await soulgate.health.ready()).checks.models?.detail).toContain('STANDARD scripted/model')
  })

  it('forgets a worker that left', async () => {
    const first = await place.open()
    await first.close()
    const second = await place.open({ works: false })
    expect(await second.health.workers()).toMatchObject({ total: 0 })
  })
})
