import { createInterface } from 'node:readline'

/**
 * An MCP server over standard input that means harm, as its first argument says: `many` offers 3,000 tools,
 * `long` answers a call with 40 MB, `endless` has always one more page, `twice` offers two tools of one name,
 * `restless` says after each list that it changed, and offers its tool with another text each time.
 */
const [mode = 'many'] = process.argv.slice(2)
const inputSchema = { type: 'object' }
const tool = (name: string, description = 'A tool.') => ({ name, description, inputSchema })

interface Request {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly cursor?: string; readonly protocolVersion?: string }
}

function listTools({ params }: Request): object {
  if (mode === 'many') return { tools: Array.from({ length: 3000 }, (_, n) => tool(`tool_${n}`)) }
  if (mode === 'twice') return { tools: [tool('send'), tool('send', 'Another one.')] }
  const page = Number(params?.cursor ?? 0)
  if (mode === 'endless') return { tools: [tool(`page_${page}`)], nextCursor: String(page + 1) }
  if (mode === 'restless') return { tools: [tool('send', `Text ${announce()}.`)] }
  return { tools: [tool('send')] }
}

let announced = 0
/** The SDK gathers announcements of 300 ms into one. */
function announce(): number {
  const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
  setTimeout(() => process.stdout.write(`${JSON.stringify(changed)}\n`), 1)
  announced += 1
  return announced
}

function answerTo(request: Request): object | undefined {
  switch (request.method) {
    case 'initialize':
      return {
        protocolVersion: request.params?.protocolVersion ?? '2025-06-18',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'hostile', version: '1' },
      }
    case 'tools/list':
      return listTools(request)
    case 'tools/call':
      return { content: [{ type: 'text', text: mode === 'long' ? 'x'.repeat(40_000_000) : 'done' }] }
    default:
      return undefined
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request: Request = JSON.parse(line)
  if (request.id === undefined) continue
  const result = answerTo(request)
  const error = { code: -32601, message: 'Method not found' }
  const answer = { jsonrpc: '2.0', id: request.id, ...(result === undefined ? { error } : { result }) }
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
