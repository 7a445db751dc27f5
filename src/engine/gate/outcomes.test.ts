import { describe, expect, it } from 'vitest'
import { gateOf, NOW } from '../../../test/engine/pure-gate-fixture.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import { type CallStatus, outcomeOf } from '../../contracts/outcome.ts'
import type { Run } from '../../contracts/run.ts'
import type { LedgerCall } from '../../store/store.ts'
import { withGateOutcomes, withRunOutcomes } from './outcomes.ts'

const LATER = '2026-03-01T10:00:00.000Z'
const begun = (call_id: string, status: LedgerCall['status'], error?: string): LedgerCall => ({
  ...{ call_id, run_id: 'run_1', tool: 'move_thing', status, arguments: {}, started_at: NOW },
  ...{ grant_id: `g_${call_id}`, digest: 'd', idempotency_key: 'k' },
  ...(error === undefined ? {} : { result: { success: false, error } }),
})
const told = (call_id: string, status: CallStatus, message = '') => ({
  ...{ call_id, tool_name: 'move_thing', status, message },
})
const run = (some: Partial<Run>) =>
  ({ run_id: 'run_1', kind: 'reasoning', status: 'completed', ...some }) as Run

async function outcomeOfRun(some: Partial<Run>, ledger: readonly LedgerCall[] = []) {
  const [read] = await withRunOutcomes({ listCallsOf: async () => ledger }, [run(some)])
  return read?.outcome
}

describe('the outcome of calls', () => {
  it.each([
    [[], undefined],
    [['succeeded', 'succeeded'], 'succeeded'],
    [['failed', 'not_run', 'not_run'], 'failed'],
    [['unknown'], 'failed'],
    [['succeeded', 'failed'], 'partly'],
    [['succeeded', 'not_run'], 'partly'],
    [['undone', 'undone'], 'undone'],
    [['undone', 'succeeded'], 'partly'],
    [['undone', 'not_run'], 'undone'],
    [['not_run'], undefined],
    [['failed', 'started'], undefined],
    [['succeeded', 'allowed'], undefined],
  ] as const)('%j is %s', (statuses, outcome) => {
    expect(outcomeOf(statuses)).toBe(outcome)
  })
})

describe('the outcome of a run', () => {
  it('is failure where it completed and none of its calls succeeded', async () => {
    const output = { tool_results: [told('a', 'failed', 'no file'), told('b', 'not_run')] }
    expect(await outcomeOfRun({ output }, [begun('a', 'failed')])).toBe('failed')
    expect(await outcomeOfRun({ output }, [begun('a', 'failed'), begun('c', 'succeeded')])).toBe('partly')
  })

  it('follows the ledger when calls were undone after its end', async () => {
    const output = { tool_results: [told('a', 'succeeded'), told('b', 'succeeded')] }
    expect(await outcomeOfRun({ output }, [begun('a', 'undone'), begun('b', 'undone')])).toBe('undone')
    expect(await outcomeOfRun({ output }, [begun('a', 'undone'), begun('b', 'succeeded')])).toBe('partly')
  })

  it('is that of its status where it called nothing, and nothing before its end', async () => {
    expect(await outcomeOfRun({ kind: 'plan' })).toBe('succeeded')
    expect(await outcomeOfRun({ status: 'failed' })).toBe('failed')
    expect(await outcomeOfRun({ status: 'failed' }, [begun('a', 'succeeded')])).toBe('partly')
    expect(await outcomeOfRun({ status: 'cancelled' })).toBeUndefined()
    expect(await outcomeOfRun({})).toBeUndefined()
    expect(await outcomeOfRun({ status: 'running' }, [begun('a', 'failed')])).toBeUndefined()
  })
})

describe('the outcome of a gate', () => {
  const granted = (ids: readonly string[], more: Partial<Gate> = {}) =>
    gateOf(
      {},
      {
        status: 'approved',
        grants: ids.map(id => ({ grant_id: `g_${id}`, call_id: id, digest: '' })),
        ...more,
      },
    )
  const read = async (
    gate: Gate,
    has: { ledger?: readonly LedgerCall[]; grants?: readonly Partial<Grant>[]; run?: Run },
  ) => {
    const [answer] = await withGateOutcomes(
      {
        listCallsOf: async () => has.ledger ?? [],
        listGrants: async () => (has.grants ?? []) as Grant[],
        getRun: async () => has.run as never,
      },
      [gate],
      NOW,
    )
    return answer?.outcome
  }

  it('names what failed and why, also for executors outside', async () => {
    expect(await read(granted(['a']), { ledger: [begun('a', 'failed', 'card declined')] })).toEqual({
      outcome: 'failed',
      calls: [{ call_id: 'a', tool: 'move_thing', status: 'failed', message: 'card declined' }],
    })
  })

  it('is open while a grant may still be used, and over when it ran out', async () => {
    const grant = (expires_at: string) => [
      { call_id: 'a', tool: 'move_thing', status: 'issued' as const, expires_at },
    ]
    expect(await read(granted(['a']), { grants: grant(LATER) })).toEqual({
      calls: [{ call_id: 'a', tool: 'move_thing', status: 'allowed' }],
    })
    expect((await read(granted(['a']), { grants: grant(NOW) }))?.calls[0]?.status).toBe('not_run')
  })

  it('tells by its run what was never begun', async () => {
    const output = { tool_results: [told('a', 'failed', 'gone'), told('b', 'not_run', 'Not run: a failed.')] }
    const outcome = await read(granted(['a', 'b'], { run_id: 'run_1' }), {
      ledger: [begun('a', 'failed', 'gone')],
      run: run({ output }),
    })
    expect(outcome?.outcome).toBe('failed')
    expect(outcome?.calls[1]).toMatchObject({ status: 'not_run', message: 'Not run: a failed.' })
  })

  it('is absent where nothing was allowed', async () => {
    expect(await read(gateOf({}, { status: 'rejected' }), {})).toBeUndefined()
  })
})
