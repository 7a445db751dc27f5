const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\u0590-\u05ff]/g, 'he'],
  [/[\u0600-\u06ff]/g, 'ar'],
  [/[\u3040-\u30ff]/g, 'ja'],
  [/[\uac00-\ud7af]/g, 'ko'],
  [/[\u4e00-\u9fff]/g, 'zh'],
  [/[\u0400-\u04ff]/g, 'ru'],
  [/[\u0370-\u03ff]/g, 'el'],
  [/[\u0900-\u097f]/g, 'hi'],
  [/[\u0e00-\u0e7f]/g, 'th'],
]

const COMMON: Readonly<Record<string, string>> = {
  de: 'und für mit eine einen der die das ist ich wir mein meine bitte auf nicht sie zum',
  fr: 'et pour avec une des le la les est je nous mon ma notre dans sur pas vous du',
  es: 'y para con una un el los las es mi nuestra en que por tienda del quiero',
  it: 'e per con una il gli della è mio nostra nel che di sono vorrei',
  pt: 'e para com uma um os é meu nossa em que não quero do da',
  nl: 'en voor met een het de is mijn onze van wij ik niet',
  en: 'and for with a the is my our of we i in to that please make on',
}

/** The language of the words, by script and by their commonest words; English where nothing tells. */
export function readLanguage(text: string): string {
  const sample = text.slice(0, 2000)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  const script = SCRIPTS.find(([range]) => (sample.match(range)?.length ?? 0) > letters * 0.3)
  if (script) return script[1]
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? []
  const hits = Object.entries(COMMON).map(([language, list]) => {
    const known = new Set(list.split(' '))
    return { language, count: words.filter(word => known.has(word)).length }
  })
  const [best] = hits.sort((a, b) => b.count - a.count)
  return best && best.count >= 2 ? best.language : 'en'
}

const NAMES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'sv',
  'da',
  'nb',
  'pl',
  'cs',
  'el',
  'tr',
  'ru',
  'uk',
  'ar',
  'he',
  'ja',
  'zh',
  'ko',
  'hi',
]
const IN_ENGLISH = new Intl.DisplayNames(['en'], { type: 'language' })

/** The language of this English name: “German” is `de`. */
export function languageCalled(name: string): string | undefined {
  return NAMES.find(code => languageName(code).toLowerCase() === name.toLowerCase())
}

/** The English name of a language, or its code where it has none. */
export function languageName(code: string): string {
  return IN_ENGLISH.of(code) ?? code
}

/** The language that a text asks the pages to be in: “the site must be in German”. */
export function readLanguageName(text: string): string | undefined {
  const asked = /\b(?:in|language:?(?: is)?|written in|texts? in)\s+([A-Z][a-zé]+)\b/g
  for (const [, word = ''] of text.matchAll(asked)) {
    const found = languageCalled(word)
    if (found !== undefined) return found
  }
  return undefined
}
