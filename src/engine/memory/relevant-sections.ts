import MiniSearch from 'minisearch'
import type { ProductDoc } from '../../contracts/product-doc.ts'

/**
 * Names of the sections that fit a task, the most fitting first. A section that shares no word with the task is not
 * among them; the project card names it all the same.
 */
export function findRelevantSections(sections: ProductDoc['sections'], taskHint: string): readonly string[] {
  const search = new MiniSearch({
    fields: ['name', 'title', 'content'],
    tokenize: wordsOf,
    processTerm: stem,
    searchOptions: { boost: { name: 4, title: 3 }, fuzzy: false, combineWith: 'OR' },
  })
  search.addAll(
    Object.entries(sections).map(([name, section]) => ({
      id: name,
      name: name.replaceAll(/[_.-]+/gu, ' '),
      title: section.title,
      content: section.content,
    })),
  )
  return search.search(taskHint).map(found => String(found.id))
}

/** Words of alphabets; of scripts without spaces, each pair of letters. */
function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.flatMap(word => (UNSPACED.test(word) ? pairsOf(word) : [word]))
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function pairsOf(word: string): readonly string[] {
  const letters = [...word]
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, n) => `${letters[n]}${letter}`)
}

/** Words that say nothing of what a task is about. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be but by can do for from have how i if in into is it its just let me my need not of on or our
   please so some than that the their them then there these they this to up us want was we what when which will with
   would you your make made change`.split(/\s+/),
)

function stem(word: string): string | null {
  if (EMPTY_WORDS.has(word)) return null
  return word
    .replace(/ies$/u, 'y')
    .replace(/(ss|x|ch|sh)es$/u, '$1')
    .replace(/([^s])s$/u, '$1')
}
