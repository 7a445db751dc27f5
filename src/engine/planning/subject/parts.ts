interface NamedParts {
  /** In the order in which they are to happen. */
  readonly phases: readonly string[]
  readonly items: readonly string[]
  /** The text without them. */
  readonly rest: string
}

const PHASE_WORD = '(?:phases?|stages?|steps?|milestones?|parts?)'
const COUNT = '(?:\\d+|two|three|four|five|six|seven|eight|several|these|the following|the)'

const LISTED = new RegExp(
  `(?:\\b(?:in|with|has|into|over|using|split into|divided into)\\s+)?(?:${COUNT}\\s+)?(?:(?:main|clear|named|overlapping|separate|distinct)\\s+)*${PHASE_WORD}\\s*(?:are\\s*|called\\s*|named\\s*|for\\s*|of\\s*|[:(–—]\\s*)(?<list>[^.;)]+)\\)?`,
  'iu',
)
/** “a research phase, a pilot phase and a rollout phase” */
const EACH_NAMED = /\b(?:an?\s+|the\s+)?(?<name>\p{L}[\p{L}-]*(?:\s\p{L}[\p{L}-]*)?)\s+(?:phase|stage)\b/giu
const SEQUENCE =
  /\b(?:first|firstly|start(?:ing)? with|begin(?:ning)? with)[,:]?\s+(?<first>[^.;]+?)[,;]?\s+(?:and\s+)?(?:then|next|after that|afterwards|second(?:ly)?)[,:]?\s+(?<rest>[^.;]+)/iu
const INCLUDED =
  /[,;]?\s*\b(?:including|covering|which includes|consisting of|namely|such as|with the following|(?:with|has) (?:chapters|sections|modules|topics|rooms|courses|parts) (?:on|for|about)|with)\s*:?\s+(?<list>[^.;]*,[^.;]*\b(?:and|&)\b[^.;]*|[^.;,]+,[^.;]+,[^.;]+)/iu
const BULLETS = /(?:^|[;\n])\s*(?:[-*•]|\d{1,2}[.)])\s*(?<item>[^;\n]+)/gu
const COLON = /:\s*(?<list>[^:.;]+(?:,|\band\b)[^:.;]+)$/iu

/** Phases and things that a goal lists. Numbers, people and money are not among them. */
export function readParts(text: string): NamedParts {
  const bullets = [...text.matchAll(BULLETS)].map(({ groups }) => groups?.item?.trim() ?? '')
  if (bullets.length >= 2) return { phases: [], items: named(bullets), rest: text.replace(BULLETS, ' ') }
  const listed = LISTED.exec(text)
  const list = splitList(listed?.groups?.list ?? '')
  if (listed !== null && list.length >= 2) return { phases: named(list), items: [], rest: cut(text, listed) }
  const each = [...text.matchAll(EACH_NAMED)]
  if (each.length >= 2) {
    const [first, last] = [each[0], each.at(-1)]
    const from = first?.index ?? 0
    const to = (last?.index ?? 0) + (last?.[0].length ?? 0)
    const names = each.map(({ groups }) =>
      (groups?.name ?? '').replace(/^(?:and|an?|the|with|then|in|has)\s+/i, ''),
    )
    return {
      phases: named(names),
      items: [],
      rest: `${text.slice(0, from).replace(/\b(?:with|in|has|through)\s*$/i, '')} ${text.slice(to)}`,
    }
  }
  const sequence = SEQUENCE.exec(text)
  if (sequence !== null) {
    const { first = '', rest = '' } = sequence.groups ?? {}
    const names = [
      first,
      ...rest.split(/[,;]?\s+(?:and\s+)?(?:then|finally|after that|lastly|next)[,:]?\s+/iu),
    ]
    return { phases: named(names), items: [], rest: cut(text, sequence) }
  }
  const included = INCLUDED.exec(text) ?? COLON.exec(text)
  const items = splitList(included?.groups?.list ?? '')
  if (included !== null && items.length >= 2 && items.every(isThing))
    return { phases: [], items: named(items), rest: cut(text, included) }
  return { phases: [], items: [], rest: text }
}

function cut(text: string, match: RegExpExecArray): string {
  return `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
}

function splitList(list: string): readonly string[] {
  return list
    .split(/\s*(?:,|;|→|->|\bthen\b|\band finally\b|\band then\b|\band\b|&)\s*/iu)
    .map(part => part.trim())
    .filter(part => part !== '')
}

function isThing(part: string): boolean {
  const isLimit = /\b(?:budget|no more than|at most|people|guests|hours?|minutes?|not|without)\b/i.test(part)
  return part.split(/\s+/).length <= 6 && !isLimit && !/^[\d€$£]/.test(part)
}

function named(parts: readonly string[]): readonly string[] {
  const clean = parts
    .map(part =>
      part
        .replace(/^(?:first|then|and|finally|an?|the|my|our|to|of)\s+/giu, '')
        .replace(/\s+(?:phase|stage)$/i, '')
        .replace(/\s+/g, ' ')
        .replace(/[\s,;:.]+$/g, '')
        .trim(),
    )
    .filter(part => /\p{L}{2}/u.test(part))
  return [...new Set(clean)].map(part => part.charAt(0).toUpperCase() + part.slice(1, 100)).slice(0, 12)
}

const EXCLUDED =
  /[,;]?\s*\b(?:but\s+|and\s+)?(?:without(?: using| any| a)?|no|avoid(?:ing)?|not using|never|excluding|leaving out|nothing with|don'?t (?:want|like|use|include)(?: to)?|do not (?:want|use|include)(?: to)?)\s+(?<what>[^,.;]+?)(?=$|[,.;]|\s+(?:but|and (?:not|no|with)|because|since)\b)/giu

/** What is not wanted: “without a gym”, “no running”. */
export function readExclusions(text: string): {
  readonly exclusions: readonly string[]
  readonly rest: string
} {
  const exclusions: string[] = []
  const rest = text.replace(EXCLUDED, (whole, what: string) => {
    const clean = what.replace(/\s+/g, ' ').trim()
    const isLimit = /^(?:more|less|fewer|later|longer|earlier|idea|matter)\b/i.test(clean)
    if (isLimit || clean.length < 2) return whole
    exclusions.push(clean)
    return ' '
  })
  return { exclusions, rest }
}
