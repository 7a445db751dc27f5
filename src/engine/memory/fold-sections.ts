import type { ProductDoc, ProductDocSection } from '../../contracts/product-doc.ts'

/** One change of one section, as it becomes a patch. */
export interface SectionPatch {
  readonly section: string
  readonly change: 'added' | 'changed' | 'removed' | 'folded'
  readonly before?: ProductDocSection
  readonly after?: ProductDocSection
}

/** Where what is left of old sections is kept; the sections themselves stay in the history. */
const FOLDED_SECTION = 'earlier'

const KEPT_CHARACTERS = 400

interface FoldTerms {
  readonly at: string
  readonly countTokens: (text: string) => number
  readonly maxTokens: number
  /** Sections that must not be folded now. */
  readonly spared: ReadonlySet<string>
}

/**
 * Moves the beginning of the oldest section of a model into `earlier` and takes the section away. Undefined where
 * every section is a person's or spared, or where the person made `earlier` their own.
 */
export function foldOldest(
  sections: ProductDoc['sections'],
  terms: FoldTerms,
): { readonly sections: ProductDoc['sections']; readonly patches: readonly SectionPatch[] } | undefined {
  const standing = Object.hasOwn(sections, FOLDED_SECTION) ? sections[FOLDED_SECTION] : undefined
  if (standing?.updated_by === 'user') return undefined
  const [oldest] = Object.entries(sections)
    .filter(
      ([name, section]) => name !== FOLDED_SECTION && section.updated_by === 'llm' && !terms.spared.has(name),
    )
    .sort(([a, first], [b, second]) => compare(first.updated_at, second.updated_at) || compare(a, b))
  if (!oldest) return undefined
  const [name, section] = oldest
  const after: ProductDocSection = {
    title: standing?.title ?? 'Earlier',
    content: withinTokens([...linesOf(standing), digestOf(name, section)], terms),
    updated_at: terms.at,
    updated_by: 'llm',
  }
  const rest = Object.fromEntries(Object.entries(sections).filter(([other]) => other !== name))
  return {
    sections: { ...rest, [FOLDED_SECTION]: after },
    patches: [
      { section: name, change: 'folded', before: section },
      standing
        ? { section: FOLDED_SECTION, change: 'changed', before: standing, after }
        : { section: FOLDED_SECTION, change: 'added', after },
    ],
  }
}

function linesOf(section: ProductDocSection | undefined): readonly string[] {
  return section ? section.content.split('\n').filter(line => line.trim() !== '') : []
}

function digestOf(name: string, section: ProductDocSection): string {
  const text = section.content.replaceAll(/\s+/gu, ' ').trim()
  const letters = [...text]
  const start = letters.length > KEPT_CHARACTERS ? `${letters.slice(0, KEPT_CHARACTERS).join('')}…` : text
  return `- ${section.title} (${name}): ${start}`
}

/** The newest lines that fit; the one just folded always does. */
function withinTokens(lines: readonly string[], { countTokens, maxTokens }: FoldTerms): string {
  const kept = [...lines]
  while (kept.length > 1 && countTokens(kept.join('\n')) > maxTokens) kept.shift()
  return kept.join('\n')
}

function compare(first: string, second: string): number {
  return first < second ? -1 : first > second ? 1 : 0
}
