import { createServer } from 'node:net'
import type { TestProject } from 'vitest/node'
import { startTestPostgres, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where a test file asks for a database of its own. */
    readonly postgresDesk: number
  }
}

/**
 * One PostgreSQL for a whole run of the tests, started when the first test file asks for a database: whoever
 * connects to the desk is told the URL of a fresh one, or why there is none.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<TestPostgres> | undefined
  const desk = createServer(socket => {
    server ??= startTestPostgres()
    server
      .then(running => running.createDatabase())
      .then(
        url => socket.end(JSON.stringify({ url })),
        (error: unknown) => socket.end(JSON.stringify({ error: describe(error) })),
      )
  })
  const port = await new Promise<number>(resolve => {
    desk.listen(0, '127.0.0.1', () => {
      const address = desk.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  project.provide('postgresDesk', port)
  return async () => {
    desk.close()
    await (await server?.catch(() => undefined))?.stop()
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} ${describe(error.cause)}`
}
