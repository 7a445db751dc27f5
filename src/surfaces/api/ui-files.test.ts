import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveUi } from './ui-files.ts'

const SCRIPT = 'console.log("a page");\n'.repeat(200)
const app = new Hono()
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'soulgate-ui-files-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/index-1a2b.js'), SCRIPT)
  writeFileSync(join(folder, 'service-worker.js'), SCRIPT)
  app.use('*', serveUi(folder))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('compresses an asset for whoever takes it compressed, and keeps it for good', async () => {
  const answer = await app.request('/assets/index-1a2b.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(answer.headers.get('vary')).toBe('accept-encoding')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(bytes.byteLength).toBeLessThan(SCRIPT.length / 10)
  expect(gunzipSync(bytes).toString()).toBe(SCRIPT)
})

it('gives it as it is to whoever does not', async () => {
  const answer = await app.request('/assets/index-1a2b.js')
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(await answer.text()).toBe(SCRIPT)
})

it('has the service worker asked for again each time, so that an old one never stays', async () => {
  const answer = await app.request('/service-worker.js', { headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('content-encoding')).toBeNull()
})
