import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createIds } from '../../base/ids.ts'
import { createSeededRandom } from '../../base/random.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { AT } from '../../store/store-samples.ts'
import { keyFileOver } from './key-file-fixture.ts'
import { createSecrets, type SecretService } from './secrets.ts'

const admin: Principal = { kind: 'person', id: 'person_ada', name: 'Ada', role: 'admin' }
const VALUE = 'correct horse “battery” staple'

let store: Store
let file: { text: string | undefined }
beforeEach(async () => {
  store = await openSqliteStore({ path: ':memory:', now: () => AT })
  file = { text: undefined }
})
afterEach(() => store.close())

function service(held = file): SecretService {
  const clock = { now: () => Date.parse(AT) }
  let count = 0
  const newBytes = (length: number): Uint8Array => {
    count += 1
    return Uint8Array.from({ length }, (_, at) => (at * 31 + count * 97) % 256)
  }
  const ids = createIds({ clock, random: createSeededRandom(7) })
  return createSecrets({ store, clock, ids, keyFile: keyFileOver(held), newBytes })
}

async function stored(secrets: SecretService, name = 'DB_PASSWORD', value = VALUE): Promise<void> {
  const answer = await secrets.put(admin, name, { value })
  if (isRefusal(answer)) throw new Error(answer.detail)
}

const call = (args: object, tool = 'connect') => ({ tool, arguments: args as never })

describe('a stored secret', () => {
  test('is opened only in the place of a reference, and the database holds nothing of it', async () => {
    const secrets = service()
    await stored(secrets)
    const opened = await secrets.resolve(
      call({ user: 'ada', login: [{ password: { $secret: 'DB_PASSWORD' } }], $secret: 'DB_PASSWORD' }),
    )
    expect(opened).toMatchObject({
      ok: true,
      arguments: { user: 'ada', login: [{ password: VALUE }], $secret: 'DB_PASSWORD' },
    })
    const rows = JSON.stringify([await store.listDocuments('secret'), await events()])
    expect(rows).not.toContain('horse')
    expect(rows).toContain('DB_PASSWORD')
  })

  test('is listed with what is known of it, never with its value', async () => {
    const secrets = service()
    await secrets.put(admin, 'API', { value: VALUE, tools: ['connect'] })
    const listed = await secrets.list(admin)
    expect(listed).toMatchObject({ secrets: [{ name: 'API', tools: ['connect'], version: 1 }] })
    expect(JSON.stringify(listed)).not.toContain('horse')
  })

  test('is given to no tool it is not for', async () => {
    const secrets = service()
    await secrets.put(admin, 'API', { value: VALUE, tools: ['connect'] })
    expect(await secrets.resolve(call({ key: { $secret: 'API' } }, 'publish'))).toMatchObject({
      ok: false,
      message: expect.stringContaining('is not for publish'),
    })
  })

  test('that is not there says how to store it', async () => {
    const resolved = await service().resolve(call({ key: { $secret: 'API' } }))
    expect(resolved).toMatchObject({ ok: false, message: expect.stringContaining('soulgate secret set API') })
  })

  test('does not open under another name, nor after a bit was changed', async () => {
    const secrets = service()
    await stored(secrets)
    const [document] = await store.listDocuments('secret')
    const body = document?.body as { ciphertext: string }
    await store.transact(async tx => {
      await tx.putDocument({ kind: 'secret', id: 'OTHER', body: document?.body ?? null, at: AT })
      const flipped = Buffer.from(body.ciphertext, 'base64')
      flipped[0] = (flipped[0] ?? 0) ^ 1
      const changed = { ...body, ciphertext: flipped.toString('base64') }
      await tx.putDocument({ kind: 'secret', id: 'DB_PASSWORD', body: changed, at: AT })
    })
    for (const name of ['OTHER', 'DB_PASSWORD'])
      expect(await secrets.resolve(call({ key: { $secret: name } }))).toMatchObject({ ok: false })
  })

  test('is set, listed, removed and rotated by admins only', async () => {
    const secrets = service()
    for (const role of ['viewer', 'member', 'reviewer', 'agent'] as const) {
      const who: Principal = { ...admin, role }
      const answers = await Promise.all([
        secrets.put(who, 'API', { value: VALUE }),
        secrets.list(who),
        secrets.get(who, 'API'),
        secrets.remove(who, 'API'),
        secrets.rotate(who, false),
      ])
      for (const answer of answers) expect(answer).toMatchObject({ refused: true, code: 'forbidden' })
    }
  })

  test('has a plain name and a whole value', async () => {
    const secrets = service()
    for (const name of ['', '1st', 'a b', '../x', '__proto__', 'x'.repeat(101)])
      expect(await secrets.put(admin, name, { value: VALUE })).toMatchObject({ code: 'invalid' })
    expect(await secrets.put(admin, 'API', { value: 'half \ud800 pair' })).toMatchObject({ code: 'invalid' })
  })

  test('that is set and removed stands in the audit trail by its name', async () => {
    const secrets = service()
    await stored(secrets)
    await stored(secrets, 'DB_PASSWORD', 'another value')
    await secrets.remove(admin, 'DB_PASSWORD')
    expect(await secrets.remove(admin, 'DB_PASSWORD')).toMatchObject({ code: 'not_found' })
    expect((await events()).map(event => [event.type, event.payload])).toEqual([
      ['secret_set', expect.objectContaining({ name: 'DB_PASSWORD', replaced: false })],
      ['secret_set', expect.objectContaining({ name: 'DB_PASSWORD', replaced: true })],
      ['secret_removed', { name: 'DB_PASSWORD' }],
    ])
  })
})

