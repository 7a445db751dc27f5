import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { admin, granted, makePlace, type Place } from '../../test/soulgate/program-fixture.ts'

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
    expect(serving.checks.worker?.detail).toContain('only serves')
    await soulgate.startWorker()
    expect((await soulgate.health.ready()).checks.worker?.detail).toContain('executes')
    expect(await soulgate.health.workers()).toMatchObject({ total: 1, active: 0, idle: 1 })
  })

  it('is not when the store is gone, and says why', async () => {
    const soulgate = await place.open()
    await soulgate.close()
    const gone = await soulgate.health.ready()
    expect(gone).toMatchObject({ ready: false, checks: { store: { ok: false } } })
    expect(gone.checks.store?.detail).not.toBe('')
  })

  it('names a stop', async () => {
    const soulgate = await place.open()
    await granted(soulgate.stop.engage(admin, 'test'))
    expect((await soulgate.health.ready()).checks.stop).toMatchObject({ ok: false })
    await granted(soulgate.stop.lift(admin))
    expect((await soulgate.health.ready()).checks.stop).toMatchObject({ ok: true })
  })

  it('has numbers for a monitoring system', async () => {
    const soulgate = await place.open()
    await granted(soulgate.gates.open(admin, { type: 'code_review', summary: 'Look' }))
    const metrics = await soulgate.health.metrics()
    expect(metrics).toContain('soulgate_gates_pending 1')
    expect(metrics).toMatch(/soulgate_events \d+/)
  })

  it('forgets a worker that left', async () => {
    const first = await place.open()
    await first.close()
    const second = await place.open({ works: false })
    expect(await second.health.workers()).toMatchObject({ total: 0 })
  })
})
