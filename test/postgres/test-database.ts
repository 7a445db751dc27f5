import { connect } from 'node:net'
import { inject } from 'vitest'
import './global-setup.ts'

/** The URL of an empty database that only the asking test file uses. Rejects when there is no PostgreSQL. */
export async function createTestDatabase(): Promise<string> {
  const text = await readAll(inject('postgresDesk'))
  const answer: unknown = JSON.parse(text)
  if (typeof answer === 'object' && answer && 'url' in answer) return String(answer.url)
  throw new Error(text)
}

function readAll(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('utf8')
    socket.on('data', part => {
      text += part
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}
