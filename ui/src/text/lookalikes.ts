const WORD = /[\p{L}\p{N}_-]+/gu
const HOST = /(?:\/\/|@)([^\s/?#:@"'<>]+)/gu
const DOMAIN = /(?<![\p{L}\p{N}.-])([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*)\.[a-z]{2,24}(?![\p{L}\p{N}])/giu
/** Letters of other alphabets that are drawn as Latin ones are (Unicode Technical Standard 39, confusables). */
const TWINS = /^[аеорсухіјӏѕһԁԛԝαικνορτυχ\d-]+$/iu
const LATIN = /\p{Script=Latin}/u
const OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u
const MOST = 20

/**
 * Words that look like others: letters of several alphabets in one word, names of hosts that are not plain ASCII, and
 * names with an ASCII ending whose letters are all drawn as Latin ones are. Another word wholly in another alphabet is a
 * word, not a disguise.
 */
export function lookalikesIn(text: string): readonly string[] {
  const words = [...text.matchAll(WORD)]
    .map(([word]) => word)
    .filter(word => LATIN.test(word) && OTHER.test(word))
  const hosts = [...text.matchAll(HOST)]
    .map(([, host = '']) => host)
    .filter(host => host.toLowerCase().split('.').some(isDisguised))
  const domains = [...text.matchAll(DOMAIN)]
    .filter(([, labels = '']) => labels.split('.').some(label => OTHER.test(label) && TWINS.test(label)))
    .map(([domain]) => domain)
  const names = [...new Set([...hosts, ...domains])]
  const others = words.filter(word => !names.some(name => name.includes(word)))
  return [...new Set([...names, ...others])].slice(0, MOST)
}

/** The letters of a word that are not ASCII, each with its code point: `а U+0430`. */
export function letterCodes(word: string): readonly string[] {
  const letters = [...new Set(word)].filter(letter => /[^\p{ASCII}]/u.test(letter))
  return letters.map(
    letter => `${letter} U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
  )
}

function isDisguised(label: string): boolean {
  return label.startsWith('xn--') || /[^\p{ASCII}]/u.test(label)
}
