import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** A package as it was packed here. */
export interface PackedPackage {
  readonly manifest: { readonly name: string; readonly version: string }
  readonly tarball: string
}

/** A registry on loopback that knows packages which are not published yet, and names the real one for all others. */
export interface LocalRegistry {
  readonly url: string
  close(): void
}

/** Serves `packages` to npm's ordinary client; every other name is redirected to `upstream`. */
export async function serveRegistry(
  packages: readonly PackedPackage[],
  upstream: string,
): Promise<LocalRegistry> {
  const known = new Map(packages.map(item => [item.manifest.name, item]))
  const server = createServer(({ url = '/', headers: { host } }, response) => {
    const [, name = '', isTarball] = /^\/([^/?]+)(\/-\/)?/.exec(url) ?? []
    const packed = known.get(name)
    if (packed === undefined)
      return response.writeHead(302, { location: `${upstream.replace(/\/$/, '')}${url}` }).end()
    const bytes = readFileSync(packed.tarball)
    if (isTarball) return response.end(bytes)
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(describe(packed, bytes, `http://${host}`)))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function describe({ manifest }: PackedPackage, bytes: Buffer, origin: string): object {
  const { name, version } = manifest
  const dist = {
    tarball: `${origin}/${name}/-/${name}-${version}.tgz`,
    integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
  }
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } }
}
