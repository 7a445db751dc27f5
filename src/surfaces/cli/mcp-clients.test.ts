import { describe, expect, test } from 'vitest'
import { CLIENT_NAMES, toConfiguration } from './mcp-clients.ts'

const server = {
  name: 'notes',
  command: 'soulgate',
  args: ['mcp', 'gateway', '--name', 'notes', '--', 'node', "it's here.ts"],
  environment: { SOULGATE_URL: 'http://127.0.0.1:7411', SOULGATE_TOKEN: 'KEY' },
}

describe('what is put into a client', () => {
  test('is one line of the shell for Claude Code, whatever stands in the command', () => {
    expect(toConfiguration('claude-code', server).text).toBe(
      "claude mcp add notes --env SOULGATE_URL=http://127.0.0.1:7411 --env SOULGATE_TOKEN=KEY -- soulgate mcp gateway --name notes -- node 'it'\\''s here.ts'",
    )
  })

  test('is TOML for Codex', () => {
    expect(toConfiguration('codex', server).text.split('\n')).toEqual([
      '[mcp_servers."notes"]',
      'command = "soulgate"',
      'args = ["mcp", "gateway", "--name", "notes", "--", "node", "it\'s here.ts"]',
      'env = { SOULGATE_URL = "http://127.0.0.1:7411", SOULGATE_TOKEN = "KEY" }',
    ])
  })

  test('is JSON for the others', () => {
    for (const client of CLIENT_NAMES.filter(name => !['claude-code', 'codex'].includes(name))) {
      const { mcpServers, servers } = JSON.parse(toConfiguration(client, server).text)
      expect((mcpServers ?? servers).notes).toMatchObject({ command: 'soulgate', args: server.args })
    }
  })
})
