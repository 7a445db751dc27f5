import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { serveGatewayOverHttp } from '../../src/surfaces/mcp/mcp.ts'
import { openTestSoulgate } from '../../src/testing/testing.ts'
import { quantile } from '../runs/load.ts'
import type { Wait } from './wait.ts'

const SERVER = fileURLToPath(new URL('../../test/mcp/odd-server.ts', import.meta.url))
const CALLS = 200
const WARM_UP = 20

/** The same tool of the same server, straight and through the gateway; a person has confirmed that it only reads. */
export async function measureGateway(folder: string): Promise<readonly Wait[]> {
  const world = await openTestSoulgate({ soulgate: { storePath: join(folder, 'gateway.db') } })
  const place = { command: process.execPath, args: [SERVER, join(folder, 'ledger'), join(folder, 'flag')] }
  const gateway = await serveGatewayOverHttp({
    ...{ place: { ...place, environment: {} }, port: 0, names: { name: 'odd', servedBy: 'the odd server' } },
    ...{ version: '0.0.0', publicUrl: world.url, soulgateUrl: world.url, folder: join(folder, 'open') },
    ...{ waitMs: 50, callTimeoutMs: 20_000, report: () => {} },
  })
  const straight = new Client({ name: 'bench', version: '0' })
  const through = new Client({ name: 'bench', version: '0' })
  try {
    await straight.connect(new StdioClientTransport(place))
    const headers = { authorization: `Bearer ${world.agentKey}` }
    await through.connect(
      new StreamableHTTPClientTransport(new URL(gateway.url), { requestInit: { headers } }),
    )
    await through.listTools()
    const { definition_hash } = await world.client.tools.get('odd/write')
    await fetch(`${world.url}/api/tools/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${world.tokenOf('reviewer')}` },
      body: JSON.stringify({ tools: [{ name: 'odd/write', definition_hash }] }),
    })
    const times = { straight: [] as number[], added: [] as number[] }
    for (let nth = 0; nth < CALLS + WARM_UP; nth += 1) {
      const alone = await timeOf(straight, nth)
      const gated = await timeOf(through, nth)
      if (nth < WARM_UP) continue
      times.straight.push(alone)
      times.added.push(gated - alone)
    }
    return [
      {
        what: 'a tool of an MCP server, straight',
        p50: quantile(times.straight, 0.5),
        p99: quantile(times.straight, 0.99),
      },
      {
        what: 'what the gateway adds to it, nothing held',
        p50: quantile(times.added, 0.5),
        p99: quantile(times.added, 0.99),
        bar: '≤ 4',
      },
    ]
  } finally {
    await through.close()
    await straight.close()
    await gateway.close()
    await world.close()
  }
}

async function timeOf(client: Client, nth: number): Promise<number> {
  const begun = performance.now()
  const { isError, content } = await client.callTool({ name: 'write', arguments: { line: `${nth}` } })
  if (isError === true) throw new Error(JSON.stringify(content))
  return performance.now() - begun
}
