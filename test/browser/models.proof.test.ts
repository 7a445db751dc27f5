import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../models/model-server.ts'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { type PersonAtBrowser, signIn } from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'

let program: RunningProgram
let provider: ModelServer
let browser: Browser
let person: PersonAtBrowser
beforeAll(async () => {
  await buildPages()
  provider = await startModelServer({
    key: 'sk-right-key',
    models: ['qwen3-small', 'qwen3-large'],
    answer: () => '<think>aloud</think>{"sum": 5}',
  })
  ;[program, browser] = await Promise.all([startProgram(), launchChromium()])
  person = await signIn(browser, program.signInLink)
}, 180_000)
afterAll(async () => {
  await browser.close()
  await Promise.all([program.stop(), provider.close()])
})

test('a person adds a model, is told of a wrong key, tries it, chooses it, and takes it away', async () => {
  const { page } = person
  await page.goto(`${program.url}/settings#models`)
  await page.getByText('The built-in reader reads goals').waitFor()
  await page.getByRole('button', { name: 'Add a provider' }).click()
  const form = page.getByRole('form', { name: 'Add a provider' })
  await form.getByLabel('Provider').selectOption('compatible')
  await form.getByLabel('Address').fill(provider.url)
  await form.getByRole('textbox', { name: /^Key/ }).fill('sk-wrong-key')
  await form.getByLabel('Models').fill('qwen3-small')
  await form.getByRole('button', { name: 'Add' }).click()
  const trying = page.getByRole('form', { name: /^Try / })
  await trying.getByRole('button', { name: 'Try it' }).click()
  await trying.getByText(/is refused/).waitFor()
  expect(provider.asked).toHaveLength(1)
  await page.getByRole('button', { name: /^Change / }).click()
  const change = page.getByRole('form', { name: /^Change / })
  await change.getByRole('textbox', { name: /^Key/ }).fill('sk-right-key')
  await change.getByRole('button', { name: 'Save' }).click()
  await change.waitFor({ state: 'detached' })
  await trying.getByRole('button', { name: 'Try it' }).click()
  await trying.getByText('2 + 3 = 5').waitFor()
  const tiers = page.getByRole('form', { name: 'Which model does what' })
  const name = (await page.getByRole('list', { name: 'Providers' }).locator('b').first().textContent()) ?? ''
  await tiers.getByLabel(/^Standard/).fill(`${name}/qwen3-small`)
  await tiers.getByLabel(/^Standard/).press('Enter')
  await tiers.getByRole('button', { name: 'Use these models' }).click()
  await page.getByText(`${name}/qwen3-small reads goals`).waitFor()
  expect(await page.content()).not.toContain('sk-right-key')
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('button', { name: `Remove ${name} and its key` }).click()
  await page.getByText('The built-in reader reads goals').waitFor()
})

test('a question over files is answered with the answer first, and nothing of a program', async () => {
  const { page } = person
  await page.goto(`${program.url}/ask`)
  await page.getByRole('textbox').first().fill('What is 15% of 240?')
  await page.keyboard.press('Control+Enter')
  const answer = page.getByRole('article', { name: 'Answer' })
  await answer.getByText('36', { exact: true }).first().waitFor()
  const told = (await answer.textContent()) ?? ''
  expect(told).not.toMatch(/The call succeeded|\/api\/|POST |GET /)
  expect(await answer.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
})
