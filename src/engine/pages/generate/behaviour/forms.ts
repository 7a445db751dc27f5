/**
 * `form[data-form="order|booking|reply|lead|message"]` checks itself, tells each fault beside its field, keeps the
 * record, and goes to `data-next` or shows `[data-form-done]`. `[data-record="order"] [data-field="name"]` shows it.
 */
export const formsScript = `
const faultOf = input => {
  if (input.validity.valueMissing) return input.dataset.missing || 'Please fill this in.'
  if (input.validity.typeMismatch && input.type === 'email') return 'Please write an e-mail address such as name@example.com.'
  if (!input.validity.valid) return input.title || 'Please check this.'
  return ''
}
function tellFault(input) {
  const fault = faultOf(input)
  const told = input.closest('form').querySelector('[data-error-for="' + CSS.escape(input.name) + '"]')
  if (fault === '') input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
  if (told) told.textContent = fault
  return fault === ''
}
const recordOf = form => {
  const record = {}
  new FormData(form).forEach((value, name) => { record[name] = String(value).slice(0, 500) })
  return record
}
/** Short and easy to read out: no letters that look like digits. */
function reference() {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  let text = ''
  for (let place = 0; place < 5; place += 1) text += letters[Math.floor(Math.random() * letters.length)]
  return text
}
listen('input', 'form[data-form] input, form[data-form] textarea, form[data-form] select', input => {
  if (input.getAttribute('aria-invalid') === 'true') tellFault(input)
})
document.addEventListener('submit', event => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.dataset.form) return
  event.preventDefault()
  const inputs = Array.from(form.elements).filter(input => input.name && input.willValidate)
  const bad = inputs.filter(input => !tellFault(input))
  if (bad.length > 0) { bad[0].focus(); announce('Please check ' + bad.length + (bad.length === 1 ? ' field.' : ' fields.')); return }
  const kind = form.dataset.form
  const record = Object.assign(recordOf(form), { reference: reference() })
  const isOrder = kind === 'order'
  if (isOrder && pieces() === 0) { announce('Your cart is empty.'); return }
  if (isOrder) {
    record.total = money(subtotal() + deliveryFee())
    record.items = cartLines().map(line => line.quantity + ' × ' + nameOf(line.id) + (line.option ? ' (' + line.option + ')' : ''))
    record.delivery = record.plan ? '' : deliveryChoice() === 'pickup' ? 'Pick up' : 'Delivery'
  }
  if (kind === 'booking') Object.assign(record, bookingSummary())
  change(isOrder ? 'submit_order' : kind === 'booking' ? 'submit_booking' : 'submit_form', now => {
    now.records[kind] = record
    if (isOrder) { now.cart = []; delete now.records.draft }
    if (kind === 'booking') delete now.records.choice
  }, kind)
  if (form.dataset.next) { go(form.dataset.next); return }
  const done = one('[data-form-done="' + kind + '"]')
  if (done) { form.hidden = true; done.hidden = false; done.setAttribute('tabindex', '-1'); done.focus() }
  announce(form.dataset.thanks || 'Thank you. It has been sent.')
})
onShow(() => {
  all('[data-record]').forEach(box => {
    const record = state.records[box.dataset.record]
    all('[data-field]', box).forEach(node => {
      const value = record ? record[node.dataset.field] : undefined
      const row = node.closest('[data-row]')
      if (row) row.hidden = value === undefined || value === ''
      if (value === undefined) return
      if (!Array.isArray(value)) { node.textContent = String(value); return }
      node.replaceChildren(...value.map(text => { const item = document.createElement('li'); item.textContent = String(text); return item }))
    })
    setShown('[data-with-record]', record !== undefined, box)
    setShown('[data-without-record]', record === undefined, box)
  })
  all('form[data-form]:not([data-next])').forEach(form => {
    const record = state.records[form.dataset.form]
    const done = one('[data-form-done="' + form.dataset.form + '"]')
    if (!done) return
    form.hidden = record !== undefined
    done.hidden = record === undefined
  })
})
listen('click', '[data-reset-form]', node => {
  change('reset_form', now => { delete now.records[node.dataset.resetForm] })
  const first = one('form[data-form="' + CSS.escape(node.dataset.resetForm) + '"] input')
  if (first) first.focus()
})
`
