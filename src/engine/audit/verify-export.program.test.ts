import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  admin,
  kindOf,
  lineOf,
  memoryStore,
  openAudit,
  parse,
  type TestAudit,
  withEnd,
} from '../../../test/engine/audit-fixture.ts'
import { canonicalize } from '../../base/canonical-json.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { eventHash, GENESIS_HASH, payloadDigest, type Store } from '../../store/store.ts'
import { verifyExport } from './audit.ts'

let store: Store
let chain: TestAudit
let lines: string[]

/** Three streams and two checkpoints; `run:a` seq 4 and all of `run:c` are newer than the last seal. */
beforeEach(async () => {
  store = await memoryStore()
  chain = openAudit(store)
  for (const stream of ['run:a', 'run:b', 'system', 'run:a']) await chain.append(stream)
  await chain.audit.checkpoint({ force: true })
  for (const stream of ['run:a', 'run:b', 'run:b']) await chain.append(stream, { session_id: 'ses_1' })
  await chain.audit.checkpoint({ force: true })
  for (const stream of ['run:a', 'run:c']) await chain.append(stream)
  lines = await chain.lines()
})
afterEach(async () => {
  chain.audit.close()
  await store.close()
})

const without = (...indices: number[]) => withEnd(lines.filter((_, index) => !indices.includes(index)))
const firstBad = async (changed: readonly string[], options = {}) =>
  (await verifyExport(changed, options)).first_bad

/** Rewrites one event and everything behind it in its stream so that the chain fits again. */
function rewrite(stream: string, seq: number, changes: JsonObject): string[] {
  const changed = [...lines]
  let prev_hash = seq === 1 ? GENESIS_HASH : String(parse(lines[lineOf(lines, stream, seq - 1)] ?? '').hash)
  for (let at = seq; lineOf(lines, stream, at) >= 0; at += 1) {
    const index = lineOf(lines, stream, at)
    const standing = parse(lines[index] ?? '')
    const payload = (at === seq && changes.payload ? changes.payload : standing.payload) as JsonObject
    const { kind: _, hash: __, ...fields } = standing
    const event = { ...fields, payload, payload_digest: payloadDigest(payload), prev_hash }
    const hash = eventHash(event as unknown as Parameters<typeof eventHash>[0])
    changed[index] = canonicalize({ ...event, kind: 'event', hash })
    prev_hash = hash
  }
  return withEnd(changed)
}

describe('a whole export', () => {
  it('verifies, and says up to where a cut would be noticed', async () => {
    expect(lines.map(kindOf)).toEqual([
      'header',
      'key',
      ...Array(2).fill('checkpoint'),
      ...Array(9).fill('event'),
      'end',
    ])
    const report = await verifyExport(lines)
    expect(report).toMatchObject({
      ok: true,
      events: 9,
      streams: 4,
      checkpoints: 2,
      erased: 0,
      unsealed: 2,
      keys: [{ key_id: expect.stringMatching(/^key_[0-9a-f]{32}$/), trusted: false }],
      vouched: false,
      footer: { at: '2026-03-01T09:00:00.000Z' },
      sealed_up_to: 'cp_000000000002',
    })
    expect(report.note).toContain('says that it was whole at 2026-03-01T09:00:00.000Z')
    expect(await verifyExport(lines.map(line => `${line}\n`))).toEqual(report)
    const live = await chain.audit.verifyStore()
    expect(live).toMatchObject({ ok: true, vouched: true, unsealed: 2, keys: [{ own: true, trusted: true }] })
    expect(live.footer).toBeUndefined()
    expect(live.note).toContain('of 2 newer ones a cut tail would not be noticed')
  })

  it('of an empty store verifies too, and says that nothing is sealed', async () => {
    const empty = await memoryStore()
    const report = await verifyExport(await openAudit(empty).lines())
    expect(report).toMatchObject({
      ok: true,
      events: 0,
      note: expect.stringContaining('No checkpoint was made yet'),
    })
    await empty.close()
  })

  it('carries payloads as deep as they can be stored, and text that looks like a line', async () => {
    let deep: JsonObject = { text: '"payload":null' }
    for (let depth = 1; depth < 200; depth += 1) deep = { deep }
    await chain.append('"payload":null', { payload: deep })
    expect(await chain.audit.verifyStore()).toMatchObject({ ok: true, events: 10 })
  })

  it('that was erased verifies and counts what is gone', async () => {
    await store.transact(tx =>
      tx.putSession({
        session_id: 'ses_1',
        status: 'active',
        owner: 'person_ada',
        created_at: '2026-03-01T09:00:00.000Z',
        last_active_at: '2026-03-01T09:00:00.000Z',
      }),
    )
    expect(await chain.audit.eraseSession(admin, 'ses_1')).toEqual({ erased: 3 })
    const report = await chain.audit.verifyStore()
    expect(report).toMatchObject({ ok: true, events: 10, erased: 3 })
    expect(report.note).toContain('payloads of 3 events were erased')
  })
})

