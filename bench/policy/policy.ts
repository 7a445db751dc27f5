import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PolicyReplay } from '../../src/contracts/policy-replay.ts'
import { PolicyReplayRequest } from '../../src/contracts/policy-replay.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { openStorage } from '../../src/soulgate/storage.ts'
import { createSoulgate, type Soulgate } from '../../src/soulgate.ts'

const robot: Principal = { kind: 'agent', id: 'agent:bench', name: 'bench', role: 'agent' }
const person: Principal = { kind: 'person', id: 'person_bench', name: 'Bea', role: 'reviewer' }
const CALLS = 200
const BAR_VERDICTS = 100_000
const BAR_MS = 60_000
const draft = {
  name: 'Moves of the bench',
  category: 'custom',
  condition: { tools: ['move_file'], agents: ['bench'] },
  action: { type: 'release', expires_at: new Date(Date.now() + 86_400_000).toISOString() },
}

/** What keeping verdicts costs on disk, and how long a replay of so many takes: with `--sizes N,N,N`. */
export async function main(args: readonly string[]): Promise<void> {
  const given = args[args.indexOf('--sizes') + 1]
  const sizes = (args.includes('--sizes') && given ? given : '10000,30000,100000').split(',').map(Number)
  const root = mkdtempSync(join(tmpdir(), 'soulgate-bench-'))
  const place = { home: join(root, 'home'), workspace: join(root, 'workspace') }
  mkdirSync(place.workspace)
  try {
    await fill(place)
    const bytes = await multiply(place, 0)
    console.log(`one verdict takes ${bytes} bytes as it is kept, without its indexes`)
    console.log('verdicts   replay ms   µs each   reproduced   would fall otherwise')
    for (const size of sizes) {
      await multiply(place, size)
      const soulgate = await createSoulgate(place)
      const startedMs = performance.now()
      const { reproduced, changed } = await replay(soulgate)
      const ms = performance.now() - startedMs
      const cells = [reproduced.of, Math.round(ms), Math.round((1000 * ms) / reproduced.of)]
      console.log(
        `${cells.map(cell => String(cell).padStart(8)).join('   ')}   ${reproduced.matched}/${reproduced.of}   ${changed}`,
      )
      if (size >= BAR_VERDICTS) console.log(`bar ${BAR_MS} ms: ${ms <= BAR_MS ? 'met' : 'missed'}`)
      await soulgate.close()
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

interface Place {
  readonly home: string
  readonly workspace: string
}

/** Verdicts of real calls: some released, some held, some denied for want of their file. */
async function fill(place: Place): Promise<void> {
  const settingsSeed = { limits: { open_gates_per_key: 10_000 } }
  const soulgate = await createSoulgate({ ...place, settingsSeed })
  const startedMs = performance.now()
  for (let n = 0; n < CALLS; n += 1) {
    const tool = n % 3 === 0 ? 'list_files' : 'move_file'
    const given = n % 3 === 0 ? { path: '.' } : { from: `reports/${n}.txt`, to: `archive/${n}.txt` }
    await soulgate.calls.propose(robot, { tool, arguments: given, session_id: `bench-${n % 20}` })
  }
  console.log(`a proposal takes ${((performance.now() - startedMs) / CALLS).toFixed(2)} ms, its verdict kept`)
  await soulgate.close()
}

/** Copies the verdicts until there are so many; answers how many bytes one takes. */
async function multiply(place: Place, size: number): Promise<number> {
  const { store } = await openStorage(place)
  const { items } = await store.listVerdicts({}, { limit: CALLS })
  const texts = items.map(item => Object.values(item).join('').length)
  let count = await store.countVerdicts({})
  while (count < size) {
    const base = count
    await store.transact(async tx => {
      for (const [index, item] of items.slice(0, size - base).entries())
        await tx.insertVerdict({ ...item, verdict_id: `verdict_${base + index}` })
    })
    count = await store.countVerdicts({})
  }
  await store.close()
  return Math.round(texts.reduce((sum, length) => sum + length, 0) / texts.length)
}

async function replay(soulgate: Soulgate): Promise<PolicyReplay> {
  const request = PolicyReplayRequest.parse({ guidelines: [draft] })
  const answer = await soulgate.policy.replay(person, request)
  if (answer.refused) throw new Error(answer.detail)
  for await (const line of answer.lines) if ('result' in line) return line.result
  throw new Error('the replay came to no end')
}
