import { connect, createServer, type Socket } from 'node:net'

/** A way to a database that can be cut and mended, as when its machine goes away. */
export interface CutProxy {
  /** The URL of the database through this way. */
  readonly url: string
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function startCutProxy(databaseUrl: string): Promise<CutProxy> {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer(socket => {
    if (isCut) return void socket.destroy()
    const beyond = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [socket, beyond],
      [beyond, socket],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('the proxy has no port')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  return {
    url: url.href,
    cut: () => {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
    close: () => {
      for (const socket of open) socket.destroy()
      return new Promise(closed => server.close(() => closed()))
    },
  }
}
