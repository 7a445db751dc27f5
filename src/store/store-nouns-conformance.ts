import { expect, it } from 'vitest'
import { isSoulgateError } from '../base/errors.ts'
import type { Step } from '../contracts/step.ts'
import type { LedgerCallsBy, Store, StoredRun } from './store.ts'
import { describeGateLists, everyPage } from './store-gate-lists-conformance.ts'
import {
  AT,
  sampleCall,
  sampleGate,
  sampleGrant,
  sampleRun,
  sampleSession,
  sampleStep,
} from './store-samples.ts'

type Current = () => Store

/** The part of the contract about runs, sessions, gates and grants; run by `describeStoreConformance`. */
export function describeNounConformance(store: Current): void {
  describeRuns(store)
  describeGatesAndGrants(store)
  describeGateLists(store)
}

/** The code of the SoulgateError that the action rejects with. */
export async function codeOf(action: Promise<unknown>): Promise<string> {
  try {
    await action
  } catch (error) {
    return isSoulgateError(error) ? error.code : `not a SoulgateError: ${String(error)}`
  }
  return 'nothing was thrown'
}

function describeRuns(store: Current): void {
  it('gives back a run as it was put, absent fields absent', async () => {
    const whole = sampleRun('run_whole', {
      parent_run_id: 'run_parent',
      output: { text: 'a \u0000 b' },
      error: { code: 'x', message: 'y', data: [1] },
      waiting_gate_ids: ['gate_9'],
      cost_usd: 0.1,
      on_behalf_of: 'person:grace',
      conditions: ['but touch nothing critical'],
      idempotency_key: 'key',
      started_at: AT,
      lease_owner: 'worker',
      lease_token: 5_000_000_000,
      cancel_requested: true,
      depth: 2,
    })
    const bare = sampleRun('run_bare')
    await store().transact(async tx => {
      await tx.insertRun(whole)
      await tx.insertRun(bare)
    })
    expect(await store().getRun('run_whole')).toStrictEqual(whole)
    expect(await store().getRun('run_bare')).toStrictEqual(bare)
    expect(await store().getRun('run_none')).toBeUndefined()
  })

  it('moves a run only along its status machine', async () => {
    const run = sampleRun('run_moves')
    await store().transact(tx => tx.insertRun(run))
    const running = await store().transact(tx => tx.updateRun(run, { status: 'running', lease_token: 1 }))
    expect(await codeOf(store().transact(tx => tx.updateRun(running, { status: 'queued' })))).toBe(
      'illegal_run_move',
    )
    const done = await store().transact(tx => tx.updateRun(running, { status: 'completed', output: null }))
    for (const status of ['queued', 'running', 'waiting_input', 'failed', 'cancelled'] as const) {
      expect(await codeOf(store().transact(tx => tx.updateRun(done, { status })))).toBe('illegal_run_move')
    }
    expect(await store().getRun('run_moves')).toStrictEqual(done)
  })

  it('refuses the writes of a worker whose lease was taken over, or who knows an old status', async () => {
    const run = sampleRun('run_lease', { status: 'running', lease_token: 1 })
    await store().transact(tx => tx.insertRun(run))
    await store().transact(tx => tx.updateRun(run, { lease_token: 2, lease_owner: 'other' }))
    expect(await codeOf(store().transact(tx => tx.updateRun(run, { steps: 9 })))).toBe('lease_lost')
    const taken = await store().transact(tx => tx.lockRun('run_lease'))
    expect(taken).toMatchObject({ lease_token: 2, lease_owner: 'other', steps: 0 })
    if (taken) await store().transact(tx => tx.updateRun(taken, { status: 'cancelled' }))
    expect(await codeOf(store().transact(tx => tx.updateRun(taken ?? run, { status: 'completed' })))).toBe(
      'lease_lost',
    )
  })

  it('replaces a step under its number and lists steps in order', async () => {
    const steps = [sampleStep('run_steps', 2), sampleStep('run_steps', 10), sampleStep('run_steps', 1)]
    await store().transact(tx => tx.putSteps(steps))
    const { output, settled, ended_at, ...rest } = sampleStep('run_steps', 2, { status: 'unknown' })
    await store().transact(tx => tx.putSteps([rest]))
    expect(await store().listSteps('run_steps')).toStrictEqual([steps[2], rest, steps[1]])
  })

  it('takes any number of steps and grants at once, the last of one number standing', async () => {
    const steps = Array.from({ length: 40 }, (_, n) => sampleStep('run_many', n + 1))
    const again = sampleStep('run_many', 7, { status: 'failed' })
    const grants = Array.from({ length: 40 }, (_, n) =>
      sampleGrant(`grant_many_${String(n).padStart(2, '0')}`, { run_id: 'run_many' }),
    )
    await store().transact(async tx => {
      await tx.putSteps([...steps, again])
      await tx.insertGrants(grants)
    })
    expect(await store().listSteps('run_many')).toStrictEqual(steps.with(6, again))
    expect(await store().listGrants({ run_id: 'run_many' })).toStrictEqual(grants)
  })

  it('adds up what models took, by model and tier, of steps that began then or later', async () => {
    const from = '2031-05-01T00:00:00.000Z'
    const model = (seq: number, changes: Partial<Step>) =>
      sampleStep('run_cost', seq, { kind: 'model', started_at: from, tokens: 10, cost_usd: 0.5, ...changes })
    const small = { model: 'local/small', model_tier: 'FAST' } as const
    const large = { model: 'hosted/large', model_tier: 'STANDARD' } as const
    const { tokens, cost_usd, ...free } = sampleStep('run_cost', 6, { started_at: from })
    await store().transact(async tx => {
      await tx.putSteps([
        model(1, { ...small, cost_usd: 0 }),
        model(2, large),
        model(3, large),
        model(4, { ...large, started_at: '2031-04-30T23:59:59.999Z' }),
        model(5, {}),
        free,
      ])
    })
    expect(await store().sumModelCosts(from)).toStrictEqual([
      { model: 'hosted/large', tier: 'STANDARD', calls: 2, tokens: 20, cost_usd: 1 },
      { calls: 1, tokens: 10, cost_usd: 0.5 },
      { model: 'local/small', tier: 'FAST', calls: 1, tokens: 10, cost_usd: 0 },
    ])
    expect((await store().listSteps('run_cost'))[1]).toStrictEqual(model(2, large))
  })

  it('adds up what a run cost with all that it started, and an agent since a moment', async () => {
    const from = '2031-06-01T00:00:00.000Z'
    const run = (id: string, cost_usd: number, changes: Partial<StoredRun> = {}) =>
      sampleRun(id, { kind: 'agent', agent: 'buyer', cost_usd, ...changes })
    const paid = (id: string, cost_usd: number, started_at = from) =>
      sampleStep(id, 1, { kind: 'model', tokens: 1, cost_usd, started_at })
    await store().transact(async tx => {
      await tx.insertRun(run('run_top', 1))
      await tx.insertRun(run('run_below', 2, { parent_run_id: 'run_top', agent: 'helper' }))
      await tx.insertRun(run('run_lowest', 4, { parent_run_id: 'run_below', agent: 'helper' }))
      await tx.insertRun(run('run_aside', 8, { agent: 'helper' }))
      await tx.insertRun(run('run_before', 16))
      await tx.putSteps([
        ...[paid('run_top', 1), paid('run_below', 2), paid('run_lowest', 4), paid('run_aside', 8)],
        paid('run_before', 16, '2031-05-31T23:59:59.999Z'),
      ])
    })
    expect(await store().sumTreeCost('run_top')).toBe(7)
    expect(await store().sumTreeCost('run_lowest')).toBe(4)
    expect(await store().sumTreeCost('run_unknown')).toBe(0)
    expect(await store().sumAgentCost('buyer', from)).toBe(7)
    expect(await store().sumAgentCost('helper', from)).toBe(14)
    expect(await store().sumAgentCost('nobody', from)).toBe(0)
  })

  it('changes of a run only what is named', async () => {
    const before = sampleRun('run_named', { status: 'queued' })
    await store().transact(tx => tx.insertRun(before))
    await store().transact(tx => tx.updateRun(before, { steps: 3 }))
    await store().transact(tx => tx.updateRun(before, { conditions: ['mind the gap'] }))
    expect(await store().getRun('run_named')).toStrictEqual({
      ...before,
      steps: 3,
      conditions: ['mind the gap'],
    })
  })

  it('pages through runs newest first, without gaps or repeats', async () => {
    const ids = Array.from({ length: 25 }, (_, n) => `run_page_${String(n).padStart(2, '0')}`)
    await store().transact(async tx => {
      const of = { session_id: 'ses_paged', parent_run_id: 'run_parent_of_pages' }
      for (const id of ids) await tx.insertRun(sampleRun(id, of))
    })
    const children = await everyPage(
      page => store().listRuns({ parent_run_id: 'run_parent_of_pages' }, page),
      5,
    )
    expect(children.map(run => run.run_id)).toEqual(ids.toReversed())
    const listed = await everyPage(page => store().listRuns({ session_id: 'ses_paged' }, page), 5)
    expect(listed.map(run => run.run_id)).toEqual(ids.toReversed())
    expect(await store().listRuns({ session_id: 'ses_paged', principal: 'nobody' }, { limit: 5 })).toEqual({
      items: [],
    })
  })

  it('finds running runs whose worker is not alive, and counts runs by status', async () => {
    await store().transact(async tx => {
      await tx.insertRun(sampleRun('run_orphan', { status: 'running', lease_owner: 'dead', lease_token: 1 }))
      await tx.insertRun(sampleRun('run_tended', { status: 'running', lease_owner: 'alive', lease_token: 1 }))
      await tx.insertRun(sampleRun('run_counted', { status: 'completed', session_id: 'ses_counted' }))
    })
    expect(await store().countRuns({ session_id: 'ses_counted' })).toEqual({ completed: 1 })
    const orphans = await store().listOrphanedRuns(['alive'], 100)
    expect(orphans).toContain('run_orphan')
    expect(orphans).not.toContain('run_tended')
    expect((await store().countRuns()).running).toBeGreaterThanOrEqual(2)
  })

  it('keeps sessions and pages them by their last activity', async () => {
    const sessions = Array.from({ length: 7 }, (_, n) =>
      sampleSession(`ses_p${n}`, { owner: 'pager', last_active_at: n < 4 ? AT : '2026-03-02T09:00:00.000Z' }),
    )
    await store().transact(async tx => {
      for (const session of sessions) await tx.putSession(session)
    })
    const listed = await everyPage(page => store().listSessions({ owner: 'pager' }, page), 2)
    expect(listed.map(session => session.session_id)).toEqual([
      'ses_p6',
      'ses_p5',
      'ses_p4',
      'ses_p3',
      'ses_p2',
      'ses_p1',
      'ses_p0',
    ])
    await store().transact(tx =>
      tx.putSession(sampleSession('ses_p0', { owner: 'pager', title: 'Invoices' })),
    )
    expect(await store().getSession('ses_p0')).toMatchObject({ title: 'Invoices', owner: 'pager' })
  })
}

