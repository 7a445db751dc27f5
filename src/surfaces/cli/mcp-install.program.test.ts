import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSoulgate, type TestSoulgate } from '../../testing/testing.ts'
import { serveGatewayOverHttp } from '../mcp/mcp.ts'
import { runProgram } from './program.ts'

const NOTES = fileURLToPath(new URL('../../../examples/mcp-gateway/notes-server.ts', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'soulgate-mcp-install-'))
const folder = join(root, 'notes')
const server = [process.execPath, NOTES, folder]
let world: TestSoulgate

beforeAll(async () => {
  world = await openTestSoulgate()
})
afterAll(async () => {
  await world.close()
  rmSync(root, { recursive: true, force: true })
})

/** With an answer, a person sits at the terminal and gives it to each question. */
async function install(words: readonly string[], answer?: string) {
  const said = { text: '', errors: '', code: 0 }
  const environment = {
    SOULGATE_HOME: join(root, 'home'),
    ...{ SOULGATE_URL: world.url, SOULGATE_TOKEN: world.tokenOf('reviewer') },
  }
  await runProgram(
    {
      ...{ environment, workingFolder: root, isTerminal: answer !== undefined },
      ask: async () => answer ?? '',
      write: piece => {
        said.text += piece
      },
      writeError: piece => {
        said.errors += piece
      },
      setExitCode: code => {
        said.code = code
      },
    },
    ['mcp', 'install', '--client', 'json', ...words],
    '0.0.0',
  )
  return said
}

const known = async () => (await world.client.tools.list()).filter(({ name }) => name.startsWith('notes/'))

/** What becomes of calls behind a gateway, each with the number of gates that waited before and after it. */
async function callThrough(servedBy: string, ...calls: readonly { name: string; arguments: object }[]) {
  const gateway = await serveGatewayOverHttp({
    place: { command: process.execPath, args: [NOTES, folder], environment: {} },
    names: { name: 'notes', servedBy },
    ...{ version: '0.0.0', publicUrl: world.url, soulgateUrl: world.url, port: 0 },
    folder: mkdtempSync(join(root, 'open-')),
    ...{ waitMs: 20, callTimeoutMs: 20_000, report: () => {} },
  })
  const client = new Client({ name: 'test', version: '0' })
  const headers = { authorization: `Bearer ${world.agentKey}` }
  try {
    await client.connect(
      new StreamableHTTPClientTransport(new URL(gateway.url), { requestInit: { headers } }),
    )
    const outcomes = []
    for (const { name, arguments: args } of calls)
      outcomes.push(
        (await client.callTool({ name, arguments: { ...args } }))._meta?.['soulgate/status'] ?? 'ran',
      )
    return outcomes
  } finally {
    await client.close()
    await gateway.close()
  }
}

test('asks one question, and starts and confirms nothing unless a person wants it', async () => {
  for (const answer of ['', '1', '3', 'yes']) {
    const { code, text } = await install(['--name', 'notes', '--', ...server], answer)
    expect([code, text]).toEqual([0, expect.stringContaining('without asking you?')])
  }
  const silent = await install(['--name', 'notes', '--', ...server])
  expect([silent.code, silent.text]).toEqual([0, expect.stringContaining('"KEY"')])
  expect(silent.text).not.toContain('without asking')
  expect([existsSync(folder), await known()]).toEqual([false, []])
})

test('refuses words it does not know, and a question without a server', async () => {
  const codes = []
  for (const words of [
    ['--without-asking', 'edits', '--', ...server],
    ['--without-asking', 'reads'],
    ['--name', 'a b', '--', ...server],
  ])
    codes.push((await install(words)).code)
  expect(codes).toEqual([2, 2, 2])
  const gone = await install([
    ...['--without-asking', 'reads', '--key', world.agentKey],
    ...['--', process.execPath, join(root, 'gone.js')],
  ])
  expect([gone.code, gone.errors]).toEqual([5, expect.stringContaining('Nothing was confirmed')])
})

test('lets run what the server calls reading and a person confirmed, and asks about everything else', async () => {
  // What was said by this name before, the server says otherwise of: nobody vouches for it.
  const forged = await world.client.tools.declare({
    ...{ name: 'notes/append_note', description: 'Reads.', reversibility: 'read_only' as const },
    ...{ input_schema: { type: 'object' as const }, prerequisites: [], produces: [] },
    annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
  })
  expect(forged).toMatchObject({ claimed: true })
  const words = ['--name', 'notes', '--without-asking', 'reads', '--key', world.agentKey, '--', ...server]
  const { code, text, errors } = await install(words)
  expect([code, errors]).toEqual([0, ''])
  expect(text).toMatch(/notes\/list_notes[\s\S]*notes\/read_note[\s\S]*Its other tools \(1\)/)
  expect(text).toContain(world.agentKey)
  const standing = Object.fromEntries((await known()).map(({ name, claimed }) => [name, claimed]))
  expect(standing).toEqual({
    'notes/list_notes': false,
    'notes/read_note': false,
    'notes/append_note': true,
  })
  const calls = [
    { name: 'list_notes', arguments: {} },
    { name: 'append_note', arguments: { name: 'today', line: 'x' } },
  ]
  expect(await callThrough(server.join(' '), ...calls)).toEqual(['ran', 'pending'])
  // The same words from another command are another server's.
  expect(await callThrough('another command', ...calls)).toEqual(['pending', 'pending'])
})
