import { describe, expect, it } from 'vitest'
import type { Gate } from '../../contracts/gate.ts'
import type { RunFacts, WindowFacts } from './facts.ts'
import { countInsights } from './insights.ts'

const AT = '2026-01-01T00:00:00.000Z'
const WINDOW = { from: AT, to: '2026-01-08T00:00:00.000Z' }
const NO_SOUL = { answers: 0, p95_ms: undefined }
const after = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000).toISOString()

const gate = (status: Gate['status'], score: number, seconds?: number, runId?: string) =>
  ({
    gate_id: `gate_${status}${score}${seconds}`,
    ...{ requested_by: 'agent:a', briefing: { agent: 'a' }, decisions: [] },
    status,
    created_at: AT,
    subject: { tool_calls: [] },
    confidence: { score, factors: [], adjustments: [] },
    ...(seconds === undefined ? {} : { decided_at: after(seconds) }),
    ...(runId === undefined ? {} : { run_id: runId }),
  }) as unknown as Gate
const idsOf = (count: number) => Array.from({ length: count }, (_, n) => `call_${n}`)
const run = (id: string, confidence: number, results = 1, startedCalls = results, outcome = 'succeeded') =>
  ({
    ...{ confidence, startedCalls: idsOf(startedCalls) },
    run: {
      ...{ run_id: id, kind: 'reasoning', status: 'completed', finished_at: AT, outcome },
      output: { tool_results: idsOf(results).map(call_id => ({ call_id, status: 'succeeded' })) },
    },
  }) as unknown as RunFacts
const facts = (some: Partial<WindowFacts>): WindowFacts => ({
  ...{ gates: [], runs: [], checks: [], feedback: [], isTruncated: false },
  ...some,
})
const measure = (some: Partial<WindowFacts>, id: string, soul = NO_SOUL) =>
  countInsights(facts(some), WINDOW, soul).measures.find(each => each.id === id)

describe('insights', () => {
  it('say nothing of what did not happen', () => {
    const { measures, time_to_decision } = countInsights(facts({}), WINDOW, NO_SOUL)
    expect(measures.filter(each => each.value !== null).map(each => each.id)).toEqual(['waiting'])
    expect(time_to_decision).toMatchObject({ p50_seconds: null, p95_seconds: null, samples: 0 })
  })

  it('hold each measure against its target and its band, once there are enough samples', () => {
    const gates = (expired: number, of: number) =>
      Array.from({ length: of }, (_, n) => gate(n < expired ? 'expired' : 'approved', 0.7, 5))
    const state = (expired: number, of: number) =>
      measure({ gates: gates(expired, of) }, 'approval_timeout_rate')?.state
    expect([state(1, 20), state(2, 20), state(3, 20), state(1, 5)]).toEqual(['good', 'watch', 'bad', 'few'])
    expect(measure({}, 'soul_latency', { answers: 30, p95_ms: 150 } as never)?.state).toBe('watch')
  })

  it('count no mismatch for a call that a guideline denied before it started', () => {
    const tool_results = [
      { call_id: 'call_0', status: 'failed' },
      { call_id: 'call_1', status: 'not_run' },
    ]
    const denied = run('run_1', 0.9, 0)
    const runs = [{ ...denied, run: { ...denied.run, output: { tool_results } } }]
    expect(measure({ runs }, 'tool_mismatches')).toMatchObject({ value: 0, samples: 1 })
  })

  it('count the approvals per goal, the stops and the feedback', () => {
    const runs = [run('run_1', 0.9), run('run_2', 0.7), run('run_3', 0.3, 0), run('run_4', 0.95)]
    const gates = [gate('approved', 0.7, 5, 'run_2')]
    expect(measure({ runs, gates }, 'approval_request_rate')).toMatchObject({ value: 0.25, samples: 4 })
    expect(measure({ runs }, 'execution_rate')?.value).toBe(0.75)
    expect(measure({ runs }, 'tool_mismatches')).toMatchObject({ value: 0, state: 'good' })
    const lost = [...runs, run('run_5', 0.9, 1, 2)]
    expect(measure({ runs: lost }, 'tool_mismatches')).toMatchObject({ value: 1, state: 'bad' })
    const ghost = [...runs, run('run_5', 0.9, 2, 1)]
    expect(measure({ runs: ghost }, 'tool_mismatches')?.value).toBe(1)
    expect(measure({ checks: [true, false] }, 'early_exit_rate')?.value).toBe(0.5)
    const failed = [...runs, run('run_6', 0.9, 1, 1, 'failed'), run('run_7', 0.9, 2, 2, 'partly')]
    expect(measure({ runs: failed }, 'success_rate')).toMatchObject({ value: 0.6, samples: 5 })
    const feedback = [
      { about: 'gate_1', isHelpful: true },
      { about: 'run_1', isHelpful: false },
    ]
    expect(measure({ feedback }, 'clarification_helpfulness')?.value).toBe(1)
    expect(measure({ feedback }, 'satisfaction')?.value).toBe(0)
  })

  it('draw the histogram, the funnel, the times and the reliability from the same gates', () => {
    const found = countInsights(
      facts({
        runs: [run('run_1', 0.72), run('run_2', 1)],
        gates: [
          gate('approved', 0.72, 4, 'run_1'),
          gate('rejected', 0.78, 40),
          gate('expired', 0.6),
          gate('pending', 0.6),
        ],
      }),
      WINDOW,
      NO_SOUL,
    )
    expect(found.confidence.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0, 1])
    expect(found.funnel.map(({ count }) => count)).toEqual([4, 2, 1, 1])
    expect(found.time_to_decision).toMatchObject({ p50_seconds: 4, p95_seconds: 40, samples: 2 })
    expect(found.time_to_decision.buckets.map(({ count }) => count)).toEqual([1, 1, 0, 0, 0, 0, 0])
    expect(found.reliability[7]).toEqual({
      ...{ from: 0.7, to: 0.8, samples: 2, confidence: 0.75, approved: 0.5 },
    })
    expect(found.reliability[6]).toMatchObject({ samples: 0, approved: null })
  })
})
