/**
 * Runs in the preview while a person points: what can be changed is shown under the mouse and reached by Tab; a click, a
 * tap, Enter or the space bar tells the window around what was chosen. Nothing of the page itself acts meanwhile.
 */
export const PICKER = `
(() => {
  const outline = 'outline:3px solid #2563eb;outline-offset:2px;cursor:pointer'
  let lit
  const styled = new Map()
  const light = element => {
    if (lit === element) return
    if (lit) lit.setAttribute('style', styled.get(lit) || '')
    lit = element
    if (!lit) return
    if (!styled.has(lit)) styled.set(lit, lit.getAttribute('style') || '')
    lit.setAttribute('style', styled.get(lit) + ';' + outline)
  }
  const meant = event => event.target instanceof Element ? event.target.closest('[data-point]') : null
  const stop = event => { event.preventDefault(); event.stopImmediatePropagation() }
  const choose = element => {
    light(element)
    parent.postMessage({ soulgate: 'point', element: Number(element.dataset.point), tag: element.tagName.toLowerCase(),
      text: (element.textContent || '').replace(/\\s+/g, ' ').trim().slice(0, 2000),
      link: element.tagName === 'A' ? element.getAttribute('href') || '' : undefined,
      item: element.dataset.pointItem, part: element.dataset.pointPart,
      price: element.dataset.pointPrice !== undefined }, '*')
  }
  for (const element of document.querySelectorAll('[data-point]')) element.tabIndex = 0
  addEventListener('pointerover', event => light(meant(event)), true)
  addEventListener('focusin', event => light(meant(event)), true)
  addEventListener('click', event => { stop(event); const element = meant(event); if (element) choose(element) }, true)
  addEventListener('submit', stop, true)
  addEventListener('keydown', event => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    stop(event)
    const element = meant(event)
    if (element) choose(element)
  }, true)
})()
`
