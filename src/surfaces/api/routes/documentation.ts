import { readFile } from 'node:fs/promises'
import { toOpenApi } from '../openapi.ts'
import { json, type Route, route } from '../route.ts'

const FILES: Readonly<Record<string, string>> = {
  '': 'docs.html',
  '/docs.js': 'docs.js',
  '/docs.css': 'docs.css',
}
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** OpenAPI and a page that shows it; both work offline. */
export const documentationRoutes: readonly Route[] = [
  route({
    id: 'getOpenApi',
    tag: 'documentation',
    method: 'GET',
    path: '/openapi.json',
    action: 'public',
    summary: 'this document',
    answers: { status: 200 },
    handle: async ({ services }) => json(toOpenApi(services.routes(), services.version)),
  }),
  ...Object.entries(FILES).map(([path, file]) =>
    route({
      id: `get${file.replace(/\W(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      tag: 'documentation',
      method: 'GET',
      path: `/docs${path}`,
      action: 'public',
      summary: `${file} of the page that shows these routes`,
      answers: { status: 200, contentType: TYPES[file.split('.').at(-1) ?? ''] ?? 'text/plain' },
      handle: async () =>
        new Response(await readFile(new URL(`../assets/${file}`, import.meta.url)), {
          headers: { 'content-type': TYPES[file.split('.').at(-1) ?? ''] ?? 'text/plain' },
        }),
    }),
  ),
]
