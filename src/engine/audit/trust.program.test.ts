import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  admin,
  kindOf,
  type MemoryKeys,
  memoryKeys,
  memoryStore,
  openAudit,
  parse,
  type TestAudit,
  withEnd,
} from '../../../test/engine/audit-fixture.ts'
import { canonicalize } from '../../base/canonical-json.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Store } from '../../store/store.ts'
import { type AuditReport, type VerifyOptions, verifyExport } from './audit.ts'
import { endorsementText, handoverText } from './format.ts'
import { fingerprintOf, keyOfSeed, type SigningKey } from './signing-key.ts'

let store: Store
let keys: MemoryKeys
let chain: TestAudit

beforeEach(async () => {
  store = await memoryStore()
  keys = memoryKeys()
  chain = openAudit(store, keys)
  await history(chain)
})
afterEach(async () => {
  chain.audit.close()
  await store.close()
})

async function history(audit: TestAudit, payload: JsonObject = {}): Promise<void> {
  for (const stream of ['run:a', 'system', 'run:a']) await audit.append(stream, { payload })
  await audit.audit.checkpoint({ force: true })
  await audit.append('run:b', { payload })
  await audit.audit.checkpoint({ force: true })
  await audit.append('run:b', { payload })
}

const FORGER = keyOfSeed(new Uint8Array(32).fill(7))
const own = async (audit = chain) => (await audit.audit.key()).key_id
const reasonOf = async (lines: readonly string[], options?: VerifyOptions) =>
  (await verifyExport(lines, options)).first_bad?.reason

/** Another history with the same kind of events, whole in itself, under the key of somebody else. */
async function forgedExport(): Promise<{ readonly store: Store; readonly lines: readonly string[] }> {
  const other = await memoryStore()
  const forger = openAudit(other, memoryKeys(2))
  await history(forger, { actor: 'somebody else' })
  return { store: other, lines: await forger.lines() }
}

/** The lines with a field of the only line of a kind changed, and an end that fits them. */
function change(lines: readonly string[], kind: string, changes: (line: JsonObject) => JsonObject): string[] {
  return lines.map(line => (kindOf(line) === kind ? canonicalize(changes(parse(line))) : line))
}

describe('an export re-signed with a foreign key', () => {
  it('is whole in itself, and says that nothing vouches for its signer', async () => {
    const { lines } = await forgedExport()
    const report = await verifyExport(lines)
    expect(report).toMatchObject({ ok: true, vouched: false, keys: [{ trusted: false, own: false }] })
    expect(report.note).toContain('Nothing vouches for its signer')
  })

  it('is refused where the right key is named, by its id or by its fingerprint', async () => {
    const { lines } = await forgedExport()
    const { key_id, fingerprint } = await chain.audit.key()
    for (const options of [{ trustedKeys: [key_id] }, { trustedKeys: [fingerprint] }, { ownKey: key_id }]) {
      expect(await verifyExport(await chain.lines(), options)).toMatchObject({ ok: true, vouched: true })
      expect(await reasonOf(lines, options)).toContain('neither trusted nor endorsed by a trusted one')
    }
    expect(await reasonOf(await chain.lines(), { trustedKeys: [] })).toContain('neither trusted nor endorsed')
  })

  it('is refused although the right key stands in it, endorses the forger’s, or seems to', async () => {
    const { lines } = await forgedExport()
    const [ownLine = ''] = (await chain.lines()).filter(line => kindOf(line) === 'key')
    const at = lines.findIndex(line => kindOf(line) === 'key')
    const beside = withFooterOf(lines, lines.toSpliced(at, 0, ownLine))
    expect(await reasonOf(beside, { trustedKeys: [await own()] })).toContain('neither trusted nor endorsed')
    const endorsed = { ...parse(lines[at] ?? ''), endorsement: forgedEndorsement(await own(), FORGER) }
    const claimed = withFooterOf(lines, lines.with(at, ownLine).toSpliced(at + 1, 0, canonicalize(endorsed)))
    expect(await reasonOf(claimed, { trustedKeys: [await own()] })).toContain('it is not endorsed by')
  })
})

