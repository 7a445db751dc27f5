/** Reset, column, letters, focus and motion: what every page has, whatever it looks like. */
export const foundationCss = `
*, *::before, *::after { box-sizing: border-box; }
html { scrollbar-width: none; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding: 5rem 0 6rem; }
html::-webkit-scrollbar, body::-webkit-scrollbar, .scroller::-webkit-scrollbar { display: none; }
body { margin: 0; background: var(--color-backdrop); color: var(--color-text); font-family: var(--font-body); font-size: 1.0625rem; line-height: 1.5; scrollbar-width: none; overflow-wrap: break-word; }
[hidden] { display: none !important; }
.page { position: relative; display: flex; flex-direction: column; width: 100%; max-width: 430px; min-height: 100vh; min-height: 100dvh; margin: 0 auto; background: var(--color-background); }
main { flex: 1; display: flex; flex-direction: column; gap: var(--gap-section); padding: 0 var(--pad) var(--gap-section); min-width: 0; }
h1, h2, h3, p, ul, ol, dl, dd, figure, fieldset, blockquote { margin: 0; padding: 0; }
ul, ol { list-style: none; }
fieldset { border: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; }
h1, h2, h3, .brand { font-family: var(--font-heading); font-weight: var(--heading-weight); letter-spacing: var(--heading-spacing); line-height: 1.15; text-wrap: balance; color: var(--color-text); }
h1 { font-size: var(--size-1); }
h2 { font-size: var(--size-2); }
h3 { font-size: var(--size-3); line-height: 1.25; }
p { text-wrap: pretty; }
a { color: var(--color-link); text-underline-offset: 0.2em; }
svg { display: block; }
button, input, select, textarea { font: inherit; color: inherit; }
button { cursor: pointer; }
:focus-visible { outline: 3px solid var(--color-focus); outline-offset: 2px; }
.hero, .hero-text, .page-head, .section, .panel, .footer, .card-face, .prose, .stack, .form, .field, .facts, .totals, .confirmation, .empty, .big-date, .features, .link-list, .link-list > li, .chapters, .timeline, .what, .feed, .column, .columns, .bars, .rows, .lines { grid-template-columns: minmax(0, 1fr); }
.totals > div > *, .label-row > *, .section-head > *, .column-head > h2, .card-body, .steps > li > * { min-width: 0; }
h1, h2, h3, dd, .eyebrow, .lead, .muted, .card-text, [dir="auto"], [data-field], [data-done-text] { overflow-wrap: anywhere; }
.visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-inline-start: 0.5rem; top: -5rem; z-index: 20; display: inline-flex; align-items: center; min-height: 44px; padding: 0 1rem; background: var(--color-primary); color: var(--color-on-primary); border-radius: var(--radius-control); }
.skip:focus { top: 0.5rem; }
.muted { color: var(--color-text-secondary); }
.eyebrow { font-weight: 600; color: var(--color-link); letter-spacing: var(--eyebrow-spacing); text-transform: var(--eyebrow-transform); }
.lead { font-size: 1.125rem; color: var(--color-text-secondary); }
@media (prefers-reduced-motion: no-preference) {
  html { scroll-behavior: smooth; }
  .button, .icon-button, .chip, .card, .tile, .tabbar a { transition: background-color 180ms ease, color 180ms ease, transform 180ms ease, box-shadow 180ms ease, border-color 180ms ease; }
  .button:active, .icon-button:active, .chip:active { transform: scale(0.97); }
  .toast { animation: rise 220ms ease-out; }
  @keyframes rise { from { opacity: 0; transform: translate(-50%, 0.75rem); } }
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
}
`
