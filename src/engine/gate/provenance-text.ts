const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u

/**
 * Whether a text says a value as a whole word or phrase, ignoring letter case and spacing. A value inside a longer
 * name, address or number does not count; a value with hidden characters is never said.
 */
export function isSaidIn(value: string, text: string): boolean {
  const wanted = normalise(value)
  if (wanted === '' || hiddenCharacters.test(value.replace(/\s/g, ' '))) return false
  const spoken = normalise(text)
  return containsWhole(spoken, wanted) || isNumberIn(wanted, spoken) || isGroupedIn(wanted, spoken)
}

/** Whether a text names a URL, one that it lies under, or its bare host. The path of a URL named limits it. */
export function isUrlNamedIn(value: string, text: string): boolean {
  if (hiddenCharacters.test(value.trim())) return false
  const wanted = readUrl(value)
  if (wanted === undefined) return isSaidIn(value, text)
  return findLinks(text).some(link => {
    const named = readUrl(link)
    if (named === undefined || link.includes('@') || named.host !== wanted.host) return false
    if (named.path === '') return true
    if (wanted.path === named.path) return true
    return wanted.path.startsWith(named.path.endsWith('/') ? named.path : `${named.path}/`)
  })
}

const linkPattern =
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}]|[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|(?<![\w@.-])(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::\d+)?(?:\/[^\s<>"'`]*[\w/])?(?![\w@])|\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,3})?\b/giu

/** Addresses inside a text: URLs, bare hosts, e-mail addresses and account numbers, in order. */
export function findLinks(text: string): readonly string[] {
  return [...text.matchAll(linkPattern)]
    .map(match => match[0])
    .filter(
      link => !/^[A-Z]{2}\d{2}/i.test(link) || /\d{6}/.test(link.replace(/\s/g, '')) || /[.@:]/.test(link),
    )
}

interface UrlParts {
  readonly host: string
  /** Path, query and fragment; empty for the root. */
  readonly path: string
}

function readUrl(text: string): UrlParts | undefined {
  const trimmed = text.trim()
  const candidate = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  if (/\s/.test(trimmed) || !URL.canParse(candidate)) return undefined
  const url = new URL(candidate)
  if (url.host === '' || url.username !== '' || url.password !== '') return undefined
  const path = `${url.pathname}${url.search}${url.hash}`
  return { host: url.host.toLowerCase().replace(/^www\./, ''), path: path === '/' ? '' : path }
}

function normalise(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim()
}

function containsWhole(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!isJoinedBefore(text, at) && !isJoinedAfter(text, at + wanted.length)) return true
  return false
}

function isJoinedBefore(text: string, at: number): boolean {
  return /(?:[\p{L}\p{N}_]|[\p{L}\p{N}][.\-+@])$/u.test(text.slice(Math.max(0, at - 2), at))
}

function isJoinedAfter(text: string, at: number): boolean {
  return /^(?:[\p{L}\p{N}_@]|[.\-+][\p{L}\p{N}])/u.test(text.slice(at, at + 2))
}

/** Amounts compare as numbers: 1200 is said by “1,200.00”. */
function isNumberIn(wanted: string, text: string): boolean {
  if (!/^-?\d+(?:\.\d+)?$/.test(wanted)) return false
  const numbers = text.match(/(?<![\w.])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w])/g) ?? []
  return numbers.some(number => Number(number.replaceAll(',', '')) === Number(wanted))
}

/** Account and phone numbers compare without the spaces and dashes that people group them by. */
function isGroupedIn(wanted: string, text: string): boolean {
  const compact = wanted.replace(/[\s().-]/g, '')
  if (compact.length < 7 || !/\d{5}/.test(compact) || !/^\+?[a-z0-9]+$/.test(compact)) return false
  return containsWhole(text.replace(/(?<=[a-z0-9])[\s().-]+(?=\d)/g, ''), compact)
}
