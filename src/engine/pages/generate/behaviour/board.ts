/**
 * `[data-board]` holds `[data-column]` lists of `[data-task]`; `data-move="1|-1"` and the arrow keys move a task,
 * `form[data-add-task]` makes one from `template[data-task-template]`. Moves and own tasks are state.
 */
export const boardScript = `
const board = one('[data-board]')
const columnIds = pageData('columns') || []
const tasks = () => { const kept = state.records.tasks; return kept && typeof kept === 'object' ? { moves: kept.moves || {}, added: Array.isArray(kept.added) ? kept.added : [] } : { moves: {}, added: [] } }
const columnOf = (id, first) => { const moved = tasks().moves[id]; return columnIds.some(column => column.id === moved) ? moved : first }
const columnName = id => { const found = columnIds.find(column => column.id === id); return found ? found.name : id }
function dressTask(node, task) {
  node.dataset.task = task.id
  node.dataset.first = task.column
  if (node.dataset.pickId !== undefined) { node.dataset.pickId = task.id; node.id = task.id }
  setText(node, '[data-task-title]', task.title)
  all('[data-task-link]', node).forEach(link => { link.setAttribute('href', link.getAttribute('href').split('#')[0] + '#' + task.id) })
  all('[data-move]', node).forEach(button => { button.setAttribute('aria-label', button.dataset.move === '1' ? 'Move on: ' + task.title : 'Move back: ' + task.title) })
}
function bringAddedTasks() {
  const template = one('template[data-task-template]')
  const home = one('[data-task-home]')
  if (!template || !home) return
  tasks().added.forEach(task => {
    if (typeof task.id !== 'string' || typeof task.title !== 'string' || one('[data-task="' + CSS.escape(task.id) + '"]')) return
    const node = template.content.firstElementChild.cloneNode(true)
    dressTask(node, task)
    home.append(node)
  })
}
onShow(() => {
  if (columnIds.length === 0) return
  bringAddedTasks()
  const last = columnIds[columnIds.length - 1].id
  all('[data-task]').forEach(node => {
    const column = columnOf(node.dataset.task, node.dataset.first)
    const list = board && one('[data-column="' + CSS.escape(column) + '"]', board)
    if (list && node.parentElement !== list) list.append(node)
    const at = columnIds.findIndex(one => one.id === column)
    all('[data-move]', node).forEach(button => { button.disabled = button.dataset.move === '1' ? at === columnIds.length - 1 : at === 0 })
    setText(node, '[data-task-column]', columnName(column))
    node.classList.toggle('is-done', column === last)
  })
  columnIds.forEach(column => {
    const list = board && one('[data-column="' + CSS.escape(column.id) + '"]', board)
    if (!list) return
    setText(document, '[data-column-count="' + CSS.escape(column.id) + '"]', String(list.children.length))
    setShown('[data-column-empty="' + CSS.escape(column.id) + '"]', list.children.length === 0)
  })
  const every = all('[data-task]')
  const done = every.filter(node => columnOf(node.dataset.task, node.dataset.first) === last).length
  setText(document, '[data-done-text]', done + ' of ' + every.length + ' done')
  all('[data-done-bar]').forEach(bar => { bar.style.width = every.length === 0 ? '0' : Math.round(done / every.length * 100) + '%' })
})
function moveTask(node, by) {
  const id = node.dataset.task
  const at = columnIds.findIndex(column => column.id === columnOf(id, node.dataset.first)) + by
  const to = columnIds[at]
  if (!to) return
  change(at === columnIds.length - 1 ? 'task_completed' : 'task_moved', now => { now.records.tasks = { moves: Object.assign({}, tasks().moves, { [id]: to.id }), added: tasks().added } }, id)
  announce('Moved to ' + to.name)
  const moved = one('[data-task="' + CSS.escape(id) + '"]')
  const button = moved && (one('[data-move="' + by + '"]:not(:disabled)', moved) || one('[data-move]:not(:disabled)', moved))
  if (button) button.focus()
}
listen('click', '[data-move]', button => moveTask(button.closest('[data-task]'), Number(button.dataset.move)))
listen('keydown', '[data-task]', (node, event) => {
  if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
  event.preventDefault()
  moveTask(node, event.key === 'ArrowRight' ? 1 : -1)
})
document.addEventListener('submit', event => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.dataset.addTask === undefined) return
  event.preventDefault()
  const input = form.elements.namedItem('title')
  const title = input.value.trim().slice(0, 120)
  if (title === '') { announce('Please name the task.'); input.focus(); return }
  const id = 'own-' + (state.rev + 1)
  const column = columnIds[0].id
  change('task_created', now => { now.records.tasks = { moves: tasks().moves, added: tasks().added.concat([{ id, title, column }]).slice(-60) } }, id)
  input.value = ''
  announce(title + ' was added to ' + columnName(column))
})
`
