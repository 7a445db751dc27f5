import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryKeys, memoryStore, openAudit } from '../../../test/engine/audit-fixture.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { createAuditKeyFiles } from '../../soulgate/audit/key-files.ts'
import { createSoulgate, type Soulgate } from '../../soulgate.ts'
import { createApi, type ServedApi, serveApi } from '../api/api.ts'
import { EXIT } from './exit-codes.ts'
import { writeConnection } from './home.ts'
import { runProgram } from './program.ts'

const SYSTEM: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
const root = mkdtempSync(join(tmpdir(), 'soulgate-audit-cli-'))
const [home, workspace, elsewhere] = [join(root, 'home'), join(root, 'workspace'), join(root, 'elsewhere')]
const file = join(root, 'export.jsonl')
const forged = join(root, 'forged.jsonl')
let soulgate: Soulgate
let served: ServedApi
let adminToken: string

beforeAll(async () => {
  for (const folder of [home, workspace, elsewhere]) mkdirSync(folder)
  soulgate = await createSoulgate({ home, workspace, storePath: ':memory:' })
  served = await serveApi({
    app: createApi({ soulgate, version: '0.0.0', knownHosts: [] }),
    port: 0,
    host: '127.0.0.1',
  })
  adminToken = await tokenOf('admin', true)
  writeConnection(home, { url: served.url, token: await tokenOf('viewer', false) })
  const store = await memoryStore()
  const forger = openAudit(store, memoryKeys(9))
  for (const stream of ['run:a', 'system']) await forger.append(stream)
  await forger.audit.checkpoint({ force: true })
  writeFileSync(forged, (await forger.lines()).map(line => `${line}\n`).join(''))
  await store.close()
}, 30_000)

afterAll(async () => {
  await served.close(100)
  await soulgate.close()
})

async function tokenOf(role: 'admin' | 'viewer', decides: boolean): Promise<string> {
  const made = await soulgate.access.createToken(SYSTEM, { name: role, role, decides })
  if (made.refused) throw new Error(made.detail)
  return made.token
}

async function command(line: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  let [text, code] = ['', 0]
  const write = (piece: string) => {
    text += piece
  }
  await runProgram(
    {
      environment: { SOULGATE_HOME: home, SOULGATE_WORKSPACE: workspace, ...environment },
      ...{ workingFolder: root, isTerminal: false, write, writeError: write, ask: async () => '' },
      setExitCode: value => {
        code = value
      },
    },
    line,
    '0.0.0',
  )
  return { text, code }
}

const AWAY = { SOULGATE_HOME: elsewhere }
const keyOfHome = async () => JSON.parse((await command(['audit', 'key', '--json'])).text)

describe('audit receipt', () => {
  test('writes what can be shown of a decided gate, and audit verify says whether it is genuine', async () => {
    const call = { tool: 'pay', arguments: { to: 'ada@example.org' } }
    const proposed = await soulgate.calls.propose(
      { ...SYSTEM, kind: 'agent', id: 'agent:shop', role: 'agent' },
      call,
    )
    if (isRefusal(proposed) || proposed.gate === undefined) throw new Error('not held')
    const gateId = proposed.gate.gate_id
    const receipt = join(root, 'receipt.json')
    const admin = { SOULGATE_TOKEN: adminToken }
    const early = await command(['audit', 'receipt', gateId, receipt], admin)
    expect(early.code).not.toBe(0)
    expect(early.text).toContain('not decided')
    await soulgate.gates.cancel(SYSTEM, gateId)

    expect((await command(['audit', 'receipt', gateId, receipt, '--include', 'names'], admin)).code).toBe(
      EXIT.usage,
    )
    expect((await command(['audit', 'receipt', gateId, receipt])).code).toBe(EXIT.not_allowed)
    const written = await command(['audit', 'receipt', gateId, receipt, '--include', 'arguments'], admin)
    expect([written.code, written.text]).toEqual([0, expect.stringContaining(`audit verify ${receipt}`)])

    const { key_id, fingerprint } = await keyOfHome()
    const here = await command(['audit', 'verify', receipt])
    expect([here.code, here.text]).toEqual([0, expect.stringContaining(`Genuine: signed by ${key_id}`)])
    expect(here.text).toContain(`${gateId} (tool_approval), cancelled`)
    const away = await command(['audit', 'verify', receipt], AWAY)
    expect([away.code, away.text]).toEqual([EXIT.unvouched, expect.stringContaining('vouched by nobody')])
    expect((await command(['audit', 'verify', receipt, '--trusted-key', fingerprint], AWAY)).code).toBe(0)

    const changed = readFileSync(receipt, 'utf8').replace('ada@example.org', 'eve@example.org')
    writeFileSync(receipt, changed)
    const forgery = await command(['audit', 'verify', receipt])
    expect([forgery.code, forgery.text]).toEqual([EXIT.failed, expect.stringContaining('Not genuine')])
  })
})

