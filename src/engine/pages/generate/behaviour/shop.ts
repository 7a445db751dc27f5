/**
 * `data-add="id"` puts an item into the cart, `data-cart-…` show it, `data-favourite="id"` marks one. Prices come from
 * the page's own catalog, never from the state.
 */
export const shopScript = `
const catalog = pageData('catalog') || { items: {}, currency: 'USD', locale: 'en', delivery: 0, options: {} }
const money = amount => { if (!catalog.currency) return amount.toFixed(2); try { return new Intl.NumberFormat(catalog.locale, { style: 'currency', currency: catalog.currency, currencyDisplay: 'narrowSymbol' }).format(amount) } catch { return amount.toFixed(2) + ' ' + catalog.currency } }
const known = line => line && Object.hasOwn(catalog.items, line.id) && Number.isInteger(line.quantity) && line.quantity > 0
const cartLines = () => state.cart.filter(known).slice(0, 60)
const unitPrice = line => (catalog.items[line.id].price || 0) + (Object.hasOwn(catalog.options, line.option) ? catalog.options[line.option] : 0)
const subtotal = () => cartLines().reduce((sum, line) => sum + unitPrice(line) * line.quantity, 0)
const pieces = () => cartLines().reduce((sum, line) => sum + line.quantity, 0)
const deliveryChoice = () => { const node = one('[name="delivery"]:checked'); const kept = state.records.draft; return node ? node.value : kept && kept.delivery ? kept.delivery : catalog.pickup ? 'pickup' : 'delivery' }
const deliveryFee = () => pieces() > 0 && deliveryChoice() !== 'pickup' ? catalog.delivery : 0
const nameOf = id => Object.hasOwn(catalog.items, id) ? catalog.items[id].name : id
function stepOf(node) { const box = node.closest('[data-buy]'); const output = box && one('[data-quantity]', box); return output ? Number(output.textContent) || 1 : 1 }
function optionOf(node) { const box = node.closest('[data-buy]'); const chosen = box && one('[data-option]:checked', box); return chosen ? chosen.value : '' }
listen('click', '[data-add]', node => {
  const line = { id: node.dataset.add, option: optionOf(node), quantity: stepOf(node) }
  if (!known(line)) return
  change('add_to_cart', now => {
    const same = now.cart.find(other => other.id === line.id && (other.option || '') === line.option)
    if (same) same.quantity = Math.min(99, same.quantity + line.quantity)
    else now.cart.push(line)
  }, line.id)
  announce(nameOf(line.id) + ' ' + (node.dataset.added || 'is in your cart'))
})
listen('click', '[data-quantity-step]', node => {
  const output = one('[data-quantity]', node.closest('[data-buy]'))
  output.textContent = String(Math.min(20, Math.max(1, (Number(output.textContent) || 1) + Number(node.dataset.quantityStep))))
})
listen('click', '[data-line-step]', node => {
  const item = node.closest('[data-cart-line]')
  const by = Number(node.dataset.lineStep)
  change(by === 0 ? 'remove_item' : 'update_qty', now => {
    now.cart = now.cart.map(line => line.id === item.dataset.cartLine && (line.option || '') === item.dataset.option ? Object.assign({}, line, { quantity: by === 0 ? 0 : Math.min(99, line.quantity + by) }) : line).filter(line => line.quantity > 0)
  }, item.dataset.cartLine)
  announce(by === 0 ? nameOf(item.dataset.cartLine) + ' was removed' : pieces() + ' in your cart')
  const next = one('[data-cart-line="' + CSS.escape(item.dataset.cartLine) + '"] [data-line-step="' + by + '"]') || one('[data-cart-lines] button') || one('[data-cart-empty] a')
  if (next) next.focus()
})
listen('click', '[data-clear-cart]', () => change('clear_cart', now => { now.cart = [] }))
function drawLines() {
  const list = one('[data-cart-lines]')
  if (!list) return
  list.replaceChildren()
  cartLines().forEach(line => {
    const template = one('template[data-line="' + CSS.escape(line.id) + '"]')
    if (!template) return
    const row = template.content.firstElementChild.cloneNode(true)
    row.dataset.cartLine = line.id
    row.dataset.option = line.option || ''
    setText(row, '[data-line-option]', line.option || '')
    setShown('[data-line-option]', Boolean(line.option), row)
    setText(row, '[data-line-quantity]', String(line.quantity))
    setText(row, '[data-line-total]', catalog.items[line.id].price === null ? '' : money(unitPrice(line) * line.quantity))
    list.append(row)
  })
}
onShow(() => {
  const count = pieces()
  setText(document, '[data-cart-count]', String(count))
  setShown('[data-cart-count]', count > 0)
  drawLines()
  setShown('[data-cart-empty]', count === 0)
  setShown('[data-cart-full]', count > 0)
  setText(document, '[data-subtotal]', money(subtotal()))
  setText(document, '[data-delivery-fee]', deliveryFee() === 0 ? (catalog.free || 'Free') : money(deliveryFee()))
  setText(document, '[data-total]', money(subtotal() + deliveryFee()))
  all('[data-in-list]').forEach(node => { const isIn = cartLines().some(line => line.id === node.dataset.inList); node.hidden = !isIn })
})
listen('change', '[name="delivery"]', node => {
  change('checkout_draft', now => { now.records.draft = Object.assign({}, now.records.draft, { delivery: node.value }) })
})
onShow(() => {
  const choice = deliveryChoice()
  all('[name="delivery"]').forEach(node => { node.checked = node.value === choice })
  all('[data-only-for]').forEach(node => {
    const isFor = node.dataset.onlyFor === choice
    node.hidden = !isFor
    all('input, textarea', node).forEach(input => { input.disabled = !isFor })
  })
})
listen('click', '[data-favourite]', node => {
  const id = node.dataset.favourite
  const isOn = state.favourites.includes(id)
  change('favourite', now => { now.favourites = isOn ? now.favourites.filter(other => other !== id) : now.favourites.concat([id]).slice(-200) }, id)
  announce((node.dataset.name || nameOf(id)) + (isOn ? ' is no longer a favourite' : ' is a favourite now'))
})
onShow(() => {
  all('[data-favourite]').forEach(node => node.setAttribute('aria-pressed', String(state.favourites.includes(node.dataset.favourite))))
  const cards = all('[data-favourite-item]')
  cards.forEach(node => { node.hidden = !state.favourites.includes(node.dataset.favouriteItem) })
  if (cards.length > 0 || one('[data-favourites-empty]')) setShown('[data-favourites-empty]', cards.every(node => node.hidden))
})
`