describe('a changed export', () => {
  it('is refused at the very line, whatever single character was changed', async () => {
    const place = fc
      .nat(lines.length - 1)
      .chain(line => fc.tuple(fc.constant(line), fc.nat((lines[line]?.length ?? 1) - 1)))
    const mask = fc.constantFrom(1, 2, 4, 16, 32)
    await fc.assert(
      fc.asyncProperty(place, mask, async ([line, index], bits) => {
        const text = lines[line] ?? ''
        const flipped = String.fromCharCode(text.charCodeAt(index) ^ bits)
        const changed = lines.with(line, text.slice(0, index) + flipped + text.slice(index + 1))
        const report = await verifyExport(changed)
        expect(report.ok).toBe(false)
        // The times of header and keys are proven by the last line only.
        const late = kindOf(lines[line] ?? '') === 'header' || kindOf(lines[line] ?? '') === 'key'
        expect(late ? [line + 1, lines.length] : [line + 1]).toContain(report.first_bad?.line)
      }),
      { numRuns: 600 },
    )
  })

  it.each([
    'type',
    'at',
    'actor',
    'payload',
    'payload_digest',
    'prev_hash',
    'hash',
    'session_id',
  ])('names the event whose %s is another', async field => {
    const index = lineOf(lines, 'run:b', 2)
    const other = parse(lines[lineOf(lines, 'run:a', 1)] ?? '')
    const fields = { ...parse(lines[index] ?? ''), [field]: field === 'session_id' ? 'ses_2' : other[field] }
    if (field === 'type') Object.assign(fields, { type: 'tool_result' })
    if (field === 'at') Object.assign(fields, { at: '2026-03-01T09:00:00.001Z' })
    if (field === 'actor') Object.assign(fields, { actor: { kind: 'person', id: 'person_ada' } })
    const changed = withEnd(lines.with(index, canonicalize(fields as JsonObject)))
    expect(await firstBad(changed)).toMatchObject({ stream: 'run:b', seq: 2, line: index + 1 })
  })

  it('names what is missing, doubled or out of order', async () => {
    const a2 = lineOf(lines, 'run:a', 2)
    expect(await firstBad(without(a2))).toMatchObject({
      stream: 'run:a',
      seq: 2,
      reason: expect.stringContaining('missing'),
    })
    const doubled = lines.toSpliced(a2, 0, lines[a2] ?? '')
    expect(await firstBad(withEnd(doubled))).toMatchObject({
      stream: 'run:a',
      seq: 2,
      reason: expect.stringContaining('again'),
    })
    const swapped = lines.with(a2, lines[a2 + 1] ?? '').with(a2 + 1, lines[a2] ?? '')
    expect(await firstBad(withEnd(swapped))).toMatchObject({ stream: 'run:a', seq: 2 })
    const b1 = lineOf(lines, 'run:b', 1)
    const moved = [
      ...lines.slice(0, a2 - 1),
      ...lines.slice(b1, b1 + 3),
      ...lines.slice(a2 - 1, b1),
      ...lines.slice(b1 + 3),
    ]
    expect(await firstBad(withEnd(moved))).toMatchObject({
      stream: 'run:a',
      reason: expect.stringContaining('order'),
    })
  })

  it('names a cut tail, up to the last seal by its seal and behind it by the footer', async () => {
    const a3 = lineOf(lines, 'run:a', 3)
    expect(await firstBad(without(a3, a3 + 1))).toMatchObject({
      stream: 'run:a',
      seq: 3,
      reason: expect.stringContaining('cp_000000000002 sealed this stream up to seq 3'),
    })
    expect(await firstBad(without(a3 + 1))).toMatchObject({
      stream: 'export',
      reason: expect.stringContaining('its signed footer is missing'),
    })
  })

  it('names a stream that is gone', async () => {
    const b1 = lineOf(lines, 'run:b', 1)
    expect(await firstBad(without(b1, b1 + 1, b1 + 2))).toMatchObject({
      stream: 'run:b',
      seq: 1,
      reason: expect.stringContaining('whole stream is missing'),
    })
  })

  it('names a sealed event that was rewritten with a chain that fits', async () => {
    const changed = rewrite('run:a', 1, { payload: { amount: 1 } })
    expect(await firstBad(changed)).toMatchObject({
      stream: 'run:a',
      seq: 2,
      reason: expect.stringContaining('cp_000000000001 sealed another hash'),
    })
    expect((await verifyExport(rewrite('run:c', 1, { payload: { amount: 1 } }))).ok).toBe(false)
  })

  it('that was cut off in the middle says so', async () => {
    expect(await firstBad(lines.slice(0, -1))).toMatchObject({
      stream: 'export',
      reason: expect.stringContaining('cut off'),
    })
    expect((await verifyExport([])).ok).toBe(false)
  })

  it('with a payload taken out and no word of an erasure names the event', async () => {
    const index = lineOf(lines, 'run:b', 2)
    const emptied = withEnd(lines.with(index, canonicalize({ ...parse(lines[index] ?? ''), payload: null })))
    expect(await firstBad(emptied)).toMatchObject({
      stream: 'run:b',
      seq: 2,
      reason: expect.stringContaining('erased'),
    })
  })
})

