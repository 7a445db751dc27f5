import { resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Gate } from '../../src/contracts/gate.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { createApi, serveApi } from '../../src/surfaces/api/api.ts'
import { DAY_MS, openTrustDesk, type TrustDesk } from '../soulgate/autonomy-fixture.ts'
import { admin, builder, codeOf, found, granted } from '../soulgate/program-fixture.ts'
import { accessibilityViolations, isWiderThanScreen } from './accessibility.ts'
import { OPENING_MS, takePicture } from './browser-desk.ts'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { type PersonAtBrowser, signIn } from './person.ts'

const UI = resolve(import.meta.dirname, '../../ui/dist')
const CREDIT = {
  ...{ name: 'set_credit', description: 'Sets a credit.', prerequisites: [], produces: [] },
  input_schema: { type: 'object', properties: { amount: { type: 'number', 'x-soulgate': 'amount' } } },
  annotations: { read_only: false, idempotent: true, destructive: false, open_world: false },
  reversibility: 'reversible' as const,
}

let browser: Browser
let desk: TrustDesk
let person: PersonAtBrowser
let url: string
let own: Principal
let stopServing: () => Promise<void>

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  desk = await openTrustDesk({}, { startMs: Date.now() - 20 * DAY_MS, ticks: true })
  await desk.prove(40)
  desk.pass(Date.now() - desk.now())
  await granted(desk.soulgate.tools.declare(admin, CREDIT))
  const app = createApi({ soulgate: desk.soulgate, version: '0.0.0', knownHosts: [], uiFolder: UI })
  const served = await serveApi({ app, port: 0, host: '127.0.0.1' })
  url = served.url
  stopServing = () => served.close(100)
  const { code } = await desk.soulgate.access.createSignInCode()
  person = await signIn(browser, `${url}/sign-in?code=${code}`)
  const [me] = await desk.soulgate.access.listPeople(admin)
  own = { ...admin, id: found(me).person_id }
}, OPENING_MS)

afterAll(async () => {
  await browser?.close()
  await stopServing?.()
  await desk?.close()
})

async function credit(amount = 42): Promise<Gate> {
  const call = { tool: CREDIT.name, arguments: { amount } }
  return found((await granted(desk.soulgate.calls.propose(builder, call))).gate)
}
/** What was decided, within its undo window too. */
const decisionOn = async ({ gate_id }: Gate) => {
  const { deciding, decisions } = await granted(desk.soulgate.gates.get(own, gate_id))
  return (deciding?.decision ?? decisions.at(-1))?.decision
}

it('says on a card how often people found such calls right', async () => {
  const { page } = person
  const { gate_id } = found((await desk.propose()).gate)
  await page.goto(`${url}/inbox/${gate_id}`)
  const line = page.getByText(/Of 100 calls like this one people find about \d+ right/)
  await line.waitFor()
  await look('attention-1-estimate', () => line.scrollIntoViewIfNeeded())
  await granted(desk.soulgate.gates.decide(own, gate_id, { decision: 'reject' }))
})