describe('a forged rotation', () => {
  it('that puts the forger’s key before the right one does not make it a predecessor', async () => {
    const lines = await chain.lines()
    const at = lines.findIndex(line => kindOf(line) === 'key')
    const right = parse(lines[at] ?? '')
    const forged = {
      kind: 'key',
      key_id: FORGER.key_id,
      algorithm: 'ed25519',
      public_key: FORGER.public_key,
      created_at: right.created_at ?? '',
    }
    const signature = FORGER.sign(endorsementText(String(right.key_id), String(right.public_key)))
    const endorsement = { key_id: FORGER.key_id, signature }
    const trustedKeys = [await own()]
    const forward = lines
      .with(at, canonicalize(forged))
      .toSpliced(at + 1, 0, canonicalize({ ...right, endorsement }))
    const { keys: read } = await verifyExport(forward, { trustedKeys })
    expect(read).toMatchObject([{ key_id: FORGER.key_id, trusted: false }, { trusted: true }])
    // The handover is the right key's to sign; one that the forger signs is refused.
    const upTo = { digest: '0'.repeat(64) }
    const handover = {
      ...upTo,
      signature: FORGER.sign(handoverText(String(right.key_id), FORGER.key_id, upTo)),
    }
    const both = canonicalize({ ...right, endorsement: { ...endorsement, handover } })
    const backward = lines.with(at, canonicalize(forged)).toSpliced(at + 1, 0, both)
    expect(await reasonOf(backward, { trustedKeys })).toContain('it did not take over from')
  })

  it('gives a key no second successor, and a row that claims one stops no sealing', async () => {
    await chain.audit.rotateKey(admin)
    const [first] = keys.saved
    const old = keyOfSeed(first ?? new Uint8Array())
    const lines = await chain.lines()
    const last = lines.findLastIndex(line => kindOf(line) === 'key')
    const signature = old.sign(endorsementText(FORGER.key_id, FORGER.public_key))
    const second = canonicalize({
      ...{ kind: 'key', key_id: FORGER.key_id, algorithm: 'ed25519', public_key: FORGER.public_key },
      ...{ created_at: '2026-03-01T09:00:00.000Z', endorsement: { key_id: old.key_id, signature } },
    })
    expect(await reasonOf(lines.toSpliced(last + 1, 0, second))).toContain('has handed over to')
    const { kind: _, ...row } = parse(second)
    const endorsement = forgedEndorsement(await own(), FORGER)
    await putRow({ ...row, endorsement })
    await chain.append('run:a')
    expect(await chain.audit.checkpoint({ force: true })).toHaveLength(1)
    expect((await chain.audit.verifyStore()).ok).toBe(false)
  })
})

