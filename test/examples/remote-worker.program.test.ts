import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Pay, refundDesk } from '../../examples/remote-worker/worker.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { connectWorker } from '../../src/sdk/worker/worker.ts'
import { approve, openTestSoulgate, type TestSoulgate } from '../../src/testing/testing.ts'

const ADMIN: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }

let world: TestSoulgate
beforeAll(async () => {
  world = await openTestSoulgate()
})
afterAll(() => world.close())

test('the worker of the example pays once, after a person approved', async () => {
  const paid: string[] = []
  const pay: Pay = async (customer, amount) => {
    paid.push(`${customer}:${amount}`)
    return { receipt: 'r1' }
  }
  const made = await world.soulgate.access.createToken(ADMIN, {
    ...{ name: 'desk', role: 'worker', agents: ['refunds'] },
  })
  if (made.refused) throw new Error(made.detail)
  world.reviewer.script(approve())
  const worker = connectWorker({ url: world.url, token: made.token, ...refundDesk(pay) })
  try {
    expect((await worker.ready).map(({ status }) => status)).toEqual(['carried', 'carried'])
    const run = await world
      .clientOf('member')
      .runs.start({ kind: 'agent', agent: 'refunds', input: { customer: 'c7', amount: 12 } })
    expect(await untilEnded(run.run_id)).toMatchObject({ status: 'completed', output: 'refunded: r1' })
    expect(paid).toEqual(['c7:12'])
  } finally {
    await worker.close()
  }
})

async function untilEnded(runId: string) {
  for (;;) {
    const run = await world.clientOf('admin').runs.get(runId)
    if (run.status === 'completed' || run.status === 'failed') return run
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
