/** What a person touches: at least 44 px each way, at least 16 px text. */
export const controlsCss = `
.button { display: inline-flex; align-items: center; justify-content: center; gap: 0.5rem; min-height: 48px; min-width: 48px; padding: 0.625rem 1.25rem; border: var(--button-border); border-radius: var(--radius-control); background: var(--color-button); color: var(--color-on-button); font-size: 1.0625rem; font-weight: 600; line-height: 1.25; text-align: center; text-decoration: none; box-shadow: var(--shadow-button); }
.button:hover { filter: brightness(1.06); }
.button-quiet { background: var(--color-secondary); color: var(--color-on-secondary); box-shadow: none; }
.button-line { background: transparent; color: var(--color-text); border: 1.5px solid var(--color-border-strong); box-shadow: none; }
.button-block { width: 100%; }
.icon-button { position: relative; display: inline-grid; place-items: center; width: 48px; height: 48px; padding: 0; border: 0; border-radius: var(--radius-round); background: transparent; color: var(--color-text); text-decoration: none; flex: none; }
.icon-button:hover { background: var(--color-surface-raised); }
.icon-button.filled { background: var(--color-button); color: var(--color-on-button); border: var(--button-border); }
.favourite { background: var(--color-surface); box-shadow: var(--shadow-card); }
.favourite[aria-pressed="true"] .icon { fill: var(--color-danger); stroke: var(--color-danger); }
.count { position: absolute; top: 0; inset-inline-end: -2px; min-width: 22px; height: 22px; padding: 0 5px; border-radius: 11px; background: var(--color-button); color: var(--color-on-button); font-size: 1rem; font-weight: 700; line-height: 22px; text-align: center; }
.chips { display: flex; gap: 0.5rem; overflow-x: auto; scrollbar-width: none; margin: 0 calc(-1 * var(--pad)); padding: 4px var(--pad); }
.chips::-webkit-scrollbar { display: none; }
.chip { flex: none; display: inline-flex; align-items: center; min-height: 44px; min-width: 44px; padding: 0.375rem 1rem; border: 1px solid var(--color-border-strong); border-radius: var(--radius-chip); background: transparent; color: var(--color-text); white-space: nowrap; text-decoration: none; }
.chip[aria-current], .chip[aria-pressed="true"] { background: var(--color-text); border-color: var(--color-text); color: var(--color-background); }
.field { display: grid; gap: 0.375rem; }
.field label, .label { font-weight: 600; }
.field input, .field select, .field textarea { width: 100%; min-height: 50px; padding: 0.625rem 0.875rem; border: 1.5px solid var(--color-border-strong); border-radius: var(--radius-input); background: var(--color-surface); color: var(--color-text); font-size: 1.0625rem; }
.field textarea { min-height: 104px; resize: vertical; }
.field input::placeholder, .field textarea::placeholder { color: var(--color-text-muted); opacity: 1; }
.field [aria-invalid="true"] { border-color: var(--color-danger); }
.hint { color: var(--color-text-secondary); font-size: 1rem; }
.error { color: var(--color-danger); font-weight: 600; font-size: 1rem; }
.error:empty { display: none; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(88px, 1fr)); gap: 0.5rem; margin-top: 0.5rem; }
.tile { position: relative; display: flex; }
.tile input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.tile > span { flex: 1; display: grid; place-content: center; text-align: center; min-height: 48px; padding: 0.375rem 0.5rem; border: 1.5px solid var(--color-border-strong); border-radius: var(--radius-input); background: var(--color-surface); line-height: 1.3; }
.tile input:checked + span { background: var(--color-button); border-color: var(--color-button); color: var(--color-on-button); font-weight: 600; }
.tile input:focus-visible + span { outline: 3px solid var(--color-focus); outline-offset: 2px; }
.tile input:disabled + span { background: transparent; border-style: dashed; color: var(--color-text-muted); text-decoration: line-through; }
.check { display: flex; align-items: center; gap: 0.75rem; min-height: 48px; }
.check input { width: 24px; height: 24px; margin: 0; accent-color: var(--color-link); flex: none; }
.stepper { display: inline-flex; align-items: center; border: 1.5px solid var(--color-border-strong); border-radius: var(--radius-control); background: var(--color-surface); }
.stepper button { display: grid; place-items: center; width: 46px; height: 46px; padding: 0; border: 0; background: transparent; border-radius: var(--radius-control); }
.stepper output { min-width: 1.75rem; text-align: center; font-weight: 600; font-variant-numeric: tabular-nums; }
.actions { display: flex; flex-wrap: wrap; gap: 0.625rem; align-items: center; }
.form { display: grid; gap: 1.125rem; }
.sticky-action { position: sticky; bottom: 80px; z-index: 5; display: flex; align-items: center; gap: 0.75rem; padding: 0.75rem; margin: 0 -0.25rem; border-radius: var(--radius-card); border: var(--card-border); background: var(--color-surface); box-shadow: var(--shadow-float); }
.sticky-action .button { flex: 1; }
`
