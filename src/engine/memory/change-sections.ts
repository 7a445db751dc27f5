import type { ProductDoc, ProductDocSection } from '../../contracts/product-doc.ts'
import { asksToChange } from './asked-by-person.ts'
import { foldOldest, type SectionPatch } from './fold-sections.ts'

const MAX_SECTIONS = 20
const MAX_SECTION_TOKENS = 4000

/** Names are lower-case words such as `overview` or `pages.menu`; what is written otherwise is made so. */
export type SectionChange =
  | { readonly section: string; readonly title: string; readonly content: string }
  | { readonly section: string; readonly remove: true }

export interface KeptSection {
  readonly section: string
  /** `persons_own`: a person edited it last, or took it away. `too_long`: more than 4,000 tokens. `too_many`: 20 stand already. */
  readonly because: 'persons_own' | 'too_long' | 'too_many' | 'bad_name' | 'empty' | 'absent'
  /** What to tell the model. */
  readonly detail: string
}

/** Who changes, when, and what the sections are measured with. */
export interface ChangeTerms {
  readonly by: ProductDocSection['updated_by']
  /** The person's own words of this turn; only a model needs them. */
  readonly personWords: string
  /** Names of sections that a person took away: a model does not bring them back unasked. */
  readonly removedByPerson: ReadonlySet<string>
  readonly at: string
  readonly countTokens: (text: string) => number
}

export interface ChangedSections {
  readonly sections: ProductDoc['sections']
  readonly patches: readonly SectionPatch[]
  readonly kept: readonly KeptSection[]
}

/**
 * What becomes of the sections. A model's change of a section that a person edited last is left out unless the person
 * asked for it; so is what is too long. Where a 21st section would stand, the oldest of the model's own are folded
 * into `earlier`; a person's sections are never folded. A change that changes nothing makes no patch.
 */
export function changeSections(
  sections: ProductDoc['sections'],
  changes: readonly SectionChange[],
  terms: ChangeTerms,
): ChangedSections {
  let state: ChangedSections = { sections, patches: [], kept: [] }
  const named = new Set(changes.flatMap(change => toSectionName(change.section) ?? []))
  for (const change of changes) state = applyOne(state, change, { ...terms, named })
  return state
}

/** Lower case, words joined by `_`; undefined where no name can be made of it. */
export function toSectionName(text: string): string | undefined {
  const name = text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/gu, '_')
  return /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]{0,63}$/u.test(name) ? name : undefined
}

interface OneTerms extends ChangeTerms {
  /** Sections of this change: they are not folded to make room for each other. */
  readonly named: ReadonlySet<string>
}

function applyOne(state: ChangedSections, change: SectionChange, terms: OneTerms): ChangedSections {
  const name = toSectionName(change.section)
  if (name === undefined) {
    return keep(state, { section: change.section, because: 'bad_name', detail: BAD_NAME })
  }
  const standing = Object.hasOwn(state.sections, name) ? state.sections[name] : undefined
  const because = whyKept(name, standing, { change, terms })
  if (because) return keep(state, because)
  if ('remove' in change) return standing ? remove(state, name, standing) : state
  const title = change.title.trim() === '' ? name : change.title.trim()
  const after = { title, content: change.content, updated_at: terms.at, updated_by: terms.by }
  if (standing && isSame(standing, after)) return state
  const withRoom = standing ? state : makeRoom(state, name, terms)
  if (withRoom === undefined) return keep(state, { section: name, because: 'too_many', detail: TOO_MANY })
  return put(withRoom, name, { after, ...(standing ? { before: standing } : {}) })
}

function whyKept(
  section: string,
  standing: ProductDocSection | undefined,
  { change, terms }: { readonly change: SectionChange; readonly terms: ChangeTerms },
): KeptSection | undefined {
  if (terms.by === 'llm' && isPersons(section, standing, terms)) {
    const title = standing?.title ?? ('title' in change ? change.title : section)
    if (!asksToChange(terms.personWords, { name: section, title })) {
      return { section, because: 'persons_own', detail: standing ? PERSONS_OWN : REMOVED_BY_PERSON }
    }
  }
  if ('remove' in change) {
    const detail = `There is no section ${section}.`
    return standing ? undefined : { section, because: 'absent', detail }
  }
  if (change.content.trim() === '') return { section, because: 'empty', detail: EMPTY }
  const tokens = terms.countTokens(change.content)
  if (tokens <= MAX_SECTION_TOKENS && change.content.length <= 40_000 && change.title.length <= 200) return
  return { section, because: 'too_long', detail: `${tokens} tokens. ${TOO_LONG}` }
}

function isPersons(section: string, standing: ProductDocSection | undefined, terms: ChangeTerms): boolean {
  return standing ? standing.updated_by === 'user' : terms.removedByPerson.has(section)
}

/** The person takes over a section also by sending it back unchanged; a model does not take one so. */
function isSame(standing: ProductDocSection, after: ProductDocSection): boolean {
  const isSameText = standing.title === after.title && standing.content === after.content
  return isSameText && (after.updated_by === 'llm' || standing.updated_by === 'user')
}

function keep(state: ChangedSections, kept: KeptSection): ChangedSections {
  return { ...state, kept: [...state.kept, kept] }
}

function put(
  state: ChangedSections,
  section: string,
  { before, after }: { readonly before?: ProductDocSection; readonly after: ProductDocSection },
): ChangedSections {
  const patch: SectionPatch = before
    ? { section, change: 'changed', before, after }
    : { section, change: 'added', after }
  return {
    ...state,
    sections: { ...state.sections, [section]: after },
    patches: [...state.patches, patch],
  }
}

function remove(state: ChangedSections, section: string, before: ProductDocSection): ChangedSections {
  const rest = Object.fromEntries(Object.entries(state.sections).filter(([name]) => name !== section))
  return { ...state, sections: rest, patches: [...state.patches, { section, change: 'removed', before }] }
}

/** Folds until one more section has room; undefined where nothing may be folded. */
function makeRoom(state: ChangedSections, section: string, terms: OneTerms): ChangedSections | undefined {
  let { sections, patches } = state
  while (Object.keys(sections).length >= MAX_SECTIONS) {
    const folded = foldOldest(sections, {
      ...terms,
      spared: new Set([...terms.named, section]),
      maxTokens: MAX_SECTION_TOKENS,
    })
    if (!folded) return undefined
    sections = folded.sections
    patches = [...patches, ...folded.patches]
  }
  return { ...state, sections, patches }
}

const BAD_NAME = 'A section is named by words of at most 64 letters, such as overview or brand_style.'
const PERSONS_OWN =
  'A person wrote this section. It stays as it is; ask them before you change it, or write a section of your own.'
const REMOVED_BY_PERSON = 'A person took this section away. It stays away; ask them before you bring it back.'
const EMPTY = 'A section needs text. Remove it if it is not needed any more.'
const TOO_LONG = `A section has at most ${MAX_SECTION_TOKENS} tokens (and a title at most 200 characters). Write it shorter, or in two.`
const TOO_MANY = `There are ${MAX_SECTIONS} sections already and none that can be folded. Remove one first.`
