import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isWiderThanScreen } from './accessibility.ts'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { lookWith, makeAgentKey, type PersonAtBrowser, proposeCall, signIn } from './person.ts'
import { fillWorkspace, type RunningProgram, startProgram } from './program.ts'
import { ROOMS } from './rooms.ts'

const MAIN_JOB = 'Move every .log file older than 7 days into archive/ and write a summary'
/** A person looks before deciding; keys count only after 600 ms. */
const LOOK_MS = 800

/** What a hijacked agent may write into any field. */
const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)><svg onload=alert(1)>',
  '[pay here](javascript:alert(1)) ![x](http://evil.example/x.png) http://evil.example/',
  '<iframe src="http://evil.example"></iframe><base href="http://evil.example">',
  'invoice\u202Efdp.exe and \u2066hidden\u2069 order',
  'ad\u200Bmin\u200D\uFEFF with \u{E0049}\u{E0067} tags',
  '\u001B[2J\u001B]8;;http://evil.example\u0007click\u001B]8;;\u0007',
  '"><style>*{display:none}</style>',
  '{{constructor.constructor("alert(1)")()}} ${alert(1)}',
] as const

const HIDDEN = [
  '\u202E',
  '\u2066',
  '\u2069',
  '\u200B',
  '\u200D',
  '\uFEFF',
  '\u{E0049}',
  '\u001B',
  '\u0007',
] as const

let browser: Browser
let program: RunningProgram
let person: PersonAtBrowser
let agentKey: string

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  program = await startProgram()
  person = await signIn(browser, program.signInLink)
  agentKey = await makeAgentKey(person)
}, 360_000)

afterAll(async () => {
  await browser?.close()
  await program?.stop()
})

beforeEach(() => {
  person.faults.length = 0
})

const open = (path: string) => person.page.goto(`${program.url}${path}`)
const hold = (path: string) =>
  proposeCall(program.url, agentKey, { tool: 'write_file', arguments: { path, content: path } })
const archived = () =>
  existsSync(join(program.workspace, 'archive')) && readdirSync(join(program.workspace, 'archive'))

