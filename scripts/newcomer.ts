import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../test/browser/chromium.ts'
import { commandsOf } from './in-minutes/blocks.ts'
import { type PackedPackage, serveRegistry } from './newcomer/local-registry.ts'
import { type TypedCommand, typeCommand } from './newcomer/terminal.ts'

/**
 * The newcomer's clock: in an empty folder with an empty home, the commands that stand in docs/build.md, from the packed
 * tarballs, until a gate is seen in Chromium; then the program is killed, started again, the call approved, and its
 * effect counted. `--built` packs what was built before. Ends with 1 when a bar is missed.
 */
const MAX_SECONDS = 90
const MAX_COMMANDS = 3
const EFFECT = /20 goes back to c7/g

const root = resolve(import.meta.dirname, '..')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'soulgate-newcomer-')))
const typed: TypedCommand[] = []
let browser: Browser | undefined

try {
  const registry = await serveRegistry(
    [pack(root, process.argv.includes('--built')), pack(join(root, 'packages/create-soulgate'), false)],
    spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim(),
  )
  try {
    browser = await launchChromium()
    const page = await browser.newPage()
    await clock(page, registry.url).catch(async error => {
      throw new Error(`${error.message}\nThe page says:\n${await page.locator('body').innerText()}`)
    })
  } finally {
    registry.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  for (const command of typed) command.kill('SIGKILL')
  await browser?.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function clock(page: Page, registry: string): Promise<void> {
  const [create = '', dev = '', start = '', ...more] = commandsOf('docs/build.md', 'newcomer')
  if (more.length > 0) throw new Error(`docs/build.md needs more than ${MAX_COMMANDS} commands.`)
  const [home, empty] = [join(folder, 'home'), join(folder, 'empty')]
  for (const path of [home, empty]) mkdirSync(path)
  const port = await freePort()
  const env = { ...outsideOfNpm(), HOME: home, SOULGATE_PORT: `${port}`, npm_config_registry: registry }
  const desk = join(empty, /&& cd (\S+)|cd (\S+) &&/.exec(`${create}\n${dev}`)?.slice(1).find(Boolean) ?? '.')
  const type = (line: string, cwd: string) => {
    const command = typeCommand(line.replace(/\bcd \S+ && /, ''), cwd, env)
    typed.push(command)
    return command
  }

  const startedAt = performance.now()
  const since = () => (performance.now() - startedAt) / 1000
  await type(create, empty).ended
  say('npm create', since())
  const program = type(dev, desk)
  const [link] = await program.says(/http:\/\/\S+sign-in\S+/)
  say('program runs', since())
  await page.goto(plain(link))
  await page.getByRole('heading', { name: 'What should be done?' }).waitFor()
  // It ends with 3: the run waits for a person.
  await type(start, desk).says(/Follow it with/)
  await page.goto(`http://127.0.0.1:${port}/inbox`)
  await page
    .getByRole('heading', { name: /refund/i })
    .first()
    .waitFor()
  say('gate in the browser', since())

  program.kill('SIGKILL')
  const again = type(dev, desk)
  await again.says(/runs at/)
  await page.reload()
  say('killed, started again', since())
  await approve(page)
  await again.says(EFFECT)
  await page
    .getByText(/ran|succeeded|done/i)
    .first()
    .waitFor()
  const effect = since()
  say('effect after approval', effect)
  const effects = [program, again].flatMap(({ printed }) => printed().match(EFFECT) ?? []).length

  console.log(`${effects === 1 ? 'one effect' : `${effects} EFFECTS`}`)
  await type('npm test', desk).ended
  console.log('its test passes')
  if (effects !== 1) throw new Error('The effect must happen once.')
  if (effect > MAX_SECONDS) throw new Error(`That took longer than ${MAX_SECONDS} s.`)
}

/** What cannot be taken back is approved by typing its amount, which the card shows. */
async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page.getByLabel('Type the amount to approve').fill('20')
  await page.keyboard.press('Enter')
}

function pack(directory: string, isBuilt: boolean): PackedPackage {
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  const to = mkdtempSync(join(folder, 'packed-'))
  const flags = isBuilt ? ['--ignore-scripts'] : []
  const { status, stderr } = spawnSync('npm', ['pack', '--pack-destination', to, ...flags], {
    ...{ cwd: directory, encoding: 'utf8' },
  })
  const [name] = readdirSync(to)
  if (status !== 0 || name === undefined) throw new Error(`npm pack made no tarball: ${stderr}`)
  return { manifest, tarball: join(to, name) }
}

/** What `npm run` adds is not what a newcomer has: `yes=false` would refuse the question of `npm create`. */
function outsideOfNpm(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_cafile)/i.test(name)),
  )
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise(done => server.close(done))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Without the colours of a terminal. */
function plain(text: string): string {
  return text.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '')
}

function say(what: string, seconds: number): void {
  console.log(`${what.padEnd(24)} ${seconds.toFixed(1).padStart(5)} s`)
}
