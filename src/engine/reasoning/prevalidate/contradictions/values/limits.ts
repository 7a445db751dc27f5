/** Which side of a value words leave open: what must be at most it, or at least it. */
export interface Limit {
  readonly side: 'highest' | 'lowest'
  /** The value itself is outside: “under 20”. */
  readonly isStrict: boolean
}

const lessening = new Set(
  `less fewer lower shorter smaller cheaper narrower lighter slower quieter colder cooler darker earlier sooner younger thinner weaker
  softer nearer closer shallower milder duller slighter briefer poorer`.split(/\s+/),
)
const notLimits = new Set(['rather', 'other', 'else', 'different'])

const filler = String.raw`(?:\s+(?:the|a|an|about|exactly|of|on|at|to|in|only|just|some|his|her|its|my|our|your|their|that|this|a total of|budget of|limit of|range of|allowance of|say|around|date|value|time|day|sum|amount|beginning|start|end|early|late|mid|middle|original|mark|level|line))*\s*(?:[€$£]\s?)?$`
const endingIn = (source: string): RegExp => new RegExp(String.raw`\b(?:${source})${filler}`, 'iu')
const than = new RegExp(String.raw`(?<word>\p{L}+)\s+than${filler}`, 'iu')

/** The words that make a limit of what follows them. */
interface LimitWords {
  readonly upward: RegExp
  readonly downward: RegExp
  readonly atMost: RegExp
  readonly atLeast: RegExp
}

