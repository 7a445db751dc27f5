/** Words with which people ask for a text to be changed. What is not among them is not taken for asking. */
const CHANGE_WORDS: ReadonlySet<string> = new Set(
  `add adjust change correct cut delete drop edit expand extend fix improve include insert make modify move put redo
   refine remove rename reorder replace rephrase revise rewrite rework set shorten simplify swap switch turn update use
   write`.split(/\s+/),
)
/** Words that turn asking into its opposite. */
const HOLDING_WORDS: ReadonlySet<string> = new Set(
  `not never no don dont doesnt shouldnt wouldnt without keep leave except untouched unchanged stop avoid as-is mine
   my already`.split(/\s+/),
)

/**
 * Whether a person's own words ask for this section to be changed: one sentence names it (by its name or its title),
 * says a word of changing and none that holds back. Text of a model never comes here. In doubt the answer is no: the
 * person's section stays, and the model is told to ask.
 */
export function asksToChange(
  personWords: string,
  section: { readonly name: string; readonly title: string },
): boolean {
  const names = [section.name, section.title].map(wordsOf).filter(words => words.length > 0)
  return sentencesOf(personWords).some(sentence => {
    const words = wordsOf(sentence)
    return (
      words.some(word => CHANGE_WORDS.has(word)) &&
      !words.some(word => HOLDING_WORDS.has(word)) &&
      names.some(name => standsIn(words, name))
    )
  })
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/[.!?;\n]+|\bbut\b/iu)
}

function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(/['’]/gu, '')
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The words of a name one after another, `page` standing for `pages`. */
function standsIn(words: readonly string[], name: readonly string[]): boolean {
  return words.some((_, start) => name.every((word, n) => singular(words[start + n]) === singular(word)))
}

function singular(word: string | undefined): string | undefined {
  return word !== undefined && word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word
}
