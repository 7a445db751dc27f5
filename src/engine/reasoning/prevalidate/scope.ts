import { hideReported } from '../goal/goal.ts'
import {
  contentStems,
  findSpots,
  isFunctionWord,
  kindOfWord,
  plainVerbOf,
  readWords,
  relatedVerbStems,
  stemWord,
} from '../language/language.ts'
import { type Check, type CheckInput, failure } from './check.ts'
import {
  bodilyVerbs,
  dataThings,
  physicalPlaces,
  physicalThings,
  transportVerbs,
  workingVerbs,
} from './physical-words.ts'
import type { ToolProfile } from './tool-profile.ts'

/** Fires on acts of the physical world and on the plainly impossible; a plausible task in unknown words is only marked. */
export const checkScope: Check = input => {
  const impossible = findImpossible(input)
  if (impossible !== undefined) {
    return [outOfScope(`“${impossible}” cannot be done by any tool.`, impossible)]
  }
  const physical = findPhysicalAct(input)
  if (physical !== undefined) {
    return [
      outOfScope(`“${physical}” is an act in the physical world, and no registered tool does it.`, physical),
    ]
  }
  if (!isUnknownVocabulary(input)) return []
  return asksOfFuture.test(input.goal)
    ? [
        outOfScope(
          'No registered tool knows of what is asked, and it is still to come.',
          input.goal.slice(0, 80),
        ),
      ]
    : [
        failure('scope_validation', {
          message: 'No registered tool speaks of anything that the goal names.',
          certain: false,
          answerable: true,
          low: true,
          evidence: [input.goal.slice(0, 80)],
        }),
      ]
}

/** “Who will win the cup?”: what no tool can look up, because nobody knows it. */
const asksOfFuture = /^\W*(?:who|what|which|when|where|how (?:much|many|high))\b[^.?!]*\bwill\b[^.?!]*\?\s*$/i

function outOfScope(message: string, evidence: string): ReturnType<typeof failure> {
  return failure('scope_validation', { message, certain: true, answerable: false, evidence: [evidence] })
}

