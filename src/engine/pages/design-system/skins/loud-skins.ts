/** Night, glow and grids. */
export const darkTechCss = `
body { background: var(--color-backdrop); }
.page { background: radial-gradient(120% 340px at 85% 0, color-mix(in srgb, var(--color-primary) 16%, transparent), transparent), radial-gradient(90% 300px at 0 260px, color-mix(in srgb, var(--color-accent) 11%, transparent), transparent), var(--color-background); }
.topbar { background: color-mix(in srgb, var(--color-background) 88%, transparent); backdrop-filter: blur(14px); border-bottom: 1px solid var(--color-border); }
.brand-mark { background: linear-gradient(135deg, var(--color-primary), var(--color-primary)); box-shadow: 0 0 18px color-mix(in srgb, var(--color-primary) 55%, transparent); }
.hero-art { margin: 0.75rem 0 0; border-radius: 18px; border: 1px solid var(--color-border-strong); box-shadow: 0 0 44px color-mix(in srgb, var(--color-primary) 26%, transparent); aspect-ratio: 16 / 11; }
.art .a1, .art .a2, .art .a3, .art .a4 { fill-opacity: 0.2; stroke-width: 3.5; stroke-linejoin: round; }
.art .a1 { stroke: var(--color-art-1); } .art .a2 { stroke: var(--color-art-2); } .art .a3 { stroke: var(--color-art-3); } .art .a4 { stroke: var(--color-art-4); }
.art .line { stroke-width: 3.5; } .art .light, .art .shade { opacity: 0.08; }
.card, .panel, .line-item, details { background: color-mix(in srgb, var(--color-surface) 94%, var(--color-primary)); }
.card:hover { border-color: var(--color-primary); }
.button:not(.button-quiet, .button-line) { box-shadow: 0 0 22px color-mix(in srgb, var(--color-button) 40%, transparent); }
.eyebrow { font-family: var(--font-heading); }
.price { font-family: var(--font-heading); color: var(--color-link); }
`

/** Thick lines, hard shadows, blocks of colour. */
export const rawBlocksCss = `
.topbar { background: var(--color-art-0); border-bottom: 3px solid #111; color: #111; }
.topbar .brand, .topbar .icon-button { color: #111; }
.topbar .icon-button:hover { background: #fff; }
.brand { font-weight: 900; text-transform: uppercase; letter-spacing: -0.03em; }
.brand-mark { background: #111; color: #fff; }
.hero { margin: 0 calc(-1 * var(--pad)); padding: 0 var(--pad) 1.5rem; background: var(--color-surface); border-bottom: 3px solid var(--color-text); }
.hero-art { border-bottom: 3px solid var(--color-text); aspect-ratio: 16 / 11; }
.hero h1 { font-size: calc(var(--size-1) * 1.12); line-height: 1; text-transform: uppercase; }
.eyebrow { width: fit-content; padding: 0.125rem 0.5rem; background: var(--color-text); color: var(--color-background); }
.art .a1, .art .a2, .art .a3, .art .a4 { stroke: #111; stroke-width: 4.5; stroke-linejoin: round; }
.art .line { stroke: #111; stroke-width: 6; } .art .back { opacity: 1; }
.card, .panel, .line-item, .sticky-action { box-shadow: var(--shadow-hard); }
.card-art { border-bottom: 3px solid var(--color-text); }
.rows .card-art { border-bottom: 0; border-inline-end: 3px solid var(--color-text); }
.line-item .card-art { border: 3px solid var(--color-text); }
.button { box-shadow: 4px 4px 0 var(--color-text); font-weight: 800; text-transform: uppercase; background: var(--color-button); }
.button-quiet { background: var(--color-surface); color: var(--color-text); box-shadow: 4px 4px 0 var(--color-text); }
.button-line { border: 3px solid var(--color-text); background: var(--color-surface); }
.chip, .field input, .field select, .field textarea, .stepper, .tile > span { border: 3px solid var(--color-text); }
.section-head h2 { text-transform: uppercase; }
.tabbar { border-top: 3px solid var(--color-text); }
.tabbar a[aria-current] { background: var(--color-text); color: var(--color-background); }
.favourite { border: 3px solid var(--color-text); box-shadow: none; }
.badge { border: 2px solid var(--color-text); background: var(--color-art-0); color: #111; }
details { border: 3px solid var(--color-text); }
.panel-tint { background: var(--color-art-0); color: #111; border: 3px solid var(--color-text); box-shadow: var(--shadow-hard); }
.panel-tint :is(h2, h3, .muted, p, .icon) { color: #111; }
.cards { gap: 1.125rem; }
`

/** One grid of black hairlines, letters of a typewriter. */
export const typewriterCss = `
.topbar { border-bottom: 1px solid var(--color-text); }
.brand-mark { display: none; }
.brand::before { content: "●"; color: var(--color-accent); }
.hero-art { border-bottom: 1px solid var(--color-text); aspect-ratio: 16 / 10; }
.eyebrow::before { content: "/ "; }
.eyebrow { color: var(--color-text-secondary); font-weight: 400; }
.cards { gap: 0; border-top: 1px solid var(--color-text); border-inline-start: 1px solid var(--color-text); }
.cards > .card { border-width: 0 1px 1px 0; }
.card-art { border-bottom: 1px solid var(--color-text); }
.rows { gap: 0; } .rows > .card + .card { border-top: 0; }
.rows .card-art { border-bottom: 0; border-inline-end: 1px solid var(--color-text); }
.line-item .card-art { border: 1px solid var(--color-text); }
.cards-large { border: 0; gap: 1rem; } .cards-large > .card { border-width: 1px; }
.section-head { border-bottom: 1px solid var(--color-text); padding-bottom: 0.5rem; }
.tabbar { border-top: 1px solid var(--color-text); }
.tabbar a[aria-current] { text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: 6px; }
.favourite { box-shadow: none; border: 1px solid var(--color-text); }
.lead, .card-text { letter-spacing: -0.02em; }
`
