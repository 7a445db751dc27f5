import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Desk,
  decided,
  openCard,
  openDesk,
  readGate,
  SOON,
  settleIn,
  signInByHand,
  statusOf,
} from './desk.ts'
import { CORE_FLOWS } from './flows.ts'
import { focusedName, type Keyboard, wasPointerUsed } from './keyboard.ts'
import { openGate, type PersonAtBrowser, proposeCall, send } from './person.ts'
import type { RunningProgram } from './program.ts'

const MAIN_JOB = 'Move every .log file older than 7 days into archive/ and write a summary'

let desk: Desk
let browser: Browser
let program: RunningProgram
let person: PersonAtBrowser
let hand: Keyboard
let agentKey: string

beforeAll(async () => {
  desk = await openDesk()
  ;({ browser, program, person, hand } = desk)
}, 360_000)

afterAll(() => desk?.close())

beforeEach(() => {
  person.faults.length = 0
})

const goTo = (path: string) => person.page.goto(`${program.url}${path}`)
const held = (tool: string, args: object) => proposeCall(program.url, agentKey, { tool, arguments: args })
const ask = (gate: object) => openGate(program.url, agentKey, gate)
const decisionBar = () => person.page.getByRole('button', { name: /^Undo/ })

describe('by keyboard alone, people', { timeout: 60_000 }, () => {
  it(CORE_FLOWS.sign_in, async () => {
    const { page } = person
    await signInByHand(desk)
    expect(page.url()).toBe(`${program.url}/settings`)
    const again = await browser.newContext()
    const other = await again.newPage()
    await other.goto(program.signInLink)
    await other.getByText(/was used already/).waitFor()
    await again.close()
    agentKey = await settleIn(desk)
  })

  it(CORE_FLOWS.approve, async () => {
    const [first, second] = [
      await held('write_file', { path: 'a.txt', content: 'a' }),
      await held('copy_file', { from: 'logs/one.log', to: 'b.log' }),
    ]
    await openCard(desk, first)
    await hand.press('a')
    await decisionBar().waitFor()
    // The next card is open, and reading goes on there.
    await person.page.waitForURL(`**/inbox/${second}`)
    await expect.poll(() => person.page.evaluate(`document.activeElement?.tagName`), SOON).toBe('ARTICLE')
    await statusOf(desk, first).toBe('approved')
  })

  it(CORE_FLOWS.edit_approve, async () => {
    const gateId = await held('write_file', { path: 'old.txt', content: 'x' })
    await openCard(desk, gateId)
    await hand.press('e')
    await expect.poll(() => focusedName(person.page)).toMatch(/^path/)
    await hand.retype('new.txt')
    await hand.press('Control+Enter')
    const decision = await decided(desk, gateId)
    expect(decision.decision).toBe('approve')
    expect(Object.values(decision.edited_arguments ?? {})).toEqual([{ path: 'new.txt', content: 'x' }])
  })

  it(CORE_FLOWS.reject, async () => {
    const gateId = await held('write_file', { path: 'no.txt', content: 'x' })
    await openCard(desk, gateId)
    await hand.press('r')
    await hand.type('Not in this folder')
    await hand.press('Control+Enter')
    expect(await decided(desk, gateId)).toMatchObject({ decision: 'reject', reason: 'Not in this folder' })
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
    await openCard(desk, gateId)
    await hand.press('s')
    await hand.type('Split it in two')
    await hand.tabTo('src/two.ts')
    await hand.press('Space', 'Control+Enter')
    expect(await decided(desk, gateId)).toMatchObject({
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
    await openCard(desk, gateId)
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
    expect((await decided(desk, gateId)).answers).toEqual([
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
    await openCard(desk, ids[0] ?? '')
    await hand.press('*')
    await page.getByRole('heading', { name: '3 selected' }).waitFor()
    await hand.look()
    await hand.press('a')
    await hand.type('All of one kind')
    await hand.press('Enter')
    await decisionBar().waitFor()
    for (const id of ids) expect(await decided(desk, id)).toMatchObject({ decision: 'approve' })
    expect((await readGate(desk, other)).status).toBe('pending')
  })

  it(CORE_FLOWS.undo_decision, async () => {
    const gateId = await held('write_file', { path: 'undone.txt', content: 'x' })
    await openCard(desk, gateId)
    // What was decided before can no longer be taken back: the key is about this decision.
    await decisionBar().waitFor({ state: 'detached' })
    await hand.press('a')
    await decisionBar().waitFor()
    await hand.press('z')
    await decisionBar().waitFor({ state: 'detached' })
    const gate = await readGate(desk, gateId)
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
    const { runs } = await person.elsewhere.read('/api/runs?limit=1&kind=reasoning')
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
    await openCard(desk, gateId)
    await hand.press('a')
    await hand.type('logs/two')
    await hand.press('Enter')
    expect((await readGate(desk, gateId)).status).toBe('pending')
    await hand.type('.log')
    await hand.press('Enter')
    expect(await decided(desk, gateId)).toMatchObject({ decision: 'approve' })
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
      await expect.poll(() => focusedName(page)).toBe('Command')
      await hand.type('resume')
      await hand.press('Enter')
      await page.getByText('Everything is stopped.').waitFor({ state: 'detached' })
    }
  })

  it(CORE_FLOWS.elsewhere, async () => {
    const { page } = person
    const gateId = await held('write_file', { path: 'elsewhere.txt', content: 'x' })
    await openCard(desk, gateId)
    await send(person, {
      path: `/api/gates/${gateId}/decide`,
      data: { decision: 'reject', reason: 'From my phone' },
    })
    await page.getByText(/Rejected by/).waitFor()
    await hand.press('a')
    expect((await readGate(desk, gateId)).decisions).toHaveLength(1)

    // The answer is on its way while somebody else's arrives first: what stands is shown, nothing is overwritten.
    const raced = await held('write_file', { path: 'raced.txt', content: 'x' })
    await page.route(`**/api/gates/${raced}/decide`, async route => {
      await send(person, { path: `/api/gates/${raced}/decide`, data: { decision: 'reject' } })
      await route.continue()
    })
    await openCard(desk, raced)
    const refused = page.waitForResponse(`**/api/gates/${raced}/decide`)
    await hand.press('a')
    expect((await refused).status()).toBe(409)
    await page.getByText(/Rejected by/).waitFor()
    const [standing, ...rest] = (await readGate(desk, raced)).decisions
    expect([standing?.decision, rest]).toEqual(['reject', []])

    // What was looked at is not what stands any more: the server says so, and the card is read again.
    const stale = await held('write_file', { path: 'stale.txt', content: 'x' })
    let answered = 0
    await page.route(`**/api/gates/${stale}/decide`, async route => {
      const body = { ...route.request().postDataJSON(), view_digest: 'what-was-seen-before' }
      const answer = await person.elsewhere.send('POST', `/api/gates/${stale}/decide`, body)
      answered = answer.status
      const headers = { 'content-type': 'application/problem+json' }
      await route.fulfill({ status: answered, headers, body: JSON.stringify(answer.json) })
    })
    await openCard(desk, stale)
    const reread = page.waitForResponse(answer => answer.url().endsWith(`/api/gates/${stale}`))
    await hand.press('a')
    await reread
    await page.getByText(/The card was read again/).waitFor()
    expect([answered, (await readGate(desk, stale)).status]).toEqual([412, 'pending'])
    await page.unroute(`**/api/gates/${stale}/decide`)
    await hand.press('a')
    expect(await decided(desk, stale)).toMatchObject({ decision: 'approve' })
  })

  it(CORE_FLOWS.feedback, async () => {
    const { page } = person
    const { runs } = await person.elsewhere.read('/api/runs?limit=1&status=completed')
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
