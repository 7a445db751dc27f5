import { mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Sender, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let root: string
beforeEach(async () => {
  server = await startTestServer()
  root = realpathSync(mkdtempSync(join(tmpdir(), 'soulgate-permissions-')))
  writeFileSync(join(root, 'a.txt'), 'x')
  symlinkSync('/etc', join(root, 'out'))
})
afterEach(() => server.close())

const RUNS = { read_only: false, idempotent: false, destructive: true, open_world: true }
const READS = { read_only: true, idempotent: true, destructive: false, open_world: false }
const WRITES = { ...RUNS, open_world: false }

async function declare(name: string, more: object = {}): Promise<void> {
  const tool = {
    name,
    description: name,
    input_schema: { type: 'object' },
    annotations: RUNS,
    reversibility: 'irreversible',
  }
  const answer = await server.send('POST', '/api/tools', { role: 'admin', body: { ...tool, ...more } })
  if (answer.status !== 201) throw new Error(answer.text)
}
const give = (tool: string, shape: object, role: Sender = 'reviewer', more: object = {}) =>
  server.send('POST', '/api/permissions', { role, body: { tool, shape, ...more } })
const call = (tool: string, args: object) =>
  server.send('POST', '/api/calls', { role: 'agent', body: { tool, arguments: args } })
const outcomeOf = async (tool: string, args: object): Promise<string> => (await call(tool, args)).json.outcome
const run = (command: string) => outcomeOf('Bash', { command, cwd: root })
const shell = () => ({ kind: 'commands', profile: 'read_only_shell', roots: [root] })

describe('commands', () => {
  test('that only read pass once a reviewer has classified them, and are asked about again once it is revoked', async () => {
    await declare('Bash')
    expect(await run('cat a.txt')).toBe('held')
    const given = await give('Bash', shell())
    expect(given.status).toBe(201)
    expect([await run('cat a.txt | wc -l'), await run('cat out/passwd'), await run('rm a.txt')]).toEqual([
      'released',
      'held',
      'held',
    ])
    const { grant } = (await call('Bash', { command: 'ls', cwd: root })).json
    expect(grant.issued_by).toBe(`policy:class:${given.json.id}`)
    expect(
      (await server.send('DELETE', `/api/permissions/${given.json.id}`, { role: 'reviewer' })).status,
    ).toBe(204)
    expect(await run('cat a.txt')).toBe('held')
    const consumed = await server.send('POST', `/api/grants/${grant.grant_id}/consume`, {
      role: 'agent',
      body: { digest: grant.digest },
    })
    expect([consumed.status, consumed.json.code]).toEqual([409, 'grant_revoked'])
  })

  test('run without being asked where a permission says so, and only those that it names', async () => {
    await declare('Bash')
    const tests = { kind: 'commands', profile: 'test_and_build', roots: [root], commands: ['npm test'] }
    const classed = await give('Bash', tests)
    expect(await run('npm test')).toBe('held')
    await server.send('DELETE', `/api/permissions/${classed.json.id}`, { role: 'reviewer' })
    const given = await give('Bash', { ...tests, exact: true }, 'reviewer', { lets_run: true })
    await give('Bash', shell())
    expect([
      await run('npm test'),
      await run('npm test | tail -3'),
      await run('npm test --script-shell=/tmp/x'),
      await run('npm test && git push'),
      await outcomeOf('Bash', { command: 'npm test', cwd: tmpdir() }),
    ]).toEqual(['released', 'released', 'held', 'held', 'held'])
    const { grant } = (await call('Bash', { command: 'npm test', cwd: root })).json
    expect(grant.issued_by).toBe(`policy:class:${given.json.id}`)
    const rule = { name: 'Look', category: 'hitl_gate', condition: { tools: ['Bash'] } }
    const body = { ...rule, action: { type: 'hitl_gate', gate_type: 'tool_approval' } }
    await server.send('POST', '/api/guardrails', { role: 'admin', body })
    expect(await run('npm test')).toBe('held')
  })

  test('count how often they ran, and stand in the audit', async () => {
    await declare('Bash')
    await give('Bash', shell())
    await run('ls')
    await run('pwd')
    const { json } = await server.send('GET', '/api/permissions', { role: 'viewer' })
    expect(json.permissions).toMatchObject([{ tool: 'Bash', released: 2 }])
    const audit = await server.send('GET', '/api/audit?type=permission_given', { role: 'admin' })
    expect(audit.json.items ?? audit.json.events).toHaveLength(1)
  })

  test('of another definition of the tool are asked about again, as are those of another agent', async () => {
    await declare('Bash')
    await give('Bash', shell(), 'reviewer', { agent: 'somebody-else' })
    expect(await run('ls')).toBe('held')
    await give('Bash', shell(), 'reviewer', { agent: 'a-agent' })
    expect(await run('ls')).toBe('released')
    await declare('Bash', { description: 'Another one.' })
    expect(await run('ls')).toBe('held')
  })

  test('a deny of a guideline stands above the class', async () => {
    await declare('Bash')
    await give('Bash', shell())
    const body = {
      name: 'No shell',
      category: 'security',
      condition: {},
      action: { type: 'tool_restriction', tools_denied: ['Bash'] },
    }
    await server.send('POST', '/api/guardrails', { role: 'admin', body })
    expect(await run('ls')).toBe('denied')
  })
})

test('only reviewers give permissions, and no agent reads them', async () => {
  await declare('Bash')
  const answers = await Promise.all(
    (['viewer', 'member', 'cli', 'agent'] as const).map(role => give('Bash', shell(), role)),
  )
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect((await server.send('GET', '/api/permissions', { role: 'agent' })).status).toBe(403)
})

test.each<[string, string, object, object?]>([
  ['a tool that nobody declared', 'nobody', { kind: 'trust', of: 'host', value: 'a.example' }],
  ['every folder', 'Bash', { kind: 'commands', profile: 'read_only_shell', roots: ['/'] }],
  ['a whole home', 'Bash', { kind: 'commands', profile: 'read_only_shell', roots: ['/home/anna'] }],
  [
    'a folder that is not here',
    'Bash',
    { kind: 'commands', profile: 'read_only_shell', roots: ['/not/here/at-all'] },
  ],
  [
    'tests without their commands',
    'Bash',
    { kind: 'commands', profile: 'test_and_build', roots: ['/usr/lib'] },
  ],
  ['what runs already to run unasked', 'Bash', { kind: 'sql', dialect: 'postgresql' }, { lets_run: true }],
  ['every host', 'Bash', { kind: 'trust', of: 'host', value: '*' }],
  ['a whole top-level domain', 'Bash', { kind: 'trust', of: 'host', value: '*.com' }],
  [
    'a method that changes something as a read',
    'Bash',
    { kind: 'http', methods: ['POST'], hosts: ['a.example'], class: 'read_only' },
  ],
])('no permission is given for %s', async (_what, tool, shape, more = {}) => {
  await declare('Bash')
  const answer = await give(tool, shape, 'reviewer', more)
  expect([answer.status, answer.json.errors?.length > 0]).toEqual([400, true])
})

test('confirmed readers of the closed world pass with whatever they are asked for', async () => {
  const reader = { annotations: READS, reversibility: 'read_only' }
  for (const name of ['get_customer', 'get_user', 'get_account', 'search_docs', 'fs/read_text_file'])
    await declare(name, reader)
  expect(await outcomeOf('get_customer', { customer: 'cus_1' })).toBe('released')
  expect(await outcomeOf('get_user', { email: 'ana@mail.example' })).toBe('released')
  expect(await outcomeOf('get_account', { account: 'XX4411' })).toBe('released')
  expect(await outcomeOf('fs/read_text_file', { path: '/srv/a.txt' })).toBe('released')
  expect(await outcomeOf('search_docs', { query: 'refund' })).toBe('released')
})

test('a trusted host, folder or recipient answers for itself and for nothing else', async () => {
  await declare('fetch_url', { annotations: { ...READS, open_world: true }, reversibility: 'read_only' })
  await give('fetch_url', { kind: 'trust', of: 'host', value: 'docs.example' })
  expect(await outcomeOf('fetch_url', { url: 'https://docs.example/a', prompt: 'Sum it up.' })).toBe(
    'released',
  )
  for (const url of [
    'https://evil.example/a',
    'https://docs.example@evil.example/',
    'https://docs.example.evil.example/',
    'https://xdocs.example/',
  ])
    expect([url, await outcomeOf('fetch_url', { url })]).toEqual([url, 'held'])
  await declare('write_note', { annotations: WRITES, reversibility: 'reversible' })
  const why = async (args: object) =>
    (await call('write_note', args)).json.why_held.map((each: { source: string }) => each.source)
  expect(await why({ path: join(root, 'a.txt') })).toContain('provenance')
  await give('*', { kind: 'trust', of: 'root', value: root })
  expect(await why({ path: join(root, 'a.txt') })).toEqual(['policy'])
  expect(await why({ path: join(root, 'out/passwd') })).toContain('provenance')
  await give('write_note', { kind: 'trust', of: 'recipient', value: 'Ana@mail.example' })
  expect(await why({ path: 'a', to: 'ana@mail.example' })).toEqual(['policy'])
  expect(await why({ path: 'a', to: 'eve@mail.example' })).toContain('provenance')
})

test('SQL, requests, paths and amounts have shapes of their own', async () => {
  for (const name of ['query', 'refund', 'edit', 'request']) await declare(name, { annotations: WRITES })
  const sources = async (tool: string, args: object) => {
    const { outcome, why_held } = (await call(tool, args)).json
    return outcome === 'held' ? why_held.map((why: { source: string }) => why.source) : outcome
  }
  await give('query', { kind: 'sql', dialect: 'postgresql' })
  expect(await sources('query', { sql: 'select lower(name), count(*) from t where a > 1 group by 1' })).toBe(
    'released',
  )
  for (const sql of [
    'delete from t',
    'with d as (delete from t returning *) select * from d',
    'select 1; drop table t',
    'select pg_read_file(1::text)',
    'select * into x from t',
    'select * from t for update',
    'select * from pg_shadow',
    'copy t to program $$sh$$',
    `select query_to_xml('delete from t', true, true, '')`,
    'select evil.lower(name) from t',
    'explain analyze delete from t',
    'select nextval(1::text)',
    'selec 1',
    '',
  ])
    expect([sql, await sources('query', { sql })]).toEqual([sql, ['reversibility']])
  await give('refund', { kind: 'amount', argument: 'amount', at_most: 20, class: 'accepted_risk' })
  expect(await sources('refund', { amount: 20 })).toEqual(['policy'])
  for (const amount of [20.01, -1, '5'])
    expect([amount, await sources('refund', { amount })]).toEqual([amount, ['reversibility']])
  await give('edit', { kind: 'paths', roots: ['.'], class: 'contained' })
  expect(await sources('edit', { path: 'src/a.ts' })).toEqual(['policy'])
  for (const path of [
    '.git/config',
    'a/node_modules/x.js',
    '.claude/settings.json',
    '../a',
    'a/../../b',
    '.github/workflows/x.yml',
  ])
    expect([path, (await sources('edit', { path })).includes('reversibility')]).toEqual([path, true])
  await give('request', {
    kind: 'http',
    methods: ['GET', 'PUT'],
    hosts: ['api.example'],
    class: 'reversible',
  })
  await give('request', { kind: 'trust', of: 'host', value: 'api.example' })
  expect(await sources('request', { url: 'https://api.example/x', method: 'put' })).toEqual(['policy'])
  expect(await sources('request', { url: 'https://api.example/x', method: 'DELETE' })).toEqual([
    'reversibility',
  ])
})

describe('a release rule that could never act', () => {
  const rule = (tool: string, more: object = {}) => ({
    name: 'Rule',
    category: 'custom',
    condition: { tools: [tool] },
    action: { type: 'release' },
    ...more,
  })
  const save = (body: object) => server.send('POST', '/api/guardrails', { role: 'reviewer', body })

  test('is refused with the hold and the way to do it, until the way is taken', async () => {
    await declare('Bash')
    const refused = await save(rule('Bash'))
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('soulgate permissions classify'),
    ])
    const imported = await server.send('POST', '/api/guardrails/import', {
      role: 'reviewer',
      body: { guidelines: [rule('Bash')] },
    })
    expect(imported.json).toMatchObject({ imported: 0 })
    await give('Bash', { ...shell(), profile: 'git_local' })
    expect((await save(rule('Bash'))).status).toBe(201)
  })

  test('is refused where a guideline holds or denies each call of the tool', async () => {
    await declare('note', { annotations: WRITES, reversibility: 'reversible' })
    const gate = {
      name: 'Look',
      category: 'hitl_gate',
      priority: 500,
      condition: { tools: ['note'] },
      action: { type: 'hitl_gate', gate_type: 'tool_approval' },
    }
    await server.send('POST', '/api/guardrails', { role: 'admin', body: gate })
    expect((await save(rule('note'))).text).toContain('Give this rule a priority of at least 500')
    expect((await save(rule('note', { priority: 500 }))).status).toBe(201)
  })
})
