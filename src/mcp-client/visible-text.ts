/** What changes how text reads without being seen: controls (ANSI begins with one), marks of direction, tags. */
const HIDDEN = /[^\P{C}\n\t]/gu

/** Text of a server that nobody vouches for, with what is hidden in it written out, such as `⟨U+202E⟩`. */
export function toVisible(text: string): string {
  return text.replace(HIDDEN, character => {
    const code = character.codePointAt(0) ?? 0
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/** The same for every text that a JSON Schema tells its reader; what it demands stays as it is. */
export function toVisibleSchema<Schema>(schema: Schema): Schema {
  return mapTold(schema) as Schema
}

function mapTold(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return key === 'description' || key === 'title' ? toVisible(value) : value
  if (Array.isArray(value)) return value.map(item => mapTold(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTold(inner, name)]))
}
