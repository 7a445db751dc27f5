import { basename } from 'node:path'
import { isRefusal } from '../../../contracts/refusal.ts'
import { ArtifactContent, ArtifactQuery } from '../../../contracts/requests/work-items.ts'
import { present } from '../present.ts'
import { json, pathValue, type Route, route } from '../route.ts'

/** Files that gates and work items name as their artifacts. */
export const artifactRoutes: readonly Route[] = [
  route({
    id: 'getArtifact',
    tag: 'artifacts',
    method: 'GET',
    path: '/api/artifacts/{path}',
    action: 'artifact.read',
    summary: 'read an artifact of a gate or a work item, as it stands or as it was kept',
    query: ArtifactQuery,
    answers: { status: 200, schema: ArtifactContent },
    handle: async call => {
      const { soulgate, who, query } = call
      const { download, ...which } = query
      const artifact = await soulgate.artifacts.read(who, pathValue(call, 'path'), present(which))
      if (isRefusal(artifact)) return artifact
      if (download !== undefined) return toDownload(artifact)
      const { bytes, ...facts } = artifact
      const text = decode(bytes)
      return json({
        ...facts,
        size_bytes: bytes.length,
        ...(text === undefined
          ? { content: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
          : { content: text, encoding: 'utf-8' }),
      })
    },
  }),
]

/** To be saved: no browser shows it, whatever it holds and whatever it is called. */
function toDownload({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }): Response {
  const name = encodeURIComponent(basename(path)).replaceAll("'", '%27')
  return new Response(new Uint8Array(bytes), {
    status: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="artifact"; filename*=UTF-8''${name}`,
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}

function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
