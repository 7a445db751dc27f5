import { headingPartsOf } from 'soulgate/contracts/act-line'
import type { Gate } from 'soulgate/contracts/gate'
import { toolCallsOf } from '../inbox/decision-draft.ts'

/** `€1,234.50` as an act line writes it, or a bare number whose currency nobody named. */
const AMOUNT = /^(-?)([^\d\s.,-]*)[\s]?([\d,]+(?:\.\d+)?)$/

/** The one amount that the call of a gate is about, as its act line writes it; undefined where there are several or none. */
export function amountOf(gate: Gate): string | undefined {
  if (toolCallsOf(gate).length !== 1) return undefined
  const amounts = headingPartsOf(gate).filter(part => part.kind === 'value' && part.meaning === 'amount')
  const [only] = amounts
  return amounts.length === 1 ? only?.text : undefined
}

/**
 * The sum of amounts, each currency by itself: `€6,351.00 + $83.50`. Undefined unless every gate has one amount in a
 * currency that is known: numbers of unknown units make no sum.
 */
export function totalOf(gates: readonly Gate[]): string | undefined {
  const sums = new Map<string, { readonly units: bigint; readonly digits: number }>()
  for (const gate of gates) {
    const [, minus = '', sign = '', number = ''] = AMOUNT.exec(amountOf(gate) ?? '') ?? []
    if (sign === '') return undefined
    const [whole = '', part = ''] = number.replaceAll(',', '').split('.')
    const before = sums.get(sign) ?? { units: 0n, digits: 0 }
    const digits = Math.max(before.digits, part.length)
    const units = BigInt(minus + whole + part.padEnd(digits, '0'))
    sums.set(sign, { units: before.units * 10n ** BigInt(digits - before.digits) + units, digits })
  }
  const texts = [...sums].map(([sign, sum]) => sumText(sign, sum))
  return texts.length === 0 ? undefined : texts.join(' + ')
}

function sumText(sign: string, { units, digits }: { readonly units: bigint; readonly digits: number }) {
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0')
  const at = text.length - digits
  const whole = BigInt(text.slice(0, at)).toLocaleString('en')
  const space = sign.length > 1 ? ' ' : ''
  return `${units < 0n ? '-' : ''}${sign}${space}${whole}${digits > 0 ? `.${text.slice(at)}` : ''}`
}

/** What alike gates do, in the words that their act lines begin with: `Refund`, `"send_email"`. */
export function actName(gate: Gate): string {
  return headingPartsOf(gate)[0]?.text.trim() ?? ''
}
