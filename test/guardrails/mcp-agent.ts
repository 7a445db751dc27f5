import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const main = fileURLToPath(new URL('../../src/surfaces/cli/main.ts', import.meta.url))

/** The official MCP client, connected to `soulgate mcp` with an agent's key. */
export interface McpAgent {
  readonly client: Client
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a caller would
  call(name: string, args: object): Promise<any>
  close(): Promise<void>
}

export async function connectMcp(url: string, token: string): Promise<McpAgent> {
  const client = new Client({ name: 'test', version: '0.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp'],
      env: { SOULGATE_URL: url, SOULGATE_TOKEN: token },
    }),
  )
  return {
    client,
    call: async (name, args) => {
      const result = await client.callTool({ name, arguments: { ...args } })
      const [content] = result.content ?? []
      return JSON.parse(content?.type === 'text' ? content.text : 'null')
    },
    close: () => client.close(),
  }
}