describe('a rotated key', () => {
  it('is for admins, stands in the chain, and is vouched for by the old one and for it', async () => {
    const before = await own()
    expect(await chain.audit.rotateKey({ ...admin, role: 'reviewer' })).toMatchObject({ code: 'forbidden' })
    expect(await chain.audit.rotateKey(admin)).toMatchObject({ previous_key_id: before })
    const after = await own()
    expect(after).not.toBe(before)
    const { items } = await chain.audit.search({ types: ['audit_key_rotated'] }, { limit: 9 })
    expect(items).toMatchObject([
      {
        actor: { id: admin.id },
        payload: { key_id: after, previous_key_id: before, checkpoint_id: 'cp_000000000002' },
      },
    ])
    const [made] = await chain.audit.checkpoint({ force: true })
    expect(made?.key_id).toBe(after)
    const lines = await chain.lines()
    for (const trusted of [before, after]) {
      const report = await verifyExport(lines, { trustedKeys: [trusted] })
      expect(report).toMatchObject({ ok: true, vouched: true, checkpoints: 3, footer: { key_id: after } })
      expect(report.keys.map(key => [key.key_id, key.endorsed_by, key.trusted])).toEqual([
        [before, undefined, true],
        [after, before, true],
      ])
    }
    expect(await chain.audit.verifyStore()).toMatchObject({ ok: true, vouched: true, unsealed: 0 })
  })

  it('may be rotated again and again, whatever the clock says', async () => {
    const ids = [await own()]
    for (let round = 0; round < 4; round += 1) {
      chain.clock.set(chain.clock.now() - 3_600_000)
      await chain.audit.rotateKey(admin)
      ids.push(await own())
      await chain.append('run:a')
      if (round % 2 === 0) await chain.audit.checkpoint({ force: true })
    }
    expect((await chain.audit.verifyStore()).keys.map(key => key.key_id)).toEqual(ids)
    for (const trusted of ids) {
      expect(await verifyExport(await chain.lines(), { trustedKeys: [trusted] })).toMatchObject({ ok: true })
    }
  })

  it('seals nothing any more with the old one, nor signs an export', async () => {
    const earlier = await chain.lines()
    const { key_id: before } = await chain.audit.key()
    await chain.audit.rotateKey(admin)
    await chain.audit.checkpoint({ force: true })
    const lines = await chain.lines()
    const old = keyOfSeed(keys.saved[0] ?? new Uint8Array())
    const sealed = change(lines, 'end', end => {
      const footer = parse(JSON.stringify(end.footer))
      return { ...end, footer: { ...footer, key_id: old.key_id } }
    })
    expect(await reasonOf(sealed)).toContain(`${before} of its footer had handed over`)
    // The forger kept the old key and goes on from the checkpoints that the new one vouched for.
    const copy = await memoryStore()
    const stolen = openAudit(copy, { ...memoryKeys(), load: async () => keys.saved[0] })
    await history(stolen)
    await stolen.append('run:a')
    await stolen.audit.checkpoint({ force: true })
    const keyLines = lines.filter(line => kindOf(line) === 'key')
    const forged = (await stolen.lines()).flatMap(line => (kindOf(line) === 'key' ? keyLines : [line]))
    expect(await reasonOf(forged, { ownKey: await own() })).toContain('had handed over to')
    const withBoth = earlier.flatMap(line => (kindOf(line) === 'key' ? keyLines : [line]))
    expect(await reasonOf(withFooterOf(earlier, withBoth))).toContain('of its footer had handed over to')
    await copy.close()
  })

  it('vouches for the checkpoints before it: they cannot be replaced or cut off', async () => {
    const stolen = () => ({ ...memoryKeys(), load: async () => keys.saved[0] })
    await chain.audit.rotateKey(admin)
    const keyLines = (await chain.lines()).filter(line => kindOf(line) === 'key')
    const copy = await memoryStore()
    const thief = stolen()
    await history(openAudit(copy, thief), { amount: 1 })
    const rewritten = (await openAudit(copy, thief).lines()).flatMap(line =>
      kindOf(line) === 'key' ? keyLines : [line],
    )
    expect(await reasonOf(rewritten, { ownKey: await own() })).toContain('not the one after which')
    const empty = await memoryStore()
    const cut = openAudit(empty, stolen())
    await cut.append('run:a')
    await cut.audit.checkpoint({ force: true })
    const short = (await cut.lines()).flatMap(line => (kindOf(line) === 'key' ? keyLines : [line]))
    expect((await verifyExport(short, { ownKey: await own() })).ok).toBe(false)
    await copy.close()
    await empty.close()
  })

  it('takes over after a crash between its commit and its file', async () => {
    const broken = { ...keys, takeOver: () => Promise.reject(new Error('no disk')) }
    await expect(openAudit(store, broken, chain.clock).audit.rotateKey(admin)).rejects.toThrow('no disk')
    const report = await chain.audit.verifyStore()
    expect(report).toMatchObject({ ok: true, vouched: true, keys: [{ own: false }, { own: true }] })
    await chain.append('run:a')
    expect((await chain.audit.checkpoint({ force: true }))[0]?.key_id).toBe(await own())
  })

  it('that lies in another home is waited for: this one seals and exports nothing, and still verifies', async () => {
    const copied: MemoryKeys = memoryKeys()
    const [seed = new Uint8Array()] = keys.saved
    await copied.create(seed)
    const elsewhere = openAudit(store, copied, chain.clock)
    await chain.audit.rotateKey(admin)
    chain.clock.advance(200_000)
    await chain.append('run:a')
    const superseded = { code: 'audit_key_superseded' }
    await expect(elsewhere.audit.checkpoint({ force: true })).rejects.toMatchObject(superseded)
    await expect(elsewhere.lines()).rejects.toMatchObject(superseded)
    await chain.audit.checkpoint({ force: true })
    expect(await elsewhere.audit.verifyStore()).toMatchObject({ ok: true, vouched: true })
  })
})

describe('the footer of an export', () => {
  it('that was taken out is missed, since signed checkpoints say that there is one', async () => {
    const lines = change(await chain.lines(), 'end', ({ footer: _, ...end }) => end)
    expect(await reasonOf(lines)).toContain('its signed footer is missing')
    const cut = lines.filter(line => parse(line).stream !== 'run:b' || parse(line).seq !== 2)
    expect(await reasonOf(withEnd(cut))).toContain('its signed footer is missing')
  })

  it('of an older export does not fit behind a newer one that was cut', async () => {
    const older = await chain.lines()
    await chain.append('run:b')
    await chain.append('run:z')
    const newer = await chain.lines()
    const footer = parse(older.at(-1) ?? '').footer ?? null
    for (const cut of [newer, newer.toSpliced(-3, 1)]) {
      const moved = change(withEnd(cut), 'end', end => ({ ...end, footer }))
      expect(await verifyExport(moved)).toMatchObject({ ok: false, first_bad: { stream: 'export' } })
    }
    chain.clock.advance(1000)
    const again = await chain.lines()
    const back = [...again.slice(0, 1), ...older.slice(1)]
    expect((await verifyExport(back)).ok).toBe(false)
    expect(await verifyExport(older)).toMatchObject({ ok: true, footer: { at: '2026-03-01T09:00:00.000Z' } })
  })

  it.each(['at', 'heads', 'checkpoint', 'key_id', 'signature'])('is refused with another %s', async field => {
    const other = (await forgedExport()).lines
    const value = parse(JSON.stringify(parse(other.at(-1) ?? '').footer))[field] ?? null
    const changed = change(await chain.lines(), 'end', end => {
      const footer = parse(JSON.stringify(end.footer))
      return { ...end, footer: { ...footer, [field]: field === 'at' ? '2026-03-02T09:00:00.000Z' : value } }
    })
    expect((await verifyExport(changed)).ok).toBe(false)
  })

  it('is missing in exports of before, which still verify and say so', async () => {
    const report: AuditReport = await verifyExport(beforeFooters())
    expect(report).toMatchObject({ ok: true, checkpoints: 1, events: 2 })
    expect(report.footer).toBeUndefined()
    expect(report.note).toContain('It has no signed footer.')
  })

  it('is there before anything was sealed', async () => {
    const empty = await memoryStore()
    const report = await verifyExport(await openAudit(empty).lines())
    expect(report).toMatchObject({ ok: true, checkpoints: 0, footer: { key_id: report.keys[0]?.key_id } })
    await empty.close()
  })
})

