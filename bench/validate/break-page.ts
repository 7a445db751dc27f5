import type { Random } from '../../src/base/random.ts'
import { type BasePage, type Pick, pickFrom } from './base-pages.ts'

/** One way of being wrong; some of them turn out to be harmless on some pages, which is as it should be. */
interface Break {
  readonly rule: string
  readonly apply: (html: string, pick: Pick) => string
}

/** The page with one to three faults in it; what is really wrong is left to the browser to say. */
export function breakPage(
  page: BasePage,
  random: Random,
): { readonly page: BasePage; readonly breaks: readonly string[] } {
  const pick = pickFrom(random)
  const count = 1 + Math.floor(random.float() * 3)
  let { html } = page
  const breaks: string[] = []
  for (let index = 0; index < count; index += 1) {
    const chosen = BREAKS[Math.floor(random.float() * BREAKS.length)]
    if (chosen === undefined) continue
    html = chosen.apply(html, pick)
    breaks.push(chosen.rule)
  }
  return { page: { ...page, html }, breaks }
}

const CARD = ['.card', 'main', 'section', 'article', 'main > *', '.grid > *', 'body main'] as const
const TEXT = [
  'p',
  '.muted',
  'h1',
  '.story',
  'main p:first-of-type',
  'li span',
  ':is(p, span)',
  'td',
  '.price',
  'label',
  'caption',
] as const
const BUTTON = [
  '.button',
  'button',
  'nav a',
  '.row',
  'button:not([aria-label])',
  'input',
  'select',
  'a',
  '.bar .button',
  '.tick',
] as const

