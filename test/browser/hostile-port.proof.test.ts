import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRequestKey } from '../../src/sdk/sdk.ts'
import { type SignedBrowser, signInWith } from '../signed-browser.ts'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { makeAgentKey, proposeCall } from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'

/** The dev server of an agent: another port of the host that the person opens in the same browser. */
interface Hostile {
  readonly port: number
  /** What browsers sent to it: headers and bodies. */
  readonly received: { readonly path: string; readonly headers: Readonly<Record<string, unknown>> }[]
  readonly reports: Readonly<Record<string, unknown>>[]
  /** What its next page does; a script. */
  script: string
  close(): Promise<void>
}

const HOSTS = ['127.0.0.1', 'localhost'] as const

let browser: Browser
let program: RunningProgram
let elsewhere: SignedBrowser
let agentKey: string
let hostile: Hostile
let port: string

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  program = await startProgram()
  port = new URL(program.url).port
  elsewhere = await signInWith(program.url, new URL(program.signInLink).searchParams.get('code') ?? '')
  agentKey = await makeAgentKey({ elsewhere })
  hostile = await startHostile()
}, 360_000)

afterAll(async () => {
  await browser?.close()
  await hostile?.close()
  await program?.stop()
})

async function startHostile(at = 0): Promise<Hostile> {
  const started: { -readonly [Name in keyof Hostile]: Hostile[Name] } = {
    ...{ port: 0, received: [], reports: [], script: '' },
    close: () => new Promise(done => void server.close(() => done()).closeAllConnections()),
  }
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', piece => {
      body += piece
    })
    request.on('end', () => {
      const { url: path = '', headers } = request
      started.received.push({ path, headers })
      if (path === '/report') started.reports.push(JSON.parse(body))
      const isWorker = path === '/left-behind.js'
      const worker = "self.addEventListener('install', () => self.skipWaiting())"
      const page = `<!doctype html><title>Dev server</title><script type="module">${started.script}</script>`
      response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html')
      response.end(isWorker ? worker : page)
    })
  })
  await new Promise<void>(done => server.listen(at, '127.0.0.1', () => done()))
  started.port = (server.address() as AddressInfo).port
  return started
}

/** A browser in which the person signs in under this name of the host, with a page of the hostile port beside it. */
async function openBoth(host: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(await linkFor(host))
  await page.getByText('Live', { exact: true }).waitFor()
  return { context, page }
}

async function linkFor(host: string): Promise<string> {
  const link = new URL((await elsewhere.send('POST', '/api/auth/links', {})).json.url)
  link.hostname = host
  return link.href
}

/** Opens the hostile page and waits for what it found out. */
async function visit(context: BrowserContext, host: string, script: string) {
  hostile.reports.length = 0
  hostile.script = script
  const page = await context.newPage()
  await page.goto(`http://${host}:${hostile.port}/`)
  await expect.poll(() => hostile.reports.length, { timeout: 30_000 }).toBeGreaterThan(0)
  await page.close()
  return hostile.reports[0] ?? {}
}

const report = (found: string) => `fetch('/report', { method: 'POST', body: JSON.stringify(${found}) })`

/** Everything that a page can try towards another port of its host. */
function attack(target: string, gateId: string): string {
  return `
const attempt = async act => { try { return await act() } catch (error) { return 'refused: ' + error.name } }
const target = '${target}'
const send = async (path, init) => {
  const answer = await fetch(target + path, { credentials: 'include', ...init })
  return answer.type === 'opaque' ? 'opaque' : answer.status + ' ' + (await answer.text())
}
const decision = JSON.stringify({ decision: 'approve', confirm: 'delete_file' })
const frame = document.createElement('iframe')
frame.src = target + '/inbox/${gateId}'
document.body.append(frame)
await new Promise(done => { frame.onload = done; setTimeout(done, 3000) })
const form = document.createElement('form')
form.method = 'post'
form.enctype = 'text/plain'
form.action = target + '/api/gates/${gateId}/decide'
form.target = 'posted'
form.innerHTML = '<input name=\\'{"decision":"approve","x":"\\' value=\\'"}\\'>'
const posted = document.createElement('iframe')
posted.name = 'posted'
document.body.append(posted, form)
form.submit()
const opened = window.open(target + '/')
await new Promise(done => setTimeout(done, 1500))
const found = {
  cookie: document.cookie,
  stored: JSON.stringify({ ...localStorage }),
  databases: (await indexedDB.databases()).map(({ name }) => name),
  me: await attempt(() => send('/api/auth/me')),
  blind: await attempt(() => send('/api/gates/${gateId}/decide', { method: 'POST', mode: 'no-cors', body: decision })),
  simple: await attempt(() => send('/api/gates/${gateId}/decide', { method: 'POST', body: decision })),
  framed: await attempt(() => frame.contentWindow.document.title),
  opened: await attempt(() => opened.document.title),
}
opened?.close()
${report('found')}`
}

