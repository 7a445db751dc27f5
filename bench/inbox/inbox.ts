import { gzipSync } from 'node:zlib'
import { launchChromium } from '../../test/browser/chromium.ts'
import { buildPages } from '../../test/browser/pages.ts'
import { makeAgentKey, type PersonAtBrowser, raiseLimits, signIn } from '../../test/browser/person.ts'
import { type RunningProgram, startProgram } from '../../test/browser/program.ts'
import { fillQueue } from './fill-queue.ts'
import { elsewhereToCard, firstCard, scrollFrames, searchAnswers, serverAnswers } from './in-the-page.ts'
import { workDuring } from './page-work.ts'

const SIZES = [100, 1_000, 10_000] as const
/** Each figure is the best of so many tries: the machine may be busy with other things. */
const TRIES = 3
const BARS = { lcpMs: 1500, frameP95Ms: 20, searchP95Ms: 100, cardP95Ms: 200, gzipBytes: 250_000 }

interface Figures {
  readonly pending: number
  readonly lcpMs: number
  readonly cardMs: number
  readonly frameP95Ms: number
  readonly searchP95Ms: number
  readonly elsewhereP95Ms: number
  /** The server's part of a search, asked for without a page. */
  readonly serverSearchP95Ms: number
  /** What the page's main thread works for its first card, and for one frame of scrolling. */
  readonly loadWorkMs: number
  readonly frameWorkMs: number
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
    await raiseLimits(person)
    const key = await makeAgentKey(person)
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
  const { page } = person
  const opened = await tries(() => workDuring(page, () => firstCard(person, url)))
  const scrolled = await tries(() => workDuring(page, () => scrollFrames(page)))
  const searched = await tries(() => searchAnswers(page, pending))
  const asked = await tries(() => serverAnswers(person, pending))
  const elsewhere = await tries(() => elsewhereToCard(person, url))
  return {
    pending,
    lcpMs: best(opened, ({ result }) => result.lcpMs),
    cardMs: best(opened, ({ result }) => result.cardMs),
    frameP95Ms: best(scrolled, ({ result }) => percentile(result, 0.95)),
    searchP95Ms: best(searched, times => percentile(times, 0.95)),
    elsewhereP95Ms: best(elsewhere, times => percentile(times, 0.95)),
    serverSearchP95Ms: best(asked, times => percentile(times, 0.95)),
    loadWorkMs: best(opened, ({ work }) => work.taskMs),
    frameWorkMs: best(scrolled, ({ work, result }) => work.taskMs / result.length),
  }
}

async function tries<Result>(act: () => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = []
  for (let round = 0; round < TRIES; round += 1) results.push(await act())
  return results
}

function best<Result>(results: readonly Result[], figure: (result: Result) => number): number {
  return Math.min(...results.map(figure))
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
  const columns: readonly (readonly [title: string, value: (found: Figures) => string])[] = [
    ['pending', found => String(found.pending)],
    ['LCP', found => `${found.lcpMs.toFixed(0)} ms`],
    ['first card', found => `${found.cardMs.toFixed(0)} ms`],
    ['work to it', found => `${found.loadWorkMs.toFixed(0)} ms`],
    ['frame p95', found => `${found.frameP95Ms.toFixed(1)} ms`],
    ['work/frame', found => `${found.frameWorkMs.toFixed(2)} ms`],
    ['search p95', found => `${found.searchP95Ms.toFixed(0)} ms`],
    ['of it server', found => `${found.serverSearchP95Ms.toFixed(0)} ms`],
    ['elsewhere → card p95', found => `${found.elsewhereP95Ms.toFixed(0)} ms`],
  ]
  console.log(`best of ${TRIES}; work = time of the page's main thread on a processor`)
  console.log(columns.map(([title]) => title.padEnd(14)).join(''))
  for (const found of figures) console.log(columns.map(([, value]) => value(found).padEnd(14)).join(''))
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
