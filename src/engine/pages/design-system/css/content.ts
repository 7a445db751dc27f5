/** What a person reads and looks at: heroes, cards, panels, lists, pictures. */
export const contentCss = `
.hero { display: grid; gap: 1rem; }
.hero-art { margin: 0 calc(-1 * var(--pad)); aspect-ratio: 4 / 3; overflow: hidden; }
.hero-text { display: grid; gap: 0.625rem; }
.page-head { display: grid; gap: 0.375rem; padding-top: 0.75rem; }
.section { display: grid; gap: 1rem; min-width: 0; scroll-margin-top: 5rem; }
.section-head { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }
.section-head a, .more { display: inline-flex; align-items: center; min-height: 44px; min-width: 44px; font-weight: 600; }
.art { width: 100%; height: 100%; }
.art .a0 { fill: var(--color-art-0); } .art .a1 { fill: var(--color-art-1); } .art .a2 { fill: var(--color-art-2); } .art .a3 { fill: var(--color-art-3); } .art .a4 { fill: var(--color-art-4); }
.art .line { fill: none; stroke: var(--color-art-2); stroke-width: 5; stroke-linecap: round; stroke-linejoin: round; }
.art .light { fill: #fff; opacity: 0.28; } .art .shade { fill: #000; opacity: 0.13; } .art .back { opacity: 0.5; }
.art .line.w3 { stroke-width: 3; } .art .line.w4 { stroke-width: 4; } .art .line.w6 { stroke-width: 6; } .art .line.w7 { stroke-width: 7; } .art .line.w8 { stroke-width: 8; } .art .line.w9 { stroke-width: 9; } .art .line.w10 { stroke-width: 10; } .art .line.w13 { stroke-width: 13; } .art .line.w14 { stroke-width: 14; } .art .line.w16 { stroke-width: 16; }
.art .line.s0 { stroke: var(--color-art-0); } .art .line.s1 { stroke: var(--color-art-1); } .art .line.s3 { stroke: var(--color-art-3); } .art .line.s4 { stroke: var(--color-art-4); }
.art .o06 { opacity: 0.06; } .art .o16 { opacity: 0.16; } .art .o25 { opacity: 0.25; } .art .o3 { opacity: 0.3; } .art .o5 { opacity: 0.5; } .art .o6 { opacity: 0.6; } .art .o7 { opacity: 0.7; }
.cards { display: grid; gap: var(--gap-cards); grid-template-columns: repeat(var(--card-columns), minmax(0, 1fr)); }
.card { position: relative; display: flex; flex-direction: column; min-width: 0; background: var(--color-surface); border: var(--card-border); border-radius: var(--radius-card); box-shadow: var(--shadow-card); overflow: hidden; }
.card-art { aspect-ratio: 4 / 3; overflow: hidden; border-radius: var(--radius-image); }
.card-body { flex: 1; display: flex; flex-direction: column; gap: 0.25rem; padding: var(--card-pad); min-width: 0; }
.card-title { font-family: var(--font-heading); font-weight: var(--heading-weight); letter-spacing: var(--heading-spacing); font-size: var(--size-3); line-height: 1.25; }
.card .card-title { margin-top: -0.625rem; }
.card-link { color: inherit; text-decoration: none; display: grid; align-items: end; min-height: 44px; min-width: 44px; }
.card-link::after { content: ""; position: absolute; inset: 0; }
.card-link:focus-visible { outline: none; }
.card:has(.card-link:focus-visible) { outline: 3px solid var(--color-focus); outline-offset: 2px; }
.card-text { color: var(--color-text-secondary); font-size: 1rem; line-height: 1.45; }
.card-foot { display: flex; align-items: center; justify-content: space-between; gap: 0.5rem; margin-top: auto; padding-top: 0.375rem; }
.card .icon-button, .card .button { position: relative; z-index: 1; }
.card .favourite { position: absolute; z-index: 2; top: 0.5rem; inset-inline-end: 0.5rem; }
.price { font-weight: 700; font-variant-numeric: tabular-nums; white-space: nowrap; }
.rows { display: grid; gap: var(--gap-rows); }
.rows > .card { flex-direction: row; align-items: stretch; }
.rows .card-art { flex: none; width: 112px; aspect-ratio: auto; min-height: 112px; }
.cards-large, .rows.cards-large { grid-template-columns: minmax(0, 1fr); gap: 1.25rem; }
.cards-large > .card { flex-direction: column; }
.cards-large .card-art, .rows.cards-large .card-art { width: 100%; min-height: 0; aspect-ratio: 16 / 10; }
.cards-large .card-body { padding: 1.125rem; gap: 0.5rem; }
.cards-large .card-title { font-size: calc(var(--size-3) * 1.2); }
.panel { display: grid; gap: 0.875rem; padding: 1.125rem; background: var(--color-surface); border: var(--card-border); border-radius: var(--radius-card); box-shadow: var(--shadow-card); }
.panel-tint { background: var(--color-secondary); color: var(--color-on-secondary); border-color: transparent; box-shadow: none; }
.panel-tint :is(h2, h3, .muted, p) { color: inherit; }
.badge { display: inline-flex; align-items: center; gap: 0.375rem; width: fit-content; padding: 0.125rem 0.625rem; border-radius: var(--radius-chip); background: var(--color-secondary); color: var(--color-on-secondary); font-size: 1rem; font-weight: 600; line-height: 1.5; }
.facts { display: grid; gap: 0.875rem; }
.facts dt { display: flex; align-items: center; gap: 0.75rem; font-weight: 600; }
.facts .icon { color: var(--color-link); }
.facts dd { padding-inline-start: 2.25rem; color: var(--color-text-secondary); }
.totals { display: grid; gap: 0.5rem; }
.totals > div { display: flex; justify-content: space-between; gap: 1rem; }
.totals dd { font-variant-numeric: tabular-nums; text-align: end; }
.totals .total { padding-top: 0.75rem; border-top: 1px solid var(--color-border); font-weight: 700; font-size: 1.1875rem; }
.lines { display: grid; gap: 0.75rem; }
.line-item { display: grid; grid-template-columns: 76px minmax(0, 1fr) auto; gap: 0.5rem 0.875rem; align-items: center; padding: 0.75rem; background: var(--color-surface); border: var(--card-border); border-radius: var(--radius-card); box-shadow: var(--shadow-card); }
.line-item .card-art { width: 76px; height: 76px; aspect-ratio: auto; border-radius: var(--radius-image); }
.line-item .line-foot { grid-column: 1 / -1; display: flex; align-items: center; justify-content: space-between; gap: 0.5rem; }
.line-link { display: inline-flex; align-items: center; min-height: 44px; min-width: 44px; color: inherit; text-decoration: none; }
.product .hero-art { margin-top: 0; }
.empty { display: grid; justify-items: center; gap: 1rem; padding: 2rem 1rem; text-align: center; }
.empty .art { width: 200px; height: 150px; border-radius: var(--radius-image); }
.prose { display: grid; gap: 0.875rem; }
.prose :is(ul, ol) { display: grid; gap: 0.5rem; padding-inline-start: 1.375rem; list-style: disc; }
.prose ol { list-style: decimal; }
details { background: var(--color-surface); border: var(--card-border); border-radius: var(--radius-card); }
summary { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 52px; padding: 0.75rem 1rem; font-weight: 600; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::after { content: "+"; font-size: 1.375rem; line-height: 1; color: var(--color-link); }
details[open] summary::after { content: "–"; }
details > :not(summary) { padding: 0 1rem 1rem; color: var(--color-text-secondary); }
.stack { display: grid; gap: 0.625rem; }
.steps { display: grid; gap: 1rem; counter-reset: step; }
.steps > li { display: grid; grid-template-columns: 2.5rem minmax(0, 1fr); gap: 0.125rem 0.875rem; counter-increment: step; }
.steps > li::before { content: counter(step); grid-row: span 3; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: var(--radius-mark); background: var(--color-secondary); color: var(--color-on-secondary); font-weight: 700; }
.done-mark { display: grid; place-items: center; width: 84px; height: 84px; border-radius: 50%; background: var(--color-button); color: var(--color-on-button); }
.done-mark .icon { width: 44px; height: 44px; stroke-width: 2.25; }
.confirmation { display: grid; justify-items: center; gap: 0.75rem; padding-top: 1.75rem; text-align: center; }
.progress { height: 10px; border-radius: 5px; background: var(--color-border); overflow: hidden; }
.progress > span { display: block; height: 100%; width: 0; background: var(--color-button); border-radius: 5px; }
`
