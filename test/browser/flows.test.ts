import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { CORE_FLOWS, MORE_FLOWS } from './flows.ts'
import { createKeyboard, focusedName, type Keyboard, wasPointerUsed, watchPointers } from './keyboard.ts'
import { buildPages } from './pages.ts'
import {
  changeSettings,
  makeAgentKey,
  openGate,
  type PersonAtBrowser,
  proposeCall,
  raiseLimits,
  send,
  watchFaults,
} from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'

const SOON = { timeout: 15_000 }
const MAIN_JOB = 'Move every .log file older than 7 days into archive/ and write a summary'

let browser: Browser
let program: RunningProgram
let person: PersonAtBrowser
let hand: Keyboard
let agentKey: string

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  program = await startProgram()
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
  await watchPointers(context)
  const page = await context.newPage()
  person = { context, page, faults: watchFaults(page, program.url) }
  hand = createKeyboard(page)
}, 360_000)

afterAll(async () => {
  await browser?.close()
  await program?.stop()
})

beforeEach(() => {
  person.faults.length = 0
})

const goTo = (path: string) => person.page.goto(`${program.url}${path}`)
const held = (tool: string, args: object) => proposeCall(program.url, agentKey, { tool, arguments: args })
const ask = (gate: object) => openGate(program.url, agentKey, gate)
const decisionBar = () => person.page.getByRole('button', { name: /^Undo/ })

/** Opens a card by its address, and reads it. */
async function openCard(gateId: string): Promise<void> {
  await goTo(`/inbox/${gateId}`)
  await person.page.getByRole('article').waitFor()
  await person.page.getByText('Live', { exact: true }).waitFor()
  await hand.look()
}

interface ReadGate {
  readonly status: string
  readonly decisions: readonly Record<string, unknown>[]
  readonly deciding?: { readonly decision: Record<string, unknown> }
  readonly call_decisions: Readonly<Record<string, string>>
  readonly view_digest: string
}

async function readGate(gateId: string): Promise<ReadGate> {
  return (await person.context.request.get(`${program.url}/api/gates/${gateId}`)).json()
}

const statusOf = (gateId: string) => expect.poll(async () => (await readGate(gateId)).status, SOON)

/** What was decided, also while it can still be taken back. */
async function decided(gateId: string): Promise<Record<string, unknown>> {
  const find = async () => {
    const { decisions, deciding } = await readGate(gateId)
    return deciding?.decision ?? decisions[0]
  }
  await expect.poll(find, SOON).toBeDefined()
  return (await find()) ?? {}
}