describe.each(HOSTS)('a hostile server on another port of %s', { timeout: 120_000 }, host => {
  it('receives nothing, reads nothing and decides nothing; the person in the same browser does', async () => {
    const gateId = await proposeCall(program.url, agentKey, {
      ...{ tool: 'delete_file', arguments: { path: 'logs/one.log' } },
    })
    const { context, page } = await openBoth(host)
    expect(await context.cookies()).toEqual([])
    hostile.received.length = 0
    const found = await visit(context, host, attack(`http://${host}:${port}`, gateId))
    expect(found).toEqual({
      ...{ cookie: '', stored: '{}', databases: [], blind: 'refused: TypeError' },
      me: 'refused: TypeError',
      simple: 'refused: TypeError',
      framed: expect.stringMatching(/^refused/),
      opened: expect.stringMatching(/^refused/),
    })
    const names = hostile.received.flatMap(({ headers }) => Object.keys(headers))
    expect(names.filter(name => /cookie|signature|authorization|digest|soulgate/.test(name))).toEqual([])
    expect((await elsewhere.read(`/api/gates/${gateId}`)).status).toBe('pending')
    await page.goto(`http://${host}:${port}/inbox/${gateId}`)
    await page.getByRole('button', { name: /^Reject/ }).waitFor()
    const reason = page.getByLabel('Reason (optional)')
    // A card that has just appeared takes no keys yet.
    const asksForReason = async () => {
      if (await reason.isVisible()) return true
      await page.keyboard.press('r')
      return false
    }
    await expect.poll(asksForReason, { timeout: 30_000, interval: 500 }).toBe(true)
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await elsewhere.read(`/api/gates/${gateId}`)).status).toBe('rejected')
    await context.close()
  })

  it('hears nothing from the frame of previews, framed or opened, and can write nothing into it', async () => {
    const { context } = await openBoth(host)
    const found = await visit(
      context,
      host,
      `
const heard = []
addEventListener('message', ({ origin }) => heard.push(origin))
const target = 'http://${host}:${port}/preview/pages/index.html'
const frame = document.createElement('iframe')
frame.src = target
document.body.append(frame)
const opened = window.open(target)
await new Promise(done => setTimeout(done, 2000))
const { port1, port2 } = new MessageChannel()
port1.onmessage = () => heard.push('port')
for (const other of [frame.contentWindow, opened])
  other?.postMessage({ soulgate: 'preview', html: '<title>theirs</title>', policy: '' }, '*', other === opened ? [] : [port2])
await new Promise(done => setTimeout(done, 500))
const titleOf = other => { try { return other.document.title } catch (error) { return 'refused: ' + error.name } }
${report('{ heard, framed: titleOf(frame.contentWindow), frames: frame.contentWindow.length, opened: titleOf(opened) }')}`,
    )
    expect(found).toEqual({
      ...{ heard: [], frames: 0 },
      framed: expect.stringMatching(/^refused/),
      opened: expect.stringMatching(/^refused/),
    })
    const opened = context.pages().find(each => each.url().endsWith('/preview/pages/index.html'))
    expect(await opened?.title()).toBe('Preview')
    await context.close()
  })

  it('signs nothing with the key: it is in no reach of a script, and its signatures name this port', async () => {
    const { context, page } = await openBoth(host)
    const [signed] = await Promise.all([
      page.waitForRequest(request => request.url().endsWith('/api/auth/me')),
      page.reload(),
    ])
    const headers = signed.headers()
    expect(headers['signature-input']).toContain('"@authority"')
    const key = await page.evaluate(`new Promise(done => {
      const opening = indexedDB.open('soulgate')
      opening.onsuccess = () => {
        const read = opening.result.transaction('sign-in').objectStore('sign-in').get('session')
        read.onsuccess = () => crypto.subtle.exportKey('jwk', read.result.key)
          .then(() => done('exported'), error => done(error.name))
      }
    })`)
    expect(key).toBe('InvalidAccessError')
    // What was captured is replayed as a write, and against another address.
    const again = (path: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { ...headers, host: `${host}:${port}` } })
    expect((await again('/api/people')).status).toBe(401)
    expect((await again('/api/auth/me', 'DELETE')).status).toBe(405)
    await context.close()
  })
})

