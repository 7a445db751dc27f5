/** Parts that only some products have. */
export const productsCss = `
.timeline { display: grid; gap: 0; }
.timeline > li { position: relative; display: grid; grid-template-columns: 4.25rem minmax(0, 1fr); gap: 0.875rem; padding-bottom: 1.25rem; }
.timeline > li::before { content: ""; position: absolute; inset-inline-start: 4.625rem; top: 0.5rem; bottom: -0.5rem; width: 2px; background: var(--color-border); }
.timeline > li:last-child::before { display: none; }
.timeline time, .timeline .when { font-weight: 700; font-variant-numeric: tabular-nums; color: var(--color-link); }
.timeline .what { position: relative; display: grid; gap: 0.25rem; padding-inline-start: 1.125rem; }
.timeline .what::before { content: ""; position: absolute; inset-inline-start: -0.4375rem; top: 0.4375rem; width: 12px; height: 12px; border-radius: 50%; background: var(--color-button); box-shadow: 0 0 0 4px var(--color-background); }
.timeline .what a { display: inline-flex; align-items: center; min-height: 44px; min-width: 44px; margin: -0.5rem 0; font-weight: 600; color: var(--color-text); }
.tone-0 { --column-color: var(--color-art-3); } .tone-1 { --column-color: var(--color-art-1); } .tone-2 { --column-color: var(--color-art-4); } .tone-3 { --column-color: var(--color-success); }
.columns { display: grid; gap: 1.75rem; }
.column { display: grid; gap: 0.75rem; }
.column-head { display: flex; align-items: center; gap: 0.625rem; }
.column-head::before { content: ""; width: 14px; height: 14px; border-radius: 4px; background: var(--column-color, var(--color-accent)); }
.column-head .badge { margin-inline-start: auto; }
.task { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.25rem 0.5rem; align-items: center; padding: 0.75rem 0.5rem 0.75rem 0.875rem; background: var(--color-surface); border: var(--card-border); border-radius: var(--radius-card); box-shadow: var(--shadow-card); border-inline-start: 5px solid var(--column-color, var(--color-accent)); }
.task a { display: inline-flex; align-items: center; min-height: 44px; min-width: 44px; color: var(--color-text); font-weight: 600; text-decoration: none; }
.task.is-done a { color: var(--color-text-secondary); text-decoration: line-through; }
.task .meta { display: flex; flex-wrap: wrap; gap: 0.375rem; align-items: center; color: var(--color-text-secondary); font-size: 1rem; }
.task .moves { display: flex; grid-row: 1 / span 2; grid-column: 2; }
.icon-button:disabled { color: var(--color-text-muted); opacity: 0.55; cursor: default; }
.column-empty { padding: 0.875rem; border: 2px dashed var(--color-border); border-radius: var(--radius-card); color: var(--color-text-secondary); text-align: center; }
.inline-form { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.5rem; align-items: end; }
.kpis { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem; }
.kpi { display: grid; gap: 0.125rem; padding: 0.875rem; background: var(--color-surface); border: var(--card-border); border-radius: var(--radius-card); box-shadow: var(--shadow-card); }
.kpi dd { font-family: var(--font-heading); font-size: 1.5rem; font-weight: 700; line-height: 1.2; font-variant-numeric: tabular-nums; }
.kpi dt { color: var(--color-text-secondary); font-size: 1rem; line-height: 1.3; }
.chart { width: 100%; height: auto; overflow: visible; }
.chart .bar { fill: var(--color-art-1); } .chart .bar.best { fill: var(--color-accent); }
.bars { display: grid; gap: 0.875rem; }
.bars .label-row { display: flex; justify-content: space-between; gap: 1rem; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.625rem 0.375rem; text-align: start; border-bottom: 1px solid var(--color-border); vertical-align: middle; }
th:not(:first-child), td:not(:first-child) { text-align: end; }
th { font-weight: 600; }
th button { min-height: 44px; min-width: 44px; padding: 0; border: 0; background: none; font-weight: 600; text-decoration: underline; text-underline-offset: 0.25em; }
th button[data-order="down"]::after { content: " ↓"; } th button[data-order="up"]::after { content: " ↑"; }
.feed { display: grid; gap: 0.75rem; }
.feed > li { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.875rem; align-items: start; padding: 0.875rem; background: var(--color-surface); border: var(--card-border); border-radius: var(--radius-card); box-shadow: var(--shadow-card); }
.feed .icon, .link-list .icon { color: var(--color-link); }
.chapters { display: grid; gap: 0.625rem; counter-reset: chapter; }
.chapters > li { position: relative; display: grid; grid-template-columns: 2.75rem minmax(0, 1fr) auto; gap: 0.125rem 0.875rem; align-items: center; padding: 0.875rem; background: var(--color-surface); border: var(--card-border); border-radius: var(--radius-card); box-shadow: var(--shadow-card); counter-increment: chapter; }
.chapters > li::before { content: counter(chapter); grid-row: span 2; display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: var(--radius-mark); background: var(--color-secondary); color: var(--color-on-secondary); font-weight: 700; font-size: 1.125rem; }
.chapters .card-title { grid-column: 2; margin-top: -0.5rem; }
.chapters p { grid-column: 2; }
.chapters .icon { grid-row: 1 / span 2; grid-column: 3; color: var(--color-success); }
.chapter-nav { display: flex; justify-content: space-between; gap: 0.75rem; }
.chapter-nav .button { flex: 1; }
.note { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.75rem; padding: 1rem; border-radius: var(--radius-card); background: var(--color-secondary); color: var(--color-on-secondary); }
.portrait { width: 168px; height: 168px; margin: 0 auto; display: grid; place-items: center; border-radius: 50%; overflow: hidden; background: var(--color-secondary); color: var(--color-on-secondary); font-family: var(--font-heading); font-size: 3.75rem; font-weight: var(--heading-weight); line-height: 1; border: 6px solid var(--color-surface); box-shadow: var(--shadow-float); }
.card-face { display: grid; gap: 0.625rem; justify-items: center; text-align: center; }
.card-banner { justify-self: stretch; margin: 0 calc(-1 * var(--pad)) -84px; height: 190px; overflow: hidden; }
.card-face .portrait { position: relative; }
.quick { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 0.5rem; }
.quick .button { flex-direction: column; min-height: 76px; gap: 0.25rem; padding: 0.625rem 0.25rem; letter-spacing: 0; text-transform: none; }
.link-list { display: grid; gap: 0.625rem; }
.link-list > li { display: grid; }
.link-list .row-link { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.875rem; align-items: center; min-height: 56px; padding: 0.75rem 1rem; color: var(--color-text); text-decoration: none; background: var(--color-surface); border: var(--card-border); border-radius: var(--radius-card); box-shadow: var(--shadow-card); overflow-wrap: anywhere; }
.big-date { display: grid; gap: 0.25rem; justify-items: center; text-align: center; }
.big-date .day { font-family: var(--font-heading); font-size: 1.75rem; font-weight: var(--heading-weight); line-height: 1.2; }
.gallery { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem; }
.gallery figure { display: grid; gap: 0.375rem; }
.gallery .card-art { border-radius: var(--radius-card); aspect-ratio: 1; }
.gallery li:nth-child(5n + 1) { grid-column: 1 / -1; } .gallery li:nth-child(5n + 1) .card-art { aspect-ratio: 16 / 10; }
.day-pills { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0.5rem; margin-top: 0.5rem; }
.day-pills .tile > span { padding-inline: 0.25rem; } .day-pills .tile input:checked + span { font-weight: 400; }
.day-pills .tile span span { white-space: nowrap; display: block; border: 0; padding: 0; min-height: 0; background: none; color: inherit; }
.features { display: grid; gap: 1rem; }
.feature { display: grid; grid-template-columns: 88px minmax(0, 1fr); gap: 0.25rem 1rem; align-items: center; }
.feature .card-art { grid-row: span 2; width: 88px; height: 88px; border-radius: var(--radius-card); aspect-ratio: auto; align-self: start; }
.feature h3 { align-self: end; } .feature p { align-self: start; color: var(--color-text-secondary); }
`
