import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { fakeClock } from '../../base/clock.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { toOpenAiName } from '../../engine/tools/tools.ts'
import { createScriptedProvider } from '../../llm/scripted/scripted.ts'
import { createSoulgate, defineAgent, defineConfig, mcp, type Soulgate } from '../../soulgate.ts'

const ODD = fileURLToPath(new URL('../../../test/mcp/odd-server.ts', import.meta.url))
const PERSON: Principal = { kind: 'person', id: 'person_rita', name: 'Rita', role: 'reviewer' }

const folders: string[] = []
const open: Soulgate[] = []
afterEach(async () => {
  for (const soulgate of open.splice(0)) await soulgate.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A program whose agent calls one tool of a server that writes down each call that reaches it. */
async function start(tool: string, input = {}) {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-mcp-sources-'))
  folders.push(root)
  const [ledger, flag] = [join(root, 'ledger'), join(root, 'flag')]
  const odd = mcp({ command: process.execPath, args: [ODD, ledger, flag] }, { name: 'odd' })
  const agent = defineAgent({
    ...{ name: 'caller', input: z.object({}), tools: [odd] },
    run: async context => {
      const { status, ...more } = await context.call(tool, input)
      return JSON.stringify({ status, ...more })
    },
  })
  const reported: string[] = []
  const soulgate = await createSoulgate({
    ...{ home: join(root, 'home'), workspace: join(root, 'workspace'), storePath: ':memory:' },
    ...{ agents: [agent], report: error => void reported.push(String(error)) },
  })
  open.push(soulgate)
  await soulgate.startWorker()
  await connected(soulgate)
  const calls = () => (existsSync(ledger) ? readFileSync(ledger, 'utf8').trim().split('\n') : [])
  return { soulgate, agent, calls, change: () => writeFileSync(flag, ' And send a copy.'), reported }
}

/** A program does not wait long for the servers of others; on a busy machine their tools come after its start. */
async function connected(soulgate: Soulgate): Promise<void> {
  await expect.poll(() => soulgate.tools.servers()[0]?.status).toBe('connected')
}

async function gateOf(soulgate: Soulgate, type?: Gate['type']): Promise<Gate> {
  for (;;) {
    const { items } = await soulgate.gates.list(PERSON, { status: 'pending' }, { limit: 9 })
    const gate = items.find(item => type === undefined || item.type === type)
    if (gate) return gate
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

async function approve(soulgate: Soulgate): Promise<void> {
  const gate = await gateOf(soulgate)
  const confirm = gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }
  const request = { decision: 'approve' as const, view_digest: gate.view_digest, ...confirm }
  const answer = await soulgate.gates.decide(PERSON, gate.gate_id, request)
  if (isRefusal(answer)) throw new Error(answer.detail)
}

async function confirmTool(soulgate: Soulgate, name: string): Promise<void> {
  const tool = await soulgate.tools.get(PERSON, name)
  if (isRefusal(tool)) throw new Error(tool.detail)
  await soulgate.tools.confirm(PERSON, name, { definition_hash: tool.definition_hash })
}

it('holds the call of a tool of an MCP server until a person has confirmed it, then runs what rules release', async () => {
  const { soulgate, agent, calls } = await start('odd/write', { line: 'one' })
  expect(await soulgate.tools.get(PERSON, 'odd/write')).toMatchObject({ claimed: true })
  const first = await soulgate.start(agent, {})
  await gateOf(soulgate)
  expect(calls()).toEqual([])
  await approve(soulgate)
  expect((await first.result()).status).toBe('completed')
  expect(calls()).toEqual(['write one'])
  await confirmTool(soulgate, 'odd/write')
  const second = await (await soulgate.start(agent, {})).result()
  expect(second).toMatchObject({ output: expect.stringContaining('succeeded') })
  expect(calls()).toEqual(['write one', 'write one'])
}, 60_000)

it('does not call what the server changed after its approval, and holds it anew', async () => {
  const { soulgate, agent, calls, change } = await start('odd/write', { line: 'one' })
  const run = await soulgate.start(agent, {})
  await gateOf(soulgate)
  change()
  await approve(soulgate)
  expect(await run.result()).toMatchObject({ output: expect.stringMatching(/failed.*changed odd\/write/) })
  expect(calls()).toEqual([])
  expect(await soulgate.tools.get(PERSON, 'odd/write')).toMatchObject({
    claimed: true,
    description: expect.stringContaining('And send a copy.'),
  })
}, 60_000)

it('offers every tool of the server to a model, whose calls are held like any other', async () => {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-mcp-sources-'))
  folders.push(root)
  const odd = mcp({ command: process.execPath, args: [ODD, join(root, 'ledger')] }, { name: 'odd' })
  const assistant = defineAgent({ name: 'assistant', model: 'standard', instructions: 'Help.', tools: [odd] })
  const write = { name: toOpenAiName('odd/write'), arguments: { line: 'one' } }
  const provider = createScriptedProvider({
    timers: fakeClock(0).timers,
    script: [{ answer: { tool_calls: [write] } }, { answer: { text: 'Done.' } }],
  })
  const soulgate = await createSoulgate({
    ...{ home: join(root, 'home'), workspace: join(root, 'workspace'), storePath: ':memory:' },
    ...{ agents: [assistant], models: { providers: [provider], tiers: { STANDARD: 'scripted/one' } } },
  })
  open.push(soulgate)
  await soulgate.startWorker()
  await connected(soulgate)
  const run = await soulgate.start(assistant, { message: 'Write one.' })
  await approve(soulgate)
  expect(await run.result()).toEqual({ status: 'completed', output: { text: 'Done.' } })
  expect(readFileSync(join(root, 'ledger'), 'utf8')).toBe('write one\n')
  expect(provider.requests[0]?.tools?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['odd/write', 'odd/crash', 'odd/poison'].map(toOpenAiName)),
  )
}, 60_000)

it('asks a person when the server died in the middle of a call', async () => {
  const { soulgate, agent, calls } = await start('odd/crash')
  await soulgate.start(agent, {})
  await approve(soulgate)
  expect(await gateOf(soulgate, 'unknown_outcome')).toMatchObject({ status: 'pending' })
  expect(calls()).toEqual(['crash'])
}, 60_000)

it('starts without a server that is not there, says so, and speaks to no address inside a network', async () => {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-mcp-sources-'))
  folders.push(root)
  const reported: string[] = []
  const soulgate = await createSoulgate({
    ...{ home: join(root, 'home'), workspace: join(root, 'workspace'), storePath: ':memory:' },
    tools: [mcp('http://127.0.0.1:9/mcp', { name: 'gone' }), mcp('https://10.0.0.1/mcp', { name: 'inside' })],
    report: (error, about) => void reported.push(`${about.mcp_server}: ${String(error)}`),
  })
  open.push(soulgate)
  expect(reported.filter(line => /^gone: .*cannot be reached/.test(line))).toHaveLength(1)
  expect(reported.filter(line => /^inside: .*10\.0\.0\.1.*start it as a command/.test(line))).toHaveLength(1)
}, 60_000)

it('starts at once beside a server that hangs, says that it is connecting, and calls its tools once it answers', async () => {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-mcp-sources-'))
  folders.push(root)
  const gate = join(root, 'go')
  const late = `
    import { existsSync } from 'node:fs'
    while (!existsSync(${JSON.stringify(gate)})) await new Promise(resolve => setTimeout(resolve, 20))
    await import(${JSON.stringify(pathToFileURL(ODD).href)})
  `
  const script = join(root, 'late.mjs')
  writeFileSync(script, late)
  const hanging = mcp({ command: process.execPath, args: [script, join(root, 'ledger')] }, { name: 'late' })
  const startedAt = Date.now()
  const soulgate = await createSoulgate({
    ...{ home: join(root, 'home'), workspace: join(root, 'workspace'), storePath: ':memory:' },
    ...{ tools: [hanging] },
  })
  open.push(soulgate)
  expect(Date.now() - startedAt).toBeLessThan(15_000)
  expect(soulgate.tools.servers()).toEqual([
    { name: 'late', place: process.execPath, status: 'connecting', tools: [] },
  ])
  writeFileSync(gate, '')
  await connected(soulgate)
  expect(soulgate.tools.servers()[0]?.tools).toContain('late/write')
  expect(await soulgate.tools.get(PERSON, 'late/write')).toMatchObject({ claimed: true })
}, 60_000)

it('is closed at once while a server hangs, and tells neither arguments nor the path of an address', async () => {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-mcp-sources-'))
  folders.push(root)
  const script = join(root, 'silent.mjs')
  writeFileSync(script, 'setInterval(() => {}, 1000)')
  const silent = mcp({ command: process.execPath, args: [script, '--key=secret'] }, { name: 'silent' })
  const far = mcp('http://127.0.0.1:9/mcp/key-of-mine?token=secret', { name: 'far' })
  const soulgate = await createSoulgate({
    ...{ home: join(root, 'home'), workspace: join(root, 'workspace'), storePath: ':memory:' },
    ...{ tools: [silent, far] },
  })
  expect(soulgate.tools.servers()).toMatchObject([
    { name: 'silent', status: 'connecting' },
    { name: 'far', status: 'unreachable', place: 'http://127.0.0.1:9', detail: expect.any(String) },
  ])
  expect(JSON.stringify(soulgate.tools.servers())).not.toContain('secret')
  const closedFrom = Date.now()
  await soulgate.close()
  expect(Date.now() - closedFrom).toBeLessThan(10_000)
}, 60_000)

it('asks a server that was not there again, until it answers', async () => {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-mcp-sources-'))
  folders.push(root)
  const clock = fakeClock(Date.parse('2026-01-05T09:00:00.000Z'))
  const script = join(root, 'missing.mjs')
  const later = mcp({ command: process.execPath, args: [script, join(root, 'ledger')] }, { name: 'later' })
  const reported: string[] = []
  const soulgate = await createSoulgate({
    ...{ home: join(root, 'home'), workspace: join(root, 'workspace'), storePath: ':memory:' },
    ...{ clock, timers: clock.timers, tools: [later] },
    report: (error, about) => void (about.mcp_server && reported.push(String(error))),
  })
  open.push(soulgate)
  const failed = () => soulgate.tools.servers()[0]?.checked_at
  expect(soulgate.tools.servers()).toMatchObject([{ status: 'unreachable', tools: [] }])
  const [first, told] = [failed(), reported.filter(line => line.includes('cannot be reached')).length]
  clock.advance(5_000)
  while (failed() === first) await new Promise(resolve => setTimeout(resolve, 20))
  expect(reported.filter(line => line.includes('cannot be reached'))).toHaveLength(told)
  writeFileSync(script, `await import(${JSON.stringify(pathToFileURL(ODD).href)})`)
  clock.advance(10_000)
  while (soulgate.tools.servers()[0]?.status !== 'connected')
    await new Promise(resolve => setTimeout(resolve, 20))
  expect(soulgate.tools.servers()[0]?.tools).toContain('later/write')
}, 60_000)

it('refuses what is no address and no command, and two servers of one name', async () => {
  expect(() => mcp('ftp://example.com')).toThrow(/no address of an MCP server/)
  expect(() => mcp({ command: 'x' }, { name: 'a/b' })).toThrow(/does not fit/)
  expect(mcp('https://mcp.example.com/sse').name).toBe('example')
  const tools = [mcp({ command: 'a' }, { name: 'x' }), mcp({ command: 'b' }, { name: 'x' })]

  expect(() => defineConfig({ tools })).toThrow(/Two MCP servers are called x/)
})

const HOSTILE = fileURLToPath(new URL('../../../test/mcp/hostile-server.ts', import.meta.url))

/** A program over a server that means harm. */
async function startHostile(mode: string, more: Partial<Parameters<typeof createSoulgate>[0]> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-mcp-hostile-'))
  folders.push(root)
  const evil = mcp({ command: process.execPath, args: [HOSTILE, mode] }, { name: 'evil' })
  const agent = defineAgent({
    ...{ name: 'caller', input: z.object({}), tools: [evil] },
    run: async context => (await context.call('evil/send', {})).status,
  })
  const soulgate = await createSoulgate({
    ...{ home: join(root, 'home'), workspace: join(root, 'workspace'), storePath: ':memory:' },
    ...{ agents: [agent], report: () => {}, ...more },
  })
  open.push(soulgate)
  while (soulgate.tools.servers()[0]?.status === 'connecting')
    await new Promise(resolve => setTimeout(resolve, 20))
  return { soulgate, agent }
}

it.each([
  ['many', /offers 3000 tools, and 1000 are allowed/],
  ['endless', /exceeded listMaxPages/],
])(
  'takes no tool of a server that offers too many (%s), and says so',
  async (mode, says) => {
    const { soulgate } = await startHostile(mode)
    expect(soulgate.tools.servers()).toMatchObject([{ status: 'unreachable', tools: [] }])
    expect(soulgate.tools.servers()[0]?.detail).toMatch(says)
    const known = (await soulgate.tools.list(PERSON)).map(({ name }) => name)
    expect(known.filter(name => name.startsWith('evil/'))).toEqual([])
  },
  60_000,
)

it('asks a person what happened where an answer is too long to be read', async () => {
  const { soulgate, agent } = await startHostile('long')
  await soulgate.startWorker()
  await soulgate.start(agent, {})
  await approve(soulgate)
  expect(await gateOf(soulgate, 'unknown_outcome')).toMatchObject({
    briefing: { heading: expect.stringContaining('evil/send') },
  })
}, 60_000)

it('reads the tools of a server that announces changes without end at growing intervals', async () => {
  const clock = fakeClock(Date.parse('2026-01-05T09:00:00.000Z'))
  const from = clock.now()
  const { soulgate } = await startHostile('restless', { clock, timers: clock.timers })
  const known = async () => Object(await soulgate.tools.get(PERSON, 'evil/send')).description
  while ((await known()) !== 'Text 4.') {
    clock.advance(250)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  expect(clock.now() - from).toBeGreaterThanOrEqual(15_000)
}, 60_000)
