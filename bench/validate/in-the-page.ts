/**
 * What a browser says about the page it shows, as an expression that runs in it. Independent of the validator: real
 * boxes, real computed styles, the DOM's own idea of labels, addresses and titles.
 */
export const MEASURE = `(() => {
  const shown = element => {
    const box = element.getBoundingClientRect()
    if (box.width === 0 && box.height === 0) return false
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (/^rect\\((0|1)px/.test(style.clip) || /^inset\\((50|100)%/.test(style.clipPath)) return false
      const own = at.getBoundingClientRect()
      if (style.overflowX !== 'visible' && own.width <= 1 && own.height <= 1) return false
    }
    return true
  }
  const all = [...document.querySelectorAll('*')]
  const inBody = all.filter(element => document.body && document.body.contains(element) && !element.closest('svg'))
  const readable = element => !element.closest('[aria-hidden=true]') && !/^(SUP|SUB|OPTION|SCRIPT|STYLE|TEMPLATE)$/.test(element.tagName)
  const own = element => [...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data).join('').trim()
  const wordless = /^(hidden|checkbox|radio|range|color|file|image)$/
  const field = element => /^(SELECT|TEXTAREA)$/.test(element.tagName) || (element.tagName === 'INPUT' && !wordless.test(element.type))
  const texts = inBody.filter(element => readable(element) && (field(element) || /[\\p{L}\\p{N}]/u.test(own(element))) && shown(element))
  const fontSizes = texts.map(element => parseFloat(getComputedStyle(element).fontSize))
  const lineHeights = texts
    .filter(element => own(element).replace(/\\s+/g, ' ').length >= 80)
    .map(element => {
      const style = getComputedStyle(element)
      const line = style.lineHeight === 'normal' ? 1.15 * parseFloat(style.fontSize) : parseFloat(style.lineHeight)
      return line / parseFloat(style.fontSize)
    })
  const roles = /^(button|link|tab|checkbox|switch|radio|menuitem|option)$/
  const targets = inBody.filter(element => {
    if (element.hasAttribute('disabled')) return false
    if (roles.test(element.getAttribute('role') ?? '')) return true
    if (element.tagName === 'A') return element.hasAttribute('href')
    if (element.tagName === 'INPUT') return element.type !== 'hidden'
    return /^(BUTTON|SELECT|TEXTAREA|SUMMARY)$/.test(element.tagName)
  })
  const big = element => {
    const box = element.getBoundingClientRect()
    return box.width >= 43.5 && box.height >= 43.5
  }
  const small = targets.filter(element => {
    const tick = element.tagName === 'INPUT' && /^(checkbox|radio)$/.test(element.type)
    const label = tick ? [...element.labels].find(shown) : undefined
    const owner = label ?? element
    if (!shown(owner)) return false
    if (label && shown(element) && big(element)) return false
    if (big(owner)) return false
    const words = [...(owner.parentElement?.childNodes ?? [])].some(node => node.nodeType === 3 && /\\p{L}{2,}/u.test(node.data))
    return !(owner.tagName === 'A' && getComputedStyle(owner).display === 'inline' && words)
  })
  const cut = [document.documentElement, document.body].some(element => /^(hidden|clip)$/.test(getComputedStyle(element).overflowX))
  const extents = []
  for (const element of inBody) {
    const style = getComputedStyle(element)
    if (style.visibility !== 'visible') continue
    const replaced = /^(IMG|INPUT|SELECT|TEXTAREA|BUTTON|VIDEO|CANVAS|IFRAME)$/.test(element.tagName)
    const clips = []
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (at !== element && getComputedStyle(at).overflowX !== 'visible') clips.push(at.getBoundingClientRect())
    }
    const rects = replaced ? [element.getBoundingClientRect()] : []
    for (const node of element.childNodes) {
      if (node.nodeType !== 3 || node.data.trim() === '') continue
      const range = document.createRange()
      range.selectNodeContents(node)
      rects.push(...range.getClientRects())
    }
    for (const rect of rects) {
      if (rect.width === 0) continue
      const left = Math.max(rect.left, ...clips.map(clip => clip.left))
      const right = Math.min(rect.right, ...clips.map(clip => clip.right))
      if (right > left) extents.push([left, right])
    }
  }
  const scrollbar = getComputedStyle(document.documentElement).scrollbarWidth
  const bars = [document.documentElement, document.body].map(element => getComputedStyle(element, '::-webkit-scrollbar'))
  const labelled = element => {
    if ((element.getAttribute('aria-label') ?? '').trim() || element.title.trim()) return true
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\\s+/).filter(Boolean)
    if (ids.some(id => (document.getElementById(id)?.textContent ?? '').trim())) return true
    return [...(element.labels ?? [])].some(label => {
      const copy = label.cloneNode(true)
      for (const inner of copy.querySelectorAll('select,textarea')) inner.remove()
      return copy.textContent.trim() !== ''
    })
  }
  const fields = all.filter(element => /^(SELECT|TEXTAREA)$/.test(element.tagName) || (element.tagName === 'INPUT' && !/^(hidden|submit|reset|button|image)$/.test(element.type)))
  const perceivable = element => !element.closest('[aria-hidden=true]') && element.checkVisibility({ checkVisibilityCSS: true })
  const ids = all.map(element => element.getAttribute('id')).filter(id => id !== null)
  const here = location.href.split('#')[0]
  return {
    doctype: document.compatMode === 'BackCompat',
    title: document.title.trim() === '',
    lang: !/^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$/.test(document.documentElement.lang.trim()),
    fontSize: fontSizes.length > 0 && Math.min(...fontSizes) < 15.95,
    lineHeight: lineHeights.some(ratio => ratio < 1.39 || ratio > 1.81),
    touchTarget: small.length > 0,
    sideways: !cut && document.documentElement.scrollWidth > document.documentElement.clientWidth + 1,
    column: extents.length > 0 && Math.max(...extents.map(([, right]) => right)) - Math.min(...extents.map(([left]) => left)) > 431,
    scrollbar: scrollbar !== 'none' && !(scrollbar === 'auto' && bars.some(bar => bar.display === 'none' || bar.width === '0px')),
    label: fields.filter(perceivable).some(element => !labelled(element)),
    duplicateId: new Set(ids).size < ids.length || ids.some(id => id.trim() === ''),
    deadLinks: [...document.querySelectorAll('a[href],area[href]')].map(element => {
      const url = new URL(element.href, location.href)
      const place = decodeURIComponent(url.hash.slice(1))
      const isHere = url.href.split('#')[0] === here
      const isThere = place === '' || place === 'top' || document.getElementById(place) !== null || document.getElementsByName(place).length > 0
      return { protocol: url.protocol, host: url.host, path: url.pathname, isDeadPlace: isHere && !isThere }
    }),
    handlers: all.some(element => [...element.attributes].some(({ name }) => /^on[a-z]/.test(name))),
    codeAddresses: all.some(element => [element.href, element.src, element.action, element.formAction].some(address => typeof address === 'string' && /^(javascript|vbscript):/.test(address))) || document.querySelector('[srcdoc]') !== null,
    forms: [...document.forms].map(form => form.getAttribute('action') === null ? '' : new URL(form.getAttribute('action'), location.href).origin)
      .concat([...document.querySelectorAll('[formaction]')].map(element => new URL(element.getAttribute('formaction'), location.href).origin)),
    refresh: [...document.querySelectorAll('meta[http-equiv]')].some(meta => meta.httpEquiv.trim().toLowerCase() === 'refresh'),
    base64: Math.max(0, ...[...document.documentElement.outerHTML.matchAll(/;base64,([A-Za-z0-9+/=]*)/g)].map(match => match[1].length)),
  }
})()`
