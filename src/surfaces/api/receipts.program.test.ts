import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Receipt, ReceiptFile } from '../../contracts/receipt.ts'
import { verifyReceipt } from '../../soulgate.ts'
import { type Sender, startTestServer, type TestServer } from './test-server.ts'

// Put together here, so that no scanner takes this file for a leak.
const TOKEN = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0'].join('')

let server: TestServer
let gateId: string
beforeAll(async () => {
  server = await startTestServer()
  gateId = await hold()
  const [digest, grantId] = await approve(gateId)
  await as('agent')('POST', `/api/grants/${grantId}/consume`, { digest })
  await as('agent')('POST', `/api/grants/${grantId}/result`, { success: true, output: { paid: true } })
})
afterAll(() => server.close())

const as = (role: Sender) => (method: string, path: string, body?: unknown) =>
  server.send(method, path, { role, ...(body === undefined ? {} : { body }) })

async function hold(): Promise<string> {
  const arguments_ = { to: 'ada@example.org', note: `with ${TOKEN}`, amount: 12 }
  return (await as('agent')('POST', '/api/calls', { tool: 'pay_out', arguments: arguments_ })).json.gate
    .gate_id
}

async function approve(id: string): Promise<readonly [string, string]> {
  const { json: gate } = await as('reviewer')('GET', `/api/gates/${id}`)
  const { view_digest, confirm_word: confirm } = gate
  const body = { decision: 'approve', reason: 'Ada is owed it', view_digest, confirm }
  expect((await as('reviewer')('POST', `/api/gates/${id}/decide`, body)).status).toBe(200)
  const [grant] = (await as('agent')('GET', `/api/gates/${id}`)).json.grants
  return [grant.digest, grant.grant_id]
}

async function receiptOf(role: Sender, include: readonly string[] = []) {
  const answer = await as(role)('POST', `/api/gates/${gateId}/receipt`, { include })
  expect(answer.status).toBe(200)
  return { text: answer.text, file: ReceiptFile.parse(answer.json) }
}

describe('a receipt', () => {
  it('says who saw what, which bytes ran and what came out, and nothing of people or contents', async () => {
    const { file, text } = await receiptOf('reviewer')
    const { receipt } = file
    expect(receipt).toMatchObject({
      gate_id: gateId,
      status: 'approved',
      outcome: 'succeeded',
      erased: false,
    })
    const { json: gate } = await as('agent')('GET', `/api/gates/${gateId}`)
    expect(receipt.decisions).toMatchObject([
      { decision: 'approve', by: expect.stringMatching(/^person \d$/), view_digest: gate.view_digest },
    ])
    expect(receipt.calls).toMatchObject([
      { tool: 'pay_out', ran_digest: gate.grants[0].digest, status: 'succeeded' },
    ])
    expect(receipt.calls[0]?.consumed_at).toBeDefined()
    const types = receipt.events.map(({ type }) => type)
    expect(types).toEqual(
      expect.arrayContaining(['gate_opened', 'gate_decided', 'grant_consumed', 'receipt_exported']),
    )
    for (const hidden of ['ada@', TOKEN, 'owed', 'person_', '"amount"']) expect(text).not.toContain(hidden)
  })

  it('holds what was asked for, secrets never', async () => {
    const { receipt } = (await receiptOf('admin', ['people', 'arguments', 'words'])).file
    expect(receipt.calls[0]?.arguments).toEqual({
      ...{ to: 'ada@example.org', note: 'with [looks like a secret]', amount: 12 },
    })
    expect(receipt.decisions[0]).toMatchObject({
      by: expect.stringContaining('person_'),
      reason: 'Ada is owed it',
    })
    expect(receipt.act).toContain('ada@example.org')
    expect(JSON.stringify(receipt)).not.toContain(TOKEN)
  })

  it('names events of the chain as they stand there', async () => {
    const { receipt } = (await receiptOf('reviewer')).file
    const { json } = await as('admin')('GET', `/api/audit?gate_id=${gateId}&limit=500`)
    const hashes = json.events.map(({ hash }: { hash: string }) => hash)
    expect(receipt.events.length).toBeGreaterThan(4)
    for (const { hash } of receipt.events) expect(hashes).toContain(hash)
  })

  it('is checked offline: whole in itself, genuine by a key that is named, and wrong once anything is changed', async () => {
    const { text, file } = await receiptOf('reviewer')
    expect(verifyReceipt(text)).toMatchObject({ ok: true, vouched: false, key_id: file.key_id })
    const { json: key } = await as('admin')('GET', '/api/audit/key')
    for (const name of [key.key_id, key.fingerprint])
      expect(verifyReceipt(text, { trustedKeys: [name] })).toMatchObject({ ok: true, vouched: true })
    expect(verifyReceipt(text, { trustedKeys: [`key_${'0'.repeat(32)}`] })).toMatchObject({ vouched: false })
    const changed = (receipt: Partial<Receipt>) =>
      JSON.stringify({ ...file, receipt: { ...file.receipt, ...receipt } })
    for (const forged of [
      changed({ status: 'rejected' }),
      changed({ decisions: [] }),
      JSON.stringify({ ...file, receipt: { ...file.receipt, more: true } }),
      JSON.stringify({ ...file, key_id: `key_${'0'.repeat(32)}` }),
      JSON.stringify({ ...file, public_key: '0'.repeat(64) }),
    ])
      expect(verifyReceipt(forged, { trustedKeys: [key.key_id] })?.ok).toBe(false)
    expect(verifyReceipt('{}')).toBeUndefined()
    expect(Receipt.safeParse(verifyReceipt(text)?.receipt).success).toBe(true)
  })

  it.each([
    'member',
    'viewer',
    'agent',
    'cli',
  ] as const)('is refused to a %s, and leaves no event', async role => {
    const exported = async () =>
      (await as('admin')('GET', `/api/audit?type=receipt_exported&gate_id=${gateId}&limit=500`)).json.events
        .length
    const before = await exported()
    const answer = await as(role)('POST', `/api/gates/${gateId}/receipt`, {})
    expect(answer.status).toBe(403)
    expect(await exported()).toBe(before)
  })

  it('is made of a decided gate only, and of one that there is', async () => {
    const waiting = await hold()
    expect((await as('reviewer')('POST', `/api/gates/${waiting}/receipt`, {})).status).toBe(400)
    expect((await as('reviewer')('POST', '/api/gates/gate_none/receipt', {})).status).toBe(404)
  })
})