describe('by keyboard alone, people', { timeout: 60_000 }, () => {
  it(CORE_FLOWS.sign_in, async () => {
    const { page } = person
    await goTo('/settings')
    await page.getByRole('heading', { name: 'Sign in to Soulgate' }).waitFor()
    await hand.tabTo(/^Link or code/)
    await hand.type(program.signInLink)
    await hand.press('Enter')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    expect(page.url()).toBe(`${program.url}/settings`)
    const again = await browser.newContext()
    const other = await again.newPage()
    await other.goto(program.signInLink)
    await other.getByText(/was used already/).waitFor()
    await again.close()
    agentKey = await makeAgentKey(person, program.url)
    await raiseLimits(person, program.url)
    await changeSettings(person, program.url, { thresholds: { high: 0.99, medium: 0.55 } })
  })

  it(CORE_FLOWS.approve, async () => {
    const [first, second] = [
      await held('write_file', { path: 'a.txt', content: 'a' }),
      await held('copy_file', { from: 'logs/one.log', to: 'b.log' }),
    ]
    await openCard(first)
    await hand.press('a')
    await decisionBar().waitFor()
    // The next card is open, and reading goes on there.
    await person.page.waitForURL(`**/inbox/${second}`)
    await expect.poll(() => person.page.evaluate(`document.activeElement?.tagName`), SOON).toBe('ARTICLE')
    await statusOf(first).toBe('approved')
  })

  it(CORE_FLOWS.edit_approve, async () => {
    const gateId = await held('write_file', { path: 'old.txt', content: 'x' })
    await openCard(gateId)
    await hand.press('e')
    await expect.poll(() => focusedName(person.page)).toMatch(/^path/)
    await hand.retype('new.txt')
    await hand.press('Control+Enter')
    const decision = await decided(gateId)
    expect(decision.decision).toBe('approve')
    expect(Object.values(decision.edited_arguments ?? {})).toEqual([{ path: 'new.txt', content: 'x' }])
  })

  it(CORE_FLOWS.reject, async () => {
    const gateId = await held('write_file', { path: 'no.txt', content: 'x' })
    await openCard(gateId)
    await hand.press('r')
    await hand.type('Not in this folder')
    await hand.press('Control+Enter')
    expect(await decided(gateId)).toMatchObject({ decision: 'reject', reason: 'Not in this folder' })
  })

  it(CORE_FLOWS.steer, async () => {
    const gateId = await ask({
      ...{ type: 'code_review', summary: 'Look at this change', subject: { document: { branch: 'main' } } },
      artifacts: ['src/one.ts', 'src/two.ts'].map(path => ({
        path,
        type: 'diff',
        size_bytes: 9,
        preview: '+one',
      })),
    })
    await openCard(gateId)
    await hand.press('s')
    await hand.type('Split it in two')
    await hand.tabTo('src/two.ts')
    await hand.press('Space', 'Control+Enter')
    expect(await decided(gateId)).toMatchObject({
      ...{ decision: 'steer', steer_instructions: 'Split it in two', affected_artifacts: ['src/two.ts'] },
    })
  })

  it(CORE_FLOWS.answer, async () => {
    const { page } = person
    const gateId = await ask({
      type: 'interview',
      summary: 'Four questions',
      subject: { questions: QUESTIONS },
    })
    await openCard(gateId)
    await hand.tabTo('Red')
    await hand.press('ArrowDown', 'Enter')
    await expect.poll(() => focusedName(page)).toBe('Small')
    await hand.press('Space')
    await page.reload()
    await page.getByText('Which sizes?').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Small' }).isChecked()).toBe(true)
    await hand.tabTo('Next')
    await hand.press('Enter')
    await expect.poll(() => focusedName(page)).toBe('Paper')
    await hand.tabTo('Previous')
    await hand.press('Enter')
    await page.getByText('Which sizes?').waitFor()
    await hand.tabTo('Next')
    await hand.press('Enter')
    await expect.poll(() => focusedName(page)).toBe('Paper')
    await hand.press('ArrowDown', 'ArrowDown', 'Tab')
    await hand.type('Bark')
    await hand.press('Enter')
    await expect.poll(() => focusedName(page)).toBe('For whom?')
    await hand.type('For Ann')
    await hand.tabTo('Send answers')
    await hand.press('Enter')
    expect((await decided(gateId)).answers).toEqual([
      { question_id: 'colour', value: 'green' },
      { question_id: 'sizes', value: ['s'] },
      { question_id: 'stuff', value: '', other: 'Bark' },
      { question_id: 'whom', value: 'For Ann' },
    ])
  })

  it(CORE_FLOWS.batch, async () => {
    const { page } = person
    const ids = []
    for (const name of ['one', 'two', 'three'])
      ids.push(await held('append_file', { path: `${name}.txt`, content: 'same' }))
    const other = await held('write_file', { path: 'other.txt', content: 'x' })
    await openCard(ids[0] ?? '')
    await hand.press('*')
    await page.getByRole('heading', { name: '3 selected' }).waitFor()
    await hand.look()
    await hand.press('a')
    await hand.type('All of one kind')
    await hand.press('Enter')
    await decisionBar().waitFor()
    for (const id of ids) expect(await decided(id)).toMatchObject({ decision: 'approve' })
    expect((await readGate(other)).status).toBe('pending')
  })

  it(CORE_FLOWS.undo_decision, async () => {
    const gateId = await held('write_file', { path: 'undone.txt', content: 'x' })
    await openCard(gateId)
    // What was decided before can no longer be taken back: the key is about this decision.
    await decisionBar().waitFor({ state: 'detached' })
    await hand.press('a')
    await decisionBar().waitFor()
    await hand.press('z')
    await decisionBar().waitFor({ state: 'detached' })
    const gate = await readGate(gateId)
    expect([gate.status, gate.decisions]).toEqual(['pending', []])
  })

  it(CORE_FLOWS.undo_call, async () => {
    const { page } = person
    await goTo('/ask')
    await hand.tabTo('Goal')
    await hand.type(MAIN_JOB)
    await hand.press('Enter')
    await page.getByText('It waits for a decision').waitFor(SOON)
    await hand.tabTo('Review and decide')
    await hand.press('Enter')
    await page.getByRole('heading', { name: /What will run: 3 calls/ }).waitFor()
    await hand.look()
    await hand.press('a')
    const archived = () => existsSync(join(program.workspace, 'archive', 'one.log'))
    await expect.poll(archived, SOON).toBe(true)
    const { runs } = await (
      await person.context.request.get(`${program.url}/api/runs?limit=1&kind=reasoning`)
    ).json()
    await goTo(`/runs/${runs[0].run_id}`)
    await page.getByText('Completed', { exact: true }).first().waitFor(SOON)
    await hand.tabTo('Undo its reversible calls')
    await hand.press('Enter')
    await page.getByText(/Took back 3 calls/).waitFor()
    await page.getByText('taken back').first().waitFor()
    expect([archived(), existsSync(join(program.workspace, 'logs', 'one.log'))]).toEqual([false, true])
  })

  it(CORE_FLOWS.irreversible, async () => {
    const gateId = await held('delete_file', { path: 'logs/two.log' })
    await openCard(gateId)
    await hand.press('a')
    await hand.type('delete')
    await hand.press('Enter')
    expect((await readGate(gateId)).status).toBe('pending')
    await hand.type('_file')
    await hand.press('Enter')
    expect(await decided(gateId)).toMatchObject({ decision: 'approve' })
  })

  it(CORE_FLOWS.stop, async () => {
    const { page } = person
    for (const path of ['/insight', '/audit']) {
      await goTo(path)
      await page.getByText('Live', { exact: true }).waitFor()
      await hand.press('!')
      await expect.poll(() => focusedName(page)).toBe('Type “stop” to confirm')
      await hand.type('stop')
      await hand.press('Enter')
      await page.getByText('Everything is stopped.').waitFor()
      await hand.press('Control+k')
      await hand.type('lift')
      await hand.press('Enter')
      await page.getByText('Everything is stopped.').waitFor({ state: 'detached' })
    }
  })

  it(CORE_FLOWS.elsewhere, async () => {
    const { page } = person
    const gateId = await held('write_file', { path: 'elsewhere.txt', content: 'x' })
    await openCard(gateId)
    await send(person, program.url, {
      path: `/api/gates/${gateId}/decide`,
      data: { decision: 'reject', reason: 'From my phone' },
    })
    await page.getByText(/Rejected by/).waitFor()
    await hand.press('a')
    expect((await readGate(gateId)).decisions).toHaveLength(1)

    // The answer is on its way while somebody else's arrives first: what stands is shown, nothing is overwritten.
    const raced = await held('write_file', { path: 'raced.txt', content: 'x' })
    await page.route(`**/api/gates/${raced}/decide`, async route => {
      await send(person, program.url, { path: `/api/gates/${raced}/decide`, data: { decision: 'reject' } })
      await route.continue()
    })
    await openCard(raced)
    const refused = page.waitForResponse(`**/api/gates/${raced}/decide`)
    await hand.press('a')
    expect((await refused).status()).toBe(409)
    await page.getByText(/Rejected by/).waitFor()
    const [standing, ...rest] = (await readGate(raced)).decisions
    expect([standing?.decision, rest]).toEqual(['reject', []])

    // What was looked at is not what stands any more: the server says so, and the card is read again.
    const stale = await held('write_file', { path: 'stale.txt', content: 'x' })
    let answered = 0
    await page.route(`**/api/gates/${stale}/decide`, async route => {
      const body = { ...route.request().postDataJSON(), view_digest: 'what-was-seen-before' }
      const answer = await route.fetch({ postData: JSON.stringify(body) })
      answered = answer.status()
      await route.fulfill({ response: answer })
    })
    await openCard(stale)
    const reread = page.waitForResponse(answer => answer.url().endsWith(`/api/gates/${stale}`))
    await hand.press('a')
    await reread
    await page.getByText(/The card was read again/).waitFor()
    expect([answered, (await readGate(stale)).status]).toEqual([412, 'pending'])
    await page.unroute(`**/api/gates/${stale}/decide`)
    await hand.press('a')
    expect(await decided(stale)).toMatchObject({ decision: 'approve' })
  })
})

