import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

const HINT = `Soulgate runs. Its pages are not built: run \`npm run build\` (or \`npm start\`) and reload.
The API is complete without them: see /docs and /openapi.json.
`

/** What belongs to the API is never answered with a page. */
const API = /^\/(api|approval|clarification|reasoning|contracts)(\/|$)/

/**
 * Serves the built pages: files as they are, every other address the first page, whose router knows it. Only files
 * inside `folder` are read.
 */
export function serveUi(folder: string | undefined): MiddlewareHandler {
  return async (context, next) => {
    const { method, path } = context.req
    if ((method !== 'GET' && method !== 'HEAD') || API.test(path)) return next()
    const file = folder === undefined ? undefined : await findFile(folder, path)
    const { headers } = context.req.raw
    if (file !== undefined) return fileResponse(file, path, headers)
    if (!wantsPage(headers, path)) return next()
    const first = folder === undefined ? undefined : await findFile(folder, '/index.html')
    if (first !== undefined) return fileResponse(first, '/index.html', headers)
    return new Response(HINT, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }
}

function wantsPage(headers: Headers, path: string): boolean {
  return path === '/' || (extname(path) === '' && headers.get('accept')?.includes('text/html') === true)
}

async function findFile(folder: string, path: string): Promise<string | undefined> {
  const name = decode(path)
  if (name === undefined || name.includes('\0') || name.endsWith('/')) return undefined
  const file = normalize(join(folder, name))
  if (!file.startsWith(normalize(folder) + sep)) return undefined
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() ? file : undefined
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Built assets carry a hash in their name and never change; everything else is asked for again. */
async function fileResponse(file: string, path: string, asked: Headers): Promise<Response> {
  const isHashed = path.startsWith('/assets/')
  const headers = {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
  }
  const isWorthwhile = isHashed && /\.(js|css|svg)$/.test(file)
  if (!isWorthwhile || !/\bgzip\b/.test(asked.get('accept-encoding') ?? ''))
    return new Response(await readFile(file), { headers })
  return new Response(await compressed(file), { headers: { ...headers, 'content-encoding': 'gzip' } })
}

const gzipAsync = promisify(gzip)
const compressedFiles = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** Compressed once and kept: the content of a hashed name is always the same, and there are as many as were built. */
function compressed(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const known = compressedFiles.get(file)
  if (known) return known
  const made = readFile(file)
    .then(bytes => gzipAsync(bytes))
    .then(bytes => new Uint8Array(bytes))
  compressedFiles.set(file, made)
  made.catch(() => compressedFiles.delete(file))
  return made
}
