/** Vowel test of the stemmer: `y` counts as a vowel after a consonant. */
function isVowelAt(word: string, at: number): boolean {
  const letter = word[at] ?? ''
  if ('aeiou'.includes(letter)) return true
  return letter === 'y' && at > 0 && !isVowelAt(word, at - 1)
}

/** Number of vowel-to-consonant turns, the usual yardstick of how much of a stem would be left. */
function countTurns(stem: string): number {
  let turns = 0
  for (let at = 1; at < stem.length; at += 1) if (isVowelAt(stem, at - 1) && !isVowelAt(stem, at)) turns += 1
  return turns
}

function hasVowel(stem: string): boolean {
  for (let at = 0; at < stem.length; at += 1) if (isVowelAt(stem, at)) return true
  return false
}

function endsInDoubleConsonant(stem: string): boolean {
  const last = stem.length - 1
  return last > 0 && stem[last] === stem[last - 1] && !isVowelAt(stem, last)
}

function endsInShortSyllable(stem: string): boolean {
  const last = stem.length - 1
  if (last < 2) return false
  const closed = !isVowelAt(stem, last) && isVowelAt(stem, last - 1) && !isVowelAt(stem, last - 2)
  return closed && !'wxy'.includes(stem[last] ?? '')
}

function stripPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
  if (word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word
  return word.endsWith('s') ? word.slice(0, -1) : word
}

function repairAfterTense(stem: string): string {
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (endsInDoubleConsonant(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1)
  return countTurns(stem) === 1 && endsInShortSyllable(stem) ? `${stem}e` : stem
}

function stripTense(word: string): string {
  if (word.endsWith('eed')) return countTurns(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  for (const suffix of ['ed', 'ing'])
    if (word.endsWith(suffix) && hasVowel(word.slice(0, -suffix.length)))
      return repairAfterTense(word.slice(0, -suffix.length))
  return word
}

/** Suffixes and what takes their place, the first that fits. */
const derivations = readPairs(`
  ed:ing ational:ate ization:ize isation:ize fulness:ful ousness:ous iveness:ive tional:tion biliti:ble
  ation:ate ator:ate alism:al aliti:al iviti:ive ousli:ous entli:ent icate:ic ative: alize:al iciti:ic ical:ic
  ness: izer:ize ise:ize ful: alli:al bli:ble eli:e`)

const endings = 'ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er or ic'.split(' ')

function readPairs(text: string): readonly (readonly [string, string])[] {
  return text
    .trim()
    .split(/\s+/)
    .map(pair => {
      const [from = '', to = ''] = pair.split(':')
      return [from, to]
    })
}

function reduceDerivation(word: string): string {
  for (const [suffix, replacement] of derivations)
    if (word.endsWith(suffix) && countTurns(word.slice(0, -suffix.length)) > 0)
      return word.slice(0, -suffix.length) + replacement
  return word
}

function stripEnding(word: string): string {
  for (const suffix of endings) {
    if (!word.endsWith(suffix)) continue
    const stem = word.slice(0, -suffix.length)
    if (countTurns(stem) < 2) return word
    return suffix !== 'ion' || /[st]$/.test(stem) ? stem : word
  }
  return word
}

function tidyEnd(word: string): string {
  let stem = word
  if (stem.endsWith('e')) {
    const shorter = stem.slice(0, -1)
    const turns = countTurns(shorter)
    if (turns > 1 || (turns === 1 && !endsInShortSyllable(shorter))) stem = shorter
  }
  return stem.endsWith('ll') && countTurns(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem
}

const irregular: ReadonlyMap<string, string> = new Map(
  readPairs(`
  sent:send bought:buy sold:sell paid:pay found:find made:make wrote:write written:write gave:give given:give
  took:take taken:take went:go gone:go ran:run saw:see seen:see got:get kept:keep told:tell held:hold
  lent:lend spent:spend built:build chose:choose chosen:choose drew:draw drawn:draw people:person
  children:child men:man women:woman feet:foot mice:mouse indices:index matrices:matrix vertices:vertex
  analyses:analysis criteria:criterion libraries:library archive:archive archives:archive archived:archive
  news:news better:good best:good cheapest:cheap cheaper:cheap nearest:near closest:close latest:late
  newest:new oldest:old largest:large biggest:big smallest:small highest:high lowest:low fastest:fast
  shortest:short longest:long`),
)

const stemsByWord = new Map<string, string>()
const rememberedStems = 20_000

/** Reduces an English word to its stem (suffix rules after M. F. Porter's 1980 method, plus irregular forms). */
export function stemWord(word: string): string {
  const lower = word.toLowerCase()
  const known = stemsByWord.get(lower)
  if (known !== undefined) return known
  const stem = computeStem(irregular.get(lower) ?? lower)
  if (stemsByWord.size >= rememberedStems) stemsByWord.clear()
  stemsByWord.set(lower, stem)
  return stem
}

function computeStem(lower: string): string {
  if (lower.length < 4 || !/^[a-z]+$/.test(lower)) return lower
  let stem = stripTense(stripPlural(lower))
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`
  stem = reduceDerivation(reduceDerivation(stem))
  return tidyEnd(stripEnding(stem))
}

/** How near two stems are, in [0,1]: 1 for the same, less for forms of one word. */
export function likenessOfStems(left: string, right: string): number {
  return left === right ? 1 : isFormOf(left, right) ? 0.8 : 0
}

/** Whether two stems look like forms of one word: a shared head of most of the longer one. */
export function isFormOf(left: string, right: string): boolean {
  const shorter = Math.min(left.length, right.length)
  const longer = Math.max(left.length, right.length)
  let head = 0
  while (head < shorter && left[head] === right[head]) head += 1
  return head >= 5 ? head >= longer * 0.7 || head === shorter : head >= 4 && longer - head <= 1
}
