/**
 * State that all pages of one app share. Where the browser keeps storage (served, or opened from disk) it lies there;
 * where it refuses (a sandboxed frame of opaque origin) it lives in `window.name`, which outlives a page of the same
 * frame, and travels in the fragment of links (`#place~state`), which works everywhere. The highest revision wins.
 * Whatever is read is data: parsed, checked for shape, shown as text only.
 */
export const storeScript = `
const body = document.body
const app = body.dataset.app || 'app'
const key = 'soulgate:state/' + app
const marker = 'soulgate:' + app + ':'
let state = { rev: 0, cart: [], favourites: [], saved: [], records: {}, events: [] }
const listeners = []
const one = (selector, root = document) => root.querySelector(selector)
const all = (selector, root = document) => Array.from(root.querySelectorAll(selector))
const readJson = text => { try { return JSON.parse(text) } catch { return null } }
const storage = (() => {
  try { const probe = key + '/probe'; localStorage.setItem(probe, '1'); localStorage.removeItem(probe); return localStorage } catch { return null }
})()
const travels = storage === null || location.protocol === 'file:'
const isState = value => value !== null && typeof value === 'object' && Number.isFinite(value.rev) && Array.isArray(value.cart) &&
  Array.isArray(value.favourites) && Array.isArray(value.saved) && Array.isArray(value.events) && value.records !== null && typeof value.records === 'object'
const encode = value => encodeURIComponent(JSON.stringify(value)).replaceAll("'", '%27').replaceAll('~', '%7E')
const splitFragment = hash => { const at = hash.indexOf('~'); return at < 0 ? [hash.slice(1), ''] : [hash.slice(1, at), hash.slice(at + 1)] }
const place = () => { try { return decodeURIComponent(splitFragment(location.hash)[0]) } catch { return '' } }
const fromFragment = () => { const text = splitFragment(location.hash)[1]; if (text === '') return null; try { return readJson(decodeURIComponent(text)) } catch { return null } }
const fromName = () => String(window.name).startsWith(marker) ? readJson(String(window.name).slice(marker.length)) : null
const fromStorage = () => storage === null ? null : readJson(storage.getItem(key))
function load() {
  const found = [fromStorage(), fromName(), fromFragment()].filter(isState).sort((a, b) => b.rev - a.rev)[0]
  if (found) state = Object.assign({}, state, found)
  if (splitFragment(location.hash)[1] !== '') { try { const at = place(); history.replaceState(null, '', location.pathname + location.search + (at === '' ? '' : '#' + at)) } catch { /* the address stays as it is */ } }
}
function keep() {
  try { window.name = marker + JSON.stringify(state) } catch { /* storage or links carry it */ }
  try { if (storage) storage.setItem(key, JSON.stringify(state)) } catch { /* full: name or links carry it */ }
}
function change(type, update, detail) {
  update(state)
  state.rev += 1
  state.events = state.events.concat([{ type, detail: detail || null }]).slice(-20)
  keep()
  show()
}
const show = () => listeners.forEach(listener => listener(state))
const onShow = listener => { listeners.push(listener) }
const isInternal = link => { const to = link.getAttribute('href') || ''; return !/^(?:[a-z][a-z0-9+.-]*:|\\/|#)/i.test(to) && /\\.html(?:#|$)/.test(to) }
function carry(to) {
  if (!travels) return to
  const at = to.indexOf('#')
  const [path, hash] = at < 0 ? [to, ''] : [to.slice(0, at), splitFragment(to.slice(at))[0]]
  return path + '#' + hash + '~' + encode(state)
}
function go(to) { location.href = carry(to) }
document.addEventListener('click', event => {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!link || !isInternal(link) || !travels) return
  const plain = link.getAttribute('href')
  link.setAttribute('href', carry(plain))
  setTimeout(() => link.setAttribute('href', plain), 0)
}, true)
addEventListener('storage', event => { if (event.key === key) { load(); show() } })
addEventListener('pageshow', event => { if (event.persisted) { load(); show() } })
const setText = (root, selector, text) => all(selector, root).forEach(node => { node.textContent = text })
const setShown = (selector, isShown, root) => all(selector, root).forEach(node => { node.hidden = !isShown })
let quiet = 0
function announce(text) {
  const node = one('[data-announce]')
  if (!node) return
  node.textContent = text
  clearTimeout(quiet)
  quiet = setTimeout(() => { node.textContent = '' }, 4000)
}
const listen = (type, selector, handler) => document.addEventListener(type, event => {
  const node = event.target instanceof Element ? event.target.closest(selector) : null
  if (node) handler(node, event)
})
load()
const pageData = name => { const node = document.getElementById(name); return node ? readJson(node.textContent) : null }
`