const forAmounts: LimitWords = {
  upward: endingIn(
    '(?<!\\d\\s)over|above|past|beyond|exceed(?:s|ing|ed)?|surpass(?:es|ing)?|tops?|topping|in excess of|upwards? of|north of|outgrow(?:s|ing)?|greater',
  ),
  downward: endingIn('under|below|beneath|south of|short of|inferior to'),
  atMost: endingIn(
    'at (?:the (?:very )?)?most|at a maximum|maximum|max\\.?|up to|no more|ceiling|cap|capped|limited|restricted|limit(?= of)|within|inside|not to exceed|(?:can|could|will|may) (?:only )?(?:hold|take|seat|carry|fit|bear|accept|contain|sleep|store)|only (?:holds?|takes?|seats?|carr(?:y|ies)|fits?|bears?|accepts?|allows?|permits?)|(?:max(?:es)?|tops?|peaks?) out at|peaks at|holds|seats|carries|bears|accommodates|sleeps|(?:maximum|max\\.?) \\p{L}+(?: of| is)?',
  ),
  atLeast: endingIn(
    'at (?:the (?:very )?)?least|at a minimum|minimum|min\\.?|floor|start(?:s|ing)? (?:from|at)|(?:minimum|min\\.?) \\p{L}+(?: of| is)?',
  ),
}
const forTimes: LimitWords = {
  upward: endingIn('after|past|beyond|following|exceed(?:s|ing)?'),
  downward: endingIn('before|prior to|ahead of'),
  atMost: endingIn('up to|by|at (?:the (?:very )?)?latest|at (?:the (?:very )?)?most|no later'),
  atLeast: endingIn(
    'at (?:the (?:very )?)?least(?: until| till| to| through)?|at (?:the (?:very )?)?earliest|as of|not until',
  ),
}
const mostBehind =
  /^[\s,(]*(?:each\s+)?(?:(?:is|are) all\b|(?:or|and)\s+(?:(?:any|even)\s+)?(?:less|fewer|lower|under|below|smaller|cheaper|shorter|narrower|lighter|slower|quieter|cooler|sooner|earlier|before|down(?:wards?)?|thinner|\p{L}+ier(?!\s+than))|at (?:the )?(?:very |absolute )?(?:most|latest|highest|maximum|max|outside|longest)|max(?:imum)?\b|tops\b|(?:is|being|as|are|would be)\s+(?:the|our|my|its|his|her|an?)\s+(?:\p{L}+\s+)?(?:maximum|max|limit|cap|ceiling|most|highest|top|upper limit|upper bound|deadline)|and\s+(?:no|not|never)\s+(?:a \p{L}+\s+|one \p{L}+\s+)?(?:more|higher|later|longer|further|over|beyond|after|above))\b(?!\s*(?:than\b|[-−€$£]?\s?\d))/iu
const leastBehind =
  /^\+|^[\s,(]*(?:each\s+)?(?:(?:or|and)\s+(?:(?:any|even)\s+)?(?:more|higher|over|above|longer|later|after|bigger|greater|larger|wider|taller|heavier|faster|louder|older|up(?:wards?)?|beyond|dearer|farther|further|thicker|warmer|hotter|better|brighter)|at (?:the )?(?:very |absolute )?(?:least|earliest|minimum|lowest|min|shortest)|min(?:imum)?\b|upwards?\b|plus\b|onwards?\b|(?:is|being|as|are|would be)\s+(?:the|our|my|its|his|her|an?)\s+(?:\p{L}+\s+)?(?:minimum|min|least|lowest|floor|lower limit|lower bound)|and\s+(?:no|not|never)\s+(?:a \p{L}+\s+|one \p{L}+\s+)?(?:less|fewer|lower|earlier|sooner|shorter|under|below|before))\b(?!\s*(?:than\b|[-−€$£]?\s?\d))/iu
/** “that does not reach 1,000” */
const reached =
  /(?:\b(?:not|never|cannot|without)|n['’]t)\s+(?:\w+\s+)?(?:reach|hit|attain|touch)(?:ing)?\s+(?:€|\$|£)?\s*$/i
/** “bump it up to 42” */
const raising =
  /\b(?:bump|raise|bring|increase|turn|move|push|crank|scale|lift|round|top)\w*\b[^,;.]*\bup to\s+(?:€|\$|£)?\s*$/i
/** “limit the list to 15” */
const limiting = /^(?:(?:and|but|so|please)\s+)*(?:limit|cap|restrict)\b[^,.;]{1,50}\b(?:to|at)\s*$/i
const statedMost =
  /\b(?:maximum|max|limit|cap|ceiling|upper (?:limit|bound)|most|highest|deadline|latest|capacity|(?:largest|biggest|greatest|longest) (?:amount|number|size|value|sum|possible|allowed))\b[^.;]{0,40}?\b(?:is|are|of|stands at|being|at|:)\s*(?:on\s+)?(?:the\s+)?(?:[€$£]\s?)?$/i
const allThatCan =
  /\ball (?:that )?(?:we|i|you|they|he|she|it) (?:can|may|could)\b[^.;]{0,40}\b(?:is|are)\s+(?:[€$£]\s?)?$/i
const statedLeast =
  /\b(?:minimum|min|floor|lower (?:limit|bound)|least|lowest|earliest|(?:smallest|shortest|fewest) (?:amount|number|size|value|sum|possible|allowed))\b[^.;]{0,40}?\b(?:is|are|of|stands at|being|at|:)\s*(?:on\s+)?(?:the\s+)?(?:[€$£]\s?)?$/i

/** A value with the words around it. */
interface Around {
  readonly before: string
  readonly after: string
  readonly isTime: boolean
  readonly isCommand: boolean
}

/** The limit that the words around a value make of it, those that deny counted in: “must not go over 80” is at most 80. */
export function readLimit({ before, after, isTime, isCommand }: Around): Limit | undefined {
  const near = before.slice(-90)
  if (mostBehind.test(after)) return { side: 'highest', isStrict: false }
  if (leastBehind.test(after)) return { side: 'lowest', isStrict: false }
  const words = isTime ? forTimes : forAmounts
  if (words.atLeast.test(near)) return { side: 'lowest', isStrict: false }
  if (!isTime && reached.test(near)) return { side: 'highest', isStrict: true }
  const compared = readComparison(near, words)
  if (compared !== undefined) return turned(compared, near, after)
  if (words.atMost.test(near) && !raising.test(near)) return { side: 'highest', isStrict: false }
  if (!isTime && limiting.test(near)) return { side: 'highest', isStrict: false }
  if (!isCommand && (statedMost.test(near) || allThatCan.test(near)))
    return { side: 'highest', isStrict: false }
  if (!isCommand && statedLeast.test(near)) return { side: 'lowest', isStrict: false }
  return isTime ? readUntil(near) : undefined
}

const waiting = /\b(?:hold|held|holding|wait|waiting|withhold|embargo)\b/i
const until = endingIn('until|till')

/** “not until next month” is next month at the earliest. */
function readUntil(before: string): Limit | undefined {
  const match = until.exec(before)
  if (match === null || !(negated.test(before.slice(0, match.index)) || waiting.test(before)))
    return undefined
  return { side: 'lowest', isStrict: false }
}

interface Comparison {
  readonly isUp: boolean
  readonly at: number
}

function readComparison(before: string, { upward, downward }: LimitWords): Comparison | undefined {
  const match = than.exec(before)
  const word = (match?.groups?.word ?? '').toLowerCase()
  if (match !== null && !notLimits.has(word) && /(?:er|more|less|[^aeiou]er)$/.test(word))
    return { isUp: !lessening.has(word) && !lessening.has(undoubled(word)), at: match.index }
  const up = upward.exec(before)
  const down = downward.exec(before)
  if (up === null && down === null) return undefined
  return up !== null && (down === null || up.index > down.index)
    ? { isUp: true, at: up.index }
    : { isUp: false, at: down?.index ?? 0 }
}

function undoubled(word: string): string {
  return word.replace(/(\p{L})\1/gu, '$1')
}

const negated =
  /\b(?:no|not|never|cannot|nothing|nobody|no one|none|neither|nor|without|avoid(?:ing)?|forbid|refrain(?:ing)?|(?:do|ca|wo|must|is|should|does|are)nt)\b|n['’]t\b/i
const forbiddenBehind =
  /^[^,;.]{0,40}?\b(?:(?:is|are|may|must|can|would be|being)\s+(?:\w+\s+)?(?:forbidden|prohibited|banned|barred|ruled out|unacceptable|avoided|rejected|refused|not|never|out of|too)|cannot|can['’]?t|mustn['’]?t|isn['’]?t|will not|won['’]?t)\b/i

function turned({ isUp, at }: Comparison, before: string, after: string): Limit {
  const denies = negated.test(before.slice(0, at)) || forbiddenBehind.test(after)
  if (!denies) return { side: isUp ? 'lowest' : 'highest', isStrict: true }
  return { side: isUp ? 'highest' : 'lowest', isStrict: false }
}
