import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { blockOf } from './blocks.ts'
import { endOf, nextGate, type Place } from './place.ts'
import { SCRIPTED_MODELS } from './scripted-models.ts'

/** One thing that the documents promise within minutes, and its proof: done as they say, and looked at. */
export interface Claim {
  readonly document: string
  readonly says: string
  readonly prove: (place: Place) => Promise<string>
}

const root = resolve(import.meta.dirname, '../..')

export const CLAIMS: readonly Claim[] = [
  { document: 'docs/first-gate.md', says: 'the first gate', prove: firstGate },
  { document: 'docs/steering.md', says: 'a steer instead of an answer', prove: steering },
  { document: 'docs/sdk.md', says: 'three lines gate a function', prove: threeLines },
  { document: 'docs/sdk.md', says: 'the server dies while it waits', prove: survives },
  { document: 'docs/testing.md', says: 'a week in milliseconds', prove: testing },
  { document: 'docs/sdk.md', says: 'the AI SDK', prove: place => framework(place, 'ai-agent.mjs', 'ai') },
  {
    document: 'docs/sdk.md',
    says: 'OpenAI Agents',
    prove: place => framework(place, 'agents.mjs', 'agents'),
  },
  { document: 'docs/mcp.md', says: 'one line gates an MCP server', prove: gateway },
  { document: 'docs/guardrails.md', says: 'the first guidelines', prove: guidelines },
  { document: 'docs/webhooks.md', says: 'somebody outside is told', prove: webhook },
  { document: 'docs/hooks.md', says: 'one command gates Claude Code', prove: claudeCode },
]

async function firstGate(place: Place): Promise<string> {
  const asked = await place.follow('docs/first-gate.md', 'ask')
  const { gate_id, run_id } = await nextGate(place.person)
  const words = { GATE_ID: String(gate_id), RUN_ID: String(run_id) }
  expect(asked.at(-1) ?? '', 'move_file')
  // `approve` asks a person for the phrase of the server's terminal; here their token decides.
  const [, shown = '', , ran = '', audit = ''] = await place.follow('docs/first-gate.md', 'decide', {
    words,
    asPerson: true,
  })
  expect(shown, 'Why it was held')
  expect(ran, 'completed')
  expect(audit, 'Whole')
  const moved = join(place.project, 'workspace/archive/old.log')
  expect(readFileSync(moved, 'utf8'), 'all is well')
  await place.follow('docs/first-gate.md', 'undo', { words, asPerson: true })
  expect(readFileSync(join(place.project, 'workspace/old.log'), 'utf8'), 'all is well')
  return 'proposed, approved, moved, in the journal, and taken back'
}

async function steering(place: Place): Promise<string> {
  await place.follow('docs/first-gate.md', 'ask')
  const { gate_id } = await nextGate(place.person)
  const words = { GATE_ID: String(gate_id) }
  await place.follow('docs/steering.md', 'steer', { words, asPerson: true })
  const steered = await place.person('GET', `/api/gates/${String(gate_id)}`)
  expect(String(steered.status), 'steered')
  const next = await nextGate(place.person)
  expect(String(next.steered_from), String(gate_id))
  await place.person('POST', `/api/gates/${String(next.gate_id)}/decide`, { decision: 'reject' })
  return 'withdrawn, and proposed anew from the person’s words'
}

async function threeLines(place: Place): Promise<string> {
  await place.follow('docs/sdk.md', 'begin', { without: /^(npm|export|npx soulgate up)/, asPerson: true })
  place.write('docs/sdk.md', 'refund.mjs')
  return approved(place, place.start('node refund.mjs', { SOULGATE_TOKEN: await place.sdkKey() }))
}

/** What a program prints whose one call is approved; that it ended before it asked is a failure at once. */
async function approved(place: Place, program: ChildProcess): Promise<string> {
  const printed = endOf(program)
  const asked = place.approveNext()
  const ended = printed.then(text => Promise.reject(new Error(`It ended before it asked: ${text}`)))
  await Promise.race([asked, ended])
  ended.catch(() => undefined)
  expect(await printed, '20 went back to c_1')
  return (await printed).trim()
}

async function survives(place: Place): Promise<string> {
  place.write('docs/sdk.md', 'refund.mjs')
  const printed = endOf(place.start('node refund.mjs', { SOULGATE_TOKEN: await place.sdkKey() }))
  await nextGate(place.person)
  await place.killAndRestart()
  await place.approveNext()
  expect(await printed, '20 went back to c_1')
  return 'killed, started again, approved, and it ran once'
}

async function testing(place: Place): Promise<string> {
  place.write('docs/testing.md', 'refund.test.mjs')
  const [printed = ''] = await place.follow('docs/testing.md', 'testing', { without: /^npm/ })
  const [passed] = /pass \d+/.exec(printed) ?? ['nothing']
  expect(printed, 'fail 0')
  return `node --test: ${passed}`
}

/** The example as it stands; the model that it names is played by a script, so that no key is needed. */
async function framework(place: Place, file: string, part: keyof typeof SCRIPTED_MODELS): Promise<string> {
  place.write('docs/sdk.md', file)
  writeFileSync(join(place.project, `scripted-${file}`), SCRIPTED_MODELS[part])
  const token = { SOULGATE_TOKEN: await place.sdkKey() }
  return approved(place, place.start(`node --import ./scripted-${file} ${file}`, token))
}

