import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyReceipt } from '../../src/soulgate.ts'
import { accessibilityViolations, isWiderThanScreen } from './accessibility.ts'
import {
  type BrowserDesk,
  closeBrowserDesk,
  OPENING_MS,
  openBrowserDesk,
  SOON,
  takePicture,
} from './browser-desk.ts'

let desk: BrowserDesk
beforeAll(async () => {
  desk = await openBrowserDesk()
}, OPENING_MS)
afterAll(() => closeBrowserDesk(desk))

it.each([
  [1440, 900],
  [390, 844],
])(
  'a reviewer saves a receipt of a decision, with what was ticked, at %i×%i',
  {
    timeout: 120_000,
  },
  async (width, height) => {
    const { page, program, person, agentKey } = desk
    await page.setViewportSize({ width, height })
    const called = await fetch(`${program.url}/api/calls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agentKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool: 'pay_out', arguments: { to: 'ada@example.org', amount: width } }),
    })
    const { gate } = (await called.json()) as { readonly gate: { readonly gate_id: string } }
    await person.elsewhere.send('POST', `/api/gates/${gate.gate_id}/decide`, {
      ...{ decision: 'reject', reason: 'not owed' },
    })
    await page.goto(`${program.url}/inbox/${gate.gate_id}`)
    const save = async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save the receipt' }).click(),
      ])
      expect(download.suggestedFilename()).toBe(`receipt-${gate.gate_id}.json`)
      return verifyReceipt(readFileSync(await download.path(), 'utf8'))
    }
    await page.getByText('Export a receipt').click(SOON)
    const first = await save()
    expect(first).toMatchObject({ ok: true, receipt: { gate_id: gate.gate_id, status: 'rejected' } })
    expect(JSON.stringify(first)).not.toMatch(/ada@example|not owed/)
    await page.getByRole('checkbox', { name: /Arguments of the calls/ }).check()
    await page.getByRole('checkbox', { name: /Reasons that were given/ }).check()
    expect((await save()).receipt).toMatchObject({
      calls: [{ arguments: { to: 'ada@example.org', amount: width } }],
      decisions: [{ reason: 'not owed' }],
    })
    await takePicture(page, `receipt-${width}`)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await isWiderThanScreen(page)).toBe(false)
  },
)
