import { Client, type Transport } from '@modelcontextprotocol/client'
import type { SoulgateClient } from 'soulgate/sdk'
import { gateMcpClient } from 'soulgate/sdk/mcp-client'

/** A client of any MCP server whose tools run only when they were let through. */
export async function connectGated(soulgate: SoulgateClient, transport: Transport): Promise<Client> {
  const client = new Client({ name: 'notes-agent', version: '1.0.0' })
  await client.connect(transport)
  return gateMcpClient(client, { soulgate, server: 'notes' })
}
