import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { startTestServer, type TestServer } from '../../src/surfaces/api/test-server.ts'
import type { Figure } from './figure.ts'

/** One request that is followed through the code: what is prepared before it, and the request itself. */
interface Followed {
  readonly name: string
  readonly maxFiles: number
  prepare(server: TestServer): Promise<unknown>
  ask(server: TestServer, prepared: unknown): Promise<unknown>
}

interface HeldCall {
  readonly gate_id: string
  readonly view_digest: string
  readonly grant_id?: string
  readonly digest?: string
}

const TOOL = 'update_ticket'
const FOLLOWED: readonly Followed[] = [
  {
    name: 'POST /api/calls (held)',
    maxFiles: 60,
    prepare: async () => undefined,
    ask: server => propose(server),
  },
  {
    name: 'POST /api/gates/{id}/decide',
    maxFiles: 60,
    prepare: server => propose(server),
    ask: (server, held) => approve(server, held as HeldCall),
  },
  {
    name: 'POST /api/grants/{id}/consume',
    maxFiles: 50,
    prepare: async server => approve(server, await propose(server)),
    ask: (server, held) => consume(server, held as HeldCall),
  },
  {
    name: 'POST /reasoning/execute (a listing)',
    maxFiles: 110,
    prepare: async () => undefined,
    ask: server =>
      must(server.send('POST', '/reasoning/execute', { role: 'member', body: { goal: 'List the files' } })),
  },
  {
    name: 'POST /api/chat (a new app)',
    maxFiles: 120,
    prepare: async () => undefined,
    ask: server =>
      must(
        server.send('POST', '/api/chat', { role: 'member', body: { message: 'Make me a coffee shop app' } }),
      ),
  },
]

/** Files and functions of ours that one warm request of each kind enters, by V8's precise coverage. */
export async function requestFigures(): Promise<readonly Figure[]> {
  const server = await startTestServer()
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  try {
    const figures: Figure[] = []
    for (const followed of FOLLOWED) figures.push(await follow(server, session, followed))
    return figures
  } finally {
    await session.post('Profiler.stopPreciseCoverage')
    session.disconnect()
    await server.close()
  }
}

async function follow(
  server: TestServer,
  session: Session,
  { name, maxFiles, prepare, ask }: Followed,
): Promise<Figure> {
  await ask(server, await prepare(server))
  const prepared = await prepare(server)
  await session.post('Profiler.takePreciseCoverage')
  await ask(server, prepared)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const entered = result
    .filter(({ url }) => url.startsWith('file:') && isOurs(fileURLToPath(url)))
    .map(({ functions }) => functions.filter(({ ranges: [range] }) => (range?.count ?? 0) > 0))
    .filter(functions => functions.length > 0)
  const functions = entered.reduce((sum, list) => sum + list.length, 0)
  return {
    name: `files entered by ${name}`,
    value: entered.length,
    bar: maxFiles,
    detail: `${functions} functions`,
  }
}

function isOurs(path: string): boolean {
  return path.includes('/src/') && !path.includes('/node_modules/') && !path.endsWith('/test-server.ts')
}

async function propose(server: TestServer): Promise<HeldCall> {
  const body = { tool: TOOL, arguments: { ticket: 'T-1', status: 'closed' }, reason: 'It was solved.' }
  const { json } = await must(server.send('POST', '/api/calls', { role: 'agent', body }))
  const seen = await must(server.send('GET', `/api/gates/${json.gate.gate_id}`, { role: 'reviewer' }))
  return { gate_id: json.gate.gate_id, view_digest: seen.json.view_digest }
}

async function approve(server: TestServer, held: HeldCall): Promise<HeldCall> {
  const body = { decision: 'approve', view_digest: held.view_digest, confirm: TOOL }
  const { json } = await must(
    server.send('POST', `/api/gates/${held.gate_id}/decide`, { role: 'reviewer', body }),
  )
  const [{ grant_id, digest }] = json.gate.grants
  return { ...held, grant_id, digest }
}

function consume(server: TestServer, { grant_id, digest }: HeldCall) {
  return must(server.send('POST', `/api/grants/${grant_id}/consume`, { role: 'agent', body: { digest } }))
}

async function must(answer: ReturnType<TestServer['send']>) {
  const { status, text, json } = await answer
  if (status >= 400) throw new Error(`A followed request failed with ${status}: ${text}`)
  return { json }
}
