import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Desk, openCard, openDesk, readGate, SOON, settleIn, signInByHand, statusOf } from './desk.ts'
import { MORE_FLOWS } from './flows.ts'
import { createKeyboard, focusedName, type Keyboard, wasPointerUsed } from './keyboard.ts'
import { openGate, type PersonAtBrowser, proposeCall, send } from './person.ts'
import type { RunningProgram } from './program.ts'

let desk: Desk
let browser: Browser
let program: RunningProgram
let person: PersonAtBrowser
let hand: Keyboard
let agentKey: string

beforeAll(async () => {
  desk = await openDesk()
  ;({ browser, program, person, hand } = desk)
  await signInByHand(desk)
  agentKey = await settleIn(desk)
}, 360_000)

afterAll(() => desk?.close())

beforeEach(() => {
  person.faults.length = 0
})

const goTo = (path: string) => person.page.goto(`${program.url}${path}`)
const held = (tool: string, args: object) => proposeCall(program.url, agentKey, { tool, arguments: args })
const ask = (gate: object) => openGate(program.url, agentKey, gate)
const decisionBar = () => person.page.getByRole('button', { name: /^Undo/ })

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
    await openCard(desk, gateId)
    await hand.press('1', 'a', 'e')
    await expect.poll(() => focusedName(page)).toMatch(/^path/)
    await hand.retype('second.txt')
    await hand.press('Control+Enter')
    await hand.press('r')
    await expect.poll(() => focusedName(page)).toBe('Send 3 answers')
    await hand.press('Shift+Tab')
    await hand.type('Two are enough')
    await hand.press('Control+Enter')
    await statusOf(desk, gateId).toBe('approved')
    const { decisions, call_decisions } = await readGate(desk, gateId)
    expect(Object.values(call_decisions)).toEqual(['approve', 'approve', 'reject'])
    expect(decisions[0]).toMatchObject({ reason: 'Two are enough' })
    expect(Object.values(decisions[0]?.edited_arguments ?? {})).toEqual([
      { path: 'second.txt', content: '2' },
    ])
  })

  it(MORE_FLOWS.leave_open, async () => {
    const gateId = await three()
    await openCard(desk, gateId)
    await hand.press('2', 'r', 'Escape')
    await expect.poll(() => focusedName(person.page)).toBe('Send 1 answer')
    await hand.press('Enter')
    await expect
      .poll(async () => Object.values((await readGate(desk, gateId)).call_decisions), SOON)
      .toEqual(['reject'])
    expect((await readGate(desk, gateId)).status).toBe('pending')
    await person.page.getByText('rejected', { exact: true }).waitFor()
  })

  it(MORE_FLOWS.snooze, async () => {
    const { page } = person
    const gateId = await held('write_file', { path: 'later.txt', content: 'x' })
    const row = page.getByRole('region', { name: 'Waiting items' }).getByText(/later\.txt/)
    await openCard(desk, gateId)
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
    await openCard(desk, gateId)
    await hand.tabTo('Assigned to')
    await hand.press('ArrowDown')
    await expect.poll(async () => Object(await readGate(desk, gateId)).assignee, SOON).toMatch(/^person_/)
    await hand.tabTo('Mine', 'Shift+Tab')
    await hand.press('Enter')
    const rows = page.getByRole('region', { name: 'Waiting items' }).getByRole('listitem')
    await expect.poll(() => rows.count(), SOON).toBe(1)
    expect(await rows.innerText()).toContain('mine.txt')
  })

  it(MORE_FLOWS.ask_agent, async () => {
    const { page } = person
    const gateId = await held('write_file', { path: 'asked.txt', content: 'x' })
    await openCard(desk, gateId)
    await hand.press('c')
    await hand.type('Did you run the tests?')
    await hand.tabTo('Ask an-agent')
    await hand.press('Space', 'Tab', 'Enter')
    await page.getByText('Asked the agent; no answer yet.').waitFor()
    const { comments } = await person.elsewhere.read(`/api/gates/${gateId}/comments`)
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
    await hand.tabTo('Approvals')
    await hand.press('ArrowRight', 'ArrowRight')
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
    await hand.tabTo('Approvals')
    await hand.press('ArrowRight', 'ArrowRight', 'ArrowRight')
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
    await hand.tabTo('Approvals')
    await hand.press('ArrowRight', 'ArrowRight', 'ArrowRight')
    const row = page.getByRole('listitem').filter({ hasText: 'builder' })
    await row.getByText('of Admin').waitFor()
    await row.getByText(/^used /).waitFor()
    await hand.tabTo('Revoke builder')
    await hand.press('Enter')
    await row.waitFor({ state: 'detached' })
    expect(await use()).toBe(401)
  })

  it(MORE_FLOWS.passkey, async () => {
    const link = await send(person, { path: '/api/auth/links', data: {} })
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
    await keys.tabTo('Approvals')
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
    const gateId = await held('delete_file', { path: 'old.txt' })
    await page.goto(`${new URL(address).origin}/inbox/${gateId}`)
    await page.getByRole('article').waitFor(SOON)
    await keys.look()
    await keys.press('a')
    await expect.poll(() => focusedName(page)).toBe('Type the path to approve')
    await keys.type('old.txt')
    await keys.press('Enter')
    const standing = async () => JSON.stringify(await readGate(desk, gateId))
    await expect.poll(standing, SOON).toContain('"passkey_id":"passkey_')
    await page.goto(`${new URL(address).origin}/settings`)
    await keys.tabTo('Approvals')
    await keys.press('ArrowLeft')
    await keys.tabTo('Remove passkey Test machine')
    await keys.press('Enter')
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Test machine' })
      .waitFor({ state: 'detached', ...SOON })
    await context.close()
  })

  it(MORE_FLOWS.notices, async () => {
    const { page } = person
    await goTo('/settings')
    await hand.tabTo('Approvals')
    await hand.press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
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
    await page.locator('tr[data-kind="added"], td[data-kind="added"]').first().waitFor()
  })

  it(MORE_FLOWS.palette, async () => {
    const { page } = person
    const gateId = await held('write_file', { path: 'found.txt', content: 'x' })
    await goTo('/audit')
    await page.getByText('Live', { exact: true }).waitFor()
    await hand.press('Control+k')
    await expect.poll(() => focusedName(page)).toBe('Command')
    await hand.type(gateId)
    await hand.press('Enter')
    await page.waitForURL(`**/inbox/${gateId}`)
    await page.getByRole('article').waitFor()
    await hand.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).getByText('approve', { exact: true }).waitFor()
    await hand.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await hand.press('g', 's')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
  })

  it('and never a pointer', async () => {
    expect(await wasPointerUsed(person.page)).toBe(false)
    expect(person.faults).toEqual([])
  })
})
