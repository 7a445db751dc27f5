import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { contentBlocks } from './compose-page.ts'
import { html } from './html.ts'
import { contentOf } from './page-content.ts'
import type { PageContext } from './page-context.ts'

type Node = DefaultTreeAdapterTypes.Node

/** Adds before the end of `<main>` what the brief says of a page and the page does not show yet. */
export function completePage(page: string, context: PageContext): string {
  const { facts, items } = contentOf(context.brief, context.spec, context.pages)
  const shown = shownText(page)
  const has = (words: string): boolean => shown.includes(normal(words))
  const missing = {
    facts: facts.filter(({ kind, value }) => !has(value) && kind !== 'headline'),
    items: items.filter(({ name, price_text: price }) => !has(name) || (price !== undefined && !has(price))),
  }
  if (missing.facts.length === 0 && missing.items.length === 0) return page
  const blocks = contentBlocks(context, missing, { leadTaken: false })
  const at = page.lastIndexOf('</main>')
  const added = html`${blocks.map(block => html`${block}\n`)}`.text.replace(/\n{2,}/g, '\n')
  return at < 0 ? page : page.slice(0, at) + added + page.slice(at)
}

/** What a person can read on a page, templates, scripts and styles left out; white space as single blanks. */
export function shownText(page: string): string {
  const words: string[] = []
  const open: Node[] = [parse(page)]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (defaultTreeAdapter.isTextNode(node)) words.push(node.value)
    const isHidden = 'tagName' in node && ['script', 'style', 'template', 'head'].includes(node.tagName)
    if (!isHidden && 'childNodes' in node) open.push(...node.childNodes.toReversed())
  }
  return normal(words.join(' '))
}

function normal(text: string): string {
  return text
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .toLowerCase()
}
