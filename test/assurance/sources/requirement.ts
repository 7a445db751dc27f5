/** One requirement of a source document: where it stands in the document, what it asks, and where it is met. */
export interface Requirement {
  /** The document’s letter and section: `A3` is section 3 of document A. */
  readonly section: string
  readonly asks: string
  /** Folder or file where it is done. */
  readonly place: string
  /** The test that shows it: its file, and its title as it stands there. */
  readonly test: readonly [file: string, title: string]
  /** Met in another way than the document says; the decision record that says why. */
  readonly decision?: string
  /** Not met whole yet: what is missing. */
  readonly open?: string
}

/** One of the five design documents. */
export interface SourceDocument {
  readonly letter: string
  readonly title: string
  readonly requirements: readonly Requirement[]
}

type Rest = Pick<Requirement, 'decision' | 'open'>

/** Rows of one place, which share their test file unless they name another. */
export function rows(
  place: string,
  file: string,
  list: readonly (readonly [
    section: string,
    asks: string,
    title: string,
    rest?: Rest & { readonly file?: string },
  ])[],
): readonly Requirement[] {
  return list.map(([section, asks, title, { file: other, ...rest } = {}]) => ({
    ...{ section, asks, place, ...rest },
    test: [other ?? file, title],
  }))
}