describe('by keyboard alone, people also', { timeout: 60_000 }, () => {
  const three = () =>
    ask({
      ...{ type: 'tool_approval', summary: 'Three files' },
      subject: {
        tool_calls: [1, 2, 3].map(place => ({
          tool: 'write_file',
          arguments: { path: `${place}.txt`, content: `${place}` },
        })),
      },
    })

  it(MORE_FLOWS.call_by_call, async () => {
    const { page } = person
    const gateId = await three()
    await openCard(gateId)
    await hand.press('1', 'a', 'e')
    await expect.poll(() => focusedName(page)).toMatch(/^path/)
    await hand.retype('second.txt')
    await hand.press('Control+Enter')
    await hand.press('r')
    await expect.poll(() => focusedName(page)).toBe('Send 3 answers')
    await hand.press('Shift+Tab')
    await hand.type('Two are enough')
    await hand.press('Control+Enter')
    await statusOf(gateId).toBe('approved')
    const { decisions, call_decisions } = await readGate(gateId)
    expect(Object.values(call_decisions)).toEqual(['approve', 'approve', 'reject'])
    expect(decisions[0]).toMatchObject({ reason: 'Two are enough' })
    expect(Object.values(decisions[0]?.edited_arguments ?? {})).toEqual([
      { path: 'second.txt', content: '2' },
    ])
  })

  it(MORE_FLOWS.leave_open, async () => {
    const gateId = await three()
    await openCard(gateId)
    await hand.press('2', 'r', 'Escape')
    await expect.poll(() => focusedName(person.page)).toBe('Send 1 answer')
    await hand.press('Enter')
    await expect
      .poll(async () => Object.values((await readGate(gateId)).call_decisions), SOON)
      .toEqual(['reject'])
    expect((await readGate(gateId)).status).toBe('pending')
    await person.page.getByText('rejected', { exact: true }).waitFor()
  })

  it(MORE_FLOWS.snooze, async () => {
    const { page } = person
    const gateId = await held('write_file', { path: 'later.txt', content: 'x' })
    const row = page.getByRole('region', { name: 'Waiting items' }).getByText('write_file later.txt')
    await openCard(gateId)
    await hand.tabTo('Snooze')
    await hand.press('Enter')
    await hand.tabTo('4 hours')
    await hand.press('Enter')
    await page.getByText(/Snoozed until/).waitFor()
    await hand.press('k')
    await row.waitFor({ state: 'detached' })
    await hand.tabTo('Snoozed 1', 'Shift+Tab')
    await hand.press('Enter')
    await row.waitFor()
    await hand.tabTo(/later\.txt/)
    await hand.press('Enter')
    await page.getByText(/Snoozed until/).waitFor()
    await hand.tabTo('Bring back')
    await hand.press('Enter')
    await page.getByText(/Snoozed until/).waitFor({ state: 'detached' })
  })

  it(MORE_FLOWS.assign, async () => {
    const { page } = person
    const gateId = await held('write_file', { path: 'mine.txt', content: 'x' })
    await openCard(gateId)
    await hand.tabTo('Assigned to')
    await hand.press('ArrowDown')
    await expect.poll(async () => Object(await readGate(gateId)).assignee, SOON).toMatch(/^person_/)
    await hand.tabTo('Mine', 'Shift+Tab')
    await hand.press('Enter')
    const rows = page.getByRole('region', { name: 'Waiting items' }).getByRole('listitem')
    await expect.poll(() => rows.count(), SOON).toBe(1)
    expect(await rows.innerText()).toContain('mine.txt')
  })

  it(MORE_FLOWS.ask_agent, async () => {
    const { page } = person
    const gateId = await held('write_file', { path: 'asked.txt', content: 'x' })
    await openCard(gateId)
    await hand.press('c')
    await hand.type('Did you run the tests?')
    await hand.tabTo('Ask an-agent')
    await hand.press('Space', 'Tab', 'Enter')
    await page.getByText('Asked the agent; no answer yet.').waitFor()
    const { comments } = await (
      await person.context.request.get(`${program.url}/api/gates/${gateId}/comments`)
    ).json()
    await fetch(`${program.url}/api/gates/${gateId}/comments/${comments[0].comment_id}/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agentKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'All of them.' }),
    })
    await page.getByText('All of them.').waitFor(SOON)
  })

  it(MORE_FLOWS.people, async () => {
    const { page } = person
    await goTo('/settings')
    await hand.tabTo('Policy')
    await hand.press('ArrowRight')
    await hand.tabTo('Name')
    await hand.type('Pat')
    await hand.tabTo('Role')
    await hand.press('ArrowDown')
    await hand.tabTo('Invite')
    await hand.press('Enter')
    const link = await page.locator('code', { hasText: 'code=' }).innerText()
    const context = await browser.newContext()
    const theirs = await context.newPage()
    await theirs.goto(link)
    await theirs.getByText(/Pat · reviewer/).waitFor()
    await hand.tabTo('Disable Pat', 'Shift+Tab')
    await hand.press('Enter')
    await page.getByRole('button', { name: 'Enable Pat' }).waitFor()
    await theirs.reload()
    await theirs.getByRole('heading', { name: 'Sign in to Soulgate' }).waitFor()
    await context.close()
  })

  it(MORE_FLOWS.tokens, async () => {
    const { page } = person
    await goTo('/settings')
    await hand.tabTo('Policy')
    await hand.press('ArrowRight', 'ArrowRight')
    await hand.tabTo('Name')
    await hand.type('builder')
    await hand.press('Enter')
    const token = await page.locator('code', { hasText: /^sg_/ }).innerText()
    const use = () =>
      fetch(`${program.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } }).then(
        answer => answer.status,
      )
    expect(await use()).toBe(200)
    await page.reload()
    await hand.tabTo('Policy')
    await hand.press('ArrowRight', 'ArrowRight')
    const row = page.getByRole('listitem').filter({ hasText: 'builder' })
    await row.getByText('of Admin').waitFor()
    await row.getByText(/^used /).waitFor()
    await hand.tabTo('Revoke builder')
    await hand.press('Enter')
    await row.waitFor({ state: 'detached' })
    expect(await use()).toBe(401)
  })

  it(MORE_FLOWS.passkey, async () => {
    const link = await send(person, program.url, { path: '/api/auth/links', data: {} })
    // Browsers bind passkeys to names, so it is done where the machine has one.
    const address =
      JSON.stringify(link)
        .match(/http[^"]+/)?.[0]
        .replace('127.0.0.1', 'localhost') ?? ''
    const context = await browser.newContext()
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const authenticator = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
    const user = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...authenticator, ...user } })
    const keys = createKeyboard(page)
    await page.goto(address)
    await page.getByText('Live', { exact: true }).waitFor(SOON)
    await page.goto(`${new URL(address).origin}/settings`)
    await keys.tabTo('Policy')
    await keys.press('ArrowLeft')
    await keys.tabTo('Name of the passkey')
    await keys.type('Test machine')
    await keys.press('Enter')
    await page.getByRole('listitem').filter({ hasText: 'Test machine' }).waitFor(SOON)
    await keys.tabTo('Sign out')
    await keys.press('Enter')
    await page.getByRole('heading', { name: 'Sign in to Soulgate' }).waitFor(SOON)
    await keys.tabTo('Use a passkey')
    await keys.press('Enter')
    await page.getByRole('heading', { name: 'Settings' }).waitFor(SOON)
    await context.close()
  })

  it(MORE_FLOWS.notices, async () => {
    const { page } = person
    await goTo('/settings')
    await hand.tabTo('Policy')
    await hand.press('ArrowRight', 'ArrowRight', 'ArrowRight')
    await hand.tabTo('Address')
    await hand.type('https://127.0.0.1:1/hook')
    await hand.press('Enter')
    await page.locator('code', { hasText: /^whsec_/ }).waitFor(SOON)
    await hand.tabTo('Test 127.0.0.1:1', 'Shift+Tab')
    await hand.press('Enter')
    await page.getByText(/did not arrive: .*not on the public internet/).waitFor(SOON)
    await hand.tabTo('Deliveries of 127.0.0.1:1')
    await hand.press('Enter')
    await page.getByText('Nothing was to be told yet.').waitFor(SOON)
    await hand.tabTo('Remove 127.0.0.1:1')
    await hand.press('Enter')
    await page.getByText('Nobody outside is told anything.').waitFor(SOON)
  })

  it(MORE_FLOWS.work, async () => {
    const { page } = person
    await goTo('/runs')
    await page.getByText('Live', { exact: true }).waitFor()
    await hand.press('g', 'w')
    await hand.tabTo('Title')
    await hand.type('Name search')
    await hand.press('Tab')
    await hand.type('- Show the ten best matches')
    await hand.tabTo('Start')
    await hand.press('Enter')
    await page.getByRole('heading', { name: 'Documents' }).waitFor(SOON)
    await hand.tabTo('Review and decide')
    await hand.press('Enter')
    await page.getByRole('article').waitFor()
    await hand.look()
    await hand.press('s')
    await hand.type('Show twenty matches')
    await hand.press('Control+Enter')
    await decisionBar().waitFor()
    await hand.press('g', 'w')
    await page.getByRole('heading', { name: 'Work items' }).waitFor()
    await hand.tabTo(/Name search/)
    await hand.press('Enter')
    await page.getByRole('heading', { name: 'What people said' }).waitFor({ timeout: 25_000 })
    await page.getByText('Show twenty matches').first().waitFor()
    await hand.tabTo(/design\.md.*1 kept/)
    await hand.press('Enter')
    await hand.tabTo('Show')
    await hand.press('ArrowDown')
    await page.locator('figure [data-kind="added"]').first().waitFor()
  })

  it(MORE_FLOWS.palette, async () => {
    const { page } = person
    const gateId = await held('write_file', { path: 'found.txt', content: 'x' })
    await goTo('/audit')
    await page.getByText('Live', { exact: true }).waitFor()
    await hand.press('Control+k')
    await hand.type(gateId)
    await hand.press('Enter')
    await page.waitForURL(`**/inbox/${gateId}`)
    await page.getByRole('article').waitFor()
    await hand.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).getByText('approve', { exact: true }).waitFor()
    await hand.press('Escape', 'g', 's')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
  })

  it(MORE_FLOWS.feedback, async () => {
    const { page } = person
    const { runs } = await (
      await person.context.request.get(`${program.url}/api/runs?limit=1&status=completed`)
    ).json()
    await goTo(`/runs/${runs[0].run_id}`)
    await page.getByText('Did this help?').waitFor()
    await hand.tabTo('Yes')
    await hand.press('Enter')
    await page.getByText('Thank you.').waitFor()
    expect(await wasPointerUsed(page)).toBe(false)
    expect(person.faults).toEqual([])
  })
})

const QUESTIONS = [
  {
    ...{ id: 'colour', question: 'Which colour?', type: 'radio', allow_other: false, required: true },
    options: [
      { id: 'red', label: 'Red' },
      { id: 'green', label: 'Green' },
    ],
  },
  {
    ...{ id: 'sizes', question: 'Which sizes?', type: 'checkbox', allow_other: false, required: false },
    options: [
      { id: 's', label: 'Small' },
      { id: 'l', label: 'Large' },
    ],
  },
  {
    ...{ id: 'stuff', question: 'Of what?', type: 'radio', allow_other: true, required: true },
    options: [
      { id: 'paper', label: 'Paper' },
      { id: 'wood', label: 'Wood' },
    ],
  },
  { id: 'whom', question: 'For whom?', type: 'text', allow_other: false, required: true },
] as const
