import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backUp } from '../../src/soulgate.ts'
import { startTestServer, type TestServer } from '../../src/surfaces/api/test-server.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { type ModelServer, startModelServer } from './model-server.ts'

const KEY = 'sk-right-and-long-enough'
const GOAL = { goal: 'What is 15% of 240?' }
const MODELS = ['qwen3-small', 'qwen3-large']

let root: string
let provider: ModelServer
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'soulgate-models-'))
  mkdirSync(join(root, 'home'))
  provider = await startModelServer({
    key: KEY,
    models: MODELS,
    answer: () => '<think>aloud</think>{"sum": 5}',
  })
})
afterEach(() => provider.close())

const compatible = (extra: object = {}) => ({
  kind: 'compatible',
  base_url: provider.url,
  models: MODELS,
  ...extra,
})
const place = '/api/models/providers/mine'

describe.each(['SQLite', 'PostgreSQL'])('on %s', database => {
  let server: TestServer
  let options: object
  beforeEach(async () => {
    const home = join(root, 'home')
    options =
      database === 'SQLite'
        ? { home, storePath: join(home, 'soulgate.db') }
        : { home, databaseUrl: await createTestDatabase() }
    server = await startTestServer(options)
  })
  afterEach(() => server.close())
  const admin = (method: string, path: string, body?: unknown) =>
    server.send(method, path, { role: 'admin', ...(body === undefined ? {} : { body }) })
  const choose = async (tiers: object) => {
    const { version } = (await admin('GET', '/api/models')).json
    return admin('PUT', '/api/models/tiers', { version, ...tiers })
  }

  test('a model that is added, tried and chosen reads the next goal, without a start', async () => {
    expect((await admin('GET', '/api/models')).json).toMatchObject({ reads_with_model: false, providers: [] })
    const added = await admin('PUT', place, compatible({ key: KEY }))
    expect(added.json).toMatchObject({
      reads_with_model: false,
      providers: [{ name: 'mine', origin: 'room', key: 'sealed', base_url: provider.url }],
    })
    const tried = await admin('POST', '/api/models/try', { model: 'mine/qwen3-small' })
    expect(tried.json).toMatchObject({
      ok: true,
      answer: '2 + 3 = 5',
      tokens: 150,
      model: 'mine/qwen3-small',
    })
    const chosen = await choose({ STANDARD: ['mine/qwen3-large'] })
    expect(chosen.json).toMatchObject({
      reads_with_model: true,
      tiers: { STANDARD: { models: ['mine/qwen3-large'], origin: 'room', is_priced: false } },
      changed: { name: 'admin' },
    })
    const { json } = await admin('POST', '/reasoning/execute', GOAL)
    expect(provider.asked.at(-1)).toMatchObject({ model: 'qwen3-large', key: KEY })
    const { steps } = (await admin('GET', `/api/runs/${json.run_id}/steps`)).json
    const read = steps.find((step: { name: string }) => step.name.startsWith('read:'))
    expect(read).toMatchObject({ model: 'mine/qwen3-large', model_tier: 'STANDARD', cost_usd: 0 })
    const costs = (await admin('GET', '/api/models/costs')).json
    expect(costs.today.by_model).toMatchObject([{ model: 'mine/qwen3-large', tier: 'STANDARD', calls: 1 }])
    expect((await choose({ STANDARD: [] })).json).toMatchObject({ reads_with_model: false })
    const before = provider.asked.length
    await admin('POST', '/reasoning/execute', GOAL)
    expect(provider.asked).toHaveLength(before)
  })

  test('a key is in no answer, no event and no file, and opens for its own host alone', async () => {
    await admin('PUT', place, compatible({ key: KEY }))
    await choose({ STANDARD: ['mine/qwen3-small'] })
    await admin('POST', '/api/models/try', {})
    await admin('POST', '/reasoning/execute', GOAL)
    const told = await Promise.all(
      ['/api/models', '/api/audit?limit=200', '/api/runs', '/api/secrets', '/api/models/costs'].map(path =>
        admin('GET', path),
      ),
    )
    for (const { status, text } of told) {
      expect(status).toBe(200)
      expect(text).not.toContain(KEY)
    }
    const types = told[1]?.json.events.map((event: { type: string }) => event.type)
    expect(types).toEqual(expect.arrayContaining(['model_provider_set', 'models_chosen', 'model_tried']))
    const elsewhere = await startModelServer({ models: MODELS, answer: () => '{"sum": 5}' })
    const moved = await admin('PUT', place, compatible({ base_url: elsewhere.url }))
    expect(moved).toMatchObject({ status: 409, json: { code: 'key_needed' } })
    expect((await admin('PUT', place, compatible({ base_url: `${provider.url}/` }))).status).toBe(200)
    expect((await admin('POST', '/api/models/try', {})).json.ok).toBe(true)
    const open = await admin('PUT', place, compatible({ base_url: elsewhere.url, key: null }))
    expect(open.json.providers).toMatchObject([{ key: 'none' }])
    expect((await admin('POST', '/api/models/try', {})).json.ok).toBe(true)
    expect(elsewhere.asked.map(({ key }) => key).filter(key => key?.includes('sk-'))).toEqual([])
    await elsewhere.close()
    const home = join(root, 'home')
    const kept = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(KEY))
      .map(entry => entry.name)
    expect(kept).toEqual([])
  })

  test('another process over the same data takes the change up', async () => {
    if (database === 'SQLite') return
    const other = await startTestServer(options)
    try {
      await admin('PUT', place, compatible({ key: KEY }))
      await choose({ STANDARD: ['mine/qwen3-small'] })
      const sees = async () =>
        (await other.send('GET', '/api/models', { role: 'admin' })).json.reads_with_model
      await expect.poll(sees).toBe(true)
      await other.send('POST', '/reasoning/execute', { role: 'admin', body: GOAL })
      expect(provider.asked.at(-1)).toMatchObject({ model: 'qwen3-small', key: KEY })
    } finally {
      await other.close()
    }
  })
})

