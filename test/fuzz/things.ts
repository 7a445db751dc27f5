import type { TestServer } from '../../src/surfaces/api/test-server.ts'

/** Ids by the name of the parameter that takes them; what answers name is added on the way. */
export type Ids = Map<string, string[]>

/** Deleting these would take the right to ask from whoever asks. */
const NOT_TAKEN = new Set(['token_id', 'person_id', 'confirmation_id'])
const MAX_OF_A_KIND = 24

/** Puts every id that an answer names where later requests find it. */
export function gatherIds(answer: unknown, into: Ids): void {
  if (typeof answer !== 'object' || answer === null) return
  for (const [key, value] of Object.entries(answer)) {
    if (typeof value === 'string' && key.endsWith('_id') && !NOT_TAKEN.has(key)) addId(into, key, value)
    else if (key === 'approval_id' && typeof value === 'string') addId(into, 'gate_id', value)
    else gatherIds(value, into)
  }
}

function addId(into: Ids, name: string, id: string): void {
  const known = into.get(name) ?? []
  if (known.includes(id) || known.length >= MAX_OF_A_KIND) return
  known.push(id)
  into.set(name, known)
}

/**
 * Real things of each kind, so that a fair share of the requests reaches what lies behind the check of the path: gates,
 * runs, a guideline, a webhook, a plan, a proposal in iterations; with `isWhole` also a plan that was approved up to its
 * schedule, a work item and pages.
 */
export async function makeThings(server: TestServer, host: string, isWhole: boolean): Promise<Ids> {
  const ids: Ids = new Map()
  const post = async (role: 'admin' | 'member' | 'agent', path: string, body: object) => {
    const { status, json } = await server.send('POST', path, {
      role,
      body,
      headers: { prefer: 'wait=20' },
    })
    if (status >= 300) throw new Error(`POST ${path}: ${status} ${JSON.stringify(json)}`)
    gatherIds(json, ids)
    return json
  }
  await post('agent', '/api/gates', {
    type: 'code_review',
    summary: 'Fuzz?',
    subject: { document: { text: 'x' } },
  })
  await post('agent', '/api/calls', { tool: 'write_file', arguments: { path: 'fuzz.md', content: 'x' } })
  const asked = await post('member', '/reasoning/execute', {
    goal: 'Move old.log into archive/',
    session_id: 'fuzzed',
  })
  addId(ids, 'request_id', String(asked.soul_request_id ?? 'gate_none'))
  await post('admin', '/api/webhooks', { url: `http://${host}/hook`, events: ['gate_opened'] })
  await post('member', '/api/plan', { goal: 'A concept for a garden of fuzz by May 2027', max_iterations: 2 })
  const plan = await post('member', '/api/plans', { goal: 'Build a shed in three weekends by 15 May' })
  const list = await server.send('GET', '/api/guardrails', { role: 'admin' })
  addId(ids, 'guideline_id', String(list.json.guidelines?.[0]?.id ?? list.json.items?.[0]?.id ?? 'none'))
  for (const name of ['move_file', 'list_files', 'user_persona', 'SOME_SECRET']) addId(ids, 'name', name)
  if (isWhole) await makeMore(server, { ids, planId: String(plan.plan_id), post })
  return ids
}

interface More {
  readonly ids: Ids
  readonly planId: string
  post(role: 'member', path: string, body: object): Promise<unknown>
}

async function makeMore(server: TestServer, { ids, planId, post }: More): Promise<void> {
  await approveToTheEnd(server, planId)
  for (const part of ['outline', 'roadmap', 'schedule']) {
    const { json } = await server.send('GET', `/api/plans/${planId}/${part}`, { role: 'member' })
    gatherIds(json, ids)
  }
  await post('member', '/api/work-items', { title: 'Write a page of fuzz', paths: ['fuzz'] })
  await post('member', '/api/chat', {
    message: 'Make a landing page for a bakery',
    session_id: 'fuzzed-pages',
  })
  const pages = await server.send('GET', '/api/sessions/fuzzed-pages/pages', { role: 'member' })
  gatherIds(pages.json, ids)
}

/** Says yes to whatever a plan asks, until it asks nothing more. */
async function approveToTheEnd(server: TestServer, planId: string): Promise<void> {
  for (let asked = 0; asked < 12; asked += 1) {
    const { json: plan } = await server.send('GET', `/api/plans/${planId}`, { role: 'member' })
    await server.soulgate.runs.settled(plan.run_id, 20_000)
    const { json } = await server.send('GET', `/api/plans/${planId}`, { role: 'member' })
    const [gateId] = json.waiting_gate_ids
    if (gateId === undefined) return
    const { json: gate } = await server.send('GET', `/api/gates/${gateId}`, { role: 'member' })
    const seen = { view_digest: gate.view_digest }
    await server.send('POST', `/api/gates/${gateId}/viewed`, { role: 'member', body: seen })
    const decision = gate.type === 'clarification' ? 'skip' : 'approve'
    await server.send('POST', `/api/gates/${gateId}/decide`, { role: 'member', body: { decision } })
  }
}