function describeGatesAndGrants(store: Current): void {
  it('finds gates by their words, with the signs of a pattern taken for what they are', async () => {
    const gate = sampleGate('gate_words', { requested_by: 'agent:words' })
    const other = sampleGate('gate_other', {
      requested_by: 'agent:words',
      briefing: { ...gate.briefing, summary: 'Send \u0000 mail' },
    })
    await store().transact(async tx => {
      await tx.insertGate(gate)
      await tx.insertGate(other)
    })
    const found = async (q: string) =>
      (await store().listGates({ agent: 'agent:words', q }, { limit: 9 })).items.map(item => item.gate_id)
    expect(await found('OLD invoices')).toEqual(['gate_words'])
    expect(await found('delete_inv')).toEqual(['gate_other', 'gate_words'])
    expect(await found('100% invoices')).toEqual(['gate_words'])
    expect(await found('back\\')).toEqual([])
    expect(await store().getGate('gate_other')).toStrictEqual(other)
    expect(await store().countGates({ agent: 'agent:words', q: 'mail' })).toBe(1)
  })

  it('finds gates by whose they are, only some of them, and all but some', async () => {
    const agent = 'agent:somebodys'
    const whose = ['person_ann', 'person_bo', undefined]
    await store().transact(async tx => {
      for (const [n, assignee] of whose.entries()) {
        // What an agent writes is not taken for whose it is.
        const facts = { requested_by: agent, context: { assignee: 'person_ann' } }
        await tx.insertGate(sampleGate(`gate_whose_${n}`, assignee ? { ...facts, assignee } : facts))
      }
    })
    const found = async (filter: object) =>
      (await store().listGates({ agent, ...filter }, { limit: 9 })).items.map(gate => gate.gate_id)
    expect(await found({ assignee: 'person_ann' })).toEqual(['gate_whose_0'])
    expect(await found({ only: ['gate_whose_2', 'gate_unknown'] })).toEqual(['gate_whose_2'])
    expect(await found({ only: [] })).toEqual([])
    expect(await found({ without: ['gate_whose_0'] })).toEqual(['gate_whose_1', 'gate_whose_2'])
    expect(await store().countGates({ agent, without: [], assignee: 'person_bo' })).toBe(1)
  })

  it('finds gates that were decided, apart from those that wait and those that expired', async () => {
    const agent = 'agent:decided'
    await store().transact(async tx => {
      for (const status of ['pending', 'approved', 'expired', 'superseded'] as const)
        await tx.insertGate(sampleGate(`gate_is_${status}`, { requested_by: agent, status }))
    })
    const { items } = await store().listGates({ agent, decided: true }, { limit: 9 })
    expect(items.map(gate => gate.status)).toEqual(['approved', 'superseded'])
    expect(await store().countGates({ agent, decided: true })).toBe(2)
  })

  it.each([
    'oldest',
    'newest',
    'expiring',
  ] as const)('pages gates by %s without gaps or repeats', async sort => {
    const agent = `agent:${sort}`
    const ids = Array.from({ length: 11 }, (_, n) => `gate_${sort}_${String(n).padStart(2, '0')}`)
    await store().transact(async tx => {
      for (const [n, id] of ids.entries()) {
        const expiry = n % 3 === 0 ? {} : { expires_at: `2026-03-0${9 - (n % 4)}T09:00:00.000Z` }
        await tx.insertGate(sampleGate(id, { requested_by: agent, ...expiry }))
      }
    })
    const listed = await everyPage(page => store().listGates({ agent, sort }, page), 3)
    expect(listed.map(gate => gate.gate_id).toSorted()).toEqual(ids)
    const due = listed.map(gate => gate.expires_at ?? '9999')
    if (sort === 'expiring') expect(due).toEqual(due.toSorted())
    if (sort === 'newest') expect(listed[0]?.gate_id).toBe(ids.at(-1))
  })

  it('updates gates, grants and calls and lists them by what they belong to', async () => {
    await store().transact(async tx => {
      await tx.insertGate(sampleGate('gate_update'))
      await tx.insertGrants([
        sampleGrant('grant_a', { gate_id: 'gate_update' }),
        sampleGrant('grant_b', { gate_id: 'gate_update' }),
      ])
      await tx.putCall(sampleCall('call_a', { run_id: 'run_calls' }))
    })
    await store().transact(async tx => {
      const gate = await tx.lockGate('gate_update')
      const grant = await tx.lockGrant('grant_a')
      if (gate) await tx.updateGate({ ...gate, status: 'approved' })
      if (grant) await tx.updateGrant({ ...grant, status: 'consumed' })
      await tx.putCall(sampleCall('call_a', { run_id: 'run_calls', status: 'succeeded', result: [1] }))
    })
    expect((await store().getGates(['gate_update', 'gate_none'])).map(gate => gate.status)).toEqual([
      'approved',
    ])
    expect(await store().getGates([])).toEqual([])
    const grants = await store().listGrants({ gate_id: 'gate_update' })
    expect(grants.map(grant => grant.status)).toEqual(['consumed', 'issued'])
    expect(await store().listGrants({ call_id: 'call_of_grant_b' })).toHaveLength(1)
    expect(await store().listCalls('run_calls')).toEqual([
      expect.objectContaining({ status: 'succeeded', result: [1] }),
    ])
  })

  it('lists calls of several runs, and calls by their ids', async () => {
    await store().transact(async tx => {
      for (const [id, run_id] of Object.entries({ call_m1: 'run_m1', call_m2: 'run_m1', call_m3: 'run_m2' }))
        await tx.putCall(sampleCall(id, { run_id }))
    })
    const ids = async (by: LedgerCallsBy) => (await store().listCallsOf(by)).map(call => call.call_id)
    expect(await ids({ run_ids: ['run_m1', 'run_m2', 'run_none'] })).toEqual([
      'call_m1',
      'call_m2',
      'call_m3',
    ])
    expect(await ids({ call_ids: ['call_m3', 'call_m1', 'call_none'] })).toEqual(['call_m1', 'call_m3'])
    expect(await ids({ run_ids: [] })).toEqual([])
  })

  it('names the calls that were started and have not ended', async () => {
    const calls = [
      sampleCall('call_s2', { status: 'started' }),
      sampleCall('call_s1', { status: 'started' }),
      sampleCall('call_s3', { status: 'unknown' }),
    ]
    await store().transact(async tx => {
      for (const call of calls) await tx.putCall(call)
    })
    const started = async (limit: number) =>
      (await store().listStartedCalls(limit)).map(call => call.call_id).filter(id => id.startsWith('call_s'))
    expect(await started(100)).toEqual(['call_s1', 'call_s2'])
    await store().transact(tx => tx.putCall(sampleCall('call_s1', { status: 'succeeded' })))
    expect(await started(100)).toEqual(['call_s2'])
  })

  it('lets one of sixteen that lock the same grant consume it', async () => {
    await store().transact(tx => tx.insertGrants([sampleGrant('grant_race')]))
    const won = await Promise.all(
      Array.from({ length: 16 }, () =>
        store().transact(async tx => {
          const grant = await tx.lockGrant('grant_race')
          if (grant?.status !== 'issued') return 0
          await tx.updateGrant({ ...grant, status: 'consumed' })
          return 1
        }),
      ),
    )
    expect(won.filter(Boolean)).toHaveLength(1)
  })
}