describe('the inbox', { timeout: 60_000 }, () => {
  it('carries a goal from the first sentence to files that moved, by keyboard', async () => {
    const { page, faults } = person
    fillWorkspace(program.workspace)
    await open('/ask')
    await page.getByLabel('Goal').fill(MAIN_JOB)
    await page.keyboard.press('Enter')
    await page.getByText('It waits for a decision').waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Review and decide' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /What will run: 3 calls/ }).waitFor()
    await page.getByText('people decide').first().waitFor()
    expect(archived()).toBe(false)

    await page.waitForTimeout(LOOK_MS)
    await page.keyboard.press('a')
    await page.getByRole('button', { name: /Undo/ }).waitFor()
    expect(archived()).toBe(false)
    await page.getByText(/Approved by/).waitFor({ timeout: 15_000 })
    await page
      .getByRole('complementary', { name: 'Run and comments' })
      .getByText('Completed', { exact: true })
      .waitFor({ timeout: 15_000 })
    expect(archived()).toEqual(['one.log', 'two.log'])
    expect(faults).toEqual([])
  })

  it('takes a decision back inside its undo window, and then nothing has run', async () => {
    const { page } = person
    const gateId = await hold('undone.txt')
    await open(`/inbox/${gateId}`)
    await page.getByRole('button', { name: /^Approve/ }).waitFor()
    await page.waitForTimeout(LOOK_MS)
    await page.keyboard.press('r')
    await page.getByLabel('Reason (optional)').fill('Not today')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Rejected').first().waitFor()
    await page.keyboard.press('z')
    await page.getByRole('button', { name: /Undo/ }).waitFor({ state: 'detached' })
    await open(`/inbox/${gateId}`)
    await page.getByRole('button', { name: /^Approve/ }).waitFor()
  })

  it('lets a key decide only after the card has been there for a moment', async () => {
    const { page } = person
    const gateId = await hold('hasty.txt')
    await open(`/inbox/${gateId}`)
    await page.getByRole('button', { name: /^Reject/ }).waitFor()
    await open('/inbox')
    await page.getByRole('button', { name: /^Reject/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    expect(await page.getByLabel('Reason (optional)').count()).toBe(0)
  })

  it('shows a decision that was made elsewhere and never overwrites it', async () => {
    const { page, elsewhere } = person
    const gateId = await hold('elsewhere.txt')
    await open(`/inbox/${gateId}`)
    await page.getByRole('button', { name: /^Approve/ }).waitFor()
    const body = { decision: 'reject', reason: 'From my phone' }
    await elsewhere.send('POST', `/api/gates/${gateId}/decide`, body)
    await page.getByText(/Rejected by/).waitFor()
    await page.getByText('From my phone').waitFor()
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
  })

  it('brings up a card within moments of its event', async () => {
    const { page } = person
    await open('/inbox')
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await proposeCall(program.url, agentKey, {
      ...{ tool: 'append_file', arguments: { path: 'fresh-as-morning.txt', content: 'x' } },
    })
    await page.getByText('fresh-as-morning.txt').first().waitFor({ timeout: 3000 })
  })

  it('waits with approving until an over-long value was scrolled through', async () => {
    const { page } = person
    const content = 'long '.repeat(2000)
    const gateId = await proposeCall(program.url, agentKey, {
      tool: 'write_file',
      arguments: { path: 'l.txt', content },
    })
    await open(`/inbox/${gateId}`)
    const approve = page.getByRole('button', { name: /^Approve/ })
    await approve.waitFor()
    expect(await approve.isDisabled()).toBe(true)
    await page.getByText('10,000 characters · scroll to the end to read all of it').waitFor()
    await page.waitForTimeout(LOOK_MS)
    await page.keyboard.press('d')
    await page.keyboard.press('End')
    await expect.poll(() => approve.isEnabled()).toBe(true)
  })

  it('shows whatever an agent wrote as text, and hidden characters by their code', async () => {
    const { page, faults } = person
    for (const payload of PAYLOADS) {
      const gateId = await proposeCall(program.url, agentKey, {
        ...{ tool: 'unheard_of', arguments: { text: payload, nested: { deep: [payload] } } },
        ...{ goal: payload, reason: payload },
      })
      await open(`/inbox/${gateId}`)
      await page.getByRole('heading', { name: 'What will run' }).waitFor()
      await page.getByRole('region', { name: 'Comments' }).waitFor()
      const rendered = await page.locator('main').innerHTML()
      expect({
        payload,
        tags: rendered.match(/<(script|img|iframe|object|style|base|form action)\b/g),
      }).toEqual({
        ...{ payload, tags: null },
      })
      expect(await page.locator('main a[href^="javascript:"], main a[href*="evil.example"]').count()).toBe(0)
      expect({ payload, raw: HIDDEN.filter(character => rendered.includes(character)) }).toEqual({
        payload,
        raw: [],
      })
    }
    expect(faults).toEqual([])
  })

  it('downloads at most 250 kB of compressed script', async () => {
    const { page } = person
    const scripts = new Map<string, Promise<Buffer>>()
    page.on('response', response => {
      if (response.url().endsWith('.js')) scripts.set(response.url(), response.body())
    })
    await open('/inbox')
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    const sizes = (await Promise.all(scripts.values())).map(body => gzipSync(body).byteLength)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(sizes.length).toBeGreaterThan(1)
    expect(total).toBeLessThan(250_000)
  })
})

describe('every room', { timeout: 120_000 }, () => {
  it.each(ROOMS)('$name can be used by everybody, in both themes, on a phone and on a desk', async ({
    path,
    sign,
  }) => {
    const { page, faults } = person
    await lookAround(path, sign)
    await lookWith(page, { theme: 'light', width: 1280 })
    expect(faults).toEqual([])
  })

  it('and so can a card, its questions, and a run', async () => {
    const { page, elsewhere } = person
    const gateId = await hold('looked-at.txt')
    await open('/ask')
    await page.getByLabel('Goal').fill('Clean up')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Follow the run' }).waitFor()
    const { runs } = await elsewhere.read('/api/runs?limit=1')
    await lookAround(`/inbox/${gateId}`, 'What will run')
    await lookAround(`/runs/${runs[0]?.run_id}`, 'Journal')
    await lookAround(`/inbox/${runs[0]?.waiting_gate_ids[0]}`, 'Why you are asked')
    await lookWith(page, { theme: 'light', width: 1280 })
  })
})

/** Opens what its address names, on a phone in the dark; what axe finds in every look is read in accessibility.proof.test.ts. */
async function lookAround(path: string, sign: string): Promise<void> {
  const { page } = person
  const look = { theme: 'dark', width: 360 } as const
  await lookWith(page, look)
  await open(path)
  await page.getByText(sign, { exact: true }).first().waitFor({ state: 'attached' })
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  expect({ path, look, isWide: await isWiderThanScreen(page) }).toEqual({ path, look, isWide: false })
}
