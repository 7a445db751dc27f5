// Keeps the pages themselves (one HTML file and its assets) so that they open without a server. Answers of the server
// are never kept and never given from here: who asks for them gets them from the server or not at all.
const SHELL = 'soulgate-shell'
const FIRST_PAGE = '/index.html'
const MAX_FILES = 160
const OF_THE_SERVER = /^\/(api|approval|clarification|reasoning|contracts|docs|metrics|healthz|readyz)(\/|$)/

self.addEventListener('install', event => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()))
})

self.addEventListener('activate', event => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || OF_THE_SERVER.test(pathname)) return
  if (pathname.startsWith('/assets/')) event.respondWith(keptAsset(request))
  else if (request.mode === 'navigate' && request.destination === 'document')
    event.respondWith(openPage(event, request))
})

/** The server's page; the kept one only when no server answers. */
async function openPage(event, request) {
  try {
    const answer = await fetch(request)
    event.waitUntil(keepShell().catch(() => undefined))
    return answer
  } catch (unreachable) {
    const kept = await caches.match(FIRST_PAGE)
    if (kept) return kept
    throw unreachable
  }
}

/** Assets carry a hash of their content in their name, so a kept one is never old. */
async function keptAsset(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const shell = await caches.open(SHELL)
    await shell.put(request, answer.clone())
    await forgetOldest(shell)
  }
  return answer
}

/** Reads the first page anew and keeps it with what it names. */
async function keepShell() {
  const shell = await caches.open(SHELL)
  const page = await fetch(FIRST_PAGE, { cache: 'no-cache', credentials: 'omit' })
  if (!page.ok) return
  const text = await page.clone().text()
  const assets = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  const missing = []
  for (const path of assets) if (!(await shell.match(path))) missing.push(path)
  await shell.addAll(missing)
  await shell.put(FIRST_PAGE, page)
}

async function forgetOldest(shell) {
  const files = await shell.keys()
  const assets = files.filter(file => new URL(file.url).pathname !== FIRST_PAGE)
  for (const file of assets.slice(0, Math.max(0, assets.length - MAX_FILES))) await shell.delete(file)
}
