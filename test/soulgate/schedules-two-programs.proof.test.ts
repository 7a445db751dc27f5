import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Principal } from '../../src/contracts/principal.ts'
import { createSoulgate, defineAgent } from '../../src/soulgate.ts'
import { createTestDatabase } from '../postgres/test-database.ts'

const WHO: Principal = { kind: 'person', id: 'person_ana', name: 'Ana', role: 'reviewer' }

it('starts one run at each time, however many programs share the PostgreSQL', async () => {
  const databaseUrl = await createTestDatabase()
  const root = mkdtempSync(join(tmpdir(), 'soulgate-ticks-'))
  const ticker = defineAgent({
    name: 'ticker',
    input: z.object({}),
    schedules: { second: { cron: '* * * * * *', input: {} } },
    run: async () => null,
  })
  const open = (name: string) =>
    createSoulgate({
      ...{ home: join(root, name, 'home'), workspace: join(root, name, 'workspace') },
      ...{ databaseUrl, agents: [ticker] },
    })
  const programs = [await open('first'), await open('second'), await open('third')]
  const [first] = programs
  try {
    for (const program of programs) await program.startWorker()
    const read = async () => (await first?.runs.list(WHO, { kind: 'agent' }, { limit: 100 }))?.items ?? []
    while ((await read()).length < 4) await new Promise(resolve => setImmediate(resolve))
    const started = (await read()).map(({ created_at }) => Date.parse(created_at)).toSorted((a, b) => a - b)
    const seconds = started.map(at => Math.floor(at / 1000))
    expect(new Set(seconds).size).toBe(seconds.length)
  } finally {
    for (const program of programs) await program.close()
    rmSync(root, { recursive: true, force: true })
  }
}, 60_000)
