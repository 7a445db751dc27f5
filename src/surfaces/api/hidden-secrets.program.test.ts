import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sender, startTestServer, type TestServer } from './test-server.ts'

// Put together here, so that no scanner takes this file for a leak.
const TOKEN = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0'].join('')
const WORD = 'tulip-and-rose'
const ARGUMENTS = { note: `first ${TOKEN} last`, password: WORD, amount: 12 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const as = (role: Sender) => (method: string, path: string, body?: unknown) =>
  server.send(method, path, { role, ...(body === undefined ? {} : { body }) })

/** A call of an agent that waits, with two secrets in its arguments. */
async function hold(args: object = ARGUMENTS): Promise<string> {
  const proposed = await as('agent')('POST', '/api/calls', { tool: 'connect', arguments: args })
  expect(proposed.json.outcome).toBe('held')
  return proposed.json.gate.gate_id
}

async function approve(gateId: string, edited: (args: Record<string, unknown>) => object) {
  const { json: gate } = await as('reviewer')('GET', `/api/gates/${gateId}`)
  const [call] = gate.subject.tool_calls
  const { view_digest, confirm_word: confirm } = gate
  return as('reviewer')('POST', `/api/gates/${gateId}/decide`, {
    ...{ decision: 'approve', view_digest, confirm },
    edited_arguments: { [call.call_id]: edited(call.arguments) },
  })
}

/** What the agent is given to run. */
async function consumed(gateId: string): Promise<unknown> {
  const { json: gate } = await as('agent')('GET', `/api/gates/${gateId}`)
  const [grant] = gate.grants
  const { digest } = grant
  return (await as('agent')('POST', `/api/grants/${grant.grant_id}/consume`, { digest })).json.grant.arguments
}

const revealed = async () =>
  (await as('admin')('GET', '/api/audit?type=gate_revealed&limit=500')).json.events as readonly {
    readonly gate_id: string
    readonly actor: { readonly id: string }
  }[]

describe('secrets of a gate', () => {
  it.each([
    'admin',
    'reviewer',
    'member',
    'viewer',
    'cli',
  ] as const)('are in nothing that a %s reads of it, one by one, in lists and in answers to decisions', async role => {
    const gateId = await hold()
    const reads = [`/api/gates/${gateId}`, '/api/gates?limit=100', '/api/gates/pending', `/api/gates?q=first`]
    for (const path of [...reads, `/api/gates/${gateId}/wait?timeout_seconds=1`]) {
      const { status, text } = await as(role)('GET', path)
      expect([path, status]).toEqual([path, 200])
      expect(text).toContain('[looks like a secret')
      expect(text).not.toContain(TOKEN)
      expect(text).not.toContain(WORD)
    }
  })

  it('are what the agent proposed for the agent itself', async () => {
    const { json } = await as('agent')('GET', `/api/gates/${await hold()}`)
    expect(json.subject.tool_calls[0].arguments).toEqual(ARGUMENTS)
  })

  it('run as they were proposed where people saw their marks alone, also in texts edited around them', async () => {
    const gateId = await hold()
    const decided = await approve(gateId, args => ({ ...args, note: `${args.note} please`, amount: 11 }))
    expect(decided.status).toBe(200)
    expect(decided.text).not.toContain(TOKEN)
    expect(decided.text).not.toContain(WORD)
    expect(await consumed(gateId)).toEqual({
      ...{ note: `first ${TOKEN} last please`, password: WORD, amount: 11 },
    })
  })

  it('are never replaced by a mark that stands for none of them', async () => {
    const gateId = await hold()
    const decided = await approve(gateId, args => ({ ...args, password: '[looks like a secret 0000]' }))
    expect(decided.status).toBe(400)
    expect(decided.json.errors[0].field).toBe('edited_arguments')
    expect((await as('agent')('GET', `/api/gates/${gateId}`)).json.status).toBe('pending')
  })

  it('are approved by the same digests, shown or not', async () => {
    const gateId = await hold()
    const [marked, whole] = [
      (await as('reviewer')('GET', `/api/gates/${gateId}`)).json,
      (await as('agent')('GET', `/api/gates/${gateId}`)).json,
    ]
    expect(marked.view_digest).toBe(whole.view_digest)
    expect(marked.subject.tool_calls[0].digest).toBe(whole.subject.tool_calls[0].digest)
    const confirm = marked.confirm_word
    const body = { decision: 'approve', view_digest: marked.view_digest, confirm }
    expect((await as('reviewer')('POST', `/api/gates/${gateId}/decide`, body)).status).toBe(200)
    expect(await consumed(gateId)).toEqual(ARGUMENTS)
  })
})

describe('a reveal', () => {
  it('is possible by a phrase from the terminal of the server, where a decision shows none', async () => {
    const gateId = await hold()
    const { json: gate } = await as('agent')('GET', `/api/gates/${gateId}`)
    const { confirm_word: confirm, view_digest } = gate
    const byPhrase = async (operation: string, body: object) => {
      const asked = { operation, path_values: { gate_id: gateId }, body }
      const { json } = await as('cli')('POST', '/api/confirmations', asked)
      const phrase = /Phrase: (\S+)/.exec(server.shown.findLast(line => line.includes('Phrase: ')) ?? '')?.[1]
      return as('cli')('POST', `/api/confirmations/${json.confirmation_id}/confirm`, { phrase })
    }
    const shown = await byPhrase('revealGateSecrets', {})
    expect(shown.json.gate.subject.tool_calls[0].arguments).toEqual(ARGUMENTS)
    expect((await revealed()).filter(event => event.gate_id === gateId)).toHaveLength(1)
    const decided = await byPhrase('decideGate', { decision: 'approve', view_digest, confirm })
    expect([decided.status, decided.json.gate.status]).toEqual([200, 'approved'])
    expect(decided.text).not.toContain(WORD)
    expect(server.shown.join('\n')).not.toContain(WORD)
  })

  it.each([
    'admin',
    'reviewer',
  ] as const)('shows a %s the secrets, and stands in the audit trail', async role => {
    const gateId = await hold()
    const answer = await as(role)('POST', `/api/gates/${gateId}/reveal`, {})
    expect(answer.status).toBe(200)
    expect(answer.json.gate.subject.tool_calls[0].arguments).toEqual(ARGUMENTS)
    const events = (await revealed()).filter(event => event.gate_id === gateId)
    expect(events).toHaveLength(1)
    expect(events[0]?.actor.id).toBe((await as(role)('GET', '/api/auth/me')).json.person.id)
    expect(JSON.stringify(events)).not.toContain(WORD)
  })

  it.each([
    'member',
    'viewer',
    'agent',
    'cli',
  ] as const)('is refused to a %s for whom nobody asked, and leaves no event', async role => {
    const gateId = await hold()
    const answer = await as(role)('POST', `/api/gates/${gateId}/reveal`, {})
    expect(answer.status).toBe(403)
    expect(answer.text).not.toContain(WORD)
    expect((await revealed()).filter(event => event.gate_id === gateId)).toEqual([])
  })
})

describe('secrets of a run', () => {
  let run: { readonly soul_request_id: string; readonly run_id: string }
  beforeAll(async () => {
    const goal = `Write "use ${TOKEN} to log in" to notes.txt`
    const started = await as('member')('POST', '/reasoning/execute', { goal, approval_required: true })
    expect(started.json.approval_state).toBe('awaiting_approval')
    expect(started.text).not.toContain(TOKEN)
    run = started.json
  })

  it.each([
    'admin',
    'reviewer',
    'member',
    'viewer',
    'cli',
  ] as const)('are in nothing that a %s reads of it', async role => {
    const at = `/api/runs/${run.run_id}`
    const paths = [
      at,
      `${at}/steps`,
      `${at}/events`,
      '/api/runs?limit=100',
      `/approval/${run.soul_request_id}`,
    ]
    for (const path of paths) {
      const { status, text } = await as(role)('GET', path)
      expect([path, status]).toEqual([path, 200])
      expect(text).not.toContain(TOKEN)
    }
    expect((await as(role)('GET', `${at}/steps`)).text).toContain('[looks like a secret')
  })

  it.each([
    'admin',
    'reviewer',
    'member',
  ] as const)('are shown to a %s who asks, and that stands in the trail', async role => {
    const answer = await as(role)('POST', `/api/runs/${run.run_id}/reveal`, {})
    expect([answer.status, answer.json.run?.run_id]).toEqual([200, run.run_id])
    expect(JSON.stringify(answer.json.steps)).toContain(TOKEN)
    const { json: me } = await as(role)('GET', '/api/auth/me')
    const { json } = await as('admin')('GET', `/api/audit?type=run_revealed&run_id=${run.run_id}`)
    const seen = json.events.filter((event: { actor: { id: string } }) => event.actor.id === me.person.id)
    expect(seen).toHaveLength(1)
    expect(JSON.stringify(json)).not.toContain(TOKEN)
  })

  it.each(['viewer', 'agent', 'cli'] as const)('are refused to a %s', async role => {
    const answer = await as(role)('POST', `/api/runs/${run.run_id}/reveal`, {})
    expect(answer.status).toBeGreaterThanOrEqual(403)
    expect(answer.text).not.toContain(TOKEN)
  })

  it('of somebody else are refused to a member, and that one tried leaves no event', async () => {
    const goal = `Write "use ${TOKEN} to log in" to other.txt`
    const { json: others } = await as('reviewer')('POST', '/reasoning/execute', {
      goal,
      approval_required: true,
    })
    const answer = await as('member')('POST', `/api/runs/${others.run_id}/reveal`, {})
    expect([answer.status, answer.text.includes(TOKEN)]).toEqual([403, false])
    const { json } = await as('admin')('GET', `/api/audit?type=run_revealed&run_id=${others.run_id}`)
    expect(json.events).toEqual([])
  })

  it('run as they are where the run is resumed with arguments edited around their marks', async () => {
    const { json: read } = await as('member')('GET', `/api/runs/${run.run_id}`)
    const [gateId] = read.waiting_gate_ids
    const { json: gate } = await as('reviewer')('GET', `/api/gates/${gateId}`)
    const [call] = gate.subject.tool_calls
    expect(JSON.stringify(call.arguments)).not.toContain(TOKEN)
    const edited = Object.fromEntries(
      Object.entries(call.arguments).map(([key, value]) => [key, String(value).replace('to log in', 'now')]),
    )
    const { view_digest, confirm_word: confirm } = gate
    const answered = await as('reviewer')('POST', `/api/runs/${run.run_id}/resume`, {
      resume_payload: {
        decision: 'approve',
        view_digest,
        confirm,
        edited_arguments: { [call.call_id]: edited },
      },
    })
    expect(answered.status).toBe(200)
    const whole = async () => (await as('admin')('POST', `/api/runs/${run.run_id}/reveal`, {})).text
    await expect.poll(whole).toContain(`use ${TOKEN} now`)
    expect(await whole()).not.toContain('[looks like a secret')
  })
})

it('nothing is offered to be trusted from now on that is a secret', async () => {
  const tool = {
    ...{ name: 'find_note', description: 'Finds notes', reversibility: 'read_only' },
    annotations: { read_only: true, idempotent: true, destructive: false, open_world: true },
    input_schema: { type: 'object', properties: { to: { type: 'string', 'x-soulgate': 'recipient' } } },
  }
  expect((await as('admin')('POST', '/api/tools', tool)).status).toBe(201)
  const offers = async (to: string) => {
    const proposed = await as('agent')('POST', '/api/calls', { tool: 'find_note', arguments: { to } })
    return (await as('admin')('GET', `/api/gates/${proposed.json.gate.gate_id}/remember`)).text
  }
  expect(await offers('ada@example.org')).toContain('ada@example.org')
  expect(await offers(TOKEN)).not.toContain(TOKEN)
})
