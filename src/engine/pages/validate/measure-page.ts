import { applySplices, withScript } from '../edit/page-tree.ts'
import { isInDrawing, readDocument } from './document.ts'

/** Most faults of one rule in one window. */
const MAX_PER_RULE = 40

/**
 * What a browser says about the page it shows, as an expression that runs in it: a `WindowMeasurement`. In windows up to
 * 430 px wide it measures what phones need, in wider ones whether the page stays a column. An element that a script made
 * counts as the one of the source around it.
 */
export const MEASURE_PAGE = `(() => {
  const faults = []
  const root = document.documentElement
  const place = element => Number(element.closest('[data-place]')?.dataset.place ?? 0)
  const note = (rule, element, more) => {
    if (faults.filter(fault => fault.rule === rule).length < ${MAX_PER_RULE}) faults.push({ rule, element: place(element), ...more })
  }
  const styleOf = element => getComputedStyle(element)
  const boxOf = element => element.getBoundingClientRect()
  const round = number => Math.round(number * 100) / 100
  const inBody = [...document.querySelectorAll('body, body *')].filter(element => !element.closest('svg') || element.tagName === 'svg')
  const seen = new Map()
  const isUncut = element => {
    if (!element) return true
    if (!seen.has(element)) {
      const { clip, clipPath, overflowX } = styleOf(element)
      const box = boxOf(element)
      const isCut = /^rect\\((0|1)px/.test(clip) || /^inset\\((50|100)%/.test(clipPath) || (overflowX !== 'visible' && box.width <= 1 && box.height <= 1)
      seen.set(element, !isCut && isUncut(element.parentElement))
    }
    return seen.get(element)
  }
  const isShown = element => {
    const { width, height } = boxOf(element)
    return (width > 0 || height > 0) && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && isUncut(element)
  }
  const ownText = element => [...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data).join('').trim()
  const WORDLESS = /^(hidden|checkbox|radio|range|color|file|image)$/
  const isField = element => /^(SELECT|TEXTAREA)$/.test(element.tagName) || (element.tagName === 'INPUT' && !WORDLESS.test(element.type))
  const hasWords = element => /[\\p{L}\\p{N}]/u.test(ownText(element))
  const isRead = element => !element.closest('[aria-hidden=true]') && !/^(SUP|SUB|OPTION|SCRIPT|STYLE|TEMPLATE|NOSCRIPT|svg)$/.test(element.tagName) && isShown(element)
  const texts = () => inBody.filter(element => (isField(element) || hasWords(element)) && isRead(element))

  const measureTargets = () => {
    const isTarget = element => {
      if (element.hasAttribute('disabled')) return false
      if (/^(button|link|tab|checkbox|switch|radio|menuitem|option)$/.test(element.getAttribute('role') ?? '')) return true
      if (element.tagName === 'A') return element.hasAttribute('href')
      if (element.tagName === 'INPUT') return element.type !== 'hidden'
      return /^(BUTTON|SELECT|TEXTAREA|SUMMARY)$/.test(element.tagName)
    }
    const isBig = element => boxOf(element).width >= 43.5 && boxOf(element).height >= 43.5
    for (const element of inBody.filter(isTarget)) {
      const isTick = element.tagName === 'INPUT' && /^(checkbox|radio)$/.test(element.type)
      const owner = (isTick && [...element.labels].find(isShown)) || element
      if (!isShown(owner) || isBig(owner) || (owner !== element && isShown(element) && isBig(element))) continue
      const is_inline = styleOf(owner).display === 'inline'
      const isAmongWords = [...(owner.parentElement?.childNodes ?? [])].some(node => node.nodeType === 3 && /\\p{L}{2,}/u.test(node.data))
      if (owner.tagName === 'A' && is_inline && isAmongWords) continue
      note('touch_target', owner, { width: round(boxOf(owner).width), height: round(boxOf(owner).height), is_inline })
    }
  }

  const measureTexts = () => {
    for (const element of texts()) {
      const style = styleOf(element)
      const size = parseFloat(style.fontSize)
      if (size < 15.95) note('font_size', element, { size: round(size) })
      if (ownText(element).replace(/\\s+/g, ' ').length < 80 || size === 0) continue
      const ratio = style.lineHeight === 'normal' ? 1.15 : parseFloat(style.lineHeight) / size
      if (ratio < 1.39 || ratio > 1.81) note('line_height', element, { ratio: round(ratio) })
    }
  }

  const ink = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  // Layers from the lowest to the highest, each a colour and how much of it counts; the canvas reads every notation.
  const paint = layers => {
    for (const [color, alpha] of [['#fff', 1], ...layers]) {
      ink.globalAlpha = alpha
      ink.fillStyle = '#000'
      ink.fillStyle = color
      ink.fillRect(0, 0, 1, 1)
    }
    return '#' + [...ink.getImageData(0, 0, 1, 1).data].slice(0, 3).map(part => part.toString(16).padStart(2, '0')).join('')
  }
  const luminance = hex => {
    const [red, green, blue] = [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16) / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrastOf = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }
  const COLORS = /(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\\([^()]*\\)|#[0-9a-f]{3,8}\\b/gi
  const opacities = new Map()
  const opacityOf = element => {
    if (!element) return 1
    if (!opacities.has(element)) opacities.set(element, Number(styleOf(element).opacity) * opacityOf(element.parentElement))
    return opacities.get(element)
  }
  // Every way in which the ground under a text may be painted; none where a picture lies there.
  const grounds = new Map()
  const groundsOf = element => {
    if (!element) return [[]]
    if (!grounds.has(element)) {
      const { backgroundImage, backgroundColor } = styleOf(element)
      const stops = backgroundImage === 'none' ? [] : backgroundImage.match(COLORS) ?? []
      const below = groundsOf(element.parentElement).map(layers => [...layers, [backgroundColor, opacityOf(element)]])
      const all = stops.length === 0 ? below : stops.flatMap(stop => below.map(layers => [...layers, [stop, opacityOf(element)]]))
      grounds.set(element, backgroundImage.includes('url(') ? [] : all.slice(0, 12))
    }
    return grounds.get(element)
  }
  const measureContrast = () => {
    for (const element of texts()) {
      if (element.closest('[disabled], [aria-disabled=true]') || element.tagName === 'TEXTAREA') continue
      if (element.tagName === 'INPUT' && element.value.trim() === '') continue
      const style = styleOf(element)
      if (style.backgroundClip === 'text' || style.webkitBackgroundClip === 'text') continue
      const size = parseFloat(style.fontSize)
      const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
      const found = groundsOf(element).map(layers => [paint([...layers, [style.color, opacityOf(element)]]), paint(layers)])
      const worst = found.toSorted((one, other) => contrastOf(...one) - contrastOf(...other))[0]
      if (worst === undefined || contrastOf(...worst) >= least - 0.005) continue
      note('contrast', element, { color: worst[0], backgrounds: [...new Set(found.map(([, ground]) => ground))], least })
    }
  }

  const measureSideways = () => {
    const isCut = [root, document.body].some(element => element && /^(hidden|clip)$/.test(styleOf(element).overflowX))
    if (isCut || root.scrollWidth <= root.clientWidth + 1) return
    const isHeld = element => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) if (styleOf(at).overflowX !== 'visible') return true
      return false
    }
    const sticksOut = element => boxOf(element).right + scrollX > root.clientWidth + 1 || boxOf(element).left + scrollX < -1
    const found = inBody.filter(element => boxOf(element).width > 0 && sticksOut(element) && !isHeld(element))
    const outermost = found.filter(element => !found.includes(element.parentElement))
    const wide = outermost.length > 0 ? outermost : inBody.filter(element => element.scrollWidth > element.clientWidth + 1 && ownText(element) !== '' && !isHeld(element))
    for (const element of (wide.length > 0 ? wide : [document.body]).slice(0, 5)) note('horizontal_scroll', element)
  }

  const measureScrollbar = () => {
    const width = styleOf(root).scrollbarWidth
    const bars = [root, document.body].map(element => getComputedStyle(element, '::-webkit-scrollbar'))
    const isHidden = width === 'none' || ((width ?? 'auto') === 'auto' && bars.some(bar => bar.display === 'none' || bar.width === '0px'))
    if (!isHidden) note('scrollbar', root)
    // What room it takes on a desktop is not measured as if it were the phone's.
    root.style.setProperty('scrollbar-width', 'none', 'important')
  }

  const measureColumn = () => {
    const reaches = []
    for (const element of inBody) {
      if (styleOf(element).visibility !== 'visible') continue
      const clips = []
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) if (styleOf(at).overflowX !== 'visible') clips.push(boxOf(at))
      const boxes = /^(IMG|INPUT|SELECT|TEXTAREA|BUTTON|VIDEO|CANVAS|IFRAME)$/.test(element.tagName) ? [boxOf(element)] : []
      for (const node of element.childNodes) {
        if (node.nodeType !== 3 || node.data.trim() === '') continue
        const range = document.createRange()
        range.selectNodeContents(node)
        boxes.push(...range.getClientRects())
      }
      for (const box of boxes) {
        if (box.width === 0) continue
        const left = Math.max(box.left, ...clips.map(clip => clip.left))
        const right = Math.min(box.right, ...clips.map(clip => clip.right))
        if (right > left) reaches.push([left, right])
      }
    }
    const width = Math.max(...reaches.map(([, right]) => right)) - Math.min(...reaches.map(([left]) => left))
    if (width > 431) note('container_width', document.body, { width: round(width) })
  }

  if (innerWidth > 430) measureColumn()
  else {
    measureScrollbar()
    measureSideways()
    measureTargets()
    measureTexts()
    measureContrast()
  }
  return { width: innerWidth, faults }
})()`

/** Tells the window around what its browser measured: once the page is loaded, and when its window gets another size. */
const MEASURER = `
(() => {
  const tell = () => { if (innerWidth > 0) parent.postMessage({ soulgate: 'measured', ...${MEASURE_PAGE} }, '*') }
  addEventListener('load', tell)
  addEventListener('resize', tell)
})()
`

/** The page with its elements marked by their places in the source, by which a measurement names them. Never kept. */
export function markPlaces(html: string): string {
  const document = readDocument(html)
  if (document === undefined) return html
  const marks = new Map<number, string>()
  for (const element of document.elements) {
    const start = element.location?.startTag?.startOffset
    if (start === undefined || isInDrawing(element)) continue
    const after = start + 1 + element.tag.length
    // What the parser makes twice of one tag is the first of them.
    if (!marks.has(after)) marks.set(after, ` data-place="${element.order}"`)
  }
  return applySplices(
    html,
    [...marks].map(([at, text]) => ({ from: at, to: at, text })),
  )
}

/** A page that measures itself where it is shown. For a preview; never kept. */
export function measurePage(html: string): string {
  return withScript(markPlaces(html), MEASURER)
}