describe('a hostile server and a passkey', { timeout: 120_000 }, () => {
  it('gets an answer of the authenticator for its own origin only, which signs nobody in', async () => {
    const { context, page } = await openBoth('localhost')
    const devtools = await context.newCDPSession(page)
    const authenticatorId = await addAuthenticator(devtools)
    await page.goto(`http://localhost:${port}/settings`)
    await page.getByRole('tab', { name: 'You' }).click()
    await page.getByLabel('Name of the passkey').fill('Test machine')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await elsewhere.read('/api/auth/passkeys')).passkeys.length).toBe(1)
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    const asked = await fetch(`${program.url}/api/auth/passkeys/sign-in/options`, post({}))
    const options = await asked.json()
    hostile.reports.length = 0
    hostile.script = `
const { parseRequestOptionsFromJSON } = PublicKeyCredential
try {
  const publicKey = parseRequestOptionsFromJSON(${JSON.stringify(options)})
  const given = await navigator.credentials.get({ publicKey })
  await ${report('given.toJSON()')}
} catch (error) { await ${report('{ error: error.name }')} }`
    const other = await context.newPage()
    const otherDevtools = await context.newCDPSession(other)
    const theirs = await addAuthenticator(otherDevtools)
    for (const credential of credentials)
      await otherDevtools.send('WebAuthn.addCredential', { authenticatorId: theirs, credential })
    await other.goto(`http://localhost:${hostile.port}/`)
    await expect.poll(() => hostile.reports.length, { timeout: 30_000 }).toBeGreaterThan(0)
    const response = hostile.reports[0]
    expect(response).toHaveProperty('response')
    const { public_key } = await makeRequestKey()
    const tried = await fetch(`${program.url}/api/auth/passkeys/sign-in`, post({ response, public_key }))
    expect(tried.status).toBe(403)
    await context.close()
  })
})

describe('whoever listened at this address before', { timeout: 120_000 }, () => {
  it('leaves a service worker behind that is found, removed and told before a link is used', async () => {
    const squatter = await startHostile()
    squatter.script = `await navigator.serviceWorker.register('/left-behind.js')
await navigator.serviceWorker.ready
await ${report('{}')}`
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${squatter.port}/`)
    await expect.poll(() => squatter.reports.length, { timeout: 30_000 }).toBeGreaterThan(0)
    await squatter.close()
    const later = await startProgram({ port: squatter.port })
    try {
      await page.goto(later.signInLink)
      await page.getByText('had left a service worker in this browser').waitFor()
      const left = await page.evaluate<string[]>(
        'navigator.serviceWorker.getRegistrations().then(all => all.map(({ active }) => active?.scriptURL))',
      )
      expect(left.filter(address => address.endsWith('/left-behind.js'))).toEqual([])
      await page.goto(later.signInLink)
      await page.getByRole('heading', { name: 'What should be done?' }).waitFor()
    } finally {
      await context.close()
      await later.stop()
    }
  })
})

describe('a browser that is signed in', { timeout: 120_000 }, () => {
  it('is signed out in every tab at once, and its key is gone', async () => {
    const { context, page } = await openBoth('127.0.0.1')
    const other = await context.newPage()
    await other.goto(`${program.url}/settings`)
    await other.getByRole('tab', { name: 'You' }).click()
    await other.getByRole('button', { name: 'Sign out' }).click()
    await other.getByRole('heading', { name: 'Sign in to Soulgate' }).waitFor()
    await page.goto(`${program.url}/inbox`)
    await page.getByRole('heading', { name: 'Sign in to Soulgate' }).waitFor()
    const kept = await page.evaluate<unknown[]>(`new Promise(done => {
      const opening = indexedDB.open('soulgate')
      opening.onsuccess = () => {
        const read = opening.result.transaction('sign-in').objectStore('sign-in').getAllKeys()
        read.onsuccess = () => done(read.result)
      }
    })`)
    expect(kept).toEqual([])
    await context.close()
  })
})

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** An authenticator that answers by itself, as a person would. */
async function addAuthenticator(devtools: CDPSession): Promise<string> {
  await devtools.send('WebAuthn.enable')
  const authenticator = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
  const user = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
  const options = { ...authenticator, ...user }
  return (await devtools.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId
}
