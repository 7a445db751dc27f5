import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { PageStyle, type ProductType } from '../../src/contracts/page.ts'
import { launchChromium } from '../../test/browser/chromium.ts'
import { briefs } from './briefs.ts'
import { htmlErrors, shownFaults } from './check-page.ts'
import { flows } from './flows.ts'
import { type App, makeApp } from './make-app.ts'
import { reportHtml, type Shot } from './report.ts'

const WIDTHS = [360, 430] as const
/** Three looks a product unless told, so that each look is seen on three products or more. */
const LOOKS: Readonly<Record<string, readonly PageStyle[]>> = {
  ecommerce: ['editorial', 'bold-brutal', 'soft-elegant'],
  travel: ['calm-natural', 'editorial', 'playful-color'],
  manual: ['clean-modern', 'minimal-mono', 'bold-tech'],
  kanban: ['clean-modern', 'playful-color', 'bold-tech'],
  landing: ['clean-modern', 'calm-natural', 'bold-brutal'],
  card: ['minimal-mono', 'soft-elegant', 'bold-tech'],
  invitation: ['soft-elegant', 'playful-color', 'editorial'],
  booking: ['calm-natural', 'clean-modern', 'soft-elegant'],
  dashboard: ['clean-modern', 'bold-tech', 'bold-brutal'],
}

/**
 * `npm run bench -- pages [--types a,b] [--styles x,y] [--mode dark] [--out DIR]`: nine products in three looks each, from
 * a person's words to a folder, then html-validate, axe, sizes and every flow in Chromium; screenshots in a report.
 */
export async function main(args: readonly string[]): Promise<void> {
  const out = option(args, '--out') ?? join(tmpdir(), 'soulgate-pages')
  const types = option(args, '--types')?.split(',')
  const styles = option(args, '--styles')
    ?.split(',')
    .map(style => PageStyle.parse(style))
  const mode = option(args, '--mode') === 'dark' ? ('dark' as const) : undefined
  mkdirSync(join(out, 'shots'), { recursive: true })
  const browser = await launchChromium()
  const shots: Shot[] = []
  const totals = { apps: 0, pages: 0, views: 0, faults: 0, flows: 0 }
  try {
    for (const { type, text } of briefs.filter(brief => !types || types.includes(brief.type))) {
      for (const style of styles ?? LOOKS[type] ?? []) {
        const name = `${type}-${style}${mode ? `-${mode}` : ''}`
        const app = makeApp({ text, folder: join(out, name), style, ...(mode ? { mode } : {}) })
        const proof = await proveApp({ browser, app, type, name, out })
        shots.push(...proof.shots)
        totals.apps += 1
        totals.pages += app.pages.length
        totals.views += app.pages.length * WIDTHS.length
        totals.faults += proof.faults.length
        totals.flows += proof.flows
        console.log(
          `${proof.faults.length === 0 ? 'ok    ' : 'FAULTS'} ${name}: ${app.pages.length} pages, ${proof.flows} flows`,
        )
        for (const fault of proof.faults.slice(0, 20)) console.log(`       ${fault}`)
      }
    }
  } finally {
    await browser.close()
  }
  writeFileSync(join(out, 'report.html'), reportHtml(shots))
  console.log(
    `${totals.apps} apps, ${totals.pages} pages, ${totals.views} views at ${WIDTHS.join(' and ')} px, ${totals.flows} flows clicked through: ${totals.faults} faults. Report: ${join(out, 'report.html')}`,
  )
  if (totals.faults > 0) process.exitCode = 1
}

interface Proof {
  readonly faults: readonly string[]
  readonly flows: number
  readonly shots: readonly Shot[]
}

interface ProofOrder {
  readonly browser: Browser
  readonly app: App
  readonly type: ProductType
  readonly name: string
  readonly out: string
}

async function proveApp({ browser, app, type, name, out }: ProofOrder): Promise<Proof> {
  const faults: string[] = []
  const shots: Shot[] = []
  const slugs = new Set(app.pages.map(({ spec }) => spec.slug))
  for (const { spec, html } of app.pages) {
    faults.push(...(await htmlErrors(html)).map(fault => `${spec.slug} ${fault}`))
    faults.push(...deadLinks(html, slugs, app).map(link => `${spec.slug} dead link ${link}`))
  }
  const at = pathToFileURL(join(app.folder, 'pages')).href
  for (const width of WIDTHS) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    const told: string[] = []
    page.on('pageerror', error => told.push(error.message))
    page.on('request', request => {
      if (!request.url().startsWith('file:') && !request.url().startsWith('data:'))
        told.push(`asks for ${request.url()}`)
    })
    for (const { spec } of app.pages) {
      await page.goto(`${at}/${spec.slug}.html`)
      faults.push(...(await shownFaults(page)).map(fault => `${spec.slug} ${width} ${fault}`))
      if (width === 430) shots.push(await shoot(page, { out, name, slug: spec.slug }))
    }
    faults.push(...told.map(fault => `script ${fault}`))
    await page.close()
  }
  const flowFaults = await runFlow({ browser, app, at, type })
  return { faults: [...faults, ...flowFaults], flows: 1, shots }
}

/** The flow of a product in a browser of its own; after it every page is measured again, filled as it now is. */
async function runFlow(order: {
  readonly browser: Browser
  readonly app: App
  readonly at: string
  readonly type: ProductType
}): Promise<readonly string[]> {
  const { browser, app, at, type } = order
  if (type === 'unknown') return []
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    locale: 'en-US',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  try {
    await flows[type]({ view: page, at })
    const faults: string[] = []
    for (const { spec } of app.pages) {
      await page.goto(`${at}/${spec.slug}.html`)
      faults.push(...(await shownFaults(page)).map(fault => `after the flow: ${spec.slug} ${fault}`))
    }
    return faults
  } catch (error) {
    return [`flow: ${error instanceof Error ? error.message.slice(0, 300) : String(error)}`]
  } finally {
    await context.close()
  }
}

function deadLinks(html: string, slugs: ReadonlySet<string>, app: App): readonly string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].flatMap(([, to = '']) => {
    const link = /^([a-z0-9-]+)\.html(?:#(.+))?$/.exec(to)
    if (!link) return /^#|^\.\.\/design-system\.css$|^(?:tel|mailto|https|data):/.test(to) ? [] : [to]
    const target = app.pages.find(({ spec }) => spec.slug === link[1])
    if (!target || !slugs.has(link[1] ?? '')) return [to]
    return link[2] === undefined ||
      link[2] === 'own' ||
      target.html.includes(`id="${link[2]}"`) ||
      target.html.includes(`value="${link[2]}"`)
      ? []
      : [to]
  })
}

async function shoot(
  page: Page,
  place: { readonly out: string; readonly name: string; readonly slug: string },
): Promise<Shot> {
  const file = `${place.name}-${place.slug}.png`
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width: 430, height: Math.min(4000, Math.max(900, height)) })
  await page.screenshot({ path: join(place.out, 'shots', file) })
  await page.setViewportSize({ width: 430, height: 900 })
  return { app: place.name, slug: place.slug, file: `shots/${file}` }
}

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args[at + 1]
}