describe('a store re-sealed with replaced keys', () => {
  it('is caught by the key of the home, whatever rows it holds', async () => {
    const forged = await forgedExport()
    const home = openAudit(forged.store, keys)
    const report = await home.audit.verifyStore()
    expect(report).toMatchObject({
      ok: false,
      vouched: false,
      first_bad: { stream: 'checkpoint:cp_000000000001' },
    })
    expect(report.first_bad?.reason).toContain('neither trusted nor endorsed')
    await home.append('run:a')
    await home.audit.checkpoint({ force: true })
    expect((await home.audit.verifyStore()).ok).toBe(false)
    await forged.store.close()
  })

  it('is not taken as right by the key of the home when its rows claim that it was handed over', async () => {
    const key = keyOfSeed(keys.saved[0] ?? new Uint8Array())
    const signature = FORGER.sign(endorsementText(key.key_id, key.public_key))
    await putRow({
      key_id: FORGER.key_id,
      algorithm: 'ed25519',
      public_key: FORGER.public_key,
      created_at: 'x',
    })
    await putRow({
      ...{ key_id: key.key_id, algorithm: 'ed25519', public_key: key.public_key, created_at: 'y' },
      endorsement: { key_id: FORGER.key_id, signature },
    })
    expect((await chain.audit.verifyStore()).keys).toContainEqual({
      key_id: FORGER.key_id,
      ...{ fingerprint: fingerprintOf(FORGER.public_key), trusted: false, own: false },
    })
  })

  it('with a row that is no key is a finding, not a failure', async () => {
    await putRow({ key_id: 'key_x' })
    expect(await chain.audit.verifyStore()).toMatchObject({
      ok: false,
      first_bad: { stream: 'key', reason: 'it is no key of this format' },
    })
    await chain.append('run:a')
    expect(await chain.audit.checkpoint({ force: true })).toHaveLength(1)
  })
})

describe('a new home', () => {
  it('takes the keys as right that it finds when it makes its own, and no later ones', async () => {
    const joining = memoryKeys(3)
    const joined = openAudit(store, joining, chain.clock)
    expect(await joined.audit.verifyStore()).toMatchObject({ ok: true, vouched: true })
    expect(await joining.trusted()).toEqual([await own()])
    chain.clock.advance(200_000)
    const late = openAudit(store, memoryKeys(4), chain.clock)
    await late.append('run:a')
    await late.audit.checkpoint({ force: true })
    expect((await joined.audit.verifyStore()).ok).toBe(false)
  })
})

/** An export that the version before footers wrote. */
function beforeFooters(): string[] {
  const path = new URL('../../../test/engine/export-before-footers.jsonl', import.meta.url)
  return readFileSync(path, 'utf8').trimEnd().split('\n')
}

function forgedEndorsement(oldKeyId: string, forger: SigningKey): JsonObject {
  return { key_id: oldKeyId, signature: forger.sign(endorsementText(forger.key_id, forger.public_key)) }
}

async function putRow(body: JsonObject): Promise<void> {
  await store.transact(tx =>
    tx.putDocument({ kind: 'audit_key', id: String(body.key_id), body, at: '2026-02-01T09:00:00.000Z' }),
  )
}

function withFooterOf(lines: readonly string[], changed: readonly string[]): string[] {
  const { footer = null } = parse(lines.at(-1) ?? '')
  return change(withEnd(changed), 'end', end => ({ ...end, footer }))
}
