import { describe, expect, test } from 'vitest'
import { ACTION_NAMES, ACTIONS } from '../../soulgate.ts'
import { ROUTES, toOpenApi } from './api.ts'

const document = toOpenApi(ROUTES, '0.0.0')
const openToAll = [
  'POST /api/auth/exchange',
  'GET /api/auth/oidc',
  'POST /api/auth/oidc/finish',
  'POST /api/auth/oidc/start',
  'POST /api/auth/passkeys/sign-in',
  'POST /api/auth/passkeys/sign-in/options',
  'GET /healthz',
  'GET /preview/pages/{file}',
  'GET /readyz',
  'GET /openapi.json',
  'GET /docs',
  'GET /docs/docs.js',
  'GET /docs/docs.css',
  'GET /contracts/hitl_api/v1.0.0.json',
  'GET /contracts/hitl_api/v1.1.0.json',
  'POST /api/triggers/{agent}/{name}/webhook',
]

describe('the route table', () => {
  test('each method and path, and each id, stands once', () => {
    const places = ROUTES.map(route => `${route.method} ${route.path}`)
    expect(places).toEqual([...new Set(places)])
    expect(ROUTES.map(route => route.id)).toEqual([...new Set(ROUTES.map(route => route.id))])
  })

  test('each route names a right of the table; only these are open to everybody', () => {
    const open = ROUTES.filter(route => route.action === 'public')
    expect(open.map(route => `${route.method} ${route.path}`).sort()).toEqual([...openToAll].sort())
    for (const route of ROUTES) {
      if (route.action !== 'public') expect(ACTION_NAMES).toContain(route.action)
    }
  })

  test('no GET lets anything happen, and each write takes a body or deletes', () => {
    const readers = ROUTES.filter(route => route.method === 'GET' && route.action !== 'public')
    // Only whoever may decide is told what an approval could say for later calls.
    const needsMore: Readonly<Record<string, string>> = {
      ...{ listRememberOffers: 'gate.decide', listAutonomySuggestions: 'gate.decide' },
    }
    for (const { id, action } of readers)
      expect([id, action]).toEqual([id, needsMore[id] ?? expect.stringMatching(/read|manage/)])
    for (const route of ROUTES) {
      if (!['GET', 'DELETE'].includes(route.method))
        expect([route.id, !!route.body]).toEqual([route.id, true])
      if (route.method === 'GET') expect([route.id, route.body]).toEqual([route.id, undefined])
    }
  })

  test('a fixed path stands before a parameter that would swallow it', () => {
    const seen: RegExp[] = []
    for (const route of ROUTES) {
      const place = `${route.method} ${route.path}`
      for (const pattern of seen) expect([place, pattern.test(place)]).toEqual([place, false])
      if (route.path.includes('{')) {
        seen.push(new RegExp(`^${place.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/{}]+')}$`))
      }
    }
  })

  test('our own bodies refuse unknown fields, frozen ones ignore them', () => {
    for (const route of ROUTES) {
      if (!route.body || route.rawBody || route.id === 'updateSettings' || route.id === 'startRun') continue
      const parsed = route.body.safeParse({ surely_unknown: 1 })
      const complaints = parsed.error?.issues.filter(issue => issue.code === 'unrecognized_keys') ?? []
      expect([route.id, complaints.length > 0]).toEqual([route.id, !route.frozen])
    }
  })
})

describe('the OpenAPI document', () => {
  test('holds every route with its right, its body and its answer', () => {
    for (const route of ROUTES) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()]
      expect(operation).toMatchObject({ operationId: route.id, summary: route.summary })
      const text = JSON.stringify(operation)
      if (route.body) expect(text).toContain('requestBody')
      if (route.answers.schema) expect(text).toContain('"schema"')
      if (route.action !== 'public') expect(text).toContain(`Needs ${ACTIONS[route.action].least}`)
    }
  })

  test('every reference leads somewhere', () => {
    const text = JSON.stringify(document)
    const names = [...text.matchAll(/"\$ref":"#\/components\/(schemas|responses)\/(\w+)"/g)]
    expect(names.length).toBeGreaterThan(50)
    expect([...text.matchAll(/"\$ref":/g)]).toHaveLength(names.length)
    for (const [, kind, name = ''] of names) {
      const known = kind === 'schemas' ? document.components.schemas : document.components.responses
      expect(Object.keys(known)).toContain(name)
    }
  })
})