describe('the room', () => {
  let server: TestServer
  beforeEach(async () => {
    const home = join(root, 'home')
    server = await startTestServer({ home, storePath: join(home, 'soulgate.db') })
  })
  afterEach(() => server.close())
  const send = (
    method: string,
    path: string,
    body?: unknown,
    role: 'admin' | 'agent' | 'cli' | 'reviewer' = 'admin',
  ) => server.send(method, path, { role, ...(body === undefined ? {} : { body }) })

  test('a wrong key is told at once and not tried again; near names stand beside an unknown model', async () => {
    await send('PUT', place, compatible({ key: 'sk-wrong-one' }))
    const wrong = (await send('POST', '/api/models/try', { model: 'mine/qwen3-small' })).json
    expect(wrong).toMatchObject({ ok: false, because: 'key_refused' })
    expect(wrong.detail).toContain('is refused')
    expect(wrong.detail).not.toContain('sk-wrong-one')
    expect(provider.asked).toHaveLength(1)
    await send('PUT', place, compatible({ key: KEY }))
    const unknown = (await send('POST', '/api/models/try', { model: 'mine/qwen3-smal' })).json
    expect(unknown).toMatchObject({
      ok: false,
      because: 'unknown_model',
      near: ['qwen3-small', 'qwen3-large'],
    })
    expect((await send('GET', `${place}/models`)).json).toEqual({ models: MODELS })
    await provider.close()
    const gone = (await send('POST', '/api/models/try', { model: 'mine/qwen3-small' })).json
    expect(gone).toMatchObject({ ok: false, because: 'unreachable' })
  })

  test.each([
    'agent',
    'cli',
    'reviewer',
  ] as const)('a credential of %s changes and tries nothing', async role => {
    const attempts = [
      send('PUT', place, compatible({ key: KEY }), role),
      send('DELETE', place, undefined, role),
      send('PUT', '/api/models/tiers', { version: 0, STANDARD: [] }, role),
      send('POST', '/api/models/try', {}, role),
      send('GET', '/api/models/local', undefined, role),
      send('GET', `${place}/models`, undefined, role),
    ]
    for (const answer of await Promise.all(attempts)) expect(answer.status).toBe(403)
    if (role === 'agent') expect((await send('GET', '/api/models', undefined, role)).status).toBe(403)
    expect((await send('GET', '/api/models')).json.providers).toEqual([])
  })

  test.each([
    ['http://models.example.com/v1', 'https'],
    ['https://10.0.0.7/v1', '10.0.0.7'],
    ['https://169.254.169.254/latest', '169.254.169.254'],
    ['https://user:pass@models.example.com/v1', 'password'],
    ['https://models.example.com/v1?key=1', 'query'],
    ['file:///etc/passwd', 'https'],
  ])('the address %s is refused', async (base_url, word) => {
    const answer = await send('PUT', place, compatible({ base_url, key: KEY }))
    expect(answer.status).toBe(400)
    expect(answer.json.detail).toContain(word)
  })

  test('a provider that goes takes its models out of the tiers, and its key', async () => {
    await send('PUT', place, compatible({ key: KEY }))
    await send('PUT', '/api/models/tiers', { version: 1, STANDARD: ['mine/qwen3-small'] })
    expect((await send('PUT', '/api/models/tiers', { version: 1, FAST: [] })).status).toBe(409)
    expect((await send('PUT', '/api/models/tiers', { version: 2, FAST: ['other/x'] })).json.code).toBe(
      'unknown_model',
    )
    const gone = await send('DELETE', place)
    expect(gone.json).toMatchObject({
      reads_with_model: false,
      providers: [],
      tiers: { STANDARD: { origin: 'built_in' } },
    })
    expect((await send('DELETE', place)).status).toBe(404)
  })

  test('a sealed key does not open for an address that was put into the database behind our back', async () => {
    await send('PUT', place, compatible({ key: KEY }))
    await send('PUT', '/api/models/tiers', { version: 1, STANDARD: ['mine/qwen3-small'] })
    await server.close()
    const elsewhere = await startModelServer({ models: MODELS, answer: () => '{"sum": 5}' })
    const home = join(root, 'home')
    const database = new DatabaseSync(join(home, 'soulgate.db'))
    const change = database.prepare(`update documents set body = replace(body, ?, ?) where kind = 'models'`)
    expect(change.run(provider.url, elsewhere.url).changes).toBe(1)
    database.close()
    server = await startTestServer({ home, storePath: join(home, 'soulgate.db') })
    expect((await send('GET', '/api/models')).json.providers).toMatchObject([
      { base_url: elsewhere.url, key: 'unreadable' },
    ])
    expect((await send('POST', '/api/models/try', {})).json).toMatchObject({ ok: false })
    await send('POST', '/reasoning/execute', GOAL)
    await send('GET', `${place}/models`)
    expect(elsewhere.asked).toEqual([])
    await elsewhere.close()
  })

  test('a backup holds the choice and not the key', async () => {
    await send('PUT', place, compatible({ key: KEY }))
    const file = join(root, 'backup.jsonl')
    await server.close()
    const home = join(root, 'home')
    await backUp({ home }, file)
    const text = gunzipSync(readFileSync(file)).toString('utf8')
    expect(text).toContain(provider.url)
    expect(text).not.toContain(KEY)
    server = await startTestServer({ home: join(root, 'other') })
  })
})