async function gateway(place: Place): Promise<string> {
  const server = readFileSync(join(root, 'examples/mcp-gateway/notes-server.ts'), 'utf8')
  writeFileSync(join(place.project, 'notes-server.mjs'), stripTypeScriptTypes(server))
  const [printed = ''] = await place.follow('docs/mcp.md', 'gateway')
  const configuration = JSON.parse(printed.slice(printed.indexOf('{')))
  const { command, args, env } = configuration.mcpServers.notes
  const key = await place.makeKey('notes')
  const client = new Client({ name: 'reader', version: '1' })
  const environment = { ...process.env, ...env, SOULGATE_TOKEN: key }
  await client.connect(new StdioClientTransport({ command, args, env: environment, cwd: place.project }))
  try {
    const { tools } = await client.listTools()
    const call = { name: 'append_note', arguments: { name: 'a', line: 'milk' } }
    const [called] = await Promise.all([client.callTool(call), place.approveNext()])
    expect(JSON.stringify(called), 'wrote into a')
    expect(readFileSync(join(place.project, 'my-notes/a.md'), 'utf8'), 'milk')
    return `${tools.length} tools behind it; append_note waited, was approved, and wrote`
  } finally {
    await client.close()
  }
}

async function guidelines(place: Place): Promise<string> {
  place.write('docs/guardrails.md', 'rules.yaml')
  const [tried = '', dry = '', applied = '', shown = ''] = await place.follow(
    'docs/guardrails.md',
    'guardrails',
    { asPerson: true },
  )
  expect(tried, 'Contracts belong to everybody')
  expect(dry, 'contracts-belong-to-everybody')
  expect(applied, '3 saved')
  expect(shown, 'arguments.amount > 1000')
  for (const id of ['contracts-belong-to-everybody', 'deleting-is-looked-at', 'large-invoices'])
    await place.person('GET', `/api/guardrails/${id}`)
  return 'tried as a draft, applied, and in force'
}

async function webhook(place: Place): Promise<string> {
  const received: { readonly body: string; readonly headers: object }[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', piece => (body += piece))
    request.on('end', () => {
      received.push({ body, headers: request.headers })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done))
  const address = receiver.address()
  const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  try {
    // Inside one's own network the host is named first, as the document says.
    const settings = await place.person('GET', '/api/settings')
    await place.person('PUT', '/api/settings', { version: settings.version, webhook_hosts: [host] })
    const words = { ADDRESS: `http://${host}/notices` }
    const [added = ''] = await place.follow('docs/webhooks.md', 'add', { words, asPerson: true })
    const webhook = /webhook_\w+/.exec(added)?.[0] ?? 'none'
    const secret = /whsec_\S+/.exec(added)?.[0] ?? 'none'
    await place.follow('docs/webhooks.md', 'test', { words: { WEBHOOK_ID: webhook }, asPerson: true })
    const { body = '', headers = {} } = received[0] ?? {}
    const check = `${blockOf('docs/webhooks.md', 'file', 'check.mjs').replace('whsec_…', secret)}
console.log(notice.type)`
    const given = `const body = ${JSON.stringify(body)}, headers = ${JSON.stringify(headers)}\n`
    writeFileSync(join(place.project, 'check.mjs'), check.replace(/^const notice/m, `${given}$&`))
    const type = (await endOf(place.start('node check.mjs'))).trim()
    expect(type, 'test')
    return `a signed notice “${type}” arrived, and its signature holds`
  } finally {
    receiver.close()
  }
}

async function claudeCode(place: Place): Promise<string> {
  await place.follow('docs/hooks.md', 'hooks', { without: /soulgate (up|doctor)/, asPerson: true })
  const file = join(place.project, '..', '.claude/settings.json')
  const { hooks } = JSON.parse(readFileSync(file, 'utf8'))
  const ends: string[] = []
  const fire = async (event: string, more: object, decide?: () => Promise<void>) => {
    const child = place.start(`sh -c ${shellWord(String(hooks[event][0].hooks[0].command))}`)
    const ended = new Promise<number | null>(done => child.on('exit', done))
    const said = { hook_event_name: event, session_id: 's', cwd: place.project, ...more }
    child.stdin?.end(JSON.stringify(said))
    const printed = endOf(child)
    await decide?.()
    const code = await ended
    if (code !== 0) throw new Error(`${event} ended with ${code}: ${await printed}`)
    const { hookSpecificOutput: answer } = JSON.parse(await printed)
    ends.push(`${event} ${answer.permissionDecision ?? 'told'}`)
    return answer
  }
  await fire('UserPromptSubmit', { prompt: 'Publish it.' })
  await fire('SubagentStart', { agent_type: 'scout' })
  const bash = { tool_name: 'Bash', tool_input: { command: 'npm publish' } }
  const allowed = await fire('PreToolUse', { ...bash, tool_use_id: 'a' }, () => place.approveNext())
  expect(allowed.permissionDecision, 'allow')
  const rejected = await fire('PreToolUse', { ...bash, tool_use_id: 'b' }, async () => {
    const { gate_id } = await nextGate(place.person)
    const body = { decision: 'reject', feedback: 'Not on a Friday.' }
    await place.person('POST', `/api/gates/${String(gate_id)}/decide`, body)
  })
  expect(JSON.stringify(rejected), 'Not on a Friday.')
  const [doctor = ''] = await place.follow('docs/hooks.md', 'hooks', { without: /soulgate (up|hook)/ })
  const [drills] = /\d+ drills?[^\n]*/.exec(doctor) ?? ['no drills']
  return `${ends.join(', ')}; ${drills}`
}

function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function expect(text: string, part: string): void {
  if (!text.includes(part)) throw new Error(`“${part}” was expected in:\n${text}`)
}
