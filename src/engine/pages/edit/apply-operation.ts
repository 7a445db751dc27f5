import type { AppliedOperation, PageOperation } from '../../../contracts/page-operation.ts'
import { checkOutcome } from './check-outcome.ts'
import { setCurrency } from './edit-currency.ts'
import { addItem, moveItem, removeItem, renameItem, setPrice } from './edit-items.ts'
import { setLanguage } from './edit-language.ts'
import { addFavourites, setCardSize, setColor, setTheme } from './edit-look.ts'
import {
  addPage,
  addSection,
  movePage,
  moveSection,
  removePage,
  removeSection,
  renamePage,
  renameSection,
} from './edit-structure.ts'
import { renameProduct, setLink, setPicture, setText } from './edit-text.ts'
import { type Asked, changedPages, type Outcome, type Site } from './site.ts'

export type Applied = { readonly done: true; readonly site: Site; readonly applied: AppliedOperation } | Asked

/**
 * Does one operation and looks whether just that was done: what was meant stands where it was meant, and no other page
 * changed. What cannot be shown to be done is not done; the answer is a question then. Pure.
 */
export function applyOperation(site: Site, operation: PageOperation): Applied {
  const outcome = perform(site, operation)
  if (!outcome.done) return outcome
  const pages = changedPages(site, outcome.site)
  const wrong = checkOutcome(operation, { before: site, after: outcome.site, pages })
  if (wrong !== undefined) return { done: false, ask: `This was not done: ${wrong}` }
  const { said, before, after } = outcome
  return { done: true, site: outcome.site, applied: { operation, said, before, after, pages: [...pages] } }
}

function perform(site: Site, operation: PageOperation): Outcome {
  switch (operation.kind) {
    case 'set_text':
      return setText(site, operation)
    case 'set_price':
      return setPrice(site, operation)
    case 'set_currency':
      return setCurrency(site, operation)
    case 'set_link':
      return setLink(site, operation)
    case 'set_picture':
      return setPicture(site, operation)
    case 'set_color':
      return setColor(site, operation)
    case 'set_theme':
      return setTheme(site, operation)
    case 'set_language':
      return setLanguage(site, operation)
    case 'set_card_size':
      return setCardSize(site, operation)
    case 'add_item':
      return addItem(site, operation)
    case 'remove_item':
      return removeItem(site, operation)
    case 'rename_item':
      return renameItem(site, operation)
    case 'move_item':
      return moveItem(site, operation)
    case 'add_section':
      return addSection(site, operation)
    case 'remove_section':
      return removeSection(site, operation)
    case 'rename_section':
      return renameSection(site, operation)
    case 'move_section':
      return moveSection(site, operation)
    case 'add_page':
      return addPage(site, operation)
    case 'remove_page':
      return removePage(site, operation)
    case 'rename_page':
      return renamePage(site, operation)
    case 'move_page':
      return movePage(site, operation)
    case 'rename_product':
      return renameProduct(site, operation)
    case 'add_favourites':
      return addFavourites(site, operation)
  }
}
