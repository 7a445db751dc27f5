import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measureAgreement } from '../../bench/validate/agreement.ts'
import { openTruthMeter, type TruthMeter } from '../../bench/validate/measure-truth.ts'
import { applyFixes, validateHtml } from '../../src/engine/pages/pages.ts'
import { launchChromium } from '../browser/chromium.ts'

// A part of `npm run bench -- validate`, which breaks hundreds of pages of several seeds.
let browser: Browser
let meter: TruthMeter

beforeAll(async () => {
  browser = await launchChromium()
  meter = await openTruthMeter(browser)
}, 60_000)

afterAll(async () => {
  await meter.close()
  await browser.close()
})

function page(css: string, body = '<p>Hello there</p>'): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Corner café</title>
<style>
html{scrollbar-width:none}
body{margin:0 auto;max-width:430px;font:16px/1.5 sans-serif}
button{min-height:44px;min-width:44px;font-size:16px}
${css}
</style>
</head>
<body>
${body}
</body>
</html>
`
}

const WORDS = `<p>${'Words and words. '.repeat(9)}</p>`
const BUTTON = '<button>Order now</button>'
const BROKEN: readonly (readonly [rule: string, what: string, html: string])[] = [
  ['scrollbar', 'a scrollbar', page('html{scrollbar-width:auto}')],
  ['container_width', 'a column that fills a wide window', page('body{max-width:none}', WORDS)],
  ['horizontal_scroll', 'a fixed width beyond the phone', page('p{width:31em}')],
  ['horizontal_scroll', 'a long word that cannot break', page('', `<p>${'unbreakable'.repeat(9)}</p>`)],
  ['touch_target', 'a button made small in rem', page('button{min-height:2rem}', BUTTON)],
  [
    'touch_target',
    'a button made small in a media query',
    page('@media (max-width:400px){button{min-height:30px}}', BUTTON),
  ],
  ['font_size', 'text made small through nested em', page('ul,li{font-size:.9em}', '<ul><li>Tea</li></ul>')],
  ['font_size', 'text made small by a variable', page(':root{--small:.8rem} p{font-size:var(--small)}')],
  ['line_height', 'running text set tight', page('p{line-height:1.2}', WORDS)],
  ['contrast', 'grey on white', page('p{color:#999}')],
  ['contrast', 'text that opacity makes faint', page('p{opacity:.4}')],
  [
    'contrast',
    'text on a dark background that a parent sets',
    page('main{background:#111}', '<main><p>Hello</p></main>'),
  ],
]

const checked = async (html: string) =>
  validateHtml(html, { measured: await meter.look({ html, css: '', slugs: [] }) })

it('measures nothing wrong on a page that keeps every rule', async () => {
  expect(await checked(page('', WORDS + BUTTON))).toEqual({ passed: true, score: 100, issues: [] })
})

it.each(BROKEN)('%s: measures %s, and its repair holds', async (rule, _what, html) => {
  const { issues } = await checked(html)
  expect(issues.map(issue => issue.rule)).toContain(rule)
  const fixed = applyFixes(html, issues)
  expect(fixed.left).toEqual([])
  expect((await checked(fixed.html)).issues).toEqual([])
})

it('says of broken pages what the browser measures, rule by rule', async () => {
  const { share, rules, disagreements } = await measureAgreement(browser, { seed: 11, count: 16 })
  expect(rules.length).toBe(22)
  expect(rules.reduce((sum, { found, missed }) => sum + found + missed, 0)).toBeGreaterThan(10)
  expect(
    share,
    JSON.stringify(disagreements.map(({ page, rule, breaks }) => ({ page, rule, breaks }))),
  ).toBeGreaterThanOrEqual(0.95)
}, 180_000)
