/** A page after an edit by rules. */
export interface EditedPage {
  readonly html: string
  /** What changed, in words; empty where nothing on the page answered. */
  readonly changes: readonly string[]
  /** The part of the wish that nothing on the page answers to. */
  readonly left?: string
}

const REPLACE =
  /(?:change|replace|rename|swap)\s+(?:the\s+)?(?:text|title|heading|words?|name)?\s*["“']([^"”']{1,200})["”']\s+(?:to|with|by|into)\s+["“']([^"”']{0,400})["”']/i
const REMOVE =
  /\b(?:remove|delete|drop|take out|get rid of|hide)\s+(?:the\s+)?([a-z][a-z -]{1,40}?)(?:\s+(?:section|part|block|area|bar))?\s*(?:[.,!]|$)/i

/** Does what the words plainly ask: a text for another, a part taken out. Everything else stays byte for byte. */
export function editHtml(html: string, instructions: string): EditedPage {
  const replaced = replaceText(html, instructions)
  if (replaced) return replaced
  const removed = removeRegion(html, instructions)
  return removed ?? { html, changes: [], left: instructions }
}

function replaceText(html: string, instructions: string): EditedPage | undefined {
  const wish = REPLACE.exec(instructions)
  if (!wish) return undefined
  const [from, to] = [escapeText(wish[1] ?? ''), escapeText(wish[2] ?? '')]
  const pieces = html.split(/(<[^>]*>)/)
  let count = 0
  const edited = pieces.map(piece => {
    if (piece.startsWith('<') || !piece.includes(from)) return piece
    count += 1
    return piece.replaceAll(from, to)
  })
  if (count === 0) return undefined
  return { html: edited.join(''), changes: [`“${wish[1]}” is now “${wish[2]}”.`] }
}

function removeRegion(html: string, instructions: string): EditedPage | undefined {
  const name = REMOVE.exec(instructions)?.[1]?.trim().toLowerCase().replaceAll(' ', '-')
  if (name === undefined) return undefined
  const region = new RegExp(
    `<section[^>]*data-region="${name}"[^>]*>(?:(?!<section)[\\s\\S])*?</section>\\n?`,
  ).exec(html)
  if (!region) return undefined
  const rest = html.slice(0, region.index) + html.slice(region.index + region[0].length)
  return { html: rest, changes: [`The part ${name} is gone.`] }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
