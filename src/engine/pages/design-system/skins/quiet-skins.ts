/** Paper and print: rules instead of boxes, small pictures beside long lines. */
export const paperCss = `
.topbar { border-bottom: 1px solid var(--color-text); }
.brand-mark { border-radius: 50%; }
.hero-art { aspect-ratio: 5 / 4; margin: 0; border-radius: 999px 999px 6px 6px; margin-top: 1.25rem; }
.hero-text { text-align: center; justify-items: center; }
.hero-text .actions { justify-content: center; }
.section-head { border-top: 1px solid var(--color-text); padding-top: 0.75rem; }
.cards { gap: 0; }
.cards > .card { flex-direction: row; gap: 1rem; align-items: stretch; padding: 1rem 0; background: transparent; border: 0; border-bottom: 1px solid var(--color-border); border-radius: 0; }
.cards > .card .card-art { flex: none; width: 104px; aspect-ratio: auto; min-height: 104px; align-self: flex-start; height: 116px; }
.cards > .card .card-body { padding: 0; }
.cards > .card .favourite { inset-inline-end: -0.5rem; top: 0.5rem; background: transparent; }
.cards > .card:has(.favourite) .card-title { padding-inline-end: 2.75rem; }
.cards-large > .card { flex-direction: column; }
.cards-large > .card .card-art { width: 100%; height: auto; aspect-ratio: 16 / 10; }
.rows > .card { background: transparent; border: 0; border-bottom: 1px solid var(--color-border); border-radius: 0; padding-bottom: 0.875rem; }
.rows .card-body { padding-block: 0; }
.lead { font-family: var(--font-heading); font-style: italic; }
details { border-width: 0 0 1px; border-radius: 0; background: transparent; }
summary, details > :not(summary) { padding-inline: 0; }
`

/** White space, soft shadows, a tinted hero. */
export const clearCss = `
.topbar { background: color-mix(in srgb, var(--color-background) 92%, transparent); backdrop-filter: blur(12px); }
.hero { margin: 0.25rem 0 0; padding: 0; }
.hero-art { margin: 0; border-radius: 20px; aspect-ratio: 16 / 11; }
.tabbar { border-top: 0; box-shadow: 0 -6px 24px rgb(20 24 40 / 0.08); }
.tabbar a[aria-current]::before { content: ""; position: absolute; top: -6px; width: 32px; height: 3px; border-radius: 0 0 3px 3px; background: var(--color-link); }
.card-art { border-radius: 0; }
.line-item .card-art { border-radius: var(--radius-image); }
`

/** Big corners, fat shadows, tilted pictures. */
export const roundCss = `
.hero { padding: 1rem var(--pad) 1.5rem; margin: 0 calc(-1 * var(--pad)); background: var(--color-secondary); border-radius: 0 0 40px 40px; }
.topbar { background: var(--color-secondary); }
body:not(:has(.hero)) .topbar { background: var(--color-background); }
.hero .eyebrow, .hero .lead { color: var(--color-on-secondary); }
.hero-art { margin: 0; border-radius: 36px; aspect-ratio: 4 / 3; transform: rotate(-1.5deg); border: 6px solid var(--color-surface); }
.brand-mark { border-radius: 50%; transform: rotate(-8deg); }
.cards > .card { padding: 0.5rem; }
.cards > .card .card-body { padding: 0.625rem 0.375rem 0.375rem; }
.card .favourite { top: 0.75rem; inset-inline-end: 0.75rem; }
.icon-button.filled { border-radius: 50%; }
.tabbar { border-top: 0; border-radius: 28px 28px 0 0; box-shadow: 0 -6px 24px rgb(42 23 72 / 0.12); padding-top: 0.5rem; }
.tabbar a[aria-current] { background: var(--color-secondary); color: var(--color-on-secondary); border-radius: 20px; }
.button { font-weight: 700; }
.rows .card-art { border-radius: 22px; margin: 0.5rem; width: 104px; }
`

/** Soft organic shapes and much air. */
export const naturalCss = `
.hero-art { margin: 0; border-radius: 58% 42% 38% 62% / 46% 52% 48% 54%; aspect-ratio: 1 / 0.92; }
.brand-mark { border-radius: 60% 40% 55% 45%; }
.card { background: var(--color-surface); }
.card-art { border-radius: 18px 18px 60px 18px; margin: 0.625rem 0.625rem 0; }
.rows .card-art { margin: 0.625rem 0 0.625rem 0.625rem; width: 100px; min-height: 100px; border-radius: 18px 40px 18px 18px; }
.line-item .card-art { margin: 0; border-radius: 16px 28px 16px 16px; }
.section-head h2 { padding-inline-start: 0.875rem; border-inline-start: 4px solid var(--color-accent); border-radius: 2px; }
.tabbar { border-top: 0; background: var(--color-background); }
.tabbar a[aria-current] { background: var(--color-secondary); color: var(--color-on-secondary); border-radius: 18px; }
`

/** Fine serif, hairlines, centred lines, tall pictures. */
export const elegantCss = `
.topbar { justify-content: center; border-bottom: 1px solid var(--color-border); }
.brand { font-size: 1.3125rem; letter-spacing: 0.06em; }
.brand-mark { display: none; }
.hero-art { margin: 1.25rem 0 0; aspect-ratio: 4 / 4.4; border-radius: 400px 400px 0 0; outline: 1px solid var(--color-accent); outline-offset: 8px; }
.hero { gap: 1.75rem; }
.hero-text, .page-head, .section-head { text-align: center; justify-items: center; }
.hero-text .actions { justify-content: center; }
.hero-text::after { content: ""; width: 56px; height: 1px; background: var(--color-accent); margin-top: 0.75rem; }
.section-head { flex-direction: column; gap: 0.25rem; }
.cards > .card { background: transparent; text-align: center; }
.cards > .card .card-art { aspect-ratio: 4 / 3.4; }
.cards > .card .card-body { padding: 1.125rem 0.5rem 1.5rem; align-items: center; }
.cards > .card .card-title { font-size: 1.4375rem; }
.cards > .card .card-foot { gap: 1.25rem; }
.button { letter-spacing: 0.08em; font-weight: 500; min-height: 52px; }
.button:not(.button-line, .button-quiet) { background: var(--color-button); }
.panel { border: 1px solid var(--color-border); }
.rows > .card { border-bottom: 1px solid var(--color-border); background: transparent; padding-bottom: 1.25rem; }
.line-item, details, .task { border: 1px solid var(--color-border); }
.price { font-weight: 500; color: var(--color-link); }
`
