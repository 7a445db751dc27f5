import { isActionVerb, remember } from '../../../language/language.ts'

/** A piece of a goal that says one thing: a demand, a rule on it, or something told beside. */
export interface Part {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly sentence: number
  /** Says how something has to be: “must”, “cannot”, “make sure”, “is to”, “keep”. */
  readonly obliges: boolean
  readonly denies: boolean
  /** Told, asked, conditional, past or a reason: nothing in it is demanded. */
  readonly isAside: boolean
  /** Opens with a verb of asking: “set …”, “please book …”. */
  readonly isCommand: boolean
}

const sentenceEnds =
  /(?<!\b(?:Mr|Mrs|Ms|Dr|St|Jr|Prof|approx|no|max|min|a\.m|p\.m|e\.g|i\.e))\.(?=\s|$)|[!?;]+(?=\s|$)|\n+/g
const partCuts = new RegExp(
  [
    String.raw`,\s+`,
    String.raw`:\s+(?!\d)`,
    String.raw`\s+[-–—]+\s+`,
    String.raw`\s+(?=(?:but|yet|though|although|while|whilst|whereas)\s)`,
    String.raw`\s+(?=and\s+(?:also |still |yet |then |please )?(?:it|they|that|this|these|those|there|he|she|the|its|their|his|her|my|our|your|you|i|we|keep|keeping|make|have|leave|leaving|let|be|not|never|no|nothing|nobody|none|do|don['’]?t|must|may|can|cannot|should|see|ensure|set|put|add|mind|remember|note|bear|at least|at most|by|for|in)\b)`,
    String.raw`\s+(?=(?:with|without)\s)`,
    String.raw`\s+(?=by\s+\p{L}+ing\b)`,
    String.raw`\s+(?=(?:so that|making sure|ensuring|as long as|provided|given that|on condition|on the understanding|because|which|whose|where|of which)\b)`,
    String.raw`\s+(?=that\s+(?:must|has|have|may|can|cannot|should|is|are|will|contains?|costs?|runs?|lasts?|starts?|begins?|ends?|stays?|takes?|holds?|also)\b)`,
  ].join('|'),
  'giu',
)

