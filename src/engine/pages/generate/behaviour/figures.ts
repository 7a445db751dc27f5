/**
 * `[data-chart]` draws the series of `#figures` for the chosen period and sources; `[data-kpi]` are computed from the
 * same rows. `data-period` chips choose the days, `[data-source]` boxes the sources; both are state.
 */
export const figuresScript = `
const figures = pageData('figures')
const SVG = 'http://www.w3.org/2000/svg'
const chosen = () => { const kept = state.records.filters; return kept && typeof kept === 'object' ? kept : {} }
const period = () => [7, 28, 84].includes(chosen().period) ? chosen().period : 28
const isOff = source => Array.isArray(chosen().off) && chosen().off.includes(source)
const writeFigure = value => { try { return new Intl.NumberFormat(figures.locale, figures.currency ? { style: 'currency', currency: figures.currency, maximumFractionDigits: 0 } : { maximumFractionDigits: 0 }).format(value) } catch { return String(Math.round(value)) } }
const totalsByDay = (from, to) => { const days = []; for (let day = from; day < to; day += 1) days.push(figures.sources.reduce((sum, source) => sum + (isOff(source.name) ? 0 : source.values[day] || 0), 0)); return days }
const sum = values => values.reduce((all, value) => all + value, 0)
function buckets(days) {
  const size = period() === 7 ? 1 : period() === 28 ? 2 : 7
  const out = []
  for (let at = 0; at < days.length; at += size) out.push(sum(days.slice(at, at + size)))
  return out
}
function drawBars(svg, values) {
  const highest = Math.max(1, ...values)
  const step = 340 / values.length
  svg.replaceChildren(...values.map((value, index) => {
    const bar = document.createElementNS(SVG, 'rect')
    const height = Math.max(3, value / highest * 164)
    const place = { x: index * step + step * 0.16, y: 176 - height, width: step * 0.68, height, rx: Math.min(6, step * 0.2) }
    Object.entries(place).forEach(([name, number]) => bar.setAttribute(name, number.toFixed(1)))
    bar.setAttribute('class', index === values.indexOf(highest) ? 'bar best' : 'bar')
    return bar
  }))
}
onShow(() => {
  if (!figures) return
  const length = figures.sources[0].values.length
  const days = totalsByDay(length - period(), length)
  const before = totalsByDay(Math.max(0, length - period() * 2), length - period())
  const total = sum(days)
  const past = sum(before)
  const change = past === 0 ? 0 : (total - past) / past * 100
  const shown = { total: writeFigure(total), average: writeFigure(total / days.length), best: writeFigure(Math.max(...days)), change: before.length < days.length ? '–' : (change >= 0 ? '+' : '−') + Math.abs(change).toFixed(1) + ' %' }
  Object.entries(shown).forEach(([name, text]) => setText(document, '[data-kpi="' + name + '"]', text))
  all('[data-chart]').forEach(svg => {
    drawBars(svg, buckets(days))
    svg.setAttribute('aria-label', figures.name + ', last ' + period() + ' days: ' + shown.total + ' in all, ' + shown.average + ' a day')
  })
  const highest = Math.max(1, ...figures.sources.map(source => sum(source.values.slice(length - period()))))
  figures.sources.forEach(source => {
    const row = one('[data-source-row="' + CSS.escape(source.name) + '"]')
    if (!row) return
    const amount = isOff(source.name) ? 0 : sum(source.values.slice(length - period()))
    setText(row, '[data-source-total]', writeFigure(amount))
    all('[data-source-bar]', row).forEach(bar => { bar.style.width = Math.round(amount / highest * 100) + '%' })
  })
  all('[data-period]').forEach(chip => chip.setAttribute('aria-pressed', String(Number(chip.dataset.period) === period())))
  all('[data-source]').forEach(box => { box.checked = !isOff(box.dataset.source) })
  setText(document, '[data-period-text]', 'Last ' + period() + ' days')
})
listen('click', '[data-period]', chip => {
  change('set_period', now => { now.records.filters = Object.assign({}, chosen(), { period: Number(chip.dataset.period) }) }, chip.dataset.period)
  announce('Last ' + period() + ' days: ' + (one('[data-kpi="total"]') || { textContent: '' }).textContent)
})
listen('change', '[data-source]', box => {
  const off = (Array.isArray(chosen().off) ? chosen().off : []).filter(name => name !== box.dataset.source)
  change('set_sources', now => { now.records.filters = Object.assign({}, chosen(), { off: box.checked ? off : off.concat([box.dataset.source]) }) }, box.dataset.source)
})
listen('click', '[data-sort]', button => {
  const body = one('tbody', button.closest('table'))
  const column = Number(button.dataset.sort)
  const down = button.getAttribute('data-order') !== 'down'
  all('[data-sort]').forEach(other => { other.removeAttribute('data-order'); other.closest('th').removeAttribute('aria-sort') })
  button.setAttribute('data-order', down ? 'down' : 'up')
  button.closest('th').setAttribute('aria-sort', down ? 'descending' : 'ascending')
  const value = row => { const cell = row.children[column]; const number = Number(cell.dataset.value); return cell.dataset.value === undefined || Number.isNaN(number) ? cell.textContent : number }
  const rows = all('tr', body).sort((a, b) => { const [x, y] = [value(a), value(b)]; return typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y)) })
  body.append(...(down ? rows.reverse() : rows))
})
`
