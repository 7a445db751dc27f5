import type { JsonObject, JsonValue } from './json-value.ts'
import type { MoneyMarks } from './tool-display.ts'

const PLAIN_NUMBER = /^-?\d{1,30}(?:\.\d{1,20})?$/
const CURRENCY = /^[A-Z]{3}$/
const MAX_SCALE = 8

/**
 * An amount with its currency, as in `€4,200.00`; undefined where its marks name no currency or the number is not plain.
 * With a `scale` the number counts the smallest units. Nothing is rounded.
 */
export function moneyText(
  value: JsonValue,
  { currency, currencyArgument, scale = 0 }: MoneyMarks,
  call: JsonObject,
): string | undefined {
  const named = currency ?? (currencyArgument === undefined ? undefined : call[currencyArgument])
  const digits = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (typeof named !== 'string' || !CURRENCY.test(named.toUpperCase()) || !PLAIN_NUMBER.test(digits))
    return undefined
  if (!Number.isInteger(scale) || scale < 0 || scale > MAX_SCALE) return undefined
  const scaled = scale === 0 ? digits : shift(digits, scale)
  if (scaled === undefined || !isNumeric(scaled)) return undefined
  return new Intl.NumberFormat('en', {
    ...{ style: 'currency', currency: named.toUpperCase(), maximumFractionDigits: 20 },
  })
    .format(scaled)
    .replaceAll('\u00A0', ' ')
}

/** Moves the point to the left; undefined for a number that counts no whole units. */
function shift(digits: string, scale: number): string | undefined {
  if (digits.includes('.')) return undefined
  const sign = digits.startsWith('-') ? '-' : ''
  const padded = digits.slice(sign.length).padStart(scale + 1, '0')
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}

function isNumeric(text: string): text is `${number}` {
  return PLAIN_NUMBER.test(text)
}
