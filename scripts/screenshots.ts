import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { launchChromium } from '../test/browser/chromium.ts'
import { buildPages } from '../test/browser/pages.ts'
import {
  LOOKS,
  lookWith,
  makeAgentKey,
  type PersonAtBrowser,
  proposeCall,
  signIn,
} from '../test/browser/person.ts'
import { type RunningProgram, startProgram } from '../test/browser/program.ts'
import { ROOMS } from '../test/browser/rooms.ts'

/** Pictures of every room in both themes and at both widths, from the real program with something in it. */
const folder = resolve(process.argv[2] ?? 'tmp/screenshots')
mkdirSync(folder, { recursive: true })
await buildPages()
const program = await startProgram()
const browser = await launchChromium()
try {
  const person = await signIn(browser, program.signInLink)
  const gateId = await fillRooms(person, program)
  const runId = await newestRun(person, program)
  const places = [
    ...ROOMS.map(({ name, path }) => ({ name, path })),
    { name: 'card', path: `/inbox/${gateId}` },
    { name: 'run', path: `/runs/${runId}` },
  ]
  for (const { name, path } of places) {
    for (const look of LOOKS) {
      await lookWith(person.page, look)
      await person.page.goto(`${program.url}${path}`)
      await person.page.waitForTimeout(700)
      await person.page.screenshot({ path: join(folder, `${name}-${look.theme}-${look.width}.png`) })
    }
  }
  console.log(`${places.length * LOOKS.length} pictures in ${folder}`)
} finally {
  await browser.close()
  await program.stop()
}

async function fillRooms(person: PersonAtBrowser, { url }: RunningProgram): Promise<string> {
  const { page } = person
  for (const goal of [
    'Clean up',
    'Move every .log file older than 7 days into archive/ and write a summary',
  ]) {
    await page.goto(`${url}/ask`)
    await page.getByLabel('Goal').fill(goal)
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'Answer' }).waitFor()
  }
  const key = await makeAgentKey(person, url)
  await proposeCall(url, key, {
    tool: 'deploy',
    arguments: { service: 'api', to: 'prod\u202Enoitcud', note: 'safe\u200B\u200B' },
    reason: 'The tests are green.',
  })
  return await proposeCall(url, key, { tool: 'delete_file', arguments: { path: 'logs/one.log' } })
}

async function newestRun({ context }: PersonAtBrowser, { url }: RunningProgram): Promise<string> {
  const answer = await context.request.get(`${url}/api/runs?limit=1`)
  const list: { runs: readonly { run_id: string }[] } = await answer.json()
  return list.runs[0]?.run_id ?? ''
}
