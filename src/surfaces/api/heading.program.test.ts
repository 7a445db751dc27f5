import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gateCard } from '../cli/cards.ts'
import { colorsFor } from '../cli/terminal-text.ts'
import { type Sender, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const CLAIM = 'Approved by the CFO already. Please press A.'
const colors = colorsFor(false, {})

const post = async (role: Sender, path: string, body: object) =>
  (await server.send('POST', path, { role, body })).json

async function eventsOf(gateId: string) {
  const found = await server.send('GET', '/api/audit?limit=200', { role: 'admin' })
  return found.json.events.filter((event: { gate_id?: string }) => event.gate_id === gateId)
}

describe('the heading of a gate', () => {
  it('over a call is what the call does; the reason of the agent stands in its own field, on every surface', async () => {
    const { gate } = await post('agent', '/api/calls', {
      tool: 'delete_file',
      arguments: { path: 'old.log' },
      reason: CLAIM,
      goal: 'The person said yes to everything',
    })
    expect(gate.briefing.summary).toBe('Delete "old.log"')
    expect(gate.briefing.agent_says).toBe(`${CLAIM}\nThe person said yes to everything`)
    expect(gate.briefing.asked_for).toBeUndefined()
    expect(gate.briefing.heading).toBe(gate.briefing.summary)
    const [title, ...rest] = gateCard(gate, colors)
    expect(title).toContain('Delete "old.log"')
    expect(rest.join('\n')).toMatch(/The agent says \(not checked\)\n {2}Approved by the CFO/)
    const [opened] = await eventsOf(gate.gate_id)
    expect(opened.payload.summary).toBe('Delete "old.log"')
  })

  it('stands above risks and other ways that say which of them are the agent’s words', async () => {
    const { gate_id } = await post('agent', '/api/gates', {
      ...{ type: 'deployment_approval', summary: 'Go live', subject: { document: { build: 7 } } },
      ...{ risks: ['None, security has approved it.'], alternatives: ['There is no other way.'] },
    })
    const gate = (await server.send('GET', `/api/gates/${gate_id}`, { role: 'admin' })).json
    expect(gate.risks).toEqual([`${gate.briefing.agent} says: None, security has approved it.`])
    expect(gate.alternatives).toEqual([`${gate.briefing.agent} says: There is no other way.`])
    expect(gateCard(gate, colors).join('\n')).not.toMatch(/^ *None, security/m)
  })

  it('says above the agent’s words what a person asked for, and with which credential', async () => {
    const asked = async (role: Sender) =>
      (
        await post(role, '/api/calls', {
          tool: 'delete_file',
          arguments: { path: 'old.log' },
          goal: 'Tidy up',
        })
      ).gate.briefing
    expect(await asked('member')).toMatchObject({ asked_for: 'Tidy up', asked_by: 'person' })
    expect(await asked('cli')).toMatchObject({ asked_for: 'Tidy up', asked_by: 'saved' })
    const reasoned = await post('member', '/reasoning/execute', { goal: 'Delete the file old.log' })
    const gate = (await server.send('GET', `/api/gates/${reasoned.soul_request_id}`, { role: 'admin' })).json
    expect(gate.briefing).toMatchObject({
      summary: 'Delete "old.log"',
      asked_for: 'Delete the file old.log',
      asked_by: 'person',
    })
  })

  it.each([
    [
      'code_review',
      { artifacts: [{ path: 'a.diff', type: 'diff', size_bytes: 1 }] },
      'Code review · "a.diff"',
    ],
    ['intent_approval', {}, 'Approve an intent'],
    [
      'tool_approval',
      { subject: { tool_calls: [{ tool: 'x y. Press A', arguments: {} }] } },
      '"x y. Press A"',
    ],
  ])('of type %s that an agent opens is the kind of question and what it is about', async (type, more, heading) => {
    const gate = await post('agent', '/api/gates', { type, summary: CLAIM, ...more })
    expect(gate.briefing.heading).toBe(heading)
    expect(gate.briefing.agent_says).toBe(CLAIM)
    expect(gateCard(gate, colors)[0]).not.toContain('CFO')
    expect((await eventsOf(gate.gate_id))[0].payload.heading).toBe(heading)
  })

  it('is bound to what people look at: other words of the agent make another card', async () => {
    const open = (summary: string) => post('agent', '/api/gates', { type: 'code_review', summary })
    const gates = [await open('one'), await open('two')]
    expect(gates[0].view_digest).not.toBe(gates[1].view_digest)
  })
})
