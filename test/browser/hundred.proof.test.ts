import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { makeAgentKey, openGate, type PersonAtBrowser, proposeCall, raiseLimits, signIn } from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'

const ITEMS = 100
const LIMIT_MS = 5 * 60_000
/** A person reads a card, then finds the key; the keys of a text follow faster. */
const READ_MS = 900
const KEY_MS = 150

/** By the last digit of an item what is decided on it; everything else is approved. */
const MEANT: Readonly<Record<number, string>> = { 5: 'reject', 7: 'steer', 9: 'answer' }

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
  await raiseLimits(person)
}, 360_000)

afterAll(async () => {
  await browser?.close()
  await program?.stop()
})

it('a hundred mixed items are cleared by keyboard in less than five minutes of a person’s time, each as it was meant', async () => {
  const { page, faults } = person
  const ids: string[] = []
  for (let number = 0; number < ITEMS; number += 1) ids.push(await makeItem(number))
  faults.length = 0
  const hand = createHand()
  await page.clock.install()
  await page.goto(`${program.url}/inbox`)
  const begunAt = Date.now()
  let last = ''
  for (let done = 0; done < ITEMS; done += 1) {
    await expect
      .poll(openCard, { timeout: 20_000, interval: 20 })
      .not.toSatisfy((path: string) => path === '' || path === last)
    last = await openCard()
    await answerCard(hand)
  }
  const tookMs = Date.now() - begunAt + hand.waitedMs()
  console.log(
    `${ITEMS} items in ${(tookMs / 1000).toFixed(0)} s: ${(hand.waitedMs() / 1000).toFixed(0)} s of a person, ${((tookMs - hand.waitedMs()) / 1000).toFixed(0)} s of the program`,
  )
  // What the program adds depends on the machine; it is printed.
  expect(hand.waitedMs()).toBeLessThan(LIMIT_MS)
  await expect.poll(countPending, { timeout: 30_000 }).toBe(0)
  for (const [number, gateId] of ids.entries()) {
    const { decisions } = await person.elsewhere.read(`/api/gates/${gateId}`)
    expect(decisions.map((made: { readonly decision: string }) => made.decision)).toEqual([
      MEANT[number % 10] ?? 'approve',
    ])
  }
  expect(faults).toEqual([])
}, 400_000)

/** Presses keys as a person does. The page's clock is moved on by what a person would take; that time counts. */
function createHand() {
  const { page } = person
  let waited = 0
  const wait = async (ms: number) => {
    waited += ms
    await page.clock.runFor(ms)
  }
  return {
    waitedMs: () => waited,
    read: () => wait(READ_MS),
    press: async (key: string) => {
      await wait(KEY_MS)
      await page.keyboard.press(key)
    },
    type: async (text: string) => {
      for (const letter of text) {
        await wait(KEY_MS)
        await page.keyboard.type(letter)
      }
    },
  }
}

type Hand = ReturnType<typeof createHand>

async function answerCard(hand: Hand): Promise<void> {
  const { page } = person
  await hand.read()
  const card = await page.locator('main article').innerText()
  if (card.includes('Which colour?')) return answerQuestion(hand)
  if (card.includes('send_offer')) {
    await hand.press('r')
    await hand.type('not now')
    return hand.press('Control+Enter')
  }
  if (card.includes('move_file')) {
    await hand.press('s')
    await hand.type('copy instead')
    return hand.press('Control+Enter')
  }
  await hand.press('a')
  if (card.includes('delete_file')) {
    await hand.type('logs/one.log')
    await hand.press('Enter')
  }
}

async function answerQuestion(hand: Hand): Promise<void> {
  const { page } = person
  await hand.press('Enter')
  for (let step = 0; step < 20; step += 1) {
    await hand.press('Tab')
    if (await page.evaluate<boolean>(`document.activeElement?.type === 'radio'`)) break
  }
  await hand.press('Space')
  await hand.press('Enter')
}

/** Of each ten: six calls to approve, one irreversible, one to reject, one to steer, one question. */
async function makeItem(number: number): Promise<string> {
  const path = `notes/${number}.txt`
  const call = (tool: string, args: object) =>
    proposeCall(program.url, agentKey, { tool, arguments: args, reason: `Item ${number}` })
  const kind = number % 10
  if (kind === 3) return call('delete_file', { path: 'logs/one.log' })
  if (kind === 5) return call('send_offer', { customer: `customer-${number}` })
  if (kind === 7) return call('move_file', { from: 'logs/one.log', to: path })
  if (kind === 9)
    return openGate(program.url, agentKey, {
      ...{ type: 'interview', summary: `Question ${number}` },
      subject: {
        questions: [
          {
            ...{ id: 'colour', question: 'Which colour?', type: 'radio', allow_other: false, required: true },
            options: ['red', 'green'].map(label => ({ id: label, label })),
          },
        ],
      },
    })
  return call('write_file', { path, content: `Note ${number}` })
}

/** The address of the card that is shown; the last one until another stands. */
async function openCard(): Promise<string> {
  return await person.page.evaluate<string>(
    `document.querySelector('main article') && location.pathname.startsWith('/inbox/') ? location.pathname : ''`,
  )
}

async function countPending(): Promise<number> {
  return (await person.elsewhere.read('/api/gates?status=pending&limit=1')).total
}
