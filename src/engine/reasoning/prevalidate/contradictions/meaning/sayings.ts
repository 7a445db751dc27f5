import { isActionVerb, isFunctionWord, kindOfWord, readWords, remember } from '../../../language/language.ts'

/** A word of a saying; a contracted “not” is a word of its own. */
export interface Token {
  readonly text: string
  readonly lower: string
  readonly stem: string
}

/** A part of a goal that asks for something or rules how something has to be. */
export interface Saying {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly sentence: number
  /** It goes on about what the saying with this number is about: “…, which …”, “… with …”, “without …”. */
  readonly head: number | undefined
  /** A comma stands in front of it. */
  readonly isAside: boolean
  /** It opens with an order, instead of ruling by “must”, “may not”, “is to”, “stays”. */
  readonly isOrder: boolean
  /** It tells how things are, why, or what somebody said; it asks for nothing. */
  readonly isTold: boolean
  /** It holds on a condition, for one of two cases, or takes back what was said. */
  readonly isOpen: boolean
}

/** Cuts a goal into what it asks for and what it rules, clause by clause. */
export const readSayings: (goal: string) => readonly Saying[] = remember(goal => {
  const sayings: Saying[] = []
  for (const [sentence, text] of goal
    .replace(contrast, ' ')
    .replace(origin, ' ')
    .replace(limitDays, ' ')
    .replace(/(?<=\p{L}):\s+/gu, ', namely ')
    .split(sentenceEnds)
    .entries()) {
    if (!/\p{L}/u.test(text)) continue
    const isOpen = open.test(text) || asking.test(text)
    let isReason = false
    for (const { text: piece, isAside } of piecesOf(text)) {
      const before = sayings.at(-1)
      const isBound = binds(piece) && before?.sentence === sentence
      const head = isBound ? (before.head ?? sayings.length - 1) : undefined
      if (opensNew.test(piece)) isReason = false
      isReason = isReason || reason.test(piece)
      const said = piece.replace(joint, '').replace(leadIn, '').replace(joint, '')
      const isAssured = said.length < piece.length && leadIn.test(piece.replace(joint, ''))
      const tokens = tokensOf(bound.test(piece) ? piece : said)
      if (tokens.length === 0) continue
      const isOrder = head === undefined && opensWithOrder(tokens)
      const isTold =
        isReason ||
        circumstance.test(piece) ||
        (head === undefined
          ? !isOrder && !isAssured && tells(said)
          : sayings[head]?.isTold === true || past.test(said.replace(asItWas, ' ')))
      sayings.push({ text: piece.trim(), tokens, sentence, head, isAside, isOrder, isTold, isOpen })
    }
  }
  return sayings
})

const sentenceEnds =
  /(?<!\b(?:Mr|Mrs|Ms|Dr|St|No|vs|Prof|Jr|Sr|approx|incl|e\.g|i\.e))[.!?]+(?=\s|$)|[;\n]+|\s+[-–—]\s+/u
/** “Mon, not Tue”, “instead of the old one”: what is left out is not asked for. */
const contrast =
  /,?\s*\b(?:instead of|rather than|as opposed to|in place of|unlike)\b[^,.;!?]*|,\s*(?:but )?not (?!be\b|to be\b|a single\b|one\b|any)(?:(?:to|in|on|for|at|the|an?|my|our|one)\s)?[^\s,.;!?]+(?:\s[^\s,.;!?]+){0,2}(?=[,.;!?]|$)/giu
/** “from low to high”, “turn the list into a chart”: what is left behind. */
const origin =
  /\bfrom\s+(?!\w+est\b|it\b|them\b|there\b|a\b|high\b|low\b|start\b|beginning\b|top\b|left\b|right\b)(?:the\s+)?[\p{L}\p{N}.:-]+(?:\s[\p{L}\p{N}-]+){0,2}?(?=\s+(?:back\s+)?(?:to|into)\s)|(?<=\b(?:turn|convert|transform|make|change)\s)(?:the|my|our|this|that|an?)\s[^,.;!?]{2,40}?(?=\s+into\s)/giu
