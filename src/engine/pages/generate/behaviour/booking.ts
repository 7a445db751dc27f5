/** Dates and times of a booking. */
export const bookingScript = `
function bookingSummary() { return {} }
`
