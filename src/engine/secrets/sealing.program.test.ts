import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { createIds } from '../../base/ids.ts'
import { createSeededRandom } from '../../base/random.ts'
import type { Principal } from '../../contracts/principal.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { AT } from '../../store/store-samples.ts'
import { UNREADABLE } from '../tools/tools.ts'
import { keyFileOver } from './key-file-fixture.ts'
import { createSealing, createSecrets } from './secrets.ts'

// Put together here, so that no scanner takes this file for a leak.
const pieces = (...parts: readonly string[]) => parts.join('')
const TOKEN = pieces('gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0')
const PEM = pieces('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIEow\n+/=\n-----END RSA ', 'PRIVATE KEY-----')
const admin: Principal = { kind: 'person', id: 'person_ada', name: 'Ada', role: 'admin' }

let store: Store
let file: { text: string | undefined }
beforeEach(async () => {
  store = await openSqliteStore({ path: ':memory:', now: () => AT })
  file = { text: undefined }
})
afterEach(() => store.close())

/** The sealing of one process; each has random bytes of its own. */
async function begun(seed = 1) {
  const sealing = createSealing()
  const clock = { now: () => Date.parse(AT) }
  const random = createSeededRandom(seed)
  const newBytes = (length: number) => Uint8Array.from({ length }, () => Math.floor(random.float() * 256))
  const ids = createIds({ clock, random })
  const secrets = createSecrets({ store, clock, ids, keyFile: keyFileOver(file), newBytes, sealing })
  await sealing.begin()
  return { sealing, secrets }
}

const json = (value: unknown) => JSON.stringify(value)

describe('a text', () => {
  it.each([
    ['a token', json({ note: `use ${TOKEN} please` }), TOKEN],
    ['a token after a line break', json({ note: `first\n${TOKEN}` }), TOKEN],
    ['a token within JSON within JSON', json({ body: json({ note: `first\n${TOKEN}` }) }), TOKEN],
    ['a key of several lines', json({ files: [{ content: `a\n${PEM}\nb` }] }), 'MIIEow'],
    ['a key within JSON within JSON', json({ body: json({ pem: PEM }) }), 'MIIEow'],
    ['a password in an address', json({ url: 'postgres://app:hunter22@db/app' }), 'hunter22'],
    ['what a field named so holds', json({ dbPassword: 'tulip' }), 'tulip'],
    ['a list of a field named so', json({ secrets: ['tulip', 'rose'] }), 'rose'],
    ['what was traced to be one', json({ pointer: '/pin', value: 'tulip', meaning: 'secret' }), 'tulip'],
    ['what is said to be one', 'my password is hunter-22, keep it', 'hunter-22'],
    ['a line of settings', json({ text: 'A=1\nAPI_KEY=a1b2c3d4\n' }), 'a1b2c3d4'],
    ['half of a character pair', json({ password: 'tulip\ud800' }), 'tulip'],
    ['a key of an object', json({ [TOKEN]: 1 }), TOKEN],
    ['what looks sealed and is not', json({ a: `<<sealed:v1:j:x:y:z:w>> ${TOKEN}` }), TOKEN],
  ])('with %s is kept without it, and comes back as it was', async (_what, text, secret) => {
    const { sealing } = await begun()
    const kept = sealing.seal(text)
    expect(kept).not.toContain(secret)
    expect(sealing.open(kept)).toBe(text)
    expect(sealing.seal(text)).toBe(kept)
    expect(sealing.mask(text)).not.toContain(secret)
    if (text.startsWith('{')) for (const form of [kept, sealing.mask(text)]) JSON.parse(form)
  })

  it('that only speaks of secrets stays as it is, as does a reference to one', async () => {
    const { sealing } = await begun()
    for (const value of [
      { text: 'the token is invalid; see https://example.org:8080/a@b', tokens: 12, token_id: 'tok_1' },
      { password: { $secret: 'DB' }, secret: '', path: 'src/sk-test/key.ts' },
    ]) {
      expect(sealing.seal(json(value))).toBe(json(value))
      expect(sealing.mask(json(value))).toBe(json(value))
    }
  })

  it('is kept apart where it stands in a file of its own kind: the host of an address stays readable', async () => {
    const { sealing } = await begun()
    expect(sealing.mask('postgres://app:hunter22@db/app')).toBe('postgres://app:[looks like a secret]@db/app')
  })

  it('comes back from its marks whatever was changed around them, and from no other mark', async () => {
    const { sealing } = await begun()
    const from = json({
      note: `use ${TOKEN}, then ${pieces('gh', 'p_', 'ZZZZ3c4D5e6F7g8H9i0J1k')}`,
      password: 'tulip',
    })
    const marked = JSON.parse(sealing.mark(from))
    expect(json(marked)).not.toMatch(/ghp_|tulip/)
    expect(new Set(json(marked).match(/secret [0-9a-f]{4}/g)).size).toBe(3)
    expect(sealing.unmark(marked, from)).toEqual(JSON.parse(from))
    const edited = { ...marked, note: `${marked.note} please`, more: [1, null, [marked.password]] }
    expect(sealing.unmark(edited, from)).toEqual({
      ...{ password: 'tulip', note: `${JSON.parse(from).note} please`, more: [1, null, ['tulip']] },
    })
    expect(sealing.unmark({ note: '[looks like a secret 0000]' }, from)).toBeUndefined()
    expect(sealing.unmark({ list: ['[looks like a secret]'] }, from)).toBeUndefined()
    // What was written so from the beginning stands for nothing else.
    const literal = json({ note: '[looks like a secret 0000]' })
    expect(sealing.unmark(JSON.parse(literal), literal)).toEqual(JSON.parse(literal))
  })

  it('has the same mark in every process of an installation, and another in every other', async () => {
    const [one, two] = [await begun(1), await begun(2)]
    const marked = one.sealing.mark(json({ password: 'tulip' }))
    expect(two.sealing.mark(json({ password: 'tulip' }))).toBe(marked)
    file = { text: undefined }
    store = await openSqliteStore({ path: ':memory:', now: () => AT })
    const other = await begun(3)
    expect(other.sealing.mark(json({ password: 'tulip' }))).not.toBe(marked)
  })

  it('of a field that a tool calls secret is sealed once that tool is known', async () => {
    const { sealing } = await begun()
    const text = json({ pin: '4711' })
    expect(sealing.seal(text)).toBe(text)
    sealing.learn(['pin'])
    expect(sealing.seal(text)).not.toContain('4711')
    expect(sealing.open(sealing.seal(text))).toBe(text)
  })
})

