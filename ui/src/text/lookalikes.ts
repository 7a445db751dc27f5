const WORD = /[\p{L}\p{N}_-]+/gu
const HOST = /(?:\/\/|@)([^\s/?#:@"'<>]+)/gu
const LATIN = /\p{Script=Latin}/u
const OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u
const MOST = 20

/**
 * Words that look like others: letters of several alphabets in one word, and names of hosts that are not plain ASCII.
 * A word wholly in another alphabet is a word, not a disguise.
 */
export function lookalikesIn(text: string): readonly string[] {
  const words = [...text.matchAll(WORD)]
    .map(([word]) => word)
    .filter(word => LATIN.test(word) && OTHER.test(word))
  const hosts = [...text.matchAll(HOST)]
    .map(([, host = '']) => host)
    .filter(host => host.toLowerCase().split('.').some(isDisguised))
  return [...new Set([...words, ...hosts])].slice(0, MOST)
}

function isDisguised(label: string): boolean {
  return label.startsWith('xn--') || /[^\p{ASCII}]/u.test(label)
}
