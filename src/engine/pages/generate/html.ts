/** Markup that is known to be safe: written in our own templates, with everything put into it escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Fragment = string | number | Markup | readonly Fragment[] | false | null | undefined

/**
 * A template whose values are escaped, in text and in quoted attributes alike. Lists are joined; false, null and
 * undefined are nothing. An attribute's value must stand in quotes.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Fragment[]): Markup {
  const parts = strings.map((string, index) => string + (index < values.length ? toText(values[index]) : ''))
  return new Markup(parts.join(''))
}

/** Markup that our own source holds as a constant; never for words of a brief. */
export function trusted(text: string): Markup {
  return new Markup(text)
}

/** Data inside `<script type="application/json">`: no value can end the element. */
export function jsonText(value: unknown): Markup {
  const text = JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return new Markup(text)
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function toText(value: Fragment): string {
  if (value === undefined || value === null || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return value.map(toText).join('')
}

/** A text that stays on one line, such as a telephone number. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}
