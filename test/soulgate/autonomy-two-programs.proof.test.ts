import { expect, it } from 'vitest'
import { createTestDatabase } from '../postgres/test-database.ts'
import { openTrustDesk } from './autonomy-fixture.ts'
import { builder, granted, reviewer } from './program-fixture.ts'

it('a suspension in one program is seen by another on the same PostgreSQL within a second', async () => {
  const databaseUrl = await createTestDatabase()
  const desk = await openTrustDesk({ databaseUrl })
  try {
    await desk.prove(40)
    const { contract_id: id, status } = await desk.grant({
      target: 0.9,
      max_per_hour: 1_000,
      max_per_day: 1_000,
    })
    expect(status).toBe('open')
    const other = await desk.another({ databaseUrl })
    const call = { tool: 'update_ticket', arguments: { status: 'closed' } }
    const propose = () => granted(other.calls.propose(builder, call))
    let released = await propose()
    for (let nth = 0; nth < 50 && released.outcome !== 'released'; nth += 1) released = await propose()
    const changing = desk.soulgate.autonomy.change(reviewer, id, { change: 'suspend' })
    let suspendedMs = Number.POSITIVE_INFINITY
    const changed = granted(changing).then(() => {
      suspendedMs = performance.now()
    })
    const answers: { readonly begunMs: number; readonly answer: Awaited<ReturnType<typeof propose>> }[] = []
    // It goes on proposing while it is suspended over there, and for more than a second after.
    while (performance.now() < suspendedMs + 1_500)
      answers.push({ begunMs: performance.now(), answer: await propose() })
    await changed
    const late = answers.filter(({ begunMs }) => begunMs >= suspendedMs + 1_000)
    expect(late.length).toBeGreaterThan(0)
    expect(late.filter(({ answer }) => answer.outcome !== 'held')).toEqual([])
    const { contracts } = await granted(other.autonomy.contracts(reviewer))
    expect(contracts).toMatchObject([{ status: 'suspended' }])
    // Whatever was let run before, and did not begin: it does not begin any more.
    for (const { grant } of [released, ...answers.map(({ answer }) => answer)]) {
      if (grant === undefined) continue
      const refused = await other.grants.consume(builder, grant.grant_id, grant.digest)
      expect(refused).toMatchObject({ code: 'grant_revoked' })
    }
  } finally {
    await desk.close()
  }
}, 120_000)

it('counts the hour of a contract over programs, however many consume at once', async () => {
  const databaseUrl = await createTestDatabase()
  const desk = await openTrustDesk({ databaseUrl })
  try {
    await desk.prove(40)
    const { contract_id: id } = await desk.grant({ target: 0.9, max_per_hour: 5, max_per_day: 5 })
    const other = await desk.another({ databaseUrl })
    const call = { tool: 'update_ticket', arguments: { status: 'closed' } }
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, nth) =>
        granted((nth % 2 === 0 ? desk.soulgate : other).calls.propose(builder, call)),
      ),
    )
    const grants = answers.flatMap(({ grant }) => grant ?? [])
    const consumed = await Promise.all(
      grants.map(({ grant_id, digest }, nth) =>
        (nth % 2 === 0 ? other : desk.soulgate).grants.consume(builder, grant_id, digest),
      ),
    )
    expect(consumed.filter(({ refused }) => refused !== true).length).toBeLessThanOrEqual(5)
    expect(
      (await granted(desk.soulgate.autonomy.contract(reviewer, id))).contract.ran_last_hour,
    ).toBeLessThanOrEqual(5)
  } finally {
    await desk.close()
  }
}, 120_000)
