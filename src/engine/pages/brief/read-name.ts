import { cut } from './clean-text.ts'

const QUOTED = /(?:called|named|titled|name is|for|of)?\s*["“„«]([^"”“»\n]{2,80})["”“»]/i
const CALLED =
  /\b(?:called|named|titled|entitled|name(?:d)? (?:is|it)|call it|rename(?:d)? to|app name:?|name:)\s+([^\n.,;!?()"“”]{2,80})/i
const AFTER_BUSINESS =
  /\b(?:shop|store|caf[eé]|bakery|restaurant|salon|studio|brand|company|startup|app|clinic|project|website|site|page|manual|dashboard|board|business|gym|bar|hotel)[,:]?\s+((?:[A-Z][\p{L}\p{N}'’&-]*)(?:\s+(?:[A-Z&][\p{L}\p{N}'’&-]*|and|of|the|de|la))*)/u
const FOR_NAME = /\bfor\s+((?:[A-Z][\p{L}'’&-]+)(?:\s+(?:&|and|[A-Z][\p{L}'’&-]+))*)/u
const CLONE = /\b([A-Z][\p{L}\p{N}]+)[- ](?:clone|style|like)\b/u
const ENDS =
  /\s+(?:with|where|that|which|in|and we|we|for|using|it|based|selling|who|has|have|is|located|\d+ pages?)\b.*$/i
/** Words that begin with a capital and name no product. */
const NO_NAME =
  /^(?:I|We|The|A|An|My|Our|It|This|Please|And|With|Make|Build|Create|Instagram|Facebook|WhatsApp|Google|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|English|German|French|Spanish)$/

/** What the product is to be called, where the words say it. */
export function readName(text: string): string | undefined {
  const found =
    CALLED.exec(text)?.[1]?.replace(ENDS, '') ??
    quotedName(text) ??
    capitalised(AFTER_BUSINESS.exec(text)?.[1]) ??
    capitalised(FOR_NAME.exec(text)?.[1])
  const name = found?.replace(/\s+/g, ' ').replace(/^["'“”\s]+|["'“”\s]+$/g, '')
  return name === undefined || name.length < 2 ? undefined : cut(name, 60)
}

/** A product that is said to be like another one has no name of its own yet. */
export function readModelOf(text: string): string | undefined {
  return CLONE.exec(text)?.[1]
}

function quotedName(text: string): string | undefined {
  const name = QUOTED.exec(text)?.[1]
  return name && name.split(' ').length <= 6 ? name : undefined
}

function capitalised(name: string | undefined): string | undefined {
  const trimmed = name?.replace(/\s+(?:and|of|the|de|la)$/, '')
  return trimmed === undefined || NO_NAME.test(trimmed.split(' ')[0] ?? '') ? undefined : trimmed
}