/** The end of a month is a day, and ends nothing. */
const limitDays =
  /\bend of(?= (?:the |this |next |that )?(?:day|week|month|quarter|year|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)\b)/giu
const open =
  /\b(?:if|unless|in case|whenever|otherwise|provided|depending|as long as|either|whichever|or rather|no wait|oh no|wait|sorry|i mean|scratch that|on second thoughts?|respectively|in the event|only when|should (?:there|it|they|he|she|anyone|the \w+) (?:be|have|turn|come|get))\b|,\s*(?:no|or|actually)\s*,|,\s*no\s+(?:make|to|the)\b/i

/** A question asks for no state. */
const asking =
  /^\s*(?:is|are|does|did|was|were|which|what|who|where|why|how|shall we|should (?:i|we)|do (?:i|we|they))\b/i

const cuts = new RegExp(
  [
    String.raw`,\s+`,
    String.raw`(?<!\b(?:nobody|nothing|none|no one|anyone|anything|anybody|all|everything|everyone))\s+(?=but\b)`,
    String.raw`\s+(?=(?:yet(?=\s+\p{L})|though|although|whereas|while|whilst|because|so that|which|whose|whom|without|in which|on which|to which|where|when|once|who)\b)`,
    String.raw`(?<!\b(?:pay|deal|work|share|agree|start|begin|go|meet|talk|do|stay|be|along|together|happy|comply|sign|shop|spend|sharing|paying|working))\s+(?=with\b)`,
    String.raw`(?<!\b(?:it|sure|certain|ensure|so|now|see|insist|mind|say|says|said|note|check|confirm|know|is))\s+(?=that\s+(?:is|are|has|have|can|may|must|will|should|isn|costs?|runs?|goes|comes?|includes?|contains?|stays?|shows?|lies|takes?|gets?|needs?|allows?|somebody|someone|the \p{L}+(?: \p{L}+)? (?:can|may|must|has|have|is|are)|everyone|everybody|anyone|anybody|nobody|we|you|they|he|she|only|doesn|\p{Ll}+[^s]s)\b)`,
    String.raw`(?<!\b(?:keep|keeps|keeping|stop|start|continues?|on|by|of|for|from|while|without|it|not|them|to|be|is|are|being|have|has|get|hand|never|avoid|refrain))\s+(?=(?:made|printed|baked|written|built|held|filled|topped|served|cooked|prepared|containing|including|featuring|showing|using|covered|compressed|tied|located|situated|lying|taking place|taking|costing|going|running|composed|consisting|starring|full of|free of|far from|based on)\b)`,
    String.raw`\s+(?=(?:at the same time|right next to|next to|right above|directly above|by \p{L}+ing|under (?:my|his|her|their|our|your))\b)`,
    String.raw`\s+and\s+`,
    String.raw`\s+so\s+(?=\p{L}+\s)`,
  ].join('|'),
  'giu',
)

interface Piece {
  readonly text: string
  readonly isAside: boolean
}

