import type { PageElement } from '../document.ts'

/** One step of a selector: what a single element must be. */
export interface Compound {
  readonly tag?: string
  readonly id?: string
  readonly classes: readonly string[]
  readonly tests: readonly ((element: PageElement, work: Work) => boolean)[]
}

export interface Selector {
  /** From right to left; `combinators[i]` stands between `compounds[i]` and the one left of it. */
  readonly compounds: readonly Compound[]
  readonly combinators: readonly string[]
  readonly specificity: number
  /** `::before` and its kind; such a selector styles no element itself. */
  readonly pseudoElement?: string
}

/** Steps that may still be taken, so that no page and no style sheet takes long. */
export interface Work {
  left: number
}

const MAX_SELECTOR_LENGTH = 2_000
const DEEPEST = 6

/** The selectors of a list; `[]` when any of them cannot be read, as in a browser. */
export function parseSelectors(text: string, depth = 0): readonly Selector[] {
  if (text.length > MAX_SELECTOR_LENGTH || depth > DEEPEST) return []
  const selectors = splitList(text).map(part => new SelectorReader(part.trim(), depth).read())
  return selectors.every(selector => selector !== undefined) ? selectors : []
}

export function matchesSelector(selector: Selector, element: PageElement, work: Work): boolean {
  return matchesFrom(selector, 0, element, work)
}

/** Parts of a list at its commas, those inside brackets and strings left alone. */
export function splitList(text: string, separator = ','): string[] {
  const parts: string[] = []
  let depth = 0
  let quote = ''
  let start = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    if (quote !== '') {
      if (character === '\\') index += 1
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '(' || character === '[') depth += 1
    else if (character === ')' || character === ']') depth -= 1
    else if (character === separator && depth === 0) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

function matchesFrom(selector: Selector, index: number, element: PageElement, work: Work): boolean {
  const compound = selector.compounds[index]
  if (compound === undefined || !matchesCompound(compound, element, work)) return false
  const combinator = selector.combinators[index]
  if (combinator === undefined) return true
  if (combinator === '>') {
    return element.parent !== undefined && matchesFrom(selector, index + 1, element.parent, work)
  }
  if (combinator === '+') {
    const before = element.parent?.elements[element.place - 1]
    return before !== undefined && matchesFrom(selector, index + 1, before, work)
  }
  if (combinator === '~') {
    const siblings = element.parent?.elements ?? []
    for (let place = element.place - 1; place >= 0 && work.left > 0; place -= 1) {
      const before = siblings[place]
      if (before !== undefined && matchesFrom(selector, index + 1, before, work)) return true
    }
    return false
  }
  for (let above = element.parent; above !== undefined && work.left > 0; above = above.parent) {
    if (matchesFrom(selector, index + 1, above, work)) return true
  }
  return false
}

function matchesCompound(compound: Compound, element: PageElement, work: Work): boolean {
  work.left -= 1
  if (work.left <= 0) return false
  if (compound.tag !== undefined && compound.tag !== element.tag) return false
  if (compound.id !== undefined && compound.id !== element.attributes.get('id')) return false
  if (!compound.classes.every(name => element.classes.includes(name))) return false
  return compound.tests.every(test => test(element, work))
}

const NAME = /(?:[\w-]|\P{ASCII}|\\.)+/uy
const ATTRIBUTE =
  /\[\s*([a-zA-Z0-9_:-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\s\]]+))\s*([iIsS])?\s*)?\]/y

class SelectorReader {
  readonly #text: string
  readonly #depth: number
  #at = 0
  #specificity = 0
  #pseudoElement: string | undefined

  constructor(text: string, depth: number) {
    this.#text = text
    this.#depth = depth
  }