const obliging =
  /\b(?:must|has to|have to|having to|needs? to|should|shall|ought to|may|can|cannot|could|will|won['’]t|(?:is|are|being|be|['’]s)(?: not| never| only)? (?:to|allowed|permitted|supposed|meant|required|obliged|forbidden|prohibited|capped|limited|restricted)|allowed|makes? (?:very |quite )?(?:sure|certain)|making (?:very |quite )?(?:sure|certain)|ensur(?:e|ing)|see(?:ing)? to it|take care|be (?:sure|certain)|as long as|provided|on condition|stipulation|requirement|requires?|insists?|demands?|keep(?:s|ing)?|leav(?:e|ing)|hold|stays?|remains?|only|let|have (?:it|them|this|that|him|her)|being|never|no|not|nothing|nobody|none|want|policy|rule|limit|cap|without|afford)\b|n['’]t\b|^(?:and |but )?with\b/i
const denial =
  /\b(?:no|not|never|cannot|nothing|nobody|no one|none|neither|nor|without|avoid(?:ing)?|forbid(?:s|den)?|prohibit(?:s|ed)?|refrain(?:ing)?|refuse|hardly|out of the question|too (?:much|many|late|early|long|high|low|far))\b|n['’]t\b/i
const asides =
  /\b(?:was|were|had|took|gave|came|went|wrote|flew|drove|(?<!\b(?:be|been|get|is|are|being|have|has|to|not)\s)held|said\b.*\b(?:could|would)|(?:has|have) been|used to|last (?:year|week|month|time|summer|winter|spring|autumn|night|mon|tue|wed|thu|fri|sat|sun)\w*|yesterday|ago|previous(?:ly)?|formerly|already|so far|up to now|until now|till now|currently|at present|right now it|at the moment|would (?:have|need|cost|be too)|claims?|wonder\w*|whether|thinks?|probably|maybe|perhaps|e\.g|for example|such as)\b|^(?:and |but )?(?:because|since|as(?! (?:a|an|its|the|long|soon|of|from)\b)|due to|after all)\b/i
const conditions =
  /\b(?:if|unless|otherwise|or else|in case|whenever|as soon as|(?<!at )once(?! (?:you|it|they|everything|done|finished))|should (?:it|they|he|she) be|else|either|whichever|depending|when(?! (?:you(?:['’]re| are| finish| have)|it (?:starts|begins|ends)|done|finished|that|nobody|in fact)))\b/i
const commands =
  /^(?:(?:and|but|so|then|also|please|kindly|just|now|hey|hi|ok|okay|could you|can you|would you|i want you to|i(?:['’]d| would) like (?:you )?to|i want|i(?:['’]d| would) like|i need|we need|you(?:['’]d| had) better|let['’]?s|let us|go ahead and)\b[\s,]*)*(?!(?:the|a|an|my|our|your|his|her|its|their|this|that|these|those|it|they|he|she|there|no|nothing|nobody|none|all|every|each|any|we|i|you|in|on|at|by|for|of|with|without|from|to|under|over|which|who|whose|where|when|must|may|has|is|are)\b)\p{L}+/iu

/** “Deadline is 2 May”, “visits are possible” */
const statements =
  /^(?:(?:and|but|so)\s+)?\p{L}+\s+(?:is|are|must|has|may|can|cannot|should|needs|will|costs|takes|starts|ends|runs|lasts|stays|insists|requires)\b/iu

/** A goal without runs of blanks, in which offsets may be compared. */
export function squeeze(goal: string): string {
  return goal.replace(/\s{2,}/g, run => (run.includes('\n') ? '\n' : ' '))
}

/** A question that asks for a deed: “Could you refund 120?” */
const polite = /\b(?:can|could|would|will)\s+(?:you|we)\b|\bplease\b/i

/** The parts of a goal in order. */
export const splitParts: (goal: string) => readonly Part[] = remember(goal => {
  const parts: Part[] = []
  let from = 0
  let sentence = 0
  const ends = [...goal.matchAll(sentenceEnds)].map(({ index, 0: mark }) => index + mark.length)
  for (const end of [...ends, goal.length]) {
    pushSentence(parts, { goal, from, end, sentence })
    from = end
    sentence += 1
  }
  return parts
})

interface Stretch {
  readonly goal: string
  readonly from: number
  readonly end: number
  readonly sentence: number
}

function pushSentence(parts: Part[], { goal, from, end, sentence }: Stretch): void {
  const text = goal.slice(from, end)
  if (text.trim() === '') return
  const isConditional = conditions.test(text) || (/\?\s*$/.test(text) && !polite.test(text))
  const cuts = cutsOf(text)
  const starts = [0, ...cuts.map(({ index, length }) => index + length)]
  for (const [at, start] of starts.entries()) {
    const piece = text.slice(start, cuts[at]?.index ?? text.length)
    if (!/[\p{L}\d¤]/u.test(piece)) continue
    const lead = piece.length - piece.trimStart().length
    parts.push({
      ...readPart(piece.trim(), isConditional),
      sentence,
      start: from + start + lead,
      end: from + start + piece.trimEnd().length,
    })
  }
}

interface Cut {
  readonly index: number
  readonly length: number
}

/** Where a sentence falls into parts: at signs and joining words, and at “and” with a verb behind it. */
function cutsOf(text: string): readonly Cut[] {
  const marks = [...text.matchAll(partCuts)].map(({ index, 0: mark }) => ({ index, length: mark.length }))
  const acts = [...text.matchAll(/\s+(?=and\s+(?:(?:then|also|please)\s+)?(?<word>\p{Ll}+)\b)/gu)]
    .filter(({ groups }) => isActionVerb(groups?.word ?? '') || /^(?:limit|cap)$/.test(groups?.word ?? ''))
    .map(({ index, 0: mark }) => ({ index, length: mark.length }))
  return [...marks, ...acts.filter(({ index }) => !marks.some(mark => mark.index === index))].sort(
    (one, other) => one.index - other.index,
  )
}

function readPart(
  text: string,
  isConditional: boolean,
): Pick<Part, 'text' | 'obliges' | 'denies' | 'isAside' | 'isCommand'> {
  return {
    text,
    obliges: obliging.test(text),
    denies: denial.test(text),
    isAside: isConditional || asides.test(text),
    isCommand: commands.test(text) && !statements.test(text),
  }
}