it('shows a card that tests attention among the others, and tells what it was when it is answered', async () => {
  const { page, faults } = person
  const { soulgate } = desk
  const { version } = await granted(soulgate.settings.get(admin))
  await granted(soulgate.settings.update(admin, { version, flags: { canaries_enabled: true } }))
  let canary: Gate | undefined
  for (let nth = 0; nth < 80 && canary === undefined; nth += 1) {
    const { gate_id, view_digest } = await credit()
    await granted(soulgate.gates.decide(own, gate_id, { decision: 'approve', view_digest }))
    canary = (await granted(soulgate.canaries.offer(own))).gate
  }
  const { gate_id: id, briefing } = found(canary)
  await credit(7)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${url}/inbox`)
  await page.getByText('Now and then a card here tests whether cards are read.').waitFor()
  await page.goto(`${url}/inbox/${id}`)
  await page.getByText(briefing.agent).first().waitFor()
  await look('attention-3-test')
  // What people do with a card works on this one too, and is seen by nobody else.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByLabel('Assigned to').selectOption({ label: 'For me' })
  const onCard = async () => granted(soulgate.canaries.offer(own))
  await expect.poll(async () => (await onCard()).gate?.assignee).toBe(own.id)
  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await page.getByRole('button', { name: '1 hour', exact: true }).click()
  await page.getByText(/Snoozed until/).waitFor()
  await look('attention-3-snoozed')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Bring back' }).click()
  await expect.poll(async () => (await onCard()).snoozed_until).toBeUndefined()
  await page
    .getByRole('region', { name: 'Verdict' })
    .getByRole('button', { name: /^Approve/ })
    .click()
  await page.getByRole('dialog', { name: 'This one was a test' }).waitFor()
  await page.getByText('It was ten times the amount').waitFor()
  await look('attention-4-told')
  await page.getByRole('button', { name: 'Go on' }).click()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await codeOf(soulgate.gates.get(own, id))).toBe('not_found')
  await page.goto(`${url}/insight`)
  const told = page.getByText('Cards that test attention: 0 of 1 seen')
  await told.waitFor()
  await look('attention-5-rate', () => told.scrollIntoViewIfNeeded())
  expect(faults).toEqual([])
  const { version: now } = await granted(soulgate.settings.get(admin))
  await granted(soulgate.settings.update(admin, { version: now, flags: { canaries_enabled: false } }))
}, 120_000)

// Last, since its page keeps a clock of its own.
it('asks for the amount of a risky card after three approvals that nobody can have read, and for nothing to reject', async () => {
  const { page } = person
  await page.setViewportSize({ width: 1440, height: 900 })
  const gates: Gate[] = []
  for (let nth = 0; nth < 5; nth += 1) gates.push(await credit())
  // However slow the machine is, no time passes for the page.
  await page.clock.setFixedTime(Date.now())
  await page.goto(`${url}/inbox/${gates[0]?.gate_id}`)
  const verdict = page.getByRole('region', { name: 'Verdict' })
  const approve = verdict.getByRole('button', { name: /^Approve/ })
  const openId = () => new URL(page.url()).pathname.split('/').at(-1) ?? ''
  for (let nth = 0; nth < 3; nth += 1) {
    const before = openId()
    await approve.click()
    await page.waitForURL(to => !to.pathname.endsWith(before))
  }
  const slowed = openId()
  await page.getByText('were faster than their cards can be read, so this one asks').waitFor()
  await page.clock.resume()
  await approve.click()
  const field = verdict.getByLabel('Type the amount to approve')
  await field.fill('41')
  const send = verdict.getByRole('button', { name: 'Approve', exact: true })
  expect(await send.isDisabled()).toBe(true)
  await look('attention-2-slowed', () => field.scrollIntoViewIfNeeded())
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await approve.click()
  await field.fill('42')
  await send.click()
  await page.waitForURL(to => !to.pathname.endsWith(slowed))
  const last = openId()
  await verdict.getByRole('button', { name: /^Reject/ }).click()
  expect(await field.count()).toBe(0)
  await verdict
    .getByRole('button', { name: /^Reject/ })
    .last()
    .click()
  const wanted = (gate: Gate) => (gate.gate_id === last ? 'reject' : 'approve')
  for (const gate of gates) await expect.poll(() => decisionOn(gate), { timeout: 20_000 }).toBe(wanted(gate))
}, 90_000)

/** A screen at both sizes: its picture, no violation, nothing wider than it. */
async function look(name: string, show: () => Promise<void> = async () => {}): Promise<void> {
  const { page } = person
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await show()
    await takePicture(page, `${name}-${width}`)
    expect([name, width, await accessibilityViolations(page), await isWiderThanScreen(page)]).toEqual([
      ...[name, width, [], false],
    ])
  }
}