  read(): Selector | undefined {
    const compounds: Compound[] = []
    const combinators: string[] = []
    while (this.#at < this.#text.length) {
      const compound = this.#compound()
      if (compound === undefined) return undefined
      compounds.unshift(compound)
      const combinator = this.#combinator()
      if (combinator === '') break
      combinators.unshift(combinator)
    }
    if (compounds.length === 0 || combinators.length !== compounds.length - 1) return undefined
    if (this.#at < this.#text.length) return undefined
    const kind = this.#pseudoElement
    return {
      compounds,
      combinators,
      specificity: this.#specificity,
      ...(kind === undefined ? {} : { pseudoElement: kind }),
    }
  }

  #combinator(): string {
    const found = /\s*([>+~])\s*|\s+/y
    found.lastIndex = this.#at
    const match = found.exec(this.#text)
    if (match === null) return ''
    this.#at = found.lastIndex
    if (this.#at >= this.#text.length) return ''
    return match[1] ?? ' '
  }

  #compound(): Compound | undefined {
    const start = this.#at
    const compound: { tag?: string; id?: string; classes: string[]; tests: Compound['tests'][number][] } = {
      classes: [],
      tests: [],
    }
    if (this.#text[this.#at] === '*' || this.#text[this.#at] === '&') this.#at += 1
    else {
      const tag = this.#name()
      if (tag !== undefined) {
        compound.tag = tag.toLowerCase()
        this.#specificity += 1
      }
    }
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at]
      if (character === '.' || character === '#') {
        this.#at += 1
        const name = this.#name()
        if (name === undefined) return undefined
        if (character === '.') compound.classes.push(name)
        else compound.id = name
        this.#specificity += character === '.' ? 1_000 : 1_000_000
      } else if (character === '[') {
        const test = this.#attribute()
        if (test === undefined) return undefined
        compound.tests.push(test)
      } else if (character === ':') {
        const test = this.#pseudo()
        if (test === undefined) return undefined
        compound.tests.push(test)
      } else break
    }
    return this.#at === start ? undefined : compound
  }

  #name(): string | undefined {
    NAME.lastIndex = this.#at
    const match = NAME.exec(this.#text)
    if (match === null) return undefined
    this.#at = NAME.lastIndex
    return unescapeName(match[0])
  }

  #attribute(): Compound['tests'][number] | undefined {
    ATTRIBUTE.lastIndex = this.#at
    const match = ATTRIBUTE.exec(this.#text)
    if (match === null) return undefined
    this.#at = ATTRIBUTE.lastIndex
    this.#specificity += 1_000
    const name = (match[1] ?? '').toLowerCase()
    const operator = match[2]
    const isLoose = match[6]?.toLowerCase() === 'i' || name === 'type'
    const fold = (text: string) => (isLoose ? text.toLowerCase() : text)
    const wanted = fold(match[3] ?? match[4] ?? match[5] ?? '')
    return element => {
      const value = element.attributes.get(name)
      if (value === undefined) return false
      return operator === undefined || comparesAttribute(fold(value), operator, wanted)
    }
  }

  #pseudo(): Compound['tests'][number] | undefined {
    const match = /::?([a-zA-Z-]+)/y
    match.lastIndex = this.#at
    const found = match.exec(this.#text)
    if (found === null) return undefined
    this.#at = match.lastIndex
    const name = (found[1] ?? '').toLowerCase()
    const inside = this.#text[this.#at] === '(' ? this.#bracket() : undefined
    if (found[0].startsWith('::') || OLD_PSEUDO_ELEMENTS.has(name)) {
      this.#pseudoElement = name
      return () => true
    }
    if (LISTS.has(name)) return this.#list(name, inside ?? '')
    this.#specificity += 1_000
    return pseudoClass(name, inside)
  }

  #list(name: string, inside: string): Compound['tests'][number] | undefined {
    const selectors = parseSelectors(inside, this.#depth + 1)
    if (selectors.length === 0 && name === 'not') return undefined
    if (name !== 'where') {
      this.#specificity += Math.max(0, ...selectors.map(({ specificity }) => specificity))
    }
    if (name === 'has') {
      return (element, work) => element.elements.some(child => hasMatch(child, selectors, work))
    }
    const isWanted = name !== 'not'
    return (element, work) =>
      selectors.some(selector => matchesSelector(selector, element, work)) === isWanted
  }

  #bracket(): string {
    let depth = 0
    const start = this.#at + 1
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at]
      this.#at += 1
      if (character === '(') depth += 1
      else if (character === ')') depth -= 1
      if (depth === 0) break
    }
    return this.#text.slice(start, this.#at - 1)
  }
}

