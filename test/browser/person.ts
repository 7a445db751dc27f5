import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'

/** Settings count within a second. */
const SETTINGS_MS = 1500

/** Somebody at a browser, with everything that should not have happened in it. */
export interface PersonAtBrowser {
  readonly context: BrowserContext
  readonly page: Page
  readonly faults: string[]
}

export interface Look {
  readonly theme: 'light' | 'dark'
  readonly width: number
}

export const LOOKS: readonly Look[] = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 360 },
]

/** Signs in by a one-time link. */
export async function signIn(browser: Browser, link: string): Promise<PersonAtBrowser> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
  const page = await context.newPage()
  const faults = watchFaults(page, new URL(link).origin)
  await page.goto(link)
  await page.getByRole('heading', { name: 'What should be done?' }).waitFor()
  return { context, page, faults }
}

/** Writes down page errors, complaints of the console, and requests to elsewhere. */
export function watchFaults(page: Page, origin: string): string[] {
  const faults: string[] = []
  page.on('pageerror', error => faults.push(`error: ${error.message}`))
  page.on('console', message => {
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) faults.push(`console: ${message.text()}`)
  })
  page.on('request', request => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      faults.push(`request: ${request.url()}`)
  })
  page.on('dialog', dialog => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return faults
}

/** Changes theme and width of the page that is shown. */
export async function lookWith(page: Page, { theme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize({ width, height: width < 700 ? 780 : 860 })
}

/** An agent's key, made by the person who is signed in. */
export async function makeAgentKey({ context }: PersonAtBrowser, url: string): Promise<string> {
  const me: { csrf_token: string } = await (await context.request.get(`${url}/api/auth/me`)).json()
  const answer = await context.request.post(`${url}/api/tokens`, {
    headers: { 'x-csrf-token': me.csrf_token },
    data: { name: 'an-agent', role: 'agent' },
  })
  const made: { token: string } = await answer.json()
  return made.token
}

/** Asks for a call as an agent outside; the answer names the gate that holds it. */
export async function proposeCall(
  url: string,
  key: string,
  call: {
    readonly tool: string
    readonly arguments: object
    readonly goal?: string
    readonly reason?: string
  },
): Promise<string> {
  const response = await fetch(`${url}/api/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(call),
  })
  const answer = (await response.json()) as { readonly gate?: { readonly gate_id: string } }
  if (!answer.gate) throw new Error(`The call was not held: ${JSON.stringify(answer)}`)
  return answer.gate.gate_id
}

/** Opens a gate as an agent outside; gives its id. */
export async function openGate(url: string, key: string, gate: object): Promise<string> {
  const response = await fetch(`${url}/api/gates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(gate),
  })
  const answer = (await response.json()) as { readonly gate_id?: string }
  if (!answer.gate_id) throw new Error(`The gate was not opened: ${JSON.stringify(answer).slice(0, 500)}`)
  return answer.gate_id
}

/** Sends something as the person who is signed in, from somewhere else than the page. */
export async function send(
  { context }: PersonAtBrowser,
  url: string,
  request: { readonly path: string; readonly data: object },
): Promise<unknown> {
  const me: { csrf_token: string } = await (await context.request.get(`${url}/api/auth/me`)).json()
  const answer = await context.request.post(`${url}${request.path}`, {
    headers: { 'x-csrf-token': me.csrf_token },
    data: request.data,
  })
  if (!answer.ok()) throw new Error(`${request.path} was refused: ${await answer.text()}`)
  return answer.json().catch(() => undefined)
}

/** Lets one machine start as much as it can; the limit is a setting. */
export async function raiseLimits(person: PersonAtBrowser, url: string): Promise<void> {
  const limits = { starts_per_second: 10_000, sign_ins_per_minute: 1000, open_gates_per_key: 10_000 }
  await changeSettings(person, url, { limits })
}

/** Changes settings as the person who is signed in, and waits until they count. */
export async function changeSettings(
  { context }: PersonAtBrowser,
  url: string,
  patch: object,
): Promise<void> {
  const me: { csrf_token: string } = await (await context.request.get(`${url}/api/auth/me`)).json()
  const { version }: { version: number } = await (await context.request.get(`${url}/api/settings`)).json()
  const answer = await context.request.put(`${url}/api/settings`, {
    headers: { 'x-csrf-token': me.csrf_token },
    data: { version, ...patch },
  })
  if (!answer.ok()) throw new Error(`The settings were not changed: ${await answer.text()}`)
  await wait(SETTINGS_MS)
}
