import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const path = '/api/guardrails'
const guideline = (name: string, more: object = {}) => ({
  name,
  category: 'custom',
  condition: { agents: ['a-agent'], paths: ['contracts/*'] },
  action: { type: 'tool_restriction', tools_denied: ['write_*'], instruction: 'Contracts are not yours.' },
  ...more,
})
const create = (body: object, role: 'reviewer' | 'member' = 'reviewer') =>
  server.send('POST', path, { role, body })

describe('guidelines', () => {
  test('a new installation has the 17 defaults, in pages, highest priority first', async () => {
    const first = await server.send('GET', `${path}?page_size=5`, { role: 'viewer' })
    expect(first.status).toBe(200)
    expect(first.json).toMatchObject({ total: 17, page: 1, page_size: 5, unreadable: [] })
    expect(first.json.guidelines[0]).toMatchObject({ id: 'hitl-gate-intent-approval', priority: 960 })
    const last = await server.send('GET', `${path}?page=4&page_size=5`, { role: 'agent' })
    expect(last.json.guidelines).toHaveLength(2)
    const isolation = await server.send('GET', `${path}?category=cognitive_isolation&enabled=true&surely=1`, {
      role: 'viewer',
    })
    expect(isolation.json.total).toBe(4)
    const off = await server.send('GET', `${path}?enabled=false`, { role: 'viewer' })
    expect(off.json.total).toBe(0)
  })

  test('one is created, read, changed under its version, switched off and deleted', async () => {
    const created = await create({ ...guideline('keep out'), surely_unknown: 1 })
    expect(created.status).toBe(201)
    const { id } = created.json
    expect(created.json).toMatchObject({ version: 1, priority: 100, enabled: true, name: 'keep out' })
    const one = `${path}/${id}`
    const stale = await server.send('PUT', one, { role: 'reviewer', body: { version: 7, priority: 5 } })
    expect([stale.status, stale.json.code]).toEqual([409, 'version_conflict'])
    expect(stale.json).toMatchObject({ expected_version: 7, actual_version: 1 })
    const bare = await server.send('PUT', one, { role: 'reviewer', body: { priority: 5 } })
    expect([bare.status, bare.json.errors[0].field]).toEqual([400, 'version'])
    const changed = await server.send('PUT', one, { role: 'reviewer', body: { version: 1, priority: 5 } })
    expect(changed.json).toMatchObject({ version: 2, priority: 5, name: 'keep out' })
    const off = await server.send('POST', `${one}/toggle`, { role: 'reviewer', body: {} })
    expect(off.json).toMatchObject({ version: 3, enabled: false })
    const raced = await server.send('POST', `${one}/toggle`, { role: 'reviewer', body: { version: 2 } })
    expect(raced.status).toBe(409)
    expect((await server.send('DELETE', one, { role: 'reviewer' })).status).toBe(204)
    for (const gone of [
      await server.send('GET', one, { role: 'viewer' }),
      await server.send('DELETE', one, { role: 'reviewer' }),
      await server.send('PUT', one, { role: 'reviewer', body: { version: 3 } }),
      await server.send('POST', `${one}/toggle`, { role: 'reviewer' }),
    ]) {
      expect([gone.status, gone.json.code]).toEqual([404, 'not_found'])
    }
  })

  test('what cannot be saved is 400 and names the field', async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ name: '' }, 'name'],
      [{ category: 'nonsense' }, 'category'],
      [{ priority: 1001 }, 'priority'],
      [{ condition: { paths: ['../secrets/*'] } }, 'condition.paths.0'],
      [{ condition: { agent: ['typo'] } }, 'condition.agent'],
      [{ condition: { custom: 'agent ==' } }, 'condition.custom'],
      [{ action: { type: 'hitl_gate' } }, 'action.gate_type'],
      [{ action: { type: 'hitl_gate', gate_type: 'tool_approval', quorum: 15 } }, 'action.quorum'],
      [{ action: { type: 'instruction' } }, 'action.instruction'],
    ]
    for (const [more, field] of wrong) {
      const answer = await create(guideline('wrong', more))
      expect([answer.status, answer.json.code, answer.json.errors[0].field]).toEqual([400, 'invalid', field])
    }
  })

  test('reviewers and admins write; members, viewers, agents and saved credentials do not', async () => {
    for (const role of ['member', 'viewer', 'agent', 'cli'] as const) {
      const answer = await server.send('POST', path, { role, body: guideline('not mine') })
      expect([role, answer.status]).toEqual([role, 403])
    }
    for (const route of ['import', 'bootstrap']) {
      const answer = await server.send('POST', `${path}/${route}`, { role: 'agent', body: [] })
      expect([route, answer.status]).toEqual([route, 403])
    }
  })

  test('a draft is tried on a context before it is saved, and nothing is stored', async () => {
    const context = { agent: 'a-agent', tool: 'write_file', arguments: { path: 'contracts/api.json' } }
    const before = await server.send('POST', `${path}/evaluate`, { role: 'viewer', body: context })
    expect(before.json.tool_verdict).toEqual({ allowed: true })
    const draft = guideline('draft')
    const tried = await server.send('POST', `${path}/evaluate`, {
      role: 'viewer',
      body: { ...context, guidelines: [draft] },
    })
    expect(tried.json).toMatchObject({
      tools_denied: ['write_*'],
      combined_instruction: 'Contracts are not yours.',
      tool_verdict: { allowed: false, rule_id: 'draft-1' },
    })
    const elsewhere = await server.send('POST', `${path}/evaluate`, {
      role: 'viewer',
      body: { ...context, arguments: { path: 'src/api.ts' }, guidelines: [draft] },
    })
    expect(elsewhere.json.tool_verdict.allowed).toBe(true)
    const why = elsewhere.json.explanations.find(
      (each: { guideline_id: string }) => each.guideline_id === 'draft-1',
    )
    expect(why).toMatchObject({ field: 'paths', text: 'wants paths contracts/*; found src/api.ts' })
    expect(elsewhere.json.explanations).toHaveLength(18)
    const broken = await server.send('POST', `${path}/evaluate`, {
      role: 'viewer',
      body: { ...context, guidelines: [draft, guideline('broken', { condition: { custom: 'tool ==' } })] },
    })
    expect([broken.status, broken.json.errors[0].field]).toEqual([400, 'guidelines.1.condition.custom'])
    const listed = await server.send('GET', path, { role: 'viewer' })
    expect(listed.json.total).toBe(17)
  })

  test('a draft with the id of a stored guideline stands in its place', async () => {
    const { json: stored } = await create(guideline('stored'))
    const context = { agent: 'a-agent', tool: 'write_file', arguments: { path: 'contracts/x' } }
    const evaluate = (guidelines: readonly object[]) =>
      server.send('POST', `${path}/evaluate`, { role: 'viewer', body: { ...context, guidelines } })
    expect((await evaluate([])).json.tool_verdict.allowed).toBe(false)
    expect((await evaluate([{ ...stored, enabled: false }])).json.tool_verdict.allowed).toBe(true)
    await server.send('DELETE', `${path}/${stored.id}`, { role: 'admin' })
  })

  test('an agent asks for itself and cannot hide what its arguments name', async () => {
    const { json: stored } = await create(guideline('mine'))
    const answer = await server.send('POST', `${path}/evaluate`, {
      role: 'agent',
      body: { agent: 'somebody', tool: 'write_file', paths: ['src/x'], arguments: { path: 'contracts/x' } },
    })
    expect(answer.json.tool_verdict).toMatchObject({ allowed: false, rule_id: stored.id })
    await server.send('DELETE', `${path}/${stored.id}`, { role: 'admin' })
  })
})

