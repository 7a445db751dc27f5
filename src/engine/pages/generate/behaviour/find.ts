/**
 * `data-filter="word"` chips and `data-search` fields narrow `[data-group]` and `[data-search-item]`;
 * `[data-pick]` shows the one of its `[data-pick-id]` that the address names, the first otherwise.
 */
export const findScript = `
let chosenFilter = ''
const searched = () => { const field = one('[data-search]'); return field ? field.value.trim().toLocaleLowerCase() : '' }
function narrow() {
  const words = searched().split(/\\s+/).filter(Boolean)
  const items = all('[data-search-item], [data-group]')
  items.forEach(item => {
    const text = (item.dataset.searchItem || '') + ' ' + item.textContent
    const low = text.toLocaleLowerCase()
    const fits = words.every(word => low.includes(word)) && (chosenFilter === '' || (item.dataset.group || '') === chosenFilter)
    item.hidden = !fits
  })
  const shown = items.filter(item => !item.hidden).length
  setText(document, '[data-search-count]', words.length === 0 && chosenFilter === '' ? '' : shown + (shown === 1 ? ' result' : ' results'))
  setShown('[data-search-empty]', items.length > 0 && shown === 0)
  all('[data-hide-when-empty]').forEach(box => { box.hidden = all('[data-search-item], [data-group]', box).every(item => item.hidden) })
}
listen('input', '[data-search]', narrow)
listen('click', '[data-filter]', node => {
  chosenFilter = node.dataset.filter
  all('[data-filter]').forEach(chip => chip.setAttribute('aria-pressed', String(chip === node)))
  narrow()
})
function pick() {
  all('[data-pick]').forEach(box => {
    const choices = all('[data-pick-id]', box)
    const wanted = place()
    const kept = state.records.picked && state.records.picked[box.dataset.pick]
    const chosen = choices.find(node => node.dataset.pickId === wanted) || choices.find(node => node.dataset.pickId === kept) || choices[0]
    choices.forEach(node => { node.hidden = node !== chosen })
    if (!chosen) return
    if (chosen.dataset.title) document.title = chosen.dataset.title
    if (wanted === chosen.dataset.pickId && kept !== wanted) {
      state.records.picked = Object.assign({}, state.records.picked, { [box.dataset.pick]: wanted })
      state.rev += 1
      keep()
    }
  })
}
addEventListener('hashchange', () => { load(); pick(); show(); if (one('[data-pick]')) scrollTo(0, 0) })
listen('click', '[data-save-place]', node => {
  const id = node.dataset.savePlace
  const isOn = state.saved.includes(id)
  change(isOn ? 'remove_bookmark' : 'add_bookmark', now => { now.saved = isOn ? now.saved.filter(other => other !== id) : now.saved.concat([id]).slice(-200) }, id)
  announce((node.dataset.name || '') + (isOn ? ' is no longer saved' : ' is saved'))
})
onShow(() => {
  all('[data-save-place]').forEach(node => {
    const isOn = state.saved.includes(node.dataset.savePlace)
    node.setAttribute('aria-pressed', String(isOn))
    if (node.dataset.on) setText(node, '[data-label]', isOn ? node.dataset.on : node.dataset.off)
  })
  const cards = all('[data-saved-item]')
  cards.forEach(node => { node.hidden = !state.saved.includes(node.dataset.savedItem) })
  setShown('[data-saved-empty]', cards.every(node => node.hidden))
  setText(document, '[data-saved-count]', String(state.saved.length))
})
`
