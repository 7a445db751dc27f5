import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, type RunnerTestCase as Test, TestRunner } from 'vitest'
import type { CrashPoint } from '../crash/crashing-store.ts'
import { createOrigin, DATABASES, type Database, HOSTS, type Host, type Origin } from './lives.ts'
import { createRefundDesk } from './refund-desk.ts'
import { type Survived, surviveCrash } from './survive.ts'

/** At each write where everything is asked for, else at a part of them. */
const EVERY = process.env.SOULGATE_CRASH === 'everywhere' ? 1 : 9
const NO_FAULTS = { ungated: 0, doubled: 0, lost: 0, different: 0 }

const root = mkdtempSync(join(tmpdir(), 'soulgate-user-agents-'))
const origins: Origin[] = []
afterAll(async () => {
  for (const origin of origins) await origin.close()
  rmSync(root, { recursive: true, force: true })
})

async function originOf(database: Database, host: Host): Promise<Origin> {
  const place = join(root, `${origins.length}`)
  const origin = await createOrigin(
    { database, host, root: place },
    createRefundDesk(() => {}),
  )
  origins.push(origin)
  return origin
}

const journals = new Map<string, readonly string[]>()

const CASES = DATABASES.flatMap(database => HOSTS.map(host => [host, database] as const))

it.each(CASES)(
  'a user’s agent %s on %s ends as if its program had never been killed, whichever write it died at',
  {
    timeout: EVERY === 1 ? 3_600_000 : 900_000,
  },
  async (host, database) => {
    const { whole, ends } = await killEverywhere(host, await originOf(database, host))
    journals.set(`${host} on ${database}`, whole.journal)
    const sum = (of: (end: Survived) => number): number => ends.reduce((all, end) => all + of(end), 0)
    // Kept with the test, for the document that says how often each was tried.
    const test = TestRunner.getCurrentTest<Test | undefined>()
    if (test !== undefined) Object.assign(test.meta, { tried: ends.length })
    expect({
      ungated: sum(end => end.ungated),
      doubled: sum(end => end.doubled),
      lost: sum(end => end.lost),
      different: sum(end => end.different),
    }).toEqual(NO_FAULTS)
    expect(ends.length).toBeGreaterThan(EVERY === 1 ? 60 : 6)
  },
)

it('a user’s agent writes the same journal on both databases, in the program and on a remote worker', () => {
  const all = [...journals.values()]
  expect(all).toHaveLength(DATABASES.length * HOSTS.length)
  expect(all[0]?.length).toBeGreaterThan(8)
  for (const journal of all) expect(journal).toEqual(all[0])
})

/** Kills at one write after the other until one life needs no more writes. */
async function killEverywhere(host: Host, origin: Origin) {
  const ends: Survived[] = []
  for (let write = 1; ; write += EVERY)
    for (const when of ['before', 'after'] satisfies CrashPoint['when'][]) {
      const end = await surviveCrash({ host, origin, point: { write, when } }).catch((cause: unknown) => {
        throw new Error(`killed ${when} write ${write}`, { cause })
      })
      if (!end.died) return { whole: end, ends }
      ends.push(end)
    }
}
