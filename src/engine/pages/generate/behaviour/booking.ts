/**
 * `data-days` tiles get the coming days; `data-slot` tiles are open or taken by day; the service is the one the address
 * names. Which slots are taken is a sample pattern of the page, always the same for the same day and service.
 */
export const bookingScript = `
const schedule = one('form[data-form="booking"]')
const dayAt = offset => { const day = new Date(); day.setHours(12, 0, 0, 0); day.setDate(day.getDate() + offset); return day }
const dayName = (day, form) => { try { return new Intl.DateTimeFormat(document.documentElement.lang, form).format(day) } catch { return day.toDateString() } }
function dressDays() {
  all('[data-day]').forEach(input => {
    const day = dayAt(Number(input.dataset.day))
    const label = input.nextElementSibling
    setText(label, '[data-weekday]', dayName(day, { weekday: 'short' }))
    setText(label, '[data-date]', dayName(day, { day: 'numeric', month: 'short' }))
  })
}
const chosenService = () => { const field = schedule && schedule.elements.namedItem('service'); return field ? field.value : '' }
const chosenDay = () => { const input = schedule && one('[data-day]:checked', schedule); return input ? Number(input.dataset.day) : 0 }
function isTaken(day, slot, service) {
  let mixed = 11
  for (const letter of service + '/' + day + '/' + slot) mixed = (mixed * 33 + letter.charCodeAt(0)) % 9973
  return mixed % 10 < 3
}
function dressSlots() {
  if (!schedule) return
  const inputs = all('[data-slot]', schedule)
  inputs.forEach(input => { input.disabled = isTaken(chosenDay(), input.value, chosenService()) })
  const chosen = inputs.find(input => input.checked)
  if (!chosen || chosen.disabled) { const free = inputs.find(input => !input.disabled); inputs.forEach(input => { input.checked = input === free }) }
  const summary = bookingSummary()
  setText(document, '[data-booking-summary]', [summary.service_name, summary.day_name, summary.time].filter(Boolean).join(' · '))
}
function bookingSummary() {
  if (!schedule) return {}
  const field = schedule.elements.namedItem('service')
  const option = field && field.selectedOptions ? field.selectedOptions[0] : null
  const slot = one('[data-slot]:checked', schedule)
  return {
    service_name: option ? option.dataset.name : '',
    price: option ? option.dataset.price : '',
    day_name: dayName(dayAt(chosenDay()), { weekday: 'long', day: 'numeric', month: 'long' }),
    time: slot ? slot.value : '',
  }
}
if (schedule) {
  const field = schedule.elements.namedItem('service')
  const wanted = place()
  if (field && Array.from(field.options).some(option => option.value === wanted)) field.value = wanted
  dressDays()
  dressSlots()
  schedule.addEventListener('change', dressSlots)
}
`
