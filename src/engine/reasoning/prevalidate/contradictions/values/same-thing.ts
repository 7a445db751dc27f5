import {
  actionVerbBase,
  isActionVerb,
  isFunctionWord,
  kindOfWord,
  plainVerbOf,
  readWords,
  relatedNounStems,
  relatedVerbStems,
  remember,
  stemWord,
  type Word,
} from '../../../language/language.ts'

/** What a text speaks of: the stems of its things, and whether it points back at something said before. */
interface Topic {
  readonly things: readonly string[]
  readonly acts: readonly string[]
  readonly plurals: ReadonlySet<string>
  readonly points: boolean
}

const pointed =
  /\b(?:that|this|these|those|(?:the|that|this) (?:very )?same|the said|such|its|it|of (?:his|hers|theirs|ours|mine|yours))\s+(?:very\s+|same\s+|new\s+|one\s+)*(?!must|may|has|have|is|are|can|cannot|should|needs|will|was|he|she|they|it|you|we|i|costs?|has|never|not|be|stays?|takes?|runs?|starts?|ends?)\p{L}+(?!['’]s)/giu
const asides =
  /^(?:but |and |though |although |since )?(?:(?:the|my|our|his|her|their) )?\p{L}+ (?:wants?|insists?(?: on| that)?|requires?(?: that)?|demands?(?: that)?|expects?|allows?|permits?|accepts?|prefers?|approves?|agrees?(?: to)?)\b|^(?:but |and |though |although )?(?:under|by|according to|as per|per|given|due to|following) (?:(?:the|our|my|his|her|its|their|this) )?\p{L}+\b|(?<=^(?:although |though |but |and |while )?)\p{L}+ (?:must|should|need to|needs to|have to|has to) (?:be (?:given|able|allowed)|have|get)\b|\b(?:without\s+\p{L}+ing(?: or \p{L}+ing)?|(?:when|once|after)\s+(?:you|it|they|everything)\b.*$|in the end|at the end|(?:for|under|in|on|at|by|to) (?:any|no|whatever|all|every) \p{L}+|no exceptions?|at all times?|(?:\p{L}+|more|less) than|or \p{L}+er|past|as (?:always|usual|ever|agreed|planned|promised)|of (?:his|hers|theirs|ours|mine|yours)|in (?:total|all|sum)|of (?:course|any kind|any sort)|\p{L}{3,}ly)\b/giu
const modals =
  /\b(?:must|has to|have to|having to|needs? to|should|shall|ought to|may|can|cannot|could|will|(?:is|are) to|to|not|never|don['’]?t)\s+(?:not |never |only |always |be |have |get |also |still )*(?<verb>\p{L}+)/giu
const pronouns =
  /\b(?:it|its|they|them|their|there|that|this|these|those|he|she|him|her|his|hers|itself|same|such|therefore|nothing|nobody|none)\b/i

const fillers = new Set(
  `must stay remain keep leave go get run rise drop fall climb come cost read show say hold begin start end last take place happen set put make let have has
  exceed goe doe sit stand hang contain amount be reach long wide high deep tall heavy total altogether exactly precisely field value amount
  setting version number price account time point circumstance case one single same finish finished done latest earliest unit piece item
  supposed enter choose most least moment never more less fewer higher lower smaller bigger between above below over under afford anything
  nothing nobody though any just today maximum minimum forbidden always appear serve out still date day deadline due limit cap ceiling length size
  count sum figure result whole entire full overall real actual final new said mentioned stated given certain duration span period term width height
  weight cost fee bill payment rule policy stipulation requirement condition insist demand require sure certain care know note mind understand
  remember however yet but plus also only sharp tops exception allow permit suppose mean capped limit restrict accept contain fit sell land fall lie
  belong mean right here matter course way sort kind range level mark line bound rest thing stuff order entry schedule booking plan event slot appointment
  afternoon morning evening night noon hour minute week month year weekday weekend half early late soon later sooner earlier later end beginning start whichever please earlier people person guest participant hr boss else anyway instead year home online live public though whatever without whatsoever days valid active available past via effective
  january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun beyond although till next everyone everybody able arrive reach stipulate agree accordingly thereby hence still nonetheless nevertheless purchase booking reservation trip stay transaction payment delivery shipment session visit job task run article expense outlay
  spending money cash document record deal listing answer output outcome attendance headcount turnout crowd capacity space
  monthly daily weekly annual yearly absolute legal legally official officially contractual internal law contract agreement company firm
  system management manager upper lower strict strictly hard firm clear plain simply always ever single solely
  consist resolution willing meant smallest largest biggest shortest fewest greatest allowed rating score grade reach hit once within outside max min percent euro euros dollar dollars pound pounds cent penny possible cover spend go hour hours minutes week weeks month months year years night nights working days weekdays weekends morning mornings`
    .split(/\s+/)
    .map(stemWord),
)

const readTopic: (text: string) => Topic = remember(text => {
  const verbs = new Set([...text.matchAll(modals)].map(({ groups }) => (groups?.verb ?? '').toLowerCase()))
  const bare = text
    .replace(/[¤]+/g, ' ')
    .replace(pointed, ' ')
    .replace(asides, ' ')
    .replace(/\bca(?=n['’]t\b)/gi, '')
    .replace(/\bwo(?=n['’]t\b)/gi, '')
    .replace(/n['’]t\b/gi, ' not')
  const words = readWords(bare).filter(({ lower, stem }) => !isGrammar(lower, stem))
  const isAct = ({ lower, text: said, stem, start }: Word): boolean => {
    if (verbs.has(lower)) return true
    const before =
      /(?<word>[\p{L}'’]+)\s+$/u.exec(bare.slice(Math.max(0, start - 20), start))?.groups?.word ?? ''
    return !/^\p{Lu}/u.test(said) && isVerbal(lower, stem) && !determiners.has(before.toLowerCase())
  }
  const plainStem = ({ stem, lower }: Word): string =>
    lower.endsWith("'s") ? stemWord(lower.slice(0, -2)) : stem
  return {
    things: words.filter(word => !isAct(word)).map(plainStem),
    acts: words.filter(isAct).map(plainStem),
    plurals: new Set(words.filter(({ lower }) => /[^s]s$/.test(lower)).map(plainStem)),
    points: pronouns.test(text),
  }
})

function isGrammar(lower: string, stem: string): boolean {
  return (
    /\d/.test(lower) ||
    isFunctionWord(lower) ||
    fillers.has(stem) ||
    lower.length < 2 ||
    fillers.has(stemWord(lower.replace(/'s$/, '')))
  )
}

const determiners = new Set(
  'the a an my our your his her their its this that of no any every each new for'.split(' '),
)

function isVerbal(lower: string, stem: string): boolean {
  if (/(?:ed|ing)$/.test(lower) || isActionVerb(lower) || isActionVerb(stem)) return true
  const kind = kindOfWord(stem)
  return kind !== undefined && kind.verb >= 2 && kind.thing < 2
}

/** Whether a later text speaks of nothing that the earlier one does not speak of. */
export function saysNothingNew(later: string, earlier: string): boolean {
  const known = stemsOf(earlier)
  const { things, plurals } = readTopic(later)
  return things.every(stem => isKnown(stem, known, plurals.has(stem)))
}

/** Whether a later text names no act that the earlier one does not name. */
export function doesNothingNew(later: string, earlier: string): boolean {
  const known = stemsOf(earlier)
  return readTopic(later).acts.every(stem => known.has(stem) || [...known].some(word => isNounOf(stem, word)))
}

/** Whether both texts name the same thing by a word of theirs. */
export function namesSame(later: string, earlier: string): boolean {
  const known = stemsOf(earlier)
  return readTopic(later).things.some(stem => isKnown(stem, known))
}

/** Whether both texts say the same telling word, be it only pointed at (“that fine”). */
export function sharesWord(later: string, earlier: string): boolean {
  const known = stemsOf(earlier)
  return readWords(later).some(({ lower, stem }) => !isGrammar(lower, stem) && isKnown(stem, known))
}

/** “the print budget” beside “the ad budget”: the same kind of thing, told apart by the word before it. */
export function isOtherOfKind(later: string, earlier: string): boolean {
  const known = stemsOf(earlier)
  const words = readWords(later)
  return words.some(({ stem, lower }, at) => {
    const before = words[at - 1]
    if (before === undefined || isGrammar(lower, stem) || !known.has(stem)) return false
    const isTelling = !isGrammar(before.lower, before.stem) && !/(?:ed|ing|ly)$/.test(before.lower)
    const head = words[at - 2]?.lower ?? ''
    return isTelling && determiners.has(head) && !isKnown(before.stem, known)
  })
}

/** Whether two texts name the same thing, or the later only points back. */
export function sharesThing(later: string, earlier: string): boolean {
  const known = stemsOf(earlier)
  const topic = readTopic(later)
  return topic.things.some(stem => isKnown(stem, known)) || topic.points
}

/** Whether a text names nothing itself. */
export function namesNothing(text: string): boolean {
  return readTopic(text).things.length === 0
}

const stemsOf: (text: string) => ReadonlySet<string> = remember(text => {
  const stems = new Set<string>()
  for (const { stem, lower, end } of readWords(text)) {
    stems.add(lower.endsWith("'s") ? stemWord(lower.slice(0, -2)) : stem)
    const base = actionVerbBase(lower)
    const plain = base === undefined ? undefined : plainVerbOf(base, text.slice(end, end + 60))
    if (plain !== undefined) stems.add(stemWord(plain))
  }
  return stems
})

function isKnown(stem: string, known: ReadonlySet<string>, isPlural = false): boolean {
  if (known.has(stem)) return true
  if ([...relatedNounStems(stem)].some(related => known.has(related))) return true
  if (!isPlural && [...relatedVerbStems(stem)].some(related => known.has(related))) return true
  for (const word of known) if (isNounOf(word, stem) || isNounOf(stem, word)) return true
  return false
}

/** “payment” of “pay”, “reservation” of “reserve”, “rating” of “rate”. */
function isNounOf(act: string, stem: string): boolean {
  const root = act.endsWith('e') ? act.slice(0, -1) : act
  return (
    root.length >= 3 &&
    stem.length > root.length &&
    stem.startsWith(root) &&
    /^(?:e?ment|ation|tion|ion|al|i|y|er|ing|s|ance|ure|ry|ery|vation|iption|up|off|out|in)$/.test(
      stem.slice(root.length),
    )
  )
}