const OLD_PSEUDO_ELEMENTS = new Set(['before', 'after', 'first-line', 'first-letter'])
const LISTS = new Set(['is', 'where', 'not', 'has', 'matches', '-webkit-any'])

function hasMatch(element: PageElement, selectors: readonly Selector[], work: Work): boolean {
  if (work.left <= 0) return false
  if (selectors.some(selector => matchesSelector(selector, element, work))) return true
  return element.elements.some(child => hasMatch(child, selectors, work))
}

function comparesAttribute(value: string, operator: string, wanted: string): boolean {
  switch (operator) {
    case '=':
      return value === wanted
    case '~=':
      return value.split(/\s+/).includes(wanted)
    case '|=':
      return value === wanted || value.startsWith(`${wanted}-`)
    case '^=':
      return wanted !== '' && value.startsWith(wanted)
    case '$=':
      return wanted !== '' && value.endsWith(wanted)
    default:
      return wanted !== '' && value.includes(wanted)
  }
}

const FORM_CONTROLS = new Set(['input', 'select', 'textarea', 'button', 'fieldset', 'option', 'optgroup'])

function pseudoClass(name: string, inside: string | undefined): Compound['tests'][number] {
  // Counted as work by how many there are, since each look goes over all of them.
  const sameTag = (element: PageElement, work: Work) => {
    const siblings = element.parent?.elements ?? [element]
    work.left -= siblings.length
    return siblings.filter(({ tag }) => tag === element.tag)
  }
  const has = (attribute: string) => (element: PageElement) => element.attributes.has(attribute)
  const tests: Readonly<Record<string, Compound['tests'][number]>> = {
    root: element => element.parent === undefined,
    'first-child': element => element.place === 0,
    'last-child': element => element.place === (element.parent?.elements.length ?? 1) - 1,
    'only-child': element => (element.parent?.elements.length ?? 1) === 1,
    'first-of-type': (element, work) => sameTag(element, work)[0] === element,
    'last-of-type': (element, work) => sameTag(element, work).at(-1) === element,
    'only-of-type': (element, work) => sameTag(element, work).length === 1,
    empty: element => element.children.length === 0,
    link: element => element.tag === 'a' && element.attributes.has('href'),
    'any-link': element => element.tag === 'a' && element.attributes.has('href'),
    checked: element => element.attributes.has('checked') || element.attributes.has('selected'),
    disabled: element => FORM_CONTROLS.has(element.tag) && element.attributes.has('disabled'),
    enabled: element => FORM_CONTROLS.has(element.tag) && !element.attributes.has('disabled'),
    required: has('required'),
    open: has('open'),
    'nth-child': nth(inside, element => element.place),
    'nth-last-child': nth(inside, element => (element.parent?.elements.length ?? 1) - 1 - element.place),
    'nth-of-type': nth(inside, (element, work) => sameTag(element, work).indexOf(element)),
  }
  return tests[name] ?? (() => false)
}

/** `an+b`, `odd`, `even`; counts from 0 here and from 1 there. */
function nth(
  inside: string | undefined,
  place: (element: PageElement, work: Work) => number,
): Compound['tests'][number] {
  const text = (inside ?? '').trim().toLowerCase().replaceAll(' ', '')
  const written = text === 'odd' ? '2n+1' : text === 'even' ? '2n' : text
  const match = /^(?:([+-]?\d*)n)?([+-]?\d+)?$/.exec(written)
  if (match === null || written === '') return () => false
  const step =
    match[1] === undefined
      ? 0
      : match[1] === '' || match[1] === '+'
        ? 1
        : match[1] === '-'
          ? -1
          : Number(match[1])
  const offset = Number(match[2] ?? 0)
  return (element, work) => {
    const distance = place(element, work) + 1 - offset
    return step === 0 ? distance === 0 : distance % step === 0 && distance / step >= 0
  }
}

function unescapeName(name: string): string {
  return name.includes('\\') ? name.replace(/\\(.)/g, '$1') : name
}
