import { contentStems } from '../language/language.ts'

/** An element of a page that a phrase names. */
export interface FoundElement {
  readonly id: string
  readonly label: string
}

interface Element {
  readonly id: string
  readonly role: string
  readonly words: ReadonlySet<string>
  readonly label: string
}

const roleWords: Readonly<Record<string, string>> = {
  textbox: 'box field input textbox area text',
  searchbox: 'search box field input',
  button: 'button',
  link: 'link',
  checkbox: 'checkbox box tick check',
  combobox: 'dropdown list menu select box',
  radio: 'radio option choice',
  tab: 'tab',
  menuitem: 'menu item entry',
  switch: 'switch toggle',
}

/** The element of `context.ui_schema` that a text names best by name, text and role; undefined when none or a tie. */
export function findElement(text: string, schema: unknown): FoundElement | undefined {
  const said = new Set(contentStems(text.replace(/e-mail/gi, 'email')))
  const scored = readElements(schema)
    .map(element => ({ element, score: scoreElement(element, said) }))
    .sort((left, right) => right.score - left.score)
  const [first, second] = scored
  if (first === undefined || first.score < 1 || first.score === second?.score) return undefined
  return { id: first.element.id, label: first.element.label }
}

function scoreElement(element: Element, said: ReadonlySet<string>): number {
  const named = [...element.words].filter(word => said.has(word)).length
  const roles = contentStems(roleWords[element.role] ?? element.role)
  const bonus = roles.some(role => said.has(role)) ? 0.5 : 0
  return element.words.size === 0 ? 0 : named / element.words.size + named + bonus
}

function readElements(schema: unknown): readonly Element[] {
  const entries: readonly unknown[] = Array.isArray(schema)
    ? schema
    : typeof schema === 'object' && schema !== null
      ? Object.values(schema).flat()
      : []
  return entries.flatMap(entry => {
    if (typeof entry !== 'object' || entry === null || !('id' in entry)) return []
    const read = (key: string): string => {
      const value = Reflect.get(entry, key)
      return typeof value === 'string' ? value : ''
    }
    const label = [read('name') || read('text'), read('role')].join(' ').trim()
    const words = new Set(contentStems(`${read('name')} ${read('text')}`.replace(/e-mail/gi, 'email')))
    return [{ id: String(entry.id), role: read('role').toLowerCase(), words, label }]
  })
}
