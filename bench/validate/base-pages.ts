import type { Random } from '../../src/base/random.ts'

/** A page that keeps every rule, and the style sheet it links. */
export interface BasePage {
  readonly html: string
  readonly css: string
  readonly slugs: readonly string[]
}

export type Pick = <Option>(options: readonly [Option, ...Option[]]) => Option

export function pickFrom(random: Random): Pick {
  return options => options[Math.floor(random.float() * options.length)] ?? options[0]
}

const SLUGS = ['menu', 'detail', 'cart', 'about'] as const
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const WORDS =
  'Fresh bread and slow mornings, local berries, warm light, a table by the window and a walk along the river afterwards.'

/** A good page in one of many builds: units, variables, layouts, themes, languages and parts differ with the seed. */
export function makeBasePage(random: Random): BasePage {
  const pick = pickFrom(random)
  const isDark = random.float() < 0.4
  const theme = isDark
    ? {
        background: '#12151c',
        surface: '#1d2230',
        text: '#f2f4f8',
        muted: '#b7bfce',
        accent: '#8ab4f8',
        on: '#10131a',
      }
    : {
        background: pick(['#ffffff', '#fbf7f0', 'rgb(248 250 252)', 'hsl(40 30% 97%)']),
        surface: '#eef1f6',
        text: pick(['#1b1f27', '#222', 'rgb(30,30,40)']),
        muted: '#4b5563',
        accent: pick(['#1d4ed8', '#9d174d', '#14532d', '#7c2d12']),
        on: '#ffffff',
      }
  const css = [
    `:root{--background:${theme.background};--surface:${theme.surface};--text:${theme.text};--muted:${theme.muted};--accent:${theme.accent};--on:${theme.on};--gap:${pick(['12px', '.75rem', '3.2vw'])};--tap:${pick(['44px', '2.75rem', '48px', '3em'])}}`,
    pick([
      'html{scrollbar-width:none}',
      'html::-webkit-scrollbar{display:none}',
      'body::-webkit-scrollbar{width:0}',
    ]),
    '*,*::before,*::after{box-sizing:border-box}',
    `body{margin:0 auto;max-width:${pick(['430px', '26.875rem', '420px', 'min(430px,100%)'])};background:var(--background);color:var(--text);font:16px/1.5 ${pick(['system-ui,sans-serif', 'Arial,sans-serif', 'Georgia,serif'])}}`,
    `.${'button'}{display:inline-flex;align-items:center;justify-content:center;min-height:var(--tap);min-width:44px;padding:${pick(['0 1rem', '10px 16px', '.6em 1.2em'])};border:0;border-radius:8px;background:var(--accent);color:var(--on);font:inherit;text-decoration:none}`,
    `.card{padding:1rem;background:var(--surface);border-radius:12px}.muted{color:var(--muted)}`,
    `.grid{display:grid;gap:var(--gap);grid-template-columns:${pick(['1fr 1fr', 'repeat(2,minmax(0,1fr))', 'repeat(auto-fill,minmax(150px,1fr))', '1fr'])}}`,
    `nav{display:${pick(['flex', 'grid'])};grid-auto-flow:column;gap:4px;justify-content:space-between;flex-wrap:wrap}nav a{display:flex;align-items:center;justify-content:center;min-height:44px;min-width:56px;padding:0 8px;color:inherit}`,
    `input,select,textarea{width:100%;min-height:var(--tap);font:inherit;padding:.5rem;color:inherit;background:var(--surface);border:1px solid currentColor}`,
    'label{display:block}.tick{display:flex;align-items:center;gap:8px;min-height:44px}.tick input{width:20px;height:20px;min-height:0;flex:none}',
    'img{max-width:100%;height:auto;display:block}main{padding:1rem;display:flex;flex-direction:column;gap:var(--gap)}p,h1,h2,h3{margin:0;overflow-wrap:anywhere}h1{font-size:1.75rem;line-height:1.2}.hidden-words{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)}',
    pick([
      '',
      '@media (max-width:400px){main{padding:.75rem}}',
      '@media (min-width:700px){h1{font-size:2rem}}',
      '@layer base{p{color:inherit}}',
    ]),
  ].join('\n')
  const blocks = [heading, cards, form, list, article, table, bar].filter(() => random.float() < 0.7)
  const body = [
    navigation(pick),
    '<main>',
    heading(pick),
    ...blocks.slice(1).map(block => block(pick)),
    '</main>',
  ].join('\n')
  const isLinked = random.float() < 0.5
  const sheet = isLinked ? '<link rel="stylesheet" href="../design-system.css">' : `<style>\n${css}\n</style>`
  const html = `<!doctype html>
<html lang="${pick(['en', 'de', 'en-GB', 'fr'])}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="${pick(['width=device-width, initial-scale=1', 'width=device-width,initial-scale=1,viewport-fit=cover'])}">
<title>${pick(['Corner café', 'River tours', 'Handbook'])}</title>
${sheet}
<style>/* page */</style>
</head>
<body>
${body}
</body>
</html>
`
  return { html, css: isLinked ? css : '', slugs: SLUGS }
}

type Block = (pick: Pick) => string

const navigation: Block = pick =>
  `<header><nav aria-label="Pages">${SLUGS.slice(0, 3)
    .map(slug => `<a href="${pick(['', './'])}${slug}.html">${slug}</a>`)
    .join('')}</nav></header>`

const heading: Block = pick =>
  `<section><h1 id="top-title">${pick(['Good morning', 'Our menu', 'Plan your trip'])}</h1><p class="muted">${WORDS}</p></section>`

const cards: Block = pick =>
  `<div class="grid">${['Tea', 'Cocoa', 'Apple cake']
    .map(
      name =>
        `<article class="card"><img src="${PNG}" alt="${name}" width="120" height="80"><h3>${name}</h3><p class="price">4.20</p><button class="button" type="button">${pick(['Add', 'Add to cart', 'Buy'])}</button></article>`,
    )
    .join('')}</div>`

const form: Block = pick =>
  `<form class="card"><label for="name">Name</label><input id="name" name="name" ${pick(['', 'placeholder="Ada"', 'value="Ada"'])}><label>Size <select name="size"><option>Small</option><option>Large</option></select></label><label class="tick"><input type="checkbox" name="news"> Send me news</label><button class="button" type="submit">Send</button></form>`

const list: Block = () =>
  `<ul class="rows" style="list-style:none;padding:0">${['First stop', 'Second stop'].map(name => `<li><a class="row" style="display:flex;min-height:52px;align-items:center;gap:8px;color:inherit" href="detail.html"><span>${name}</span><span class="muted" style="margin-left:auto">12:30</span></a></li>`).join('')}</ul>`

const article: Block = () =>
  `<article><h2 id="story">A story</h2><p class="story">${WORDS} Read <a href="about.html" style="color:inherit">more about us</a> or go <a href="#story" style="color:inherit">up again</a>.</p><p class="story">${WORDS}</p></article>`

const table: Block = () =>
  '<table><caption>Hours</caption><tr><th scope="col">Day</th><th scope="col">Open</th></tr><tr><td>Monday</td><td>8 to 18</td></tr></table>'

const bar: Block = () =>
  '<div class="bar" style="display:flex;gap:8px;align-items:center"><button class="button" aria-label="Less" type="button"><svg aria-hidden="true" width="20" height="20" viewBox="0 0 20 20"><path d="M3 10h14"/></svg></button><output>2</output><button class="button" aria-label="More" type="button">+</button><span class="hidden-words">items in the cart</span></div>'
