import { SdkError, SdkErrorCode, type Server } from '@modelcontextprotocol/server'
import type { Ask } from '../../../mcp-client/mcp-client.ts'
import { canBeAnswered } from '../waiting.ts'

/** The clients of a gateway, as far as its server can tell or ask them something outside of a call. */
export interface Clients {
  readonly servers: ReadonlySet<Server>
  add(server: Server): void
  /** Asks the only client, once it is there. Throws where there is none, or several: then nobody knows whom to ask. */
  ask(ask: Ask): Promise<unknown>
}

/** A server may ask as soon as it was started, which is before its client has said hello. */
const FIRST_CLIENT_MS = 10_000
const ROOTS_TIMEOUTS_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000]

export function createClients(): Clients {
  const servers = new Set<Server>()
  const ready = new Set<Server>()
  const waiting = new Set<() => void>()
  const untilReady = () =>
    new Promise<void>(resolve => {
      const go = () => {
        clearTimeout(timer)
        waiting.delete(go)
        resolve()
      }
      const timer = setTimeout(go, FIRST_CLIENT_MS)
      timer.unref()
      waiting.add(go)
    })
  return {
    servers,
    add(server) {
      servers.add(server)
      server.oninitialized = () => {
        ready.add(server)
        for (const go of [...waiting]) go()
      }
      server.onclose = () => {
        servers.delete(server)
        ready.delete(server)
      }
    },
    async ask(ask) {
      if (ready.size === 0) await untilReady()
      const [only, ...others] = ready
      if (only === undefined) throw new Error('No client is there whom it could be asked.')
      if (others.length > 0) throw new Error('Several clients are there: it is not known whom to ask.')
      if (!canBeAnswered(only.getClientCapabilities(), ask))
        throw new Error('The client has no way to answer what the server asks.')
      return forward(only, ask)
    },
  }
}

/** Over HTTP a question is lost that is asked before its client listens; this one may be asked again. */
async function listRoots(server: Server, params: Parameters<Server['listRoots']>[0]): Promise<unknown> {
  for (const timeout of ROOTS_TIMEOUTS_MS) {
    const answer = await server.listRoots(params, { timeout }).catch((error: unknown) => {
      if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return undefined
      throw error
    })
    if (answer !== undefined) return answer
  }
  throw new Error('The client did not tell its folders.')
}

function forward(server: Server, ask: Ask): Promise<unknown> {
  if (ask.method === 'roots/list') return listRoots(server, ask.params)
  if (ask.method === 'sampling/createMessage') return server.createMessage(ask.params)
  return server.elicitInput(ask.params)
}