function piecesOf(sentence: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  let isAside = false
  for (const cut of sentence.matchAll(cuts)) {
    const rest = sentence.slice(cut.index + cut[0].length)
    if (/^\s+and\s+$/i.test(cut[0]) && !opensClause(rest)) continue
    pieces.push({ text: sentence.slice(from, cut.index), isAside })
    isAside = cut[0].startsWith(',')
    from = cut.index + (/^\s+so\s/i.test(cut[0]) ? 0 : cut[0].length)
  }
  pieces.push({ text: sentence.slice(from), isAside })
  return pieces.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

const clauseOpeners =
  /^(?:it|they|he|she|this|that|these|those|i|we|you|keep|leave|let|make|have|see|ensure|do|don|dont|never|no|nothing|nobody|none|still|at|also|all|everyone|everybody|anyone|every|its|their|with|without|in the end|afterwards|be|please|yet|then|only|under|on no|the|his|her|my|our|take|get|turn|switch|put|set|give)\b/i

/** “and keep it”, “and the lamp must …”; “black and white” and “Tom and Mia” are left whole. */
function opensClause(rest: string): boolean {
  const [first = ''] = /^[\p{L}’']+/u.exec(rest) ?? []
  return (
    clauseOpeners.test(rest) ||
    (/^\p{Ll}/u.test(first) && isActionVerb(first.toLowerCase())) ||
    modal.test(rest.slice(0, 40))
  )
}

const bound =
  /^\s*(?:which|whose|whom|who|where|in which|on which|to which|with|without|that (?!(?:very|same)\b)\p{Ll}+|made|printed|baked|written|built|held|filled|topped|served|cooked|prepared|containing|including|featuring|showing|using|covered|compressed|tied|located|situated|lying|taking|costing|going|running|being|having|composed|consisting|starring|full of|free of|far from|next to|right next to|right above|directly above|based on|namely|by|via|through|in|under|from|for|on|at|leaving|keeping|making|letting|so that)\b/iu

/** “on the way back a stop is fine”: a clause of its own behind what opens like a mere place. */
const placed = /^\s*(?:by|via|through|in|under|from|for|on|at)\b(?! (?:which|whom)\b)/i
const states = /\b(?:is|are|must|has to|have to|should|may|can|will|needs? to|stays?|remains?)\b/i

const notBound =
  /^\s*(?:on no|under no|in no|at no|in the end|in future|for good measure|at the same time|by the way|in addition)\b/i

function binds(piece: string): boolean {
  const bare = piece.replace(/^\s*(?:but|and|yet|while|whilst|just|all|even|only)\s+/i, '')
  if (placed.test(bare) && states.test(bare)) return false
  return (bound.test(bare) && !notBound.test(bare)) || /^\s*(?:while|whilst)\s+\p{L}+ing\b/iu.test(piece)
}

const joint =
  /^\s*(?:(?:and|but|yet|though|although|whereas|while|whilst|then|also|so|at the same time|just|by the way|whatever you do|in the end|afterwards|after that|please|kindly|still|simultaneously|in addition|however|for all that|as well|even so|mind you|could you|can you|would you)\b[\s,:]*)+/i
const leadIn =
  /^(?:(?:make (?:very |quite |absolutely )?(?:sure|certain)|ensure|see to it|see|take care|be (?:sure|certain)|mind|i insist|it is (?:important|vital|essential)|it['’]s (?:important|vital|essential)|i want it so|note|remember|bear in mind|keep in mind)\s+(?:that\s+|to\s+)?)/i
const opensNew = /^\s*(?:so|therefore|and|please|thus|hence)\b/i
const reason = /^\s*(?:because|since|as (?:i|we|he|she|they|it|the)\b|for (?:i|we|he|she|they)\b)\b/i
/** When it is to be so, or a question. */
const circumstance = /^\s*(?:when|once|as soon as|how|what|why)\b/i
const modal =
  /\b(?:must|has to|have to|needs? to|ought to|should|shall|may|cannot|can(?:['’]t| not)|(?:is|are|am|was)(?:n['’]t| not| never| by no means)? (?:to|allowed|permitted|supposed|forbidden|prohibited|not to|meant)|forbidden|prohibited|mustn['’]?t|shouldn['’]?t|i (?:want|need|would like|wish|insist|forbid|demand|expect)|i['’]d like|we (?:want|need|would like|insist|forbid)|stays?|remains?|keeps|will (?:stay|remain|be)|can|being|(?:is|are) out of the question)\b/i
const finite =
  /\b(?:is|are|am|was|were|isn|aren|wasn|weren|has|have|had|hasn|haven|does|do|did|doesn|didn|don|won|goes|went|said|says|told|wants|thinks|likes|looks|gets|got|came|comes|took|takes|made|makes|died|lost|left|forgot|asked|wrote|owes?|works?|worked|runs?|ran|[ \p{L}]{3,}ed)\b|['’](?:s|m|re|ve)\b/iu
const past =
  /\b(?:was|were|wasn|weren|used to|until now|till now|up to now|so far|currently|at present|no longer|any ?more|formerly|previously|had been|has been|have been|last (?:week|month|year|night|time)|yesterday|by (?:mistake|accident)|accidentally|said|says|thinks?|claims?|wrote|complained|told|heard|wished|wondered|mentioned|ago|already|took|anyway)\b/i
/** “exactly as it was”, “than it was”. */
const asItWas =
  /\b(?:as|than|like|how|what|where) (?:it|they|he|she) (?:was|were)\b|\banybody (?:was|were)\b/gi
const firstPersonLack =
  /\b(?:i|we|he|she|they|you)(?:['’]ll| will| would(?! like)| could| might| can| may)\b|\b(?:i|we|he|she|they|you|my \w+|our \w+|his \w+|her \w+)\s+(?:just\s+|really\s+)?(?:can['’]?t|cannot|can not|won['’]?t|don['’]?t|doesn['’]?t|didn['’]?t|couldn['’]?t|isn['’]?t|aren['’]?t|wasn['’]?t)\s+(?!want\b)/i

/** A statement of how things are: it has a verb of its own, and nothing that asks or rules. */
function tells(said: string): boolean {
  if (firstPersonLack.test(said) || past.test(said.replace(asItWas, ' '))) return true
  return !modal.test(said) && !/^with\b/i.test(said) && finite.test(said)
}

const courtesy =
  /^(?:please|kindly|now|just|then|also|quickly|first|go|never|do|not|always|simply|only|dont)$/
const orders = new Set(
  `let have make keep leave put take turn switch set get give bring mute pin hire check uncheck tick untick untag tag freeze thaw play water wire pick roll pull push
  drop fire freeze route rent lease mark bump block unblock accept deny wrap wash prune mow trim paint hang post price rate dim light lift fill empty dry wet heat cool warm clean
  rank sign stamp staple glue fold cover buy sell lend borrow choose use hold wear serve order cook bake grill fry boil plan enable disable`.split(
    /\s+/,
  ),
)

function opensWithOrder(tokens: readonly Token[]): boolean {
  const first = tokens.find(({ lower }) => !courtesy.test(lower))
  const next = first === undefined ? undefined : tokens[tokens.indexOf(first) + 1]
  if (first === undefined || next === undefined) return false
  if (/^(?:must|has|have|may|can|should|is|are|stays?|remains?|shall|needs?|will)$/.test(next.lower))
    return false
  if (orders.has(first.lower) || isActionVerb(first.lower)) return true
  const isOrdinary =
    isFunctionWord(first.lower) || /ly$/.test(first.lower) || !/^\p{L}?\p{Ll}+$/u.test(first.text)
  return !isOrdinary && determiner.test(next.lower) && (kindOfWord(first.stem)?.verb ?? 0) >= 1
}

const determiner =
  /^(?:the|an?|this|that|these|those|my|our|your|his|her|their|its|it|them|him|me|us|all|every|each|both|everyone|everybody|nobody|no)$/

function tokensOf(text: string): readonly Token[] {
  const plain = text
    .replace(pseudoDenials, ' ')
    .replace(/\bcan['’]t\b/gi, 'can not')
    .replace(/\bwon['’]t\b/gi, 'will not')
    .replace(/n['’]t\b/gi, ' not')
    .replace(/\b(?:dont|don t)\b/gi, 'do not')
    .replace(/['’](?:s|re|m|ve|ll|d)\b/gi, ' ')
    .replace(/\bno one\b/gi, 'nobody')
    .replace(/(?<!\S)\p{L}*\S*[/_@\\]\S*/gu, code => `X${code.replace(/[^\p{L}\p{N}]/gu, '')}`)
  return readWords(plain)
    .slice(0, MOST_WORDS)
    .map(({ text: word, lower, stem }) => ({
      text: word,
      lower,
      stem: doer.test(lower) ? lower.replace(/s$/, '') : stem,
    }))
}

/** “editors” edit: the people are not the act. */
const doer = /(?:it|ct|at)ors?$/

/** A clause says what it wants in its first words; an endless one must not cost the square of its length. */
const MOST_WORDS = 60

/** Words with a “no” in them that deny nothing. */
const pseudoDenials =
  /\b(?:not only|not just|no (?:later|earlier|sooner|more|less|fewer|other) than|no matter|nothing but|nobody but|no one but|no (?:doubt|problem|worries)|(?:do not|don['’]?t) (?:forget|hesitate|fail)|without (?:fail|delay|exception|hesitation|further ado)|not least|if not)\b/gi
