/**
 * Small things: `input[data-check="id"]` keeps its tick, `[data-note="id"]` its words, `[data-read="id"]` marks a chapter read, `[data-countdown]`
 * counts days to its date, `[data-share]` shares or copies the address.
 */
export const smallScript = `
const marks = name => Array.isArray(state.records[name]) ? state.records[name] : []
const toggle = (name, id) => change(name, now => { now.records[name] = marks(name).includes(id) ? marks(name).filter(other => other !== id) : marks(name).concat([id]).slice(-200) }, id)
listen('change', '[data-check]', box => toggle('checked', box.dataset.check))
listen('click', '[data-read]', button => {
  toggle('reading_progress', button.dataset.read)
  announce(marks('reading_progress').includes(button.dataset.read) ? 'Marked as read' : 'Marked as unread')
})
onShow(() => {
  const boxes = all('[data-check]')
  boxes.forEach(box => { box.checked = marks('checked').includes(box.dataset.check) })
  setText(document, '[data-check-count]', boxes.filter(box => box.checked).length + ' of ' + boxes.length)
  all('[data-read]').forEach(button => {
    const isRead = marks('reading_progress').includes(button.dataset.read)
    button.setAttribute('aria-pressed', String(isRead))
    setText(button, '[data-label]', isRead ? 'Read' : 'Mark as read')
  })
  const chapters = all('[data-chapter]')
  const read = chapters.filter(node => marks('reading_progress').includes(node.dataset.chapter))
  chapters.forEach(node => { all('[data-chapter-read]', node).forEach(mark => { mark.hidden = !read.includes(node) }) })
  setText(document, '[data-read-text]', read.length + ' of ' + chapters.length + ' chapters read')
  all('[data-read-bar]').forEach(bar => { bar.style.width = chapters.length === 0 ? '0' : Math.round(read.length / chapters.length * 100) + '%' })
})
const notes = () => state.records.notes && typeof state.records.notes === 'object' ? state.records.notes : {}
listen('change', '[data-note]', field => change('note', now => { now.records.notes = Object.assign({}, notes(), { [field.dataset.note]: field.value.slice(0, 500) }) }, field.dataset.note))
onShow(() => all('[data-note]').forEach(field => { if (field !== document.activeElement) field.value = String(notes()[field.dataset.note] || '') }))
all('[data-countdown]').forEach(node => {
  const then = Date.parse(node.dataset.countdown)
  const days = Math.ceil((then - Date.now()) / 86400000)
  if (Number.isNaN(then)) return
  node.textContent = days > 1 ? days + ' days to go' : days === 1 ? 'Tomorrow' : days === 0 ? 'Today' : 'It was lovely'
})
listen('click', '[data-share]', async button => {
  const shared = { title: document.title, text: button.dataset.share }
  try {
    if (navigator.share) { await navigator.share(shared); return }
    await navigator.clipboard.writeText(button.dataset.share)
    announce('Copied to the clipboard')
  } catch { announce(button.dataset.share) }
})
`
