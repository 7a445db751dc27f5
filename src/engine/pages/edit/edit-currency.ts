import type { PageOperation } from '../../../contracts/page-operation.ts'
import { readCurrency, readPrices } from '../brief/money.ts'
import { type Clause, plain, type Read } from './instruction.ts'
import { rebuild } from './rebuild.ts'
import { ask, type Outcome, type Site } from './site.ts'

type SetCurrency = Extract<PageOperation, { kind: 'set_currency' }>

/** “Prices are in euro”: what no rule before reads and that names a currency without an amount. */
export function readCurrencyWish({ text, quotes }: Clause): Read {
  if (plain(text, quotes) !== text || /\d/.test(text)) return undefined
  const currency = readCurrency(text)
  return currency === undefined ? undefined : { kind: 'set_currency', currency }
}

/** The currency of the prices that were written without one; those with their own stay as they are. */
export function setCurrency(site: Site, { currency }: SetCurrency): Outcome {
  const prices = site.brief.items.flatMap(({ price_text: text }) => (text === undefined ? [] : [text]))
  const isBare = prices.some(text => readPrices(text).length === 0)
  if (!isBare)
    return ask(
      prices.length === 0
        ? 'No prices are known yet. Which items have which price?'
        : `The prices stand with their currency (${prices[0]}). Which new price shall each item have?`,
    )
  const before = site.brief.currency ?? ''
  const next = rebuild(site, { brief: { ...site.brief, currency } })
  return { done: true, site: next, said: `The prices are in ${currency} now.`, before, after: currency }
}
