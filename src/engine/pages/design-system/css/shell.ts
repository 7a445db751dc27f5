/** What frames every page: top bar, bottom navigation, footer, messages. */
export const shellCss = `
.topbar { position: sticky; top: 0; z-index: 10; display: flex; align-items: center; gap: 0.5rem; min-height: 60px; padding: 0.5rem var(--pad); background: var(--color-background); }
.brand { display: inline-flex; align-items: center; gap: 0.625rem; min-height: 44px; min-width: 44px; font-size: 1.1875rem; text-decoration: none; overflow: hidden; }
.brand-mark { flex: none; display: grid; place-items: center; width: 36px; height: 36px; border-radius: var(--radius-mark); background: var(--color-primary); color: var(--color-on-primary); font-size: 1.0625rem; font-weight: 700; line-height: 1; letter-spacing: 0; }
.brand-name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.topbar-actions { display: flex; gap: 0.25rem; margin-inline-start: auto; }
.tabbar { position: sticky; bottom: 0; z-index: 10; display: flex; padding: 0.375rem 0.5rem max(0.375rem, env(safe-area-inset-bottom)); background: var(--color-surface); border-top: 1px solid var(--color-border); }
.tabbar a { position: relative; flex: 1; min-width: 0; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 0.125rem; min-height: 56px; padding: 0.25rem; font-size: 1rem; line-height: 1.25; color: var(--color-text-secondary); text-decoration: none; border-radius: var(--radius-control); }
.tabbar a > span { max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.tabbar svg { width: 24px; height: 24px; }
.tabbar a[aria-current] { color: var(--color-link); font-weight: 600; }
.icon { width: 24px; height: 24px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; flex: none; }
.footer { display: grid; gap: 0.5rem; padding: 1.75rem var(--pad); color: var(--color-text-secondary); border-top: 1px solid var(--color-border); }
.footer-links { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.footer-links a { display: inline-flex; align-items: center; min-height: 44px; min-width: 44px; }
.toast { position: fixed; left: 50%; bottom: 6rem; transform: translateX(-50%); z-index: 30; width: max-content; max-width: min(390px, calc(100vw - 2rem)); padding: 0.75rem 1.125rem; border-radius: var(--radius-control); background: var(--color-text); color: var(--color-background); box-shadow: var(--shadow-float); text-align: center; }
.toast:empty { display: none; }
`