describe('import and export', () => {
  test('what is exported can be imported: as JSON, as JSON lines, as YAML', async () => {
    const { json: mine } = await create(guideline('carried'))
    const whole = await server.send('GET', `${path}/export?category=custom`, { role: 'viewer' })
    expect(whole.json).toEqual([mine])
    const lines = await server.send('GET', `${path}/export?format=jsonl`, { role: 'viewer' })
    expect(lines.headers.get('content-type')).toContain('application/x-ndjson')
    expect(
      lines.text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).id),
    ).toContain(mine.id)
    const yaml = await server.send('GET', `${path}/export?format=yaml&category=custom`, { role: 'viewer' })
    expect(parse(yaml.text)).toEqual({ guidelines: [mine] })

    const again = await server.send('POST', `${path}/import`, { role: 'reviewer', body: { yaml: yaml.text } })
    expect(again.json).toMatchObject({ imported: 0, items: [{ ok: true, outcome: 'unchanged' }], errors: [] })
    await server.send('DELETE', `${path}/${mine.id}`, { role: 'reviewer' })
    const back = await server.send('POST', `${path}/import`, { role: 'reviewer', body: whole.json })
    expect(back.json).toMatchObject({ imported: 1, items: [{ id: mine.id, outcome: 'created' }] })
    await server.send('DELETE', `${path}/${mine.id}`, { role: 'reviewer' })
  })

  test('a CSV gives back what was exported, byte for byte, and holds no formula', async () => {
    const made: string[] = []
    for (const name of ['=HYPERLINK("http://x","y")', "'-2+3", '@sum', 'a "b",\r\nc', '5']) {
      const more = { description: `=${name}`, metadata: { note: '=1' }, priority: 7 }
      made.push((await create(guideline(name, more))).json.id)
    }
    const get = (format: string) =>
      server.send('GET', `${path}/export?format=${format}&category=custom`, { role: 'viewer' })
    const before = (await get('json')).json
    const csv = (await get('csv')).text
    expect(csv.match(/(?:^|,|\n)"\s*[=+\-@|%]/g)).toBeNull()
    const again = await server.send('POST', `${path}/import`, { role: 'reviewer', body: { csv } })
    expect(again.json.items.map((item: { outcome: string }) => item.outcome)).toEqual(
      before.map(() => 'unchanged'),
    )
    for (const id of made) await server.send('DELETE', `${path}/${id}`, { role: 'reviewer' })
    const back = await server.send('POST', `${path}/import`, { role: 'reviewer', body: { csv } })
    expect(back.json).toMatchObject({ imported: made.length, errors: [] })
    const plain = (guidelines: readonly object[]) =>
      guidelines.map(each => ({ ...each, version: 0, created_at: '', updated_at: '', created_by: '' }))
    expect(plain((await get('json')).json)).toEqual(plain(before))
    for (const broken of ['"open', 'name,other\nx,y', 'name,priority\nx']) {
      const refused = await server.send('POST', `${path}/import`, { role: 'reviewer', body: { csv: broken } })
      expect([refused.status, refused.json.errors[0].field]).toEqual([400, 'csv'])
    }
    for (const id of made) await server.send('DELETE', `${path}/${id}`, { role: 'reviewer' })
  })

  test('what is wrong with one item does not stop the others', async () => {
    const items = [guideline('good'), guideline('bad', { condition: { custom: '(' } }), 7]
    const answer = await server.send('POST', `${path}/import`, {
      role: 'reviewer',
      body: { guidelines: items },
    })
    expect(answer.status).toBe(200)
    expect(answer.json.imported).toBe(1)
    expect(answer.json.errors.map((error: { index: number }) => error.index)).toEqual([1, 2])
    expect(answer.json.errors[0].errors[0].field).toBe('condition.custom')
    await server.send('DELETE', `${path}/${answer.json.items[0].id}`, { role: 'reviewer' })
  })

  test('more than 100 at once, and YAML that is none, are 400', async () => {
    const many = Array.from({ length: 101 }, (_, index) => guideline(`many ${index}`))
    const answer = await server.send('POST', `${path}/import`, { role: 'reviewer', body: many })
    expect([answer.status, answer.json.errors[0].field]).toEqual([400, 'guidelines'])
    for (const yaml of ['a: [', 'just text']) {
      const broken = await server.send('POST', `${path}/import`, { role: 'reviewer', body: { yaml } })
      expect([broken.status, broken.json.errors[0].field]).toEqual([400, 'yaml'])
    }
  })

  test('bootstrapping stores what is missing, and says so beforehand', async () => {
    await server.send('DELETE', `${path}/tdd-protocol`, { role: 'admin' })
    const dry = await server.send('POST', `${path}/bootstrap`, { role: 'admin', body: { dry_run: true } })
    expect(dry.json).toMatchObject({ created: ['tdd-protocol'], dry_run: true })
    expect((await server.send('GET', `${path}/tdd-protocol`, { role: 'viewer' })).status).toBe(404)
    const real = await server.send('POST', `${path}/bootstrap`, { role: 'admin' })
    expect(real.json.created).toEqual(['tdd-protocol'])
    const again = await server.send('POST', `${path}/bootstrap`, { role: 'admin' })
    expect(again.json).toMatchObject({ created: [], dry_run: false })
    expect(again.json.existing).toHaveLength(17)
  })
})