/** What no tool set makes possible, and (second group) what only a tool set that speaks of it makes possible. */
const neverPossible: readonly RegExp[] = [
  /\b(?:travel|go|send|take|fly|bring)\b[^.?!]{0,30}\b(?:back|forward)s?\s+(?:in|through)\s+time\b|\btime[- ]travel(?:l?ing)?\b|\btime machine\b/i,
  /\b(?:turn|wind|roll)\s+back\s+(?:the\s+)?(?:time|clock to yesterday|years)\b/i,
  /\bmake\s+(?:it|sure)\b.{0,25}\b(?:never|did ?n[o']t)\s+happen(?:ed)?\b|\bundo the past\b|\bnot (?:to )?have happened\b|\bun-?happen\b|\bnever (?:to )?have (?:happened|existed)\b|\bso that it never (?:was|happened)\b|\bchange (?:the past|history)\b/i,
  /\b(?:winning|next (?:week|draw|saturday|friday|weekend|month)'?s?)\s+lotter?y\s+numbers?\b|\blotter?y numbers? (?:for|of) (?:next|the next|tomorrow)\b|\bwin the lottery\b/i,
  /\bread\s+(?:(?:his|her|my|our|their|everyone's|people's|\w+'s)\s+)minds?\b|\bread\s+the\s+minds?\s+of\b|\bwhat\s+(?:(?!about)[\w']+\s+){1,5}?(?:secretly\s+|really\s+)?(?:thinking|dreaming)\b(?!\s+(?:of|about)\s+\w+ing)/i,
  /\bfaster than (?:the speed of )?light\b|\bperpetual motion\b|\b(?:defy|turn off|switch off|stop|reverse) gravity\b|\bteleport\w*\b/i,
  /\b(?:make|let|have)\s+it\s+(?:rain|snow|stop raining|be sunny|sunny|stop snowing)\b|\b(?:stop|prevent|end)\s+the\s+(?:rain|storm|sun|earthquake|winter|night|snow|wind)\b(?!\s+(?:alert|alarm|sound|effect|service|mode))/i,
  /\b(?:change|control|improve)\s+(?:the|tomorrow's|today's)\s+weather\b(?!\s+(?:widget|app|settings|unit|location|card|icon|forecast|display))/i,
  /\b(?:bring|raise)\b[^.?!]{0,30}\b(?:back to life|from the dead)\b|\bresurrect\b|\bimmortal(?:ity)?\b|\blive forever\b/i,
  /\bmake\b[^.?!]{0,25}\bfall in love\b|\bworld peace\b|\bend (?:all )?(?:wars?|poverty|world hunger|hunger)\b/i,
  /\bturn\s+(?:lead|iron|water|stone)\s+into\s+(?:gold|wine|bread)\b|\bbecome invisible\b|\bmake\s+(?:me|us|him|her|myself)\s+(?:invisible|younger|taller|immortal|a millionaire)\b/i,
  /\b(?:take|bring|send|get|fly)\s+(?:me|us|him|her|them|everyone)\s+back\s+to\s+(?:the\s+)?(?:1\d{3}|20[01]\d|past|middle ages|\d0s|stone age|beginning of time)\b/i,
  /\b(?:send|take|bring|get|put)\b[^.?!]{1,40}\bback to\s+(?:last\s+(?:mon|tues|wednes|thurs|fri|satur|sun)day|last (?:week|month|year)|yesterday)\b/i,
  /\bmake\s+(?:the|tomorrow's)\s+(?:sun|moon|rain|snow|wind|clouds|stars?|sky|storm|tide)\b/i,
  /\bdivide\b[^.?!]{0,20}\bby zero\b|\blast digit of (?:pi|π)\b|\b(?:largest|biggest|highest|last) prime(?: number)?\b(?!\s+(?:below|under|less|smaller|up to|that|in|of|factor|between|within|before))|\bcount to infinity\b|\bsquare(?:d)? circle\b/i,
  /\bprove\b[^.?!]{0,15}\b(?:1\s*=\s*2|one equals two|0\s*=\s*1|2\s*\+\s*2\s*=\s*5)\b/i,
  /\b(?:delete|erase|shut down|switch off|turn off|download)\s+the\s+(?:entire\s+|whole\s+)?internet\b/i,
  /\b(?:schedule|book|reserve|lend|meet|remind)\b[^.?!]{0,60}\b(?:for|until|till|on|by)\s+(?:yesterday|last (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|month|year))\b/i,
  /\b(?:reminder|alarm|timer|meeting|appointment|viewing|rehearsal|interview|pickup|reservation|booking|wake-up call)\b[^.?!]{0,40}\b(?:for|on|at)\s+(?:yesterday|last (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|month|year))\b/i,
  /\b(?:yesterday|last (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday))\s+at the latest\b|\b(?:no later than|before) yesterday\b/i,
  /\b(?:in|using|with) (?:zero|0|no|negative) (?:seconds?|time)\b(?! limit)|\byesterday's tomorrow\b/i,
  /\bguarantee\b[^.?!]{0,40}\b(?:will|never|always|win|profit|success|love|rain)\b|\bmake sure (?:that )?(?:nobody|no one|everyone) (?:in the world|on earth)\b/i,
]
/** Verbs that carry a text: what follows them may be a title or a message. */
const carriesText =
  /\b(?:play|post|publish|file|name|call|title|label|add|write|translate|rename|say|says|called|named|titled|about|by|issue|create|print|reply|remind|alarm|event|note|task|song|book|film|movie)\b/i
const rarelyPossible: readonly { readonly pattern: RegExp; readonly needs: readonly string[] }[] = [
  {
    pattern:
      /\b(?:drive|ride|park|refuel|tow)\s+(?:the|my|our|this)\s+(?:\w+\s+)?(?:van|car|truck|bus|bike|lorry|motorbike|tractor)\b/i,
    needs: ['drive', 'vehicl', 'park', 'fleet'],
  },
  { pattern: /\b(?:bring|hand|give|pay|carry|take)\b[^.?!]{1,40}\bin cash\b/i, needs: ['cash'] },
  {
    pattern:
      /\b(?:fill|cover|coat|seal|patch|fix|repair)\b[^.?!]{1,50}\bwith (?:asphalt|concrete|cement|sand|gravel|soil|plaster|glue|foam|wood|tar|duct tape)\b/i,
    needs: ['asphalt', 'concret', 'construct'],
  },
  {
    pattern:
      /\b(?:repair|fix|mend|swap|replace|change|exchange)\s+(?:out\s+)?(?:the|my|our|that)\s+(?:broken|damaged|cracked|torn|leaking|leaky|squeaky|rusty|dented|clogged|failed|faulty|defective|worn|dead|burnt)\s+(?!node|server|instance|job|pod|volume|key|certificate|host|task|run|order|payment|booking|item|part|link|build|test|page|image|pipeline|layout|import|formula|file|code|query|url|record|reference|script|table|symlink)/i,
    needs: ['repair', 'mend', 'mainten', 'fix'],
  },
  {
    pattern:
      /\b(?:apologi[sz]e|deliver|hand|give|visit|go|sign|tell|collect|inspect|drive|carry|fetch|check|thank|greet)\b[^.?!]{0,60}\b(?:in person|by hand|face[- ]to[- ]face|yourself|on foot)\b/i,
    needs: ['courier', 'drive', 'handov'],
  },
  {
    pattern:
      /\b(?:hang|put|place|stick|pin|glue|tape|mount|lay|leave)\b[^.?!]{1,50}\b(?:over|above|on|onto|under|beside|against|next to)\s+(?:the|my|our)\s+(?:sofa|couch|desk|kitchen table|wall|fridge|mantelpiece|fireplace|bed|floor|door|noticeboard|doormat|counter|window ?sill|shelf|nightstand)\b/i,
    needs: ['hang', 'mount', 'wall', 'shelf', 'floor', 'desk'],
  },
  {
    pattern: /\b(?:clean|wash|wipe|polish)\s+(?:all\s+)?(?:the|my|our)\s+(?:\w+\s+){0,2}windows?\b/i,
    needs: ['window', 'browser', 'desktop'],
  },
  {
    pattern:
      /\b(?:un)?plug\b[^.?!]{1,40}\b(?:in|into|out|from)\b[^.?!]{0,20}\b(?:sockets?|outlets?|wall|port|charger)\b/i,
    needs: ['plug', 'socket', 'outlet'],
  },
  {
    pattern: /\b(?:launch|fire|fly)\b[^.?!]{0,25}\b(?:rocket|missile|satellite|spaceship|space shuttle)\b/i,
    needs: ['rocket', 'missile', 'satellit', 'launch', 'spacecraft'],
  },
  {
    pattern:
      /\b(?:fly|send|take|land|go|drive|travel|book|build|put)\b[^.?!]{0,40}\b(?:to|on|around)\s+(?:the\s+)?(?:moon|mars|jupiter|venus|saturn|sun)\b/i,
    needs: ['moon', 'mars', 'space', 'orbit', 'planet', 'rocket'],
  },
  {
    pattern:
      /\b(?:shake hands|high[- ]five|(?:give|send)\s+[^.?!]{1,30}?\s+a\s+(?:real\s+|big\s+|warm\s+)?(?:hug|kiss|massage|ride|lift|high five|pat))\b/i,
    needs: ['hug', 'ride', 'massag'],
  },
  {
    pattern:
      /\b(?:pick up|collect|fetch|drop off|drive|walk|babysit|look after)\s+(?:my|our|the|his|her|their)\s+(?:kids?|children|child|son|daughter|dogs?|cat|mother|father|parents|grand\w+|dry[- ]cleaning|laundry|groceries|suit)\b/i,
    needs: ['errand', 'taxi', 'ride', 'pickup', 'pick', 'deliv'],
  },
  {
    pattern:
      /\b(?:make|brew|fetch|get|bring|pour|cook|serve)\s+(?:[^.?!,]{1,40}?\s)?(?:a|an|some|another|the|two|three)?\s*(?:(?:cup|pot|glass|mug|plate|bowl|round|slice) of\s+)?(?:hot |cold |iced |fresh |strong |black )?(?:coffee|tea|espresso|sandwich|dinner|lunch|breakfast|beer|pizza|soup|pancakes?|cocoa|lemonade|toast)\b(?!\s+(?:order|reservation|recipe|menu|table|meeting|invitation|list|date|appointment|booking))/i,
    needs: [
      'coffe',
      'tea',
      'espresso',
      'food',
      'meal',
      'brew',
      'recip',
      'menu',
      'deliveri',
      'restaur',
      'cook',
      'dish',
      'pizza',
      'drink',
      'kitchen',
    ],
  },
  {
    pattern:
      /\b(?:come|drive|walk|go|run|cycle|fly|take)\s+(?:(?:me|us|him|her|them|over)\s+)?(?:to|down to|into|up to|across to)\s+(?:(?:the|my|our|his|her)\s+)(?:house|office|shop|store|supermarket|bakery|station|airport|kitchen|door|post office|bank|school|gym|park|pub|reception|front desk|warehouse|cellar|basement)\b/i,
    needs: ['robot', 'drive', 'navig', 'taxi', 'rout', 'trip'],
  },
  {
    pattern:
      /\b(?:sign|stamp|staple|laminate|shred|photocopy)\b[^.?!]{0,40}\b(?:in ink|by hand|in person|with a pen|on paper|paper copies|paper copy|the paper)\b/i,
    needs: ['stamp', 'shred', 'print', 'scan'],
  },
]

function findImpossible({ goal, profile }: CheckInput): string | undefined {
  const bare = hideReported(goal)
  const isAbout =
    /^(?:please\s+)?(?:find|search|look up|list|show|tell me about|explain|write|summari[sz]e|recommend|which|who|what|when|where|is there|are there|do we have|get me (?:the )?(?:book|article)s?)\b/i.test(
      bare.trim(),
    )
  for (const pattern of neverPossible) {
    const match = pattern.exec(bare)
    if (match !== null && !isAbout && !carriesText.test(bare.slice(0, match.index))) return match[0].trim()
  }
  for (const { pattern, needs } of rarelyPossible) {
    const match = pattern.exec(bare)
    if (match === null || isAbout || carriesText.test(bare.slice(0, match.index))) continue
    if (!needs.some(need => hasStemLike(profile, need))) return match[0].trim()
  }
  return undefined
}

function hasStemLike(profile: ToolProfile, need: string): boolean {
  return profile.vocabulary.has(need) || profile.vocabulary.has(stemWord(need))
}

/** A clause whose head verb handles a physical thing or only a body can do, and that no tool covers. */
function findPhysicalAct({ clauses, profile, ui, goal }: CheckInput): string | undefined {
  const asked = hideReported(goal)
  for (const clause of clauses) {
    const verb = clause.verb
    if (verb === undefined || clause.negated || clause.conditional) continue
    const opening = clause.text.slice(0, Math.max(0, verb.start - clause.start))
    const isTold =
      clause.text.slice(verb.start - clause.start, verb.end - clause.start).toLowerCase() !== verb.base
    if (
      isTold ||
      /\b(?:you|i|we|he|she|they|it)\s*$/i.test(opening.replace(/\b(?:can|could|would|will) you\s*$/i, ''))
    )
      continue
    if (/\b(?:how|who|what|when|where|why|which|should|did|was|were|has|have|if)\b/i.test(opening)) continue
    const rest = asked.slice(verb.end, clause.end)
    if (asked.slice(verb.start, verb.end).includes('¤') || /^\s*(?:the )?¤/.test(rest)) continue
    if (ui !== undefined && !bodilyVerbs.has(verb.base)) continue
    const act = { base: verb.base, object: objectOf(rest), places: placesOf(rest), rest }
    if (isDoneToRecords(act, profile, ui ?? [])) continue
    if (plainVerbOf(verb.base, rest) !== undefined && !act.object.some(isTangible)) continue
    const opens = !contentStems(opening.replace(/\b(?:please|kindly)\b/gi, '')).some(isTelling)
    if (isPhysical(act, profile) || (opens && handlesUnknownThing(act, profile)))
      return clause.text.replace(/[.!?]+$/, '')
  }
  return undefined
}

/** “Throw away my edits” is a turn of phrase; “throw away the old paint” is meant as it stands. */
function isTangible(stem: string): boolean {
  return physicalThings.has(stem) || (kindOfWord(stem)?.thing ?? 0) >= 2
}

interface Act {
  readonly base: string
  readonly object: readonly string[]
  readonly places: readonly string[]
  readonly rest: string
}

function isPhysical(act: Act, profile: ToolProfile): boolean {
  const phrasal = /^\s*(?:out|over|forward|through|on|off|up with|me through|us through)\b/i
  if (phrasal.test(act.rest) && act.base !== 'pick') return false
  if (/^\s*with\b/i.test(act.rest) && !bodilyVerbs.has(act.base)) return false
  const head = act.object.at(-1) ?? ''
  const digital =
    dataThings.has(head) ||
    findSpots(act.rest).some(spot => ['path', 'url', 'glob', 'email', 'extension'].includes(spot.kind))
  const isCode = !act.object.some(stem => physicalThings.has(stem)) && /^\s*[A-Z]{1,4}-?\d/.test(act.rest)
  if (bodilyVerbs.has(act.base)) return !digital && !isCode && !isCovered(act, profile)
  if (digital || /\b(?:offline|online|live|public|private|on sale|into account)\b/i.test(act.rest))
    return false
  const isThing = act.object.slice(-2).some(stem => physicalThings.has(stem))
  if (workingVerbs.has(act.base)) return isThing && !isCovered(act, profile)
  if (!transportVerbs.has(act.base) || act.places.length === 0 || act.object.length === 0) return false
  if (isThing) return !isCovered(act, profile)
  const speaksOfIt = hasTransport(profile) || profile.deeds.has(stemWord(act.base))
  return !speaksOfIt && act.places.some(place => !profile.vocabulary.has(place))
}

/** A word before the verb that may be whom the clause speaks of: “housekeeping please bring …” asks somebody else. */
function isTelling(stem: string): boolean {
  return stem.length > 2
}

/**
 * A verb of hands, and a tangible thing of which no tool speaks, done by no tool: WordNet's kinds of words tell, so that
 * no list has to hold every thing there is.
 */
function handlesUnknownThing({ base, object, rest }: Act, profile: ToolProfile): boolean {
  const head = object.at(-1)
  const verb = stemWord(base)
  if (head === undefined || lightVerbs.has(base)) return false
  if (profile.vocabulary.has(verb) || profile.deeds.has(verb)) return false
  if (object.some(stem => profile.vocabulary.has(stem) || dataThings.has(stem))) return false
  if (
    /^\s*(?:with|it|them|this|that|on\b)/i.test(rest) ||
    findSpots(rest).some(spot => !plainSpots.has(spot.kind))
  )
    return false
  const handling = workingVerbs.has(base) ? 3 : (kindOfWord(verb)?.handling ?? 0)
  const thing = kindOfWord(head)?.thing ?? 0
  return handling >= 2 && thing >= 2 && handling + thing >= 5
}

/** Verbs that carry nearly any object. */
const lightVerbs = new Set(
  'use run take get put make give have set open press click hit push play call keep leave show pick catch turn'.split(
    ' ',
  ),
)

const plainSpots: ReadonlySet<string> = new Set(['number', 'quantity', 'identifier'])

const transportDeeds = [
  'transport',
  'deliver',
  'ship',
  'dispatch',
  'move',
  'transfer',
  'reloc',
  'robot',
  'carri',
  'courier',
  'drive',
  'fetch',
].map(stemWord)

function hasTransport(profile: ToolProfile): boolean {
  return transportDeeds.some(stem => profile.vocabulary.has(stem))
}

/** A tool covers an act when it speaks of the act itself, or of its object together with a neighbouring act. */
function isCovered(act: Act, profile: ToolProfile): boolean {
  const verb = stemWord(act.base)
  if (bodilyVerbs.has(act.base) && profile.vocabulary.has(verb)) return true
  const near = [verb, ...relatedVerbStems(act.base)]
  const things = act.object.filter(stem => physicalThings.has(stem))
  const named = things.length > 0 ? things : act.object
  const speaking = new Set(named.flatMap(stem => profile.namesByStem.get(stem) ?? []))
  if (!bodilyVerbs.has(act.base)) return speaking.size > 0
  return [...speaking].some(name => near.some(stem => profile.stemsByName.get(name)?.has(stem) === true))
}

/** “Throw it off my playlist”: what the tools keep, and nobody can touch, or the page shows, is where it is done. */
function isDoneToRecords(
  { rest }: Act,
  { vocabulary }: ToolProfile,
  ui: readonly { readonly name: string }[],
): boolean {
  const place =
    /\b(?:off|out of|from|into|onto|to)\s+(?:the|my|our|his|her|their)\s+(?:[\p{L}'-]+\s+){0,3}?(?<thing>[\p{L}-]+)\s*(?:[,.;:!?]|$)/iu.exec(
      rest,
    )?.groups?.thing
  const stem = stemWord(place?.toLowerCase() ?? '')
  if (ui.some(({ name }) => contentStems(name).includes(stem))) return true
  return vocabulary.has(stem) && !isTangible(stem) && !physicalPlaces.has(stem)
}

const nounPhraseEnd =
  /\b(?:to|from|into|onto|on|in|at|of|for|with|by|about|regarding|saying|titled|called|named|without|via|per|during|till|than|like|as|before|after|and|then|over|under|until|upstairs|downstairs|so|because|that|which|who|back|up|down|away|out|off|against|along|across|near|next|behind)\b|[,.;:!?]/i

function objectOf(rest: string): readonly string[] {
  const trimmed = rest.replace(/^\s*(?:up|down|out|off|away|over|back|me|us|him|her|them)\b/i, '')
  const phrase = trimmed.split(nounPhraseEnd)[0] ?? ''
  return readWords(phrase)
    .filter(
      word =>
        !isFunctionWord(word.lower) && !/\d/.test(word.text) && !/^[-_.]\d/.test(phrase.slice(word.end)),
    )
    .map(word => word.stem)
}

function placesOf(rest: string): readonly string[] {
  const places: string[] = []
  for (const match of rest.matchAll(
    /\b(?:to|from|into|onto|on|in|at|out of|behind|under|next to)\s+(?:the|my|our|his|her|their|a|an)\s+(?:[\w-]+\s+){0,2}?([\w-]+)(?=\s*(?:[,.;:!?]|$|\b(?:to|from|into|and|by|before|for|so|on|at|in)\b))/gi,
  )) {
    const stem = stemWord((match[1] ?? '').toLowerCase())
    if (physicalPlaces.has(stem)) places.push(stem)
  }
  if (/\b(?:upstairs|downstairs|outside|inside the building)\b/i.test(rest)) places.push('upstairs')
  return places
}

/** No content word of the goal is known to any tool. */
function isUnknownVocabulary({ goal, tools, profile, ui }: CheckInput): boolean {
  if (tools.length === 0 || ui !== undefined || findSpots(goal).length > 0) return false
  const stems = contentStems(goal).filter(stem => !/\d/.test(stem))
  if (stems.length < 2) return false
  return !stems.some(stem => profile.vocabulary.has(stem) || profile.deeds.has(stem))
}
