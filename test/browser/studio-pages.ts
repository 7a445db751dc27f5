import { systemClock, toIso } from '../../src/base/clock.ts'
import { createIds } from '../../src/base/ids.ts'
import type { DesignSystem } from '../../src/contracts/page.ts'
import { createMemory } from '../../src/engine/memory/memory.ts'
import { createPages } from '../../src/engine/pages/pages.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import { grace } from '../engine/memory-fixture.ts'
import { scriptedLlm } from '../engine/memory-llm.ts'

/** The session whose pages stand already. */
export const SHOP = 'ses_shop'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPgzYoCAAFZANKIEMv9AAAAAElFTkSuQmCC'

const LOOK: DesignSystem = {
  style: 'clean-modern',
  mode: 'light',
  tokens: {
    colors: { primary: '#0d6a5a', background: '#ffffff', text: '#17201c' },
    font_family: 'system-ui, sans-serif',
    heading_font_family: 'system-ui, sans-serif',
    scale: 'normal',
    radius: 'medium',
    spacing: 'normal',
    shadow: 'subtle',
  },
  css: 'body { margin: 0; padding: 24px; font: 18px/1.5 system-ui, sans-serif } h1 { color: #0d6a5a }',
}

function pageOf(title: string, body: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    '<link rel="stylesheet" href="../design-system.css">',
    '</head>',
    '<body>',
    `<h1>${title}</h1>`,
    body,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** Two pages that lead to each other; the first tries what no page may do, and says how that went. */
const PAGES = [
  {
    slug: 'index',
    title: 'Home',
    html: pageOf(
      'Home',
      `<p><a href="menu.html">To the menu</a> <a href="cart.html">To the cart</a></p>
<p><img alt="One pixel" src="data:image/png;base64,${PIXEL}"></p>
<p id="reach">…</p>
<script>
let said = 'out of reach'
try { said = window.parent.document.title } catch {}
try { said = localStorage.length + ' kept' } catch {}
document.getElementById('reach').textContent = 'The application is ' + said
fetch('/api/auth/me').then(() => { document.title = 'reached' }, () => {})
</script>`,
    ),
  },
  {
    slug: 'menu',
    title: 'Menu',
    html: pageOf('Menu', '<ul><li>Flat white</li></ul>\n<p><a href="index.html">Home</a></p>'),
  },
] as const

/** Writes the session with its look and its pages into an empty database. */
export async function fillWithPages(storePath: string): Promise<void> {
  const now = () => toIso(systemClock.now())
  const store = await openSqliteStore({ path: storePath, now })
  const ids = createIds({ clock: systemClock })
  const memory = createMemory({ store, clock: systemClock, ids, llm: scriptedLlm([]) })
  const pages = createPages({ store, clock: systemClock, ids, memory })
  const session = { session_id: SHOP, status: 'active' as const, owner: grace.id }
  await store.transact(tx => tx.putSession({ ...session, created_at: now(), last_active_at: now() }))
  const by = () => ({
    session_id: SHOP,
    change_id: ids.newId('change'),
    author: { kind: 'user' as const, who: grace },
  })
  await pages.writeDesign({ ...by(), design: LOOK })
  for (const { slug, title, html } of PAGES)
    await pages.write({ ...by(), slug, title, html, change: 'made from the brief', source: 'auto' })
  await store.close()
}
