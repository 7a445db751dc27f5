import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measureAgreement } from '../../bench/validate/agreement.ts'
import { launchChromium } from '../browser/chromium.ts'

// A part of `npm run bench -- validate`, which breaks hundreds of pages of several seeds.
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
}, 60_000)

afterAll(async () => {
  await browser.close()
})

it('says of broken pages what the browser measures, rule by rule', async () => {
  const { share, rules, disagreements } = await measureAgreement(browser, { seed: 11, count: 16 })
  expect(rules.length).toBe(22)
  expect(rules.reduce((sum, { found, missed }) => sum + found + missed, 0)).toBeGreaterThan(10)
  expect(
    share,
    JSON.stringify(disagreements.map(({ page, rule, breaks }) => ({ page, rule, breaks }))),
  ).toBeGreaterThanOrEqual(0.95)
}, 180_000)