describe('checkpoints', () => {
  it('are refused when one is missing, changed or signed by a stranger', async () => {
    const first = lines.findIndex(line => kindOf(line) === 'checkpoint')
    expect(await firstBad(without(first))).toMatchObject({ stream: 'checkpoint:cp_000000000002', seq: 1 })
    const checkpoint = parse(lines[first] ?? '')
    const [head] = checkpoint.heads as readonly JsonObject[]
    const heads = [{ ...head, seq: 1 }, ...(checkpoint.heads as readonly JsonObject[]).slice(1)]
    const changed = lines.with(first, canonicalize({ ...checkpoint, heads }))
    expect(await firstBad(withEnd(changed))).toMatchObject({ reason: 'its heads do not make its root' })
    const late = lines.with(first, canonicalize({ ...checkpoint, at: '2026-03-02T09:00:00.000Z' }))
    expect(await firstBad(withEnd(late))).toMatchObject({ reason: 'its signature is not valid' })
  })
})

describe('the store itself', () => {
  it('verifies as its export does, while others write', async () => {
    const writing = Promise.all(Array.from({ length: 40 }, (_, n) => chain.append(`run:${n % 7}`)))
    const reports = await Promise.all(Array.from({ length: 5 }, () => chain.audit.verifyStore()))
    await writing
    expect(reports.every(report => report.ok)).toBe(true)
    expect(await chain.audit.verifyStore()).toMatchObject({ ok: true, events: 49 })
  })
})
