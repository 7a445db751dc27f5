import { connect, createServer, type Socket } from 'node:net'

/** A network between one worker and the database that can be cut: what is sent then arrives nowhere, and nobody is told. */
export interface RigNetwork {
  /** The database as seen through it. */
  readonly url: string
  cut(): void
  /** `goes-on`: what was held back arrives now. `reset`: the connections are gone, new ones work. */
  heal(how: 'goes-on' | 'reset'): void
  close(): Promise<void>
}

export async function openNetwork(databaseUrl: string): Promise<RigNetwork> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer(near => {
    const far = connect(Number(target.port), target.hostname)
    join(near, far, sockets)
    if (isCut) for (const socket of [near, far]) socket.pause()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    heal: how => {
      isCut = false
      for (const socket of sockets) how === 'reset' ? socket.destroy() : socket.resume()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

function join(near: Socket, far: Socket, sockets: Set<Socket>): void {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(from)
    from.on('data', data => void to.write(data))
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
}
