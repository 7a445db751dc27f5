import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityViolations, isWiderThanScreen } from './accessibility.ts'
import { type BrowserDesk, closeBrowserDesk, OPENING_MS, openBrowserDesk } from './browser-desk.ts'
import { SERVERS, writeConfig } from './own-agents-config.ts'
import type { PersonAtBrowser } from './person.ts'
import type { RunningProgram } from './program.ts'

let desk: BrowserDesk
let program: RunningProgram
let person: PersonAtBrowser

beforeAll(async () => {
  desk = await openBrowserDesk({ config: writeConfig(SERVERS) })
  ;({ program, person } = desk)
}, OPENING_MS)

afterAll(() => closeBrowserDesk(desk))

it.each([
  1440, 390,
])('says which MCP server a tool is of, and which cannot be reached, %i px wide', async width => {
  const { page, faults } = person
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await page.goto(`${program.url}/agents`)
  const servers = page.getByRole('list', { name: 'MCP servers' }).getByRole('listitem')
  await servers.first().getByText('odd/write').waitFor()
  expect(await servers.first().innerText()).toContain('Connected')
  expect(await servers.nth(1).innerText()).toContain('Unreachable')
  expect(await servers.nth(1).innerText()).toContain('fails without effect')
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await isWiderThanScreen(page)).toBe(false)
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/mcp-${width}.png`, fullPage: true })
  expect(faults).toEqual([])
}, 60_000)
