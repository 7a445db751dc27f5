import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { OAuth2Server } from 'oauth2-mock-server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from '../../src/contracts/principal.ts'
import { createSoulgate, type Soulgate } from '../../src/soulgate.ts'
import { createApi, type ServedApi, serveApi } from '../../src/surfaces/api/api.ts'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { fillWorkspace } from './program.ts'

const UI = resolve(import.meta.dirname, '../../ui/dist')
const SYSTEM: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
const SOON = { timeout: 30_000 }

const folder = mkdtempSync(join(tmpdir(), 'soulgate-sign-in-'))
const workspace = join(folder, 'workspace')
let browser: Browser
let provider: OAuth2Server
let soulgate: Soulgate
let served: ServedApi
let anaId: string

beforeAll(async () => {
  await buildPages()
  fillWorkspace(workspace)
  browser = await launchChromium()
  provider = new OAuth2Server()
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
  provider.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
    Object.assign(token.payload, { sub: 'u1', email: 'ana@example.com', email_verified: true })
  })
  await start(0)
  const ana = { name: 'Ana', email: 'ana@example.com', role: 'reviewer' } as const
  const made = await soulgate.access.createPerson(SYSTEM, ana)
  if (!made.refused) anaId = made.person.person_id
}, 360_000)

afterAll(async () => {
  await browser?.close()
  await provider?.stop()
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(port: number): Promise<void> {
  soulgate = await createSoulgate({
    ...{ home: join(folder, 'home'), workspace, storePath: join(folder, 'soulgate.db') },
    oidc: { issuer: provider.issuer.url ?? '', clientId: 'soulgate', clientSecret: 'hush', name: 'Example' },
  })
  const app = createApi({ soulgate, version: '0.0.0', knownHosts: [], uiFolder: UI })
  served = await serveApi({ app, port, host: '127.0.0.1' })
}

async function stop(): Promise<void> {
  await served.close(100)
  await soulgate.close()
}

const isIn = (page: Page) => page.getByText('Live', { exact: true }).waitFor(SOON)

describe('a browser signs in', { timeout: 120_000 }, () => {
  it('at a provider, and what was begun in one browser is no sign-in in another', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    let asked = ''
    await page.route('**/authorize?*', async route => {
      asked = route.request().url()
      await route.abort()
    })
    await page.goto(served.url)
    await page.getByRole('button', { name: 'Continue with Example' }).click()
    await expect.poll(() => asked, SOON).toContain('state=')
    const answered = await fetch(asked, { redirect: 'manual' })
    const back = answered.headers.get('location') ?? ''
    const other = await (await browser.newContext()).newPage()
    await other.goto(back)
    await other.getByText('This sign-in was not begun in this browser.').waitFor(SOON)
    await page.goto(back)
    await isIn(page)
    expect(await context.cookies(served.url)).toEqual([])
    await page.goto(`${served.url}/settings`)
    await page.getByRole('tab', { name: 'You' }).click()
    await page.getByText('Signed in as Ana, reviewer.').waitFor(SOON)
  })

  it('by a link, and stays signed in over a restart of the server, in every tab', async () => {
    const { code } = await soulgate.access.createSignInCode(anaId)
    const context = await browser.newContext()
    const [one, two] = [await context.newPage(), await context.newPage()]
    await one.goto(`${served.url}/sign-in?code=${code}`)
    await isIn(one)
    await two.goto(`${served.url}/audit`)
    await isIn(two)
    await stop()
    await one.getByText('No connection to the server.').waitFor(SOON)
    await start(served.port)
    await Promise.all([isIn(one), isIn(two)])
    await two.getByRole('button', { name: 'Verify' }).click()
    await two.getByText('Integrity verified.').waitFor(SOON)
    await one.goto(`${served.url}/settings`)
    await one.getByRole('tab', { name: 'You' }).click()
    await one.getByText('Signed in as Ana, reviewer.').waitFor(SOON)
  })
})