describe('the keys of sealing', () => {
  const text = json({ note: TOKEN })

  test('are the same for every process on one store and key file', async () => {
    const first = await begun(1)
    const second = await begun(2)
    expect(second.sealing.open(first.sealing.seal(text))).toBe(text)
    expect(second.sealing.seal(text)).toBe(first.sealing.seal(text))
  })

  test('are read from nothing that the store holds alone', async () => {
    const { sealing } = await begun()
    const kept = sealing.seal(text)
    const documents = json(await store.listDocuments('own_secret'))
    file.text = undefined
    const stranger = await begun(3)
    expect(file.text).toBeUndefined()
    expect(json(await store.listDocuments('own_secret'))).toBe(documents)
    expect(stranger.sealing.open(kept)).toBe(json({ note: UNREADABLE }))
    expect(() => stranger.sealing.seal(text)).toThrow(/looks like a secret.*key file/s)
    expect(stranger.sealing.seal(json({ note: 'a plain word' }))).toBe(json({ note: 'a plain word' }))
  })

  test('outlive a rotation that forgets the old keys', async () => {
    const { sealing, secrets } = await begun()
    const kept = sealing.seal(text)
    expect(await secrets.rotate(admin, true)).toMatchObject({ secrets: 0 })
    expect(sealing.open(kept)).toBe(text)
    expect((await begun(2)).sealing.open(kept)).toBe(text)
  })

  test('begin anew with a rotation where the old ones are lost, and what they sealed stays unreadable', async () => {
    const kept = (await begun()).sealing.seal(text)
    file.text = undefined
    const { sealing, secrets } = await begun(2)
    expect(await secrets.rotate(admin, false)).toMatchObject({ secrets: 0 })
    expect(sealing.open(sealing.seal(text))).toBe(text)
    expect(sealing.open(kept)).toBe(json({ note: UNREADABLE }))
  })

  test('that cannot be read stop only what holds a secret', async () => {
    await begun()
    file.text = 'not a key file'
    const { sealing } = await begun(2)
    expect(() => sealing.seal(text)).toThrow(/Nothing was written/)
    expect(sealing.seal('plain')).toBe('plain')
  })
})

test('a machine without the key file begins no second key where anything stands sealed', async () => {
  const { secrets } = await begun()
  await secrets.put(admin, 'DB', { value: 'tulip' })
  await store.transact(tx => tx.deleteDocument('own_secret', 'sealing_1').then(() => {}))
  file.text = undefined
  const { sealing } = await begun(2)
  expect(file.text).toBeUndefined()
  expect(() => sealing.seal(json({ note: TOKEN }))).toThrow(/Nothing was written/)
})

test('a piece that was moved into another text opens there; one that was changed by a bit does not open', async () => {
  const { sealing } = await begun()
  const kept = sealing.seal(json({ note: TOKEN }))
  const piece = /<<sealed:v1:[^>]+>>/.exec(kept)?.[0] ?? ''
  const changed = piece.replace(
    /:([A-Za-z0-9+/]{4})([^:]*)>>$/,
    (_all, head: string, rest: string) => `:${head === 'AAAA' ? 'BBBB' : 'AAAA'}${rest}>>`,
  )
  expect(changed).not.toBe(piece)
  expect(sealing.open(json({ note: piece }))).toBe(json({ note: TOKEN }))
  expect(sealing.open(json({ note: changed }))).toBe(json({ note: UNREADABLE }))
})

test('a text made to be slow is read quickly', async () => {
  const { sealing } = await begun()
  const hostile = [
    'password='.repeat(60_000),
    'eyJ'.repeat(150_000),
    '-----BEGIN PRIVATE KEY-----'.repeat(20_000),
    '//a:'.repeat(100_000),
    'sk-'.repeat(150_000),
    `sk-${'a-'.repeat(200_000)}`,
    '<<sealed:v1:'.repeat(30_000),
  ]
  const before = process.cpuUsage().user
  for (const text of hostile) {
    const kept = sealing.seal(json({ text }))
    expect(sealing.open(kept)).toBe(json({ text }))
  }
  // Seconds where it grows with the square of the length; a tenth of one where it does not.
  expect(process.cpuUsage().user - before).toBeLessThan(8_000_000)
})

test('a text of very many pieces is sealed at once, whatever it is', async () => {
  const { sealing } = await begun()
  const many = Array.from({ length: 200 }, (_, index) => `${TOKEN}${index}`)
  for (const text of [json({ many }), many.join(' ')]) {
    const kept = sealing.seal(text)
    expect(kept.split('<<sealed:v1:')).toHaveLength(2)
    expect(typeof JSON.parse(kept)).toBe('string')
    expect(sealing.open(kept)).toBe(text)
  }
})