describe('audit verify FILE', () => {
  test('knows the key of its home, and names every key with its fingerprint', async () => {
    await command(['audit', 'export', file])
    const { key_id, fingerprint } = await keyOfHome()
    const answer = await command(['audit', 'verify', file])
    expect(answer.code).toBe(0)
    expect(answer.text).toMatch(/^Whole: /)
    expect(answer.text).toContain(`${key_id} (the key of this home), fingerprint ${fingerprint}`)
    expect(answer.text).toContain('Its footer, signed by')
    const refused = await command(['audit', 'verify', forged])
    expect(refused.code).toBe(EXIT.failed)
    expect(refused.text).toContain('neither trusted nor endorsed by a trusted one')
  })

  test('says where no key is known that nothing vouches for the signer, with an exit code of its own', async () => {
    for (const each of [file, forged]) {
      const answer = await command(['audit', 'verify', each], AWAY)
      expect(answer.code).toBe(EXIT.unvouched)
      expect(answer.text).toContain('nothing vouches for who signed it')
      expect(answer.text).toMatch(/key_[0-9a-f]{32} \(not vouched for\), fingerprint [0-9a-f]{64}/)
    }
  })

  test('trusts the keys that it is told, by id, by fingerprint or by file', async () => {
    const { key_id, fingerprint } = await keyOfHome()
    const list = join(root, 'trusted.keys')
    writeFileSync(list, (await command(['audit', 'key'])).text)
    const other = '0'.repeat(64)
    for (const named of [[key_id], [fingerprint], [list], [other, fingerprint], [list, other]]) {
      const flags = named.flatMap(name => ['--trusted-key', name])
      expect((await command(['audit', 'verify', ...flags, file], AWAY)).code).toBe(0)
      expect((await command(['audit', 'verify', ...flags, forged], AWAY)).code).toBe(EXIT.failed)
    }
    expect((await command(['audit', 'verify', file, '--trusted-key', other])).code).toBe(EXIT.failed)
  })

  test('refuses a key that it cannot read, and a file whose key was mistyped', async () => {
    const bad = join(root, 'bad.keys')
    writeFileSync(bad, 'key_123\n')
    const nowhere = await command(['audit', 'verify', file, '--trusted-key', 'key_nothing'])
    expect(nowhere).toMatchObject({ code: EXIT.usage, text: expect.stringContaining('is neither a file') })
    const mistyped = await command(['audit', 'verify', file, '--trusted-key', bad])
    expect(mistyped).toMatchObject({ code: EXIT.failed, text: expect.stringContaining(`Line 1 of ${bad}`) })
    expect((await command(['audit', 'verify', '--trusted-key', bad])).code).toBe(EXIT.usage)
  })
})

describe('the keys of a home', () => {
  test('are rotated by an admin, and the fingerprint handed out before still vouches', async () => {
    const before = await keyOfHome()
    expect((await command(['audit', 'rotate-key'])).code).toBe(EXIT.not_allowed)
    const rotated = await command(['audit', 'rotate-key'], { SOULGATE_TOKEN: adminToken })
    expect(rotated).toMatchObject({ code: 0, text: expect.stringContaining('signs from now on') })
    const after = await keyOfHome()
    expect(after.key_id).not.toBe(before.key_id)
    await command(['audit', 'export', file])
    for (const { fingerprint } of [before, after]) {
      const answer = await command(['audit', 'verify', file, '--trusted-key', fingerprint], AWAY)
      expect(answer).toMatchObject({ code: 0, text: expect.stringContaining(`signed by ${after.key_id}`) })
    }
    expect((await command(['audit', 'verify'])).text).toContain(`${before.key_id} (trusted)`)
    const listed = await command(['audit', 'list', '--type', 'audit_key_rotated'])
    expect(listed.text).toContain('audit_key_rotated')
  })

  test('are joined by those it is told to vouch for', async () => {
    expect((await command(['audit', 'trust', 'key_nothing'], AWAY)).code).toBe(EXIT.usage)
    expect((await command(['audit', 'key'], AWAY)).code).toBe(EXIT.failed)
    const forger = JSON.parse(readFileSync(forged, 'utf8').split('\n')[1] ?? '').key_id
    expect((await command(['audit', 'trust', forger])).code).toBe(0)
    expect((await command(['audit', 'verify', forged])).code).toBe(0)
  })

  test('hold the database against what they sealed until somebody at the home takes it as right', async () => {
    expect((await command(['audit', 'accept'], AWAY)).code).toBe(EXIT.failed)
    const other = await memoryStore()
    const sealed = openAudit(other, createAuditKeyFiles(join(home, 'keys')))
    await sealed.append('run:a')
    await sealed.audit.checkpoint({ force: true })
    await other.close()
    const broken = await command(['audit', 'verify'])
    expect(broken).toMatchObject({ code: EXIT.failed, text: expect.stringContaining('this home sealed') })
    const accepted = await command(['audit', 'accept'])
    expect(accepted).toMatchObject({ code: 0, text: expect.stringContaining('audit_history_accepted') })
    expect((await command(['audit', 'verify'])).code).toBe(0)
  })
})