describe('a goal that a guideline denies', () => {
  test('says whom to ask, advises no other tool, and is no mismatch of calls and results', async () => {
    const denying = { ...guideline('no listings'), condition: { tools: ['list_files'] } }
    const action = {
      type: 'tool_restriction',
      tools_denied: ['list_files'],
      instruction: 'Nothing is listed.',
    }
    const { json: made } = await create({ ...denying, action })
    const goal = { goal: 'List the files' }
    const { json } = await server.send('POST', '/reasoning/execute', { role: 'member', body: goal })
    expect(json).toMatchObject({ state: 'execution_impossible', success: false })
    expect(json.result.next_steps).toEqual([expect.stringContaining('Ask an admin')])
    const insights = await server.send('GET', '/api/insights?window=1d', { role: 'admin' })
    const mismatches = insights.json.measures.find(({ id }: { id: string }) => id === 'tool_mismatches')
    expect(mismatches.value).toBe(0)
    await server.send('DELETE', `${path}/${made.id}`, { role: 'reviewer' })
  })
})

describe('the trail of guardrails', () => {
  test('names who changed what, filtered and in pages', async () => {
    const { json: made } = await create(guideline('watched'))
    await server.send('PUT', `${path}/${made.id}`, { role: 'reviewer', body: { version: 1, priority: 7 } })
    await server.send('DELETE', `${path}/${made.id}`, { role: 'reviewer' })
    const audit = await server.send('GET', `${path}/audit?guideline_id=${made.id}`, { role: 'viewer' })
    const types = audit.json.entries.map((entry: { event_type: string }) => entry.event_type)
    expect(types).toEqual(['guideline_deleted', 'guideline_updated', 'guideline_created'])
    expect(audit.json.total).toBe(3)
    expect(audit.json.entries[1].changes).toEqual([{ field: 'priority', old_value: 100, new_value: 7 }])
    const second = await server.send('GET', `${path}/audit?guideline_id=${made.id}&page=2&page_size=2`, {
      role: 'viewer',
    })
    expect(second.json.entries).toHaveLength(1)
    const deleted = await server.send('GET', `${path}/audit?event_type=guideline_deleted&page_size=1`, {
      role: 'viewer',
    })
    expect(deleted.json.entries[0].guideline_id).toBe(made.id)
    const csv = await server.send('GET', `${path}/audit?guideline_id=${made.id}&format=csv`, {
      role: 'viewer',
    })
    expect(csv.text.split('\r\n')).toHaveLength(5)
    expect((await server.send('GET', `${path}/audit`, { role: 'agent' })).status).toBe(403)
  })
})