describe('the keys', () => {
  test('without the key file nothing opens, and no other key is begun beside what stands', async () => {
    await stored(service())
    const elsewhere = service({ text: undefined })
    expect(await elsewhere.resolve(call({ key: { $secret: 'DB_PASSWORD' } }))).toMatchObject({
      ok: false,
      message: expect.stringContaining('Copy that file here'),
    })
    expect(await elsewhere.put(admin, 'API', { value: VALUE })).toMatchObject({ code: 'secret_key_missing' })
    expect(await elsewhere.rotate(admin, false)).toMatchObject({ code: 'secret_key_missing' })
  })

  test('a new key seals everything anew and the old one still opens what was saved before', async () => {
    const secrets = service()
    await stored(secrets)
    const [before] = await store.listDocuments('secret')
    const rotated = await secrets.rotate(admin, false)
    if (isRefusal(rotated)) throw new Error(rotated.detail)
    const [after] = await store.listDocuments('secret')
    expect(after?.body).toMatchObject({ key_id: rotated.key_id })
    expect(await secrets.resolve(call({ key: { $secret: 'DB_PASSWORD' } }))).toMatchObject({
      arguments: { key: VALUE },
    })
    await store.transact(tx =>
      tx.putDocument({ kind: 'secret', id: 'DB_PASSWORD', body: before?.body ?? null, at: AT }),
    )
    expect(await secrets.resolve(call({ key: { $secret: 'DB_PASSWORD' } }))).toMatchObject({ ok: true })
  })

  test('forgetting the old keys leaves only the one that seals', async () => {
    const secrets = service()
    await stored(secrets)
    const rotated = await secrets.rotate(admin, true)
    expect(JSON.parse(file.text ?? '').keys).toMatchObject([
      { key_id: 'key_id' in rotated && rotated.key_id },
    ])
    expect(await secrets.resolve(call({ key: { $secret: 'DB_PASSWORD' } }))).toMatchObject({ ok: true })
  })

  test('rotations and new secrets at the same time lose nothing', async () => {
    const secrets = service()
    await stored(secrets)
    await Promise.all([
      secrets.rotate(admin, true),
      stored(secrets, 'API', 'a second value'),
      secrets.rotate(admin, true),
      stored(secrets, 'MAIL', 'a third value'),
    ])
    const all = { a: { $secret: 'DB_PASSWORD' }, b: { $secret: 'API' }, c: { $secret: 'MAIL' } }
    expect(await secrets.resolve(call(all))).toMatchObject({
      arguments: { a: VALUE, b: 'a second value', c: 'a third value' },
    })
  })

  test('a file that cannot be read is said, and nothing is written over it', async () => {
    file.text = '{"keys": []}'
    await expect(service().put(admin, 'API', { value: VALUE })).rejects.toMatchObject({
      code: 'secret_keys_unreadable',
    })
    expect(file.text).toBe('{"keys": []}')
  })
})

test('what comes back holds the name where the value stood, however it is written', async () => {
  const secrets = service()
  await stored(secrets)
  await stored(secrets, 'PIN', '48151623')
  const opened = await secrets.resolve(call({ a: { $secret: 'DB_PASSWORD' }, b: { $secret: 'PIN' } }))
  if (!opened.ok) throw new Error(opened.message)
  const bytes = Buffer.from(VALUE)
  const answered = opened.redact({
    plain: `<${VALUE}>`,
    json: JSON.stringify({ VALUE }),
    url: `https://example.org/?q=${encodeURIComponent(VALUE)}`,
    basic: `Basic ${bytes.toString('base64')}`,
    hex: bytes.toString('hex'),
    [VALUE]: [48_151_623, true, null, 'nothing'],
  })
  const text = JSON.stringify(answered)
  expect(text).not.toMatch(/horse|48151623/)
  expect(text).not.toContain(bytes.toString('base64').slice(0, 20))
  expect(text).not.toContain(bytes.toString('hex'))
  expect(answered).toMatchObject({ plain: '<[secret DB_PASSWORD]>' })
  expect(text).toContain('["[secret PIN]",true,null,"nothing"]')
})

async function events() {
  const { items } = await store.searchEvents({ stream: 'system' }, { limit: 100 })
  return [...items].reverse()
}