const BREAKS: readonly Break[] = [
  ...times(
    4,
    css(
      'touch_target',
      pick =>
        `${pick(BUTTON)}{${pick(['min-height:0;height:30px;padding:0', 'min-height:2rem;padding-block:2px', 'min-height:1.5em;padding:2px 6px;line-height:1', 'max-height:36px;min-height:auto', 'min-height:0;padding:0', 'min-width:0;width:28px;padding:0', 'display:inline;min-height:0;padding:4px', 'min-height:calc(2rem + 6px)', 'min-height:12vw', 'min-height:min(44px,10vw);padding-block:0', 'height:max(38px,2em);min-height:0!important'])}}`,
    ),
  ),
  css('touch_target', pick => `:root{--tap:${pick(['30px', '2.9rem', '2rem', 'calc(1rem + 20px)'])}}`),
  insert('touch_target', pick =>
    pick([
      '<a href="cart.html">Cart</a>',
      '<a href="cart.html" style="display:block;padding:6px">Cart</a>',
      '<button class="plain" style="padding:8px 12px;font:inherit">Save</button>',
      '<div style="display:flex"><button style="flex:1;min-height:44px;font:inherit">Wide</button><button style="flex:0 0 36px;min-height:44px;padding:0">x</button></div>',
      '<div style="display:grid;grid-template-columns:repeat(12,1fr)"><button style="min-height:44px;padding:0">a</button><button style="min-height:44px;padding:0">b</button></div>',
      '<input type="checkbox" aria-label="Yes">',
      '<details><summary>More</summary><p>Words</p></details>',
      '<a href="menu.html"><div class="card" style="padding:4px">Card</div></a>',
      '<div role="button" tabindex="0" style="padding:4px">Go on</div>',
    ]),
  ),
  ...times(
    4,
    css(
      'font_size',
      pick =>
        `${pick(TEXT)}{font-size:${pick(['12px', '.8rem', '.9em', '85%', 'small', 'calc(1rem - 3px)', '3.2vw', 'clamp(12px,3.5vw,15px)', 'var(--tiny,13px)', 'min(16px,4vw)', 'smaller', '1rem', '10pt', '12pt'])}}`,
    ),
  ),
  css(
    'font_size',
    pick => `${pick(['html', ':root'])}{font-size:${pick(['14px', '87.5%', '62.5%', '100%', '4vw'])}}`,
  ),
  css(
    'font_size',
    pick =>
      `@media (${pick(['max-width:400px', 'min-width:420px', 'width<=375px', 'min-width:500px', 'max-width:320px'])}){${pick(TEXT)}{font-size:13px}}`,
  ),
  ...times(
    3,
    css(
      'contrast',
      pick =>
        `${pick(TEXT)}{color:${pick(['#999', '#aaa', 'rgb(150 150 150)', 'rgba(0,0,0,.4)', 'hsl(210 20% 60%)', 'color-mix(in srgb,currentColor 40%,transparent)', 'oklch(.7 .1 250)', 'var(--faint,#bbb)', 'silver', '#767676', 'var(--surface)', 'var(--background)'])}}`,
    ),
  ),
  css(
    'contrast',
    pick =>
      `${pick(CARD)}{${pick(['background:#777', 'background:#1d2230', 'background-color:#fff', 'color:#888', 'opacity:.5', 'background:rgb(128 128 128/.6)', 'background:navy', 'background:var(--accent)'])}}`,
  ),
  css(
    'contrast',
    pick =>
      `:root{--${pick(['muted', 'text', 'on', 'surface', 'background'])}:${pick(['#9aa3af', '#6b7280', '#c0c4cc', '#222'])}}`,
  ),
  css(
    'contrast',
    pick =>
      `.button{${pick(['background:#facc15', 'color:#ddd', 'background:#93c5fd', 'opacity:.6', 'color:rgb(255 255 255/.55)'])}}`,
  ),
  ...times(
    3,
    css(
      'horizontal_scroll',
      pick =>
        `${pick(CARD)}{${pick(['width:500px', 'min-width:30rem', 'width:110vw', 'width:calc(100% + 40px)', 'margin-right:-60px', 'margin-left:120px;width:100%', 'width:100vw', 'padding:0 260px', 'min-width:125%', 'position:relative;left:80px', 'transform:translateX(60px)', 'width:100%;box-sizing:content-box;padding:0 20px', 'max-width:none;width:120%!important'])}}`,
    ),
  ),
  css(
    'horizontal_scroll',
    pick =>
      `${pick(['body', 'html', 'main'])}{${pick(['min-width:480px', 'overflow-x:hidden', 'width:500px;max-width:none'])}}`,
  ),
  insert('horizontal_scroll', pick =>
    pick([
      '<div style="white-space:nowrap">This line of words never breaks, however narrow the phone may be, not at all</div>',
      '<pre>a line of code that is long enough to reach beyond the edge of any phone there is</pre>',
      '<div style="display:flex;gap:8px"><div style="flex:none;width:220px">One</div><div style="flex:none;width:220px">Two</div></div>',
      '<div style="display:flex;gap:8px;overflow-x:auto"><div style="flex:none;width:220px">One</div><div style="flex:none;width:220px">Two</div></div>',
      '<div style="display:grid;grid-template-columns:200px 200px"><p>One</p><p>Two</p></div>',
      '<div style="display:grid;grid-template-columns:repeat(auto-fit,minmax(460px,1fr))"><p>One</p><p>Two</p></div>',
      '<div>Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenhersteller</div>',
      '<table><tr><td style="min-width:250px">One</td><td style="min-width:250px">Two</td></tr></table>',
      '<div style="position:absolute;right:-80px;width:120px">Badge</div>',
      '<div style="position:fixed;bottom:0;left:0;width:500px">Bar</div>',
      '<svg width="480" height="20" aria-hidden="true"></svg>',
      '<div style="display:flex"><p style="flex:1">Words</p><p style="flex:0 0 400px;white-space:nowrap">Fixed</p></div>',
      '<input style="width:480px;min-height:44px" aria-label="Wide">',
    ]),
  ),
  ...times(
    2,
    css(
      'container_width',
      pick =>
        `body{max-width:${pick(['none', '600px', '100%', '40rem', '50vw', '480px', '28rem'])}${pick(['', '!important'])}}`,
    ),
  ),
  insert('container_width', pick =>
    pick([
      '<div style="width:100vw;position:relative;left:50%;transform:translateX(-50%);display:flex;justify-content:space-between"><span>Left words</span><span>Right words</span></div>',
      '<div style="position:fixed;left:0;right:0;bottom:0;display:flex;justify-content:space-between"><span>Left words</span><span>Right words</span></div>',
      '<div style="position:fixed;left:50%;transform:translateX(-50%);bottom:0;width:100%;max-width:430px"><span>Words</span></div>',
    ]),
  ),
  css('scrollbar', pick =>
    pick([
      'html{scrollbar-width:auto!important}html::-webkit-scrollbar{display:block;width:12px}body::-webkit-scrollbar{width:12px}',
      'html{scrollbar-width:thin!important}',
      'html{scrollbar-width:none}',
    ]),
  ),
  ...times(
    2,
    css(
      'line_height',
      pick =>
        `${pick(['p', '.story', 'body', '.muted', 'main', 'section p'])}{line-height:${pick(['1.1', '1.2', '110%', '18px', '1.25em', 'normal', '2.2', '1.6', '1.5rem', '32px', 'calc(1em + 2px)'])}}`,
    ),
  ),
  css(
    'line_height',
    pick => `p{font:${pick(['16px Arial', '1rem/1.2 serif', '18px/1.6 serif', '17px/20px Arial'])}}`,
  ),
  ...times(
    2,
    insert('label', pick =>
      pick([
        '<input name="mail" placeholder="Mail" style="min-height:44px">',
        '<label></label><input style="min-height:44px">',
        '<textarea name="note" style="min-height:44px"></textarea>',
        '<label for="x9">Note</label><input id="x8" style="min-height:44px">',
        '<label for="x7">Note</label><input id="x7" style="min-height:44px">',
        '<input aria-label="Note" style="min-height:44px">',
        '<select style="min-height:44px"><option>One</option></select>',
        '<label>Pick <input type="radio" name="r"></label>',
        '<span id="n1">Note</span><input aria-labelledby="n1" style="min-height:44px">',
        '<input aria-labelledby="nothing" style="min-height:44px">',
        '<input title="Note" style="min-height:44px">',
        '<input type="hidden" name="token">',
        '<input style="display:none">',
      ]),
    ),
  ),
  ...times(
    2,
    insert('alt', pick =>
      pick([
        '<img src="x.png" width="40" height="40">',
        '<img src="x.png" alt width="40" height="40">',
        '<img src="x.png" alt="" width="40" height="40">',
        '<svg role="img" width="40" height="40"></svg>',
        '<svg role="img" aria-label="Star" width="40" height="40"></svg>',
        '<svg role="img" width="40" height="40"><title>Star</title></svg>',
        '<img src="x.png" role="presentation" width="40" height="40">',
        '<img src="x.png" aria-label="Cup" width="40" height="40">',
        '<input type="image" src="x.png">',
      ]),
    ),
  ),
  insert('name', pick =>
    pick([
      '<button class="button"><svg aria-hidden="true" width="20" height="20"></svg></button>',
      '<a class="button" href="cart.html"></a>',
      '<a class="button" href="cart.html"><img src="x.png" alt="Cart" width="20" height="20"></a>',
      '<button class="button" title="Close"></button>',
      '<a class="button" href="cart.html"><span aria-hidden="true">×</span></a>',
    ]),
  ),
  replace('title', /<title>[^<]*<\/title>/, pick =>
    pick(['', '<title></title>', '<title>   </title>', '<title>&nbsp;</title>', '<title>Fine</title>']),
  ),
  ...times(
    2,
    replace('viewport', /<meta name="viewport"[^>]*>/, pick =>
      pick([
        '',
        '<meta name="viewport" content="width=980">',
        '<meta name="viewport" content="initial-scale=1">',
        '<meta name="viewport" content="width=device-width, initial-scale=0.5">',
        '<meta name="Viewport" content="WIDTH=device-width">',
        '<meta name="viewport" content="width=600, initial-scale=1">',
        '<meta name="viewpoint" content="width=device-width">',
      ]),
    ),
  ),
  replace('lang', /<html lang="[^"]*">/, pick =>
    pick([
      '<html>',
      '<html lang="">',
      '<html lang="en_US">',
      '<html lang="english language">',
      '<html lang="pt-BR">',
    ]),
  ),
  replace('doctype', /<!doctype html>/, pick =>
    pick(['', '<!-- page -->', '<!DOCTYPE HTML>', '<!doctype html public>']),
  ),
  insert('duplicate_id', pick =>
    pick([
      '<p id="top-title">Twice</p>',
      '<p id="p1">One</p><p id="p2">Two</p>',
      '<p id="p1">One</p><p id="p1">Two</p>',
      '<p id="">None</p>',
    ]),
  ),
  ...times(
    2,
    insert(
      'dead_link',
      pick =>
        `<p>Go on to <a style="color:inherit" href="${pick(['nowhere.html', 'menu.html', '#nothing', '#top-title', '#top', '#', '../menu.html', '/menu.html', 'menu', 'menu.html#x', 'detail.html?id=3', './cart.html', 'https://example.com/', 'mailto:a@example.com', 'tel:+123', 'Menu.html', '../pages/cart.html', 'about.htm', ''])}">that page</a>.</p>`,
    ),
  ),
  insert(
    'inline_base64',
    pick =>
      `<img alt="" width="40" height="40" src="data:image/png;base64,${'A'.repeat(pick([150_000, 199_000, 210_000, 320_000]))}">`,
  ),
  ...times(
    2,
    insert('external_resource', pick =>
      pick([
        '<img alt="" width="40" height="40" src="https://img.example/x.png">',
        '<img alt="" width="40" height="40" srcset="//img.example/x.png 2x">',
        '<script src="https://cdn.example/x.js"></script>',
        '<link rel="stylesheet" href="https://cdn.example/x.css">',
        '<div style="background:url(https://img.example/b.png);height:9px"></div>',
        '<style>@import url("https://cdn.example/y.css");</style>',
        '<style>.muted{background-image:url(//img.example/z.png)}</style>',
        '<iframe title="x" src="https://frame.example/"></iframe>',
        '<video src="https://img.example/v.mp4" preload="auto" width="40" height="40"></video>',
        '<svg width="9" height="9" aria-hidden="true"><image href="https://img.example/s.png" width="9" height="9"/></svg>',
        '<img alt="" width="40" height="40" src="picture.png">',
        '<a style="display:flex;min-height:44px;color:inherit" href="https://example.com/">Elsewhere</a>',
        '<link rel="preload" as="image" href="https://img.example/p.png">',
        '<input type="image" alt="x" src="https://img.example/i.png" style="width:44px;height:44px">',
      ]),
    ),
  ),
  insert('inline_handler', pick =>
    pick([
      '<div onclick="go()">Go</div>',
      '<img alt="" src="x.png" width="40" height="40" ONERROR="x()">',
      '<div data-onclick="go()">Go</div>',
    ]),
  ),
  insert(
    'javascript_url',
    pick =>
      `<p>Press <a style="color:inherit" href="${pick(['javascript:void(0)', ' JavaScript:go()', 'java&#10;script:go()', '&#106;avascript:go()', 'cart.html?x=javascript:'])}">this one</a> now.</p>`,
  ),
  insert(
    'form_action',
    pick =>
      `<form ${pick(['action="https://collect.example/"', 'action="//collect.example/x" method="post"', 'action=""', 'action="cart.html"', 'method="post"', 'action="\\\\collect.example\\x"'])}><button class="button">Send</button></form>`,
  ),
  replace('meta_refresh', /<meta charset="utf-8">/, pick =>
    pick([
      '<meta charset="utf-8"><meta http-equiv="refresh" content="300">',
      '<meta charset="utf-8"><meta http-equiv="REFRESH" content="900;url=cart.html">',
      '<meta charset="utf-8"><meta http-equiv="x-ua-compatible" content="IE=edge">',
    ]),
  ),
]

function times(count: number, one: Break): readonly Break[] {
  return Array.from({ length: count }, () => one)
}

/** A rule added behind the others, in the page's own sheet, with or without more weight. */
function css(rule: string, write: (pick: Pick) => string): Break {
  return {
    rule,
    apply: (html, pick) => html.replace('</head>', () => `<style>${write(pick)}</style>\n</head>`),
  }
}

function insert(rule: string, write: (pick: Pick) => string): Break {
  return {
    rule,
    apply: (html, pick) => {
      const place = pick(['</main>', '</body>', '</section>'])
      const at = html.includes(place) ? place : '</body>'
      return html.replace(at, () => `${write(pick)}\n${at}`)
    },
  }
}

function replace(rule: string, what: RegExp, write: (pick: Pick) => string): Break {
  return { rule, apply: (html, pick) => html.replace(what, () => write(pick)) }
}
