import type { Answer } from '../../src/surfaces/api/test-server.ts'
import { startTestServer, type TestServer } from '../../src/surfaces/api/test-server.ts'

/** Somebody with a token of their own, beside the one of each role that every test server has. */
export interface Somebody {
  readonly id: string
  readonly token: string
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
}

export interface Desk {
  readonly server: TestServer
  person(name: string, role: string): Promise<Somebody>
  /** An agent's key that belongs to a person, or to whoever manages the test. */
  agent(name: string, owner?: Somebody): Promise<Somebody>
  /** Another token of the same person. */
  otherToken(of: Somebody, role: string): Promise<Somebody>
  close(): Promise<void>
}

/** The real server with people who come and go. */
export async function openDesk(options: Parameters<typeof startTestServer>[0] = {}): Promise<Desk> {
  const server = await startTestServer(options)
  const somebody = (id: string, token: string): Somebody => ({
    id,
    token,
    send: (method, path, body, headers = {}) =>
      server.send(method, path, { body, headers: { authorization: `Bearer ${token}`, ...headers } }),
  })
  const tokenFor = async (body: object): Promise<string> => {
    const made = await server.send('POST', '/api/tokens', { role: 'admin', body })
    if (made.status !== 201) throw new Error(made.text)
    return made.json.token
  }
  return {
    server,
    person: async (name, role) => {
      const made = await server.send('POST', '/api/people', { role: 'admin', body: { name, role } })
      if (made.status !== 201) throw new Error(made.text)
      const { person_id } = made.json
      return somebody(person_id, await tokenFor({ name, role, person_id }))
    },
    agent: async (name, owner) => {
      const belongs = owner === undefined ? {} : { person_id: owner.id }
      return somebody(`agent:${name}`, await tokenFor({ name, role: 'agent', ...belongs }))
    },
    otherToken: async (of, role) =>
      somebody(of.id, await tokenFor({ name: `${of.id}-2`, role, person_id: of.id })),
    close: () => server.close(),
  }
}
