import { readFile } from 'node:fs/promises'
import { hitlContract } from '../hitl-contract.ts'
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

const contractEntry = { tag: 'documentation', method: 'GET', action: 'public', frozen: true } as const

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
  route({
    ...contractEntry,
    id: 'getHitlContract10',
    path: '/contracts/hitl_api/v1.0.0.json',
    summary: 'the gate API as clients of version 1.0 know it; it never changes',
    answers: { status: 200, contentType: 'application/json; charset=utf-8' },
    handle: async () =>
      new Response(await readFile(new URL('../assets/hitl_api/v1.0.0.json', import.meta.url)), {
        headers: { 'content-type': 'application/json; charset=utf-8' },
      }),
  }),
  route({
    ...contractEntry,
    id: 'getHitlContract11',
    path: '/contracts/hitl_api/v1.1.0.json',
    summary: 'the gate API with every type, briefings, steering and confidence reports',
    answers: { status: 200 },
    handle: async ({ services }) => json(hitlContract(services.routes())),
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
