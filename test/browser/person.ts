import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type SignedBrowser, signInWith } from '../signed-browser.ts'

/** Settings count within a second. */
const SETTINGS_MS = 1500

/** Somebody at a browser, with everything that should not have happened in it. */
export interface PersonAtBrowser {
  readonly context: BrowserContext
  readonly page: Page
  readonly faults: string[]
  /** The same person from somewhere else than the page, with a session and a key of its own. */
  readonly elsewhere: SignedBrowser
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

/** Signs in by a one-time link, and in the page by another. */
export async function signIn(browser: Browser, link: string): Promise<PersonAtBrowser> {
  const { origin, searchParams } = new URL(link)
  const elsewhere = await signInWith(origin, searchParams.get('code') ?? '')
  const { json: another } = await elsewhere.send('POST', '/api/auth/links', {})
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
  const page = await context.newPage()
  const faults = watchFaults(page, origin)
  await page.goto(another.url)
  await page.getByRole('heading', { name: 'What should be done?' }).waitFor()
  return { context, page, faults, elsewhere }
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
export async function makeAgentKey({ elsewhere }: Pick<PersonAtBrowser, 'elsewhere'>): Promise<string> {
  const { json } = await elsewhere.send('POST', '/api/tokens', { name: 'an-agent', role: 'agent' })
  return json.token
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
  { elsewhere }: Pick<PersonAtBrowser, 'elsewhere'>,
  request: { readonly path: string; readonly data: object; readonly method?: string },
): Promise<unknown> {
  const { status, json } = await elsewhere.send(request.method ?? 'POST', request.path, request.data)
  if (status >= 300) throw new Error(`${request.path} was refused: ${JSON.stringify(json)}`)
  return json
}

/** Lets one machine start as much as it can; the limit is a setting. */
export async function raiseLimits(person: Pick<PersonAtBrowser, 'elsewhere'>): Promise<void> {
  const limits = { starts_per_second: 10_000, sign_ins_per_minute: 1000, open_gates_per_key: 10_000 }
  await changeSettings(person, { limits })
}

/** Changes settings as the person who is signed in, and waits until they count. */
export async function changeSettings(
  person: Pick<PersonAtBrowser, 'elsewhere'>,
  patch: object,
): Promise<void> {
  const { version } = (await person.elsewhere.send('GET', '/api/settings')).json
  await send(person, { method: 'PUT', path: '/api/settings', data: { version, ...patch } })
  await wait(SETTINGS_MS)
}
