import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { escapeHiddenCharacters, splitHiddenCharacters } from '../../ui/src/text/hidden-characters.ts'
import { launchChromium } from './chromium.ts'
import { buildPages } from './pages.ts'
import { LONG_PAYLOADS, PAYLOADS } from './payloads.ts'
import { makeAgentKey, openGate, type PersonAtBrowser, proposeCall, raiseLimits, signIn } from './person.ts'
import { type RunningProgram, startProgram } from './program.ts'

const CHUNK = 36
const MAX_GOAL_CHARACTERS = 3900
const FORBIDDEN =
  'script, img, iframe, object, embed, video, audio, base, link, meta, style, form[action], math, foreignObject, animate'

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

beforeEach(() => {
  person.faults.length = 0
})

const chunks = Array.from({ length: Math.ceil(PAYLOADS.length / CHUNK) }, (_, index) =>
  PAYLOADS.slice(index * CHUNK, (index + 1) * CHUNK),
)

describe('what an agent writes', { timeout: 180_000 }, () => {
  it('comes in at least two hundred forms of attack', () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(200)
  })

  it('runs, fetches and hides nothing as names and values of arguments, goals and reasons', async () => {
    for (const chunk of chunks) {
      const named = Object.fromEntries(chunk.map(payload => [payload, `value of ${payload}`]))
      const gateId = await proposeCall(program.url, agentKey, {
        ...{ tool: 'unheard_of', arguments: { list: [...chunk], ...named } },
        ...{ goal: chunk.join(' '), reason: chunk.slice(0, 12).join(' ') },
      })
      await openWhole(gateId)
      await expectHarmless(chunk)
    }
  })

  it('nor as questions, answers to choose, risks, alternatives and attached files', async () => {
    for (const chunk of chunks) {
      const gateId = await openGate(program.url, agentKey, {
        type: 'interview',
        summary: chunk.slice(0, 12).join(' '),
        details: chunk.join(' '),
        subject: {
          questions: chunk.map((payload, index) => ({
            ...{
              id: `q${index}`,
              question: payload,
              context: payload,
              type: index % 2 ? 'radio' : 'checkbox',
            },
            options: [
              { id: 'one', label: payload },
              { id: 'other', label: `other ${payload}` },
            ],
            ...{ allow_other: true, required: true },
          })),
        },
        risks: chunk,
        alternatives: chunk,
        artifacts: chunk.map(path => ({ path, type: 'diff', size_bytes: 1, preview: `+${path}` })),
      })
      await openWhole(gateId)
      await expectHarmless(chunk)
    }
  })

  it('nor as a document, a plan, or an answer to a comment', async () => {
    for (const [index, chunk] of chunks.entries()) {
      const content = Object.fromEntries(chunk.map(payload => [payload, [payload]]))
      const gateId = await openGate(program.url, agentKey, {
        type: 'design_review',
        summary: `Review ${index}`,
        details: chunk.join('\n'),
        subject: index % 2 ? { plan: content } : { document: content },
      })
      await answerAComment(gateId, chunk.join(' '))
      await openWhole(gateId)
      await expectHarmless(chunk)
    }
  })

  it('nor as a work item with its documents, its gate and its run', async () => {
    for (const chunk of chunks) {
      const item = await askAsAgent('/api/work-items', {
        title: fitting(chunk, 200),
        description: chunk.join(' '),
      })
      await visit(`/work-items/${item.item_id}`, 'Documents')
      for (const summary of await person.page.locator('main details summary').all()) await summary.click()
      await openAll()
      await expectHarmless(chunk)
      await visit(`/inbox/${await gateOf(item)}`, 'Why it was held')
      await openAll()
      await expectHarmless([])
      await visit(`/runs/${item.run_id}`, 'Journal')
      await expectHarmless([])
    }
    await visit('/work-items', 'Work items')
    await expectHarmless([])
  })

  it('nor as the goal of a plan, on its gate, in its outline, or in the proposal of a concept', async () => {
    for (const goal of goalsOf(PAYLOADS, MAX_GOAL_CHARACTERS)) {
      const plan = await askAsAgent('/api/plans', { goal: goal.join(' ') })
      await person.page.goto(`${program.url}/plans/${plan.plan_id}?view=outline`)
      await person.page.getByRole('tab', { name: /^Outline/ }).waitFor()
      await person.page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
      await openAll()
      await expectHarmless(goal)
    }
    const concept = await askAsAgent('/api/plan', { goal: PAYLOADS.join(' '), max_iterations: 2 })
    await person.page.goto(`${program.url}/plans/iterations/${concept.session_id}`)
    await person.page.getByRole('article', { name: 'Waits for your decision' }).waitFor()
    await openAll()
    await expectHarmless(PAYLOADS)
    await visit('/plans', 'Plans')
    await expectHarmless([])
  })

  it('nor as the goal of a run, in the lists of runs and events, or where several are decided together', async () => {
    for (const chunk of chunks) {
      const run = await askAsAgent('/reasoning/execute', { goal: chunk.join(' ') })
      await visit(`/runs/${run.run_id}`, 'Journal')
      await openAll()
      await expectHarmless(chunk)
    }
    for (const [path, sign] of [
      ['/runs', 'Runs'],
      ['/audit', 'Audit'],
      ['/ask', 'Asked before'],
      ['/inbox', 'Inbox'],
    ] as const) {
      await visit(path, sign)
      await expectHarmless([])
    }
    const args = Object.fromEntries(PAYLOADS.slice(0, 40).map(payload => [payload, payload]))
    for (const place of [1, 2])
      await proposeCall(program.url, agentKey, {
        ...{ tool: 'unheard_of', arguments: { ...args, place }, reason: fitting(PAYLOADS, 500) },
      })
    const gateId = await proposeCall(program.url, agentKey, {
      tool: 'unheard_of',
      arguments: { ...args, place: 3 },
    })
    await visit(`/inbox/${gateId}`, 'What will run')
    await person.page.keyboard.press('*')
    await person.page.getByRole('heading', { name: /selected/ }).waitFor()
    await expectHarmless(PAYLOADS.slice(0, 40))
  })

  it('nor as the name of a tool: only plain letters, digits and a few signs make one', async () => {
    for (const payload of PAYLOADS.filter(name => !/^[A-Za-z0-9_.:/-]+$/.test(name))) {
      const answer = await fetch(`${program.url}/api/calls`, {
        method: 'POST',
        headers: { authorization: `Bearer ${agentKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tool: payload, arguments: {} }),
      })
      expect([payload, answer.status]).toEqual([payload, 400])
    }
  })

  it('cannot be approved before what is too long for a glance was scrolled through', async () => {
    const { page } = person
    for (const content of LONG_PAYLOADS) {
      const gateId = await proposeCall(program.url, agentKey, {
        ...{ tool: 'write_file', arguments: { path: 'long.txt', content } },
      })
      await page.goto(`${program.url}/inbox/${gateId}`)
      const approve = page.getByRole('button', { name: /^Approve/ })
      await approve.waitFor()
      // The first is long, and yet fits into its box: it is seen at once.
      if (content !== LONG_PAYLOADS[0]) expect(await approve.isDisabled()).toBe(true)
      await page.waitForTimeout(700)
      await page.keyboard.press('d')
      await page.keyboard.press('End')
      await expect.poll(() => approve.isEnabled()).toBe(true)
      expect(await page.locator('main article').textContent()).toContain(shownAs(content))
    }
    expect(person.faults).toEqual([])
  })
})

async function openWhole(gateId: string): Promise<void> {
  const { page } = person
  await page.goto(`${program.url}/inbox/${gateId}`)
  await page.getByRole('article').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  const questions = page.getByRole('button', { name: /^Show all \d+$/ })
  if ((await questions.count()) > 0) await questions.click()
  for (;;) {
    const more = page.getByRole('article').getByRole('button', { name: 'Show all', exact: true })
    if ((await more.count()) === 0) break
    await more.first().click()
  }
}

async function expectHarmless(payloads: readonly string[]): Promise<void> {
  const { page, faults } = person
  const found = await page.evaluate<{
    ran: unknown
    tags: string[]
    links: string[]
    html: string
    text: string
  }>(
    `(() => {
      const main = document.querySelector('main')
      const own = [...main.querySelectorAll(${JSON.stringify(FORBIDDEN)})].filter(node => !node.closest('svg[aria-hidden]'))
      return {
        ran: window.__ran,
        tags: own.map(node => node.outerHTML.slice(0, 80)),
        links: [...main.querySelectorAll('[href], [src], [action]')]
          .map(node => node.getAttribute('href') ?? node.getAttribute('src') ?? node.getAttribute('action'))
          .filter(address => !address.startsWith('/') && address !== '#room'),
        html: main.innerHTML,
        text: main.textContent,
      }
    })()`,
  )
  expect(found.ran).toBeUndefined()
  expect({ tags: found.tags, links: found.links }).toEqual({ tags: [], links: [] })
  expect(splitHiddenCharacters(found.html).filter(piece => piece.kind === 'hidden')).toEqual([])
  expect(payloads.filter(payload => !found.text.includes(shownAs(payload)))).toEqual([])
  expect(faults).toEqual([])
}

/** The text of the page where a payload stands: as written, with hidden characters by their codes. */
function shownAs(payload: string): string {
  return escapeHiddenCharacters(payload).replaceAll(/⟨(U\+[0-9A-F]+(?: ×\d+)?)⟩/g, '$1')
}

async function answerAComment(gateId: string, text: string): Promise<void> {
  const path = `/api/gates/${gateId}/comments`
  const { json } = await person.elsewhere.send('POST', path, { text: 'Why?', ask_agent: true })
  const answer = await fetch(`${program.url}${path}/${json.comment_id}/answer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${agentKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  expect(answer.status).toBe(200)
}

/** Asks for something as the agent. */
async function askAsAgent(path: string, body: object) {
  const answer = await fetch(`${program.url}${path}`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${agentKey}`, 'content-type': 'application/json' },
      prefer: 'wait=20',
    },
    body: JSON.stringify(body),
  })
  const asked = (await answer.json()) as {
    readonly item_id: string
    readonly run_id: string
    readonly plan_id: string
    readonly session_id: string
    readonly waiting_gate_ids?: readonly string[]
  }
  if (!answer.ok) throw new Error(`${path} was refused: ${JSON.stringify(asked)}`)
  return asked
}

async function gateOf(item: { readonly item_id: string; readonly waiting_gate_ids?: readonly string[] }) {
  const [gateId] = item.waiting_gate_ids ?? []
  if (gateId === undefined) throw new Error(`Work item ${item.item_id} waits at no gate`)
  return gateId
}

/** All of them, in goals of at most so many characters. */
function goalsOf(payloads: readonly string[], most: number): readonly (readonly string[])[] {
  return payloads.reduce<string[][]>((goals, payload) => {
    const last = goals.at(-1)
    if (last && [...last, payload].join(' ').length <= most) last.push(payload)
    else goals.push([payload])
    return goals
  }, [])
}

/** As many of them as fit. */
function fitting(payloads: readonly string[], most: number): string {
  return payloads.reduce((text, next) => (text.length + next.length < most ? `${text} ${next}` : text), 'x')
}

async function visit(path: string, sign: string): Promise<void> {
  const { page } = person
  await page.goto(`${program.url}${path}`)
  await page.getByRole('heading', { name: sign }).first().waitFor()
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
}

/** Opens everything that is folded because it is long. */
async function openAll(): Promise<void> {
  const more = person.page.locator('main').getByRole('button', { name: 'Show all', exact: true })
  while ((await more.count()) > 0) await more.first().click()
}
