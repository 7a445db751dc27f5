import { gzipSync } from 'node:zlib'
import { launchChromium } from '../../test/browser/chromium.ts'
import { buildPages } from '../../test/browser/pages.ts'
import { makeAgentKey, type PersonAtBrowser, raiseLimits, signIn } from '../../test/browser/person.ts'
import { type RunningProgram, startProgram } from '../../test/browser/program.ts'
import { fillQueue } from './fill-queue.ts'
import { elsewhereToCard, firstCard, scrollFrames, searchAnswers } from './in-the-page.ts'

const SIZES = [100, 1_000, 10_000] as const
const BARS = { lcpMs: 1500, frameP95Ms: 20, searchP95Ms: 100, cardP95Ms: 200, gzipBytes: 250_000 }

interface Figures {
  readonly pending: number
  readonly lcpMs: number
  readonly cardMs: number
  readonly frameP95Ms: number
  readonly searchP95Ms: number
  readonly elsewhereP95Ms: number
}

/**
 * The inbox in Chromium over the real program, at three sizes of the queue: time to the first card, frames while
 * scrolling, search over everything, and how soon a card shows what happened elsewhere. `--sizes 100,1000` narrows it.
 */
export async function main(args: readonly string[]): Promise<void> {
  const sizes = sizesFrom(args)
  await buildPages()
  const program = await startProgram()
  const browser = await launchChromium()
  try {
    const person = await signIn(browser, program.signInLink)
    await raiseLimits(person, program.url)
    const key = await makeAgentKey(person, program.url)
    const figures: Figures[] = []
    let pending = 0
    for (const size of sizes) {
      await fillQueue(program.url, key, { from: pending, to: size })
      pending = size
      figures.push(await measure(person, program, size))
    }
    const gzipBytes = await downloadedScript(person, program.url)
    print(args, figures, gzipBytes)
  } finally {
    await browser.close()
    await program.stop()
  }
}

async function measure(person: PersonAtBrowser, { url }: RunningProgram, pending: number): Promise<Figures> {
  const { lcpMs, cardMs } = await firstCard(person, url)
  const frameP95Ms = percentile(await scrollFrames(person.page), 0.95)
  const searchP95Ms = percentile(await searchAnswers(person.page, pending), 0.95)
  const elsewhereP95Ms = percentile(await elsewhereToCard(person, url), 0.95)
  return { pending, lcpMs, cardMs, frameP95Ms, searchP95Ms, elsewhereP95Ms }
}

async function downloadedScript({ context }: PersonAtBrowser, url: string): Promise<number> {
  const page = await context.newPage()
  const bodies: Promise<Buffer>[] = []
  page.on('response', response => {
    if (response.url().endsWith('.js')) bodies.push(response.body())
  })
  await page.goto(`${url}/inbox`)
  await page.getByRole('article').waitFor()
  const sizes = (await Promise.all(bodies)).map(body => gzipSync(body).byteLength)
  await page.close()
  return sizes.reduce((sum, size) => sum + size, 0)
}

function print(args: readonly string[], figures: readonly Figures[], gzipBytes: number): void {
  if (args.includes('--json')) {
    console.log(JSON.stringify({ figures, gzip_bytes: gzipBytes, bars: BARS }))
    return
  }
  console.log('pending   LCP   first card   frame p95   search p95   decided elsewhere → card p95')
  for (const { pending, ...found } of figures) {
    const cells = [found.lcpMs, found.cardMs, found.frameP95Ms, found.searchP95Ms, found.elsewhereP95Ms]
    console.log(
      [pending, ...cells.map(ms => `${ms.toFixed(0)} ms`)].map(cell => String(cell).padEnd(11)).join(''),
    )
  }
  const [first, last] = [figures[0], figures.at(-1)]
  if (first && last && first !== last) {
    const growth = (name: keyof Figures) => (last[name] / Math.max(1, first[name])).toFixed(2)
    console.log(
      `growth from ${first.pending} to ${last.pending} (${last.pending / first.pending} times as many): LCP ${growth('lcpMs')}, frame ${growth('frameP95Ms')}, search ${growth('searchP95Ms')}, card ${growth('elsewhereP95Ms')} times`,
    )
  }
  console.log(`script on the inbox route: ${(gzipBytes / 1000).toFixed(0)} kB gzip`)
  console.log(
    `bars: LCP ≤ ${BARS.lcpMs} ms, frame p95 ≤ ${BARS.frameP95Ms} ms, search ≤ ${BARS.searchP95Ms} ms, event → card p95 ≤ ${BARS.cardP95Ms} ms, script ≤ ${BARS.gzipBytes / 1000} kB`,
  )
}

function sizesFrom(args: readonly string[]): readonly number[] {
  const named = args[args.indexOf('--sizes') + 1]
  return args.includes('--sizes') && named ? named.split(',').map(Number) : SIZES
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
