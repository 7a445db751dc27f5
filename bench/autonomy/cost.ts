import { assembleEngine } from '../../src/soulgate/engine.ts'
import { openStorage } from '../../src/soulgate/storage.ts'
import { openTrustDesk } from '../../test/soulgate/autonomy-fixture.ts'
import { builder, found } from '../../test/soulgate/program-fixture.ts'

const ROUNDS = 1_500
const WARM_UP = 300

/**
 * What a verdict costs more because a contract stands open for its call, in ms at the median: the release rule of the
 * program on SQLite asked in turn for the contract’s agent and for one without.
 */
export async function measureVerdictCost(): Promise<number> {
  const desk = await openTrustDesk()
  try {
    await desk.prove(40)
    await desk.grant({ target: 0.9, max_per_hour: 1_000, max_per_day: 10_000 })
    const gate = await firstGate(desk)
    await desk.soulgate.close()
    const { home, workspace } = desk.place
    const storage = await openStorage({ home, workspace })
    const clock = { now: desk.now }
    const engine = await assembleEngine({ home, workspace, clock, own: {}, ...storage })
    await engine.settings.start()
    const call = found('tool_calls' in gate.subject ? gate.subject.tool_calls[0] : undefined)
    const taken = { with: [] as number[], without: [] as number[], released: 0 }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const which of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        const requester = which === 'with' ? builder.id : 'agent:another'
        const facts = { session_id: 'bench', agent: builder.name, requested_by: requester, conditions: [] }
        const startedMs = performance.now()
        const { verdict } = await engine.judge([{ ...call, call_id: `call_${round}` }], facts)
        if (verdict.outcome === 'released') taken.released += 1
        if (round >= WARM_UP) taken[which].push(performance.now() - startedMs)
      }
    await storage.store.close()
    if (taken.released < ROUNDS / 2) throw new Error('the contract let too few calls run to measure it')
    return medianOf(taken.with) - medianOf(taken.without)
  } finally {
    await desk.close()
  }
}

async function firstGate(desk: Awaited<ReturnType<typeof openTrustDesk>>) {
  for (;;) {
    const { gate } = await desk.propose()
    if (gate !== undefined) return gate
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
