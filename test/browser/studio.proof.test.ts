import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import type { ScriptedStep } from '../../src/llm/scripted/scripted.ts'
import { accessibilityViolations, isWiderThanScreen } from './accessibility.ts'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { LOOKS, lookWith, type PersonAtBrowser, signIn } from './person.ts'
import { fillWithPages, SHOP } from './studio-pages.ts'
import { type StudioProgram, startStudioProgram } from './studio-program.ts'

/** Keys decide only what a person has had time to see. */
const LOOK_MS = 800
const IN_EFFECT = { timeout: 15_000 }

type Call = { readonly name: string; readonly arguments: JsonObject }
const say = (text: string, ...calls: readonly Call[]): ScriptedStep => ({
  answer: { text, tool_calls: calls },
})
const note = (content: string): Call => ({
  name: 'change_product_doc',
  arguments: { sections: [{ section: 'overview', title: 'Overview', content }], summary: 'the idea' },
})
const remove = (path: string): Call => ({ name: 'delete_file', arguments: { path } })

/** One pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPgzYoCAAFZANKIEMv9AAAAAElFTkSuQmCC'

const SCRIPT: readonly ScriptedStep[] = [
  say('First I must know:', {
    name: 'ask_user',
    arguments: {
      questions: [
        { id: 'who', question: 'Who is it for?', type: 'radio', options: ['Guests', 'My team'] },
        { id: 'parts', question: 'Which parts must it have?', type: 'text' },
      ],
    },
  }),
  say('I write that down.', note('A shop for guests.')),
  say(
    'Noted. **Next** you say what else:\n- [colours](https://example.org/x)\n- <img src=x onerror="fail()">',
  ),
  say('I remove it.', remove('logs/one.log')),
  say('It is gone.'),
  { ...say('word '.repeat(400)), betweenMs: 200 },
  say('I remove that, too.', remove('logs/two.log')),
  say('Then I leave it.'),
  say('The second message has come.'),
  say('I write it anew.', note('A shop for everybody.')),
  say('I keep to your words.'),
  say('I am here.'),
]

let browser: Browser
let program: StudioProgram
let person: PersonAtBrowser
let page: Page

beforeAll(async () => {
  await buildPages()
  browser = await launchChromium()
  program = await startStudioProgram({ script: SCRIPT, fill: fillWithPages })
  person = await signIn(browser, program.signInLink)
  page = person.page
}, 360_000)

afterAll(async () => {
  await browser?.close()
  await program?.stop()
})

async function typeMessage(text: string): Promise<void> {
  await page.getByLabel('Message').focus()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const standing = (text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor(IN_EFFECT)

describe('a talk', { timeout: 60_000 }, () => {
  it('asks about a vague wish; the answers are given by keyboard, and outlive a reload', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await page.getByRole('heading', { name: 'What should we make?' }).waitFor()
    await typeMessage('Make me a shop')
    await page.getByText('Who is it for?').waitFor()
    expect(page.url()).toMatch(/\/studio\/ses_/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByLabel('Which parts must it have?').fill('A menu')
    await page.reload()
    const field = page.getByLabel('Which parts must it have?')
    await field.waitFor()
    expect(await field.inputValue()).toBe('A menu')
    await page.getByRole('button', { name: 'Send answers' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('You answered 2 of 2').waitFor()
    await standing('Ready')
  })

  it('shows what the agent writes as text: no link, no picture, no markup', async () => {
    const log = page.getByRole('log')
    await log.getByText('<img src=x onerror="fail()">').waitFor()
    await log.getByText('[colours](https://example.org/x)').waitFor()
    expect(await log.locator('strong').innerText()).toBe('Next')
    expect(await log.locator('img, a[href^="http"]').count()).toBe(0)
  })

  it('keeps a product doc beside it, and says who wrote what', async () => {
    const told = page.getByRole('log').locator('details', { hasText: 'Product doc updated' }).first()
    await told.locator('summary').getByText('Overview').waitFor()
    await told.locator('summary').focus()
    await page.keyboard.press('Enter')
    await told.getByText('A shop for guests.').waitFor()
    await told.getByRole('button', { name: 'View the product doc' }).click()
    await page.getByRole('region', { name: 'Overview' }).getByText('A shop for guests.').waitFor()
    await page.getByRole('button', { name: 'Edit Overview' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Content').fill('A shop for regulars.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Written by a person; the agent keeps it').waitFor()
    const change = page.getByRole('region', { name: 'History' }).locator('details').first()
    await change.getByText('you', { exact: true }).waitFor()
    await change.locator('summary').focus()
    await page.keyboard.press('Enter')
    await change.getByText('A shop for guests.').waitFor()
    await page.getByRole('button', { name: 'Confirm it as it stands' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Confirmed', { exact: true }).waitFor()
  })

  it('has a gate approved where it came up', async () => {
    await typeMessage('Delete logs/one.log')
    await page.getByRole('article', { name: 'Waits for your decision' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForTimeout(LOOK_MS)
    await page.keyboard.press('a')
    await page.getByLabel('Type the path to approve').fill('logs/one.log')
    await page.keyboard.press('Enter')
    await page.getByText('It is gone.').waitFor(IN_EFFECT)
    await page.locator('details', { hasText: 'delete_file' }).getByText('done', { exact: true }).waitFor()
  })

  it('takes a picture along, is cancelled while it speaks, and can be tried again', async () => {
    await page.getByLabel('Pictures to send').setInputFiles({
      name: 'look.png',
      mimeType: 'image/png',
      buffer: Buffer.from(PICTURE, 'base64'),
    })
    await page.getByRole('img', { name: 'look.png' }).waitFor()
    await typeMessage('Tell me everything')
    await page.getByText('1 picture').waitFor()
    await page.getByText('word word').waitFor()
    await page.getByRole('button', { name: 'Cancel the run' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('What was done stays done.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
  })

  it('keeps a message while something waits, and does with it what one key says', async () => {
    await typeMessage('Delete logs/two.log')
    await page.getByRole('article', { name: 'Waits for your decision' }).waitFor()
    await typeMessage('And then this')
    await page.getByText('Your message is kept.').waitFor()
    await page.reload()
    await page.getByText('Your message is kept.').waitFor()
    await page.keyboard.press('q')
    const queued = page.getByRole('list', { name: 'Messages that wait for their turn' })
    await queued.getByText('And then this').waitFor()
    await page.getByRole('article', { name: 'Waits for your decision' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForTimeout(LOOK_MS)
    await page.keyboard.press('r')
    await page.keyboard.press('Control+Enter')
    await page.getByText('The second message has come.').waitFor(IN_EFFECT)
    await page.getByRole('log').getByText('And then this').waitFor()
    await queued.waitFor({ state: 'detached' })
  })

  it('does not let the agent write over the words of a person', async () => {
    await typeMessage('Go on')
    await page.getByText('I keep to your words.').waitFor(IN_EFFECT)
    await page.getByRole('region', { name: 'Overview' }).getByText('A shop for regulars.').waitFor()
    await page.getByText('not done', { exact: true }).first().waitFor()
  })
})

describe('a message that cannot be sent', { timeout: 60_000 }, () => {
  it('stands there with the way to send it again, and is taken once', async () => {
    await page.goto(`${program.url}/studio`)
    await page.getByRole('heading', { name: 'What should we make?' }).waitFor()
    await person.context.setOffline(true)
    await typeMessage('Are you there?')
    const again = page.getByRole('button', { name: 'Send it again' })
    await again.waitFor()
    await person.context.setOffline(false)
    await again.focus()
    await page.keyboard.press('Enter')
    await page.getByText('I am here.').waitFor(IN_EFFECT)
    await expect.poll(() => page.getByRole('log').getByText('Are you there?').count()).toBe(1)
  })
})

describe('the pages of a talk', { timeout: 60_000 }, () => {
  it('are seen in a frame that reaches nothing, and lead to each other', async () => {
    await page.goto(`${program.url}/studio/${SHOP}`)
    const frame = page.frameLocator('iframe')
    await frame.getByText('The application is out of reach').waitFor()
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts allow-forms')
    expect(await frame.locator('body').evaluate('getComputedStyle(document.querySelector("h1")).color')).toBe(
      'rgb(13, 106, 90)',
    )
    await frame.getByRole('link', { name: 'To the menu' }).press('Enter')
    await frame.getByText('Flat white').waitFor()
    await page.getByRole('button', { name: /^Home/ }).waitFor()
  })

  it('are changed by hand, compared, and go back', async () => {
    await page.getByRole('tab', { name: 'Code' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit by hand' }).click()
    const code = page.getByLabel('Code of index')
    await code.fill((await code.inputValue()).replace('<h1>Home</h1>', '<h1>Welcome</h1>'))
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await page.getByRole('button', { name: 'Home v2' }).waitFor()
    await page.getByRole('tab', { name: 'Versions' }).focus()
    await page.keyboard.press('Enter')
    const newest = page.getByRole('article').filter({ hasText: 'Version 2' })
    await newest.getByText('<h1>Welcome</h1>').waitFor()
    await newest.getByText('<h1>Home</h1>').waitFor()
    const first = page.getByRole('article').filter({ hasText: 'Version 1' })
    await first.getByRole('button', { name: /^Look at it/ }).click()
    await first.frameLocator('iframe').getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByRole('button', { name: 'Go back to version 1' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Version 3', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.frameLocator('iframe').getByRole('heading', { name: 'Home' }).waitFor()
  })

  it('are checked, and repaired in place', async () => {
    await page.getByRole('button', { name: /^Menu/ }).click()
    await page.getByRole('tab', { name: 'Checks' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(/of 100$/).waitFor()
    await page.getByText('Sizes, contrast and width are measured in this browser.').waitFor()
    const faults = page.getByRole('list', { name: 'Faults' }).getByRole('listitem')
    await expect.poll(() => faults.count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: /^Repair (it|all)/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(/repaired as version 2/).waitFor()
    await page.getByText('nothing is wrong', { exact: true }).waitFor()
    await expect.poll(() => faults.count()).toBe(0)
  })

  it('are kept together and leave as a zip', async () => {
    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.getByLabel('Name of the snapshot').fill('Before the sale')
    await page.keyboard.press('Enter')
    await page.getByText('Before the sale').waitFor()
    await page.getByRole('tab', { name: 'Preview' }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download all' }).click()
    expect((await coming).suggestedFilename()).toMatch(/\.zip$/)
  })
})

it('pages and talk have no accessibility faults in any look, and fit every screen', {
  timeout: 60_000,
}, async () => {
  const found: string[] = []
  for (const look of LOOKS) {
    await lookWith(page, look)
    found.push(...(await accessibilityViolations(page)).map(fault => `${look.theme} ${look.width}: ${fault}`))
    if (await isWiderThanScreen(page)) found.push(`${look.width}: wider than the screen`)
  }
  expect(found).toEqual([])
})

it('nothing failed in the browser but what the sandbox of a page refused', () => {
  const isRefusal = (fault: string) => /Content.Security.Policy/.test(fault)
  expect(person.faults.filter(fault => !isRefusal(fault))).toEqual([])
})
