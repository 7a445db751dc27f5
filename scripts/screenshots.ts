import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { launchChromium } from '../test/browser/chromium.ts'
import { buildPages } from '../test/browser/pages.ts'
import { LOOKS, type Look, lookWith, type PersonAtBrowser, signIn } from '../test/browser/person.ts'
import { startProgram } from '../test/browser/program.ts'
import { fillRooms } from './screenshots/fill-rooms.ts'
import { EMPTY_SCENES, filledScenes, type Scene } from './screenshots/scenes.ts'

/**
 * Pictures of every room, of each form of the decision card, and of what goes wrong, in both themes and at both
 * widths, from the real program: `npm run screenshots -- [folder] [--only part-of-a-name] [--looks light-1280,…]`.
 */
const folder = resolve(process.argv[2]?.startsWith('--') === false ? process.argv[2] : 'tmp/screenshots')
const only = optionOf('--only')?.split(',')
const WIDE: readonly Look[] = [{ theme: 'light', width: 2560 }]
const looks = [...LOOKS, ...WIDE].filter(
  look => optionOf('--looks')?.split(',').includes(nameOf(look)) ?? true,
)
mkdirSync(folder, { recursive: true })
await buildPages()
const program = await startProgram()
const browser = await launchChromium()
try {
  const person = await signIn(browser, program.signInLink)
  const isAbout = ({ name }: Scene) => only?.some(part => name.includes(part)) ?? true
  let count = await takeAll(person, EMPTY_SCENES.filter(isAbout))
  count += await takeAll(person, filledScenes(await fillRooms(person, program)).filter(isAbout))
  console.log(`${count} pictures in ${folder}`)
} finally {
  await browser.close()
  await program.stop()
}

async function takeAll(person: PersonAtBrowser, scenes: readonly Scene[]): Promise<number> {
  let count = 0
  for (const scene of scenes) {
    for (const look of looks) {
      await take(person, scene, look)
      count += 1
    }
  }
  return count
}

/** Each in a tab of its own, so that what was opened or broken for one picture is not on the next. */
async function take({ context }: PersonAtBrowser, scene: Scene, look: Look): Promise<void> {
  const page = await context.newPage()
  try {
    await lookWith(page, look)
    await page.goto(`${program.url}${scene.path}`)
    await page.getByRole('main').or(page.getByRole('heading')).first().waitFor()
    await page.waitForTimeout(500)
    await scene.act?.(page)
    await page.waitForTimeout(250)
    await page.screenshot({ path: join(folder, `${scene.name}-${nameOf(look)}.png`) })
  } catch (error) {
    console.error(`${scene.name} ${nameOf(look)}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await context.setOffline(false)
    await page.close()
  }
}

function nameOf({ theme, width }: Look): string {
  return `${theme}-${width}`
}

function optionOf(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at === -1 ? undefined : process.argv[at + 1]
}
