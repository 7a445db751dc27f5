const spoken: readonly (readonly [RegExp, string])[] = [
  [/\bto the power of\b/gi, '^'],
  [/\bsquared\b/gi, '^2'],
  [/\bcubed\b/gi, '^3'],
  [/\bmultiplied by\b|\btimes\b|×|·/gi, '*'],
  [/\bdivided by\b|\bover\b|÷/gi, '/'],
  [/\bplus\b|\badded to\b/gi, '+'],
  [/\bminus\b|\bless\b|−|–/gi, '-'],
  [/\bmodulo\b|\bmod\b/gi, '%'],
]

const functions = 'sqrt|abs|round|floor|ceil|min|max|log|ln|exp|sin|cos|tan|log10|log2'

/** The arithmetic expression in a text, in the syntax of `calculate`; undefined when there is none. */
export function findExpression(text: string): string | undefined {
  return findPercentage(text) ?? findWritten(text)
}

/** “15% of 80”. */
function findPercentage(text: string): string | undefined {
  const match = /(\d+(?:\.\d+)?)\s?(?:%|percent|per cent)\s+of\s+[$€£]?([\d,]+(?:\.\d+)?)/i.exec(text)
  return match === null ? undefined : `${match[1]} / 100 * ${(match[2] ?? '').replaceAll(',', '')}`
}

/** The longest run of numbers, operators, brackets and known functions that holds an operation. */
function findWritten(text: string): string | undefined {
  const symbolic = spoken.reduce((left, [words, sign]) => left.replace(words, ` ${sign} `), text)
  const run = new RegExp(
    String.raw`(?:[-+(\s]|\b(?:${functions})\b)*\d[\d.,]*(?:\s*(?:[-+*/^%(),]|\b(?:${functions}|pi|e)\b|\d[\d.,]*)\s*)*`,
    'gi',
  )
  const found = [...symbolic.matchAll(run)]
    .map(match =>
      balance(
        match[0]
          .replace(/(\d),(?=\d{3}\b)/g, '$1')
          .replace(/\s+/g, ' ')
          .trim(),
      ),
    )
    .filter(expression => /[\d)]\s*[-+*/^%]\s*[-+(\w]|\w\(/.test(expression) && !isDateOrRange(expression))
    .sort((left, right) => right.length - left.length)
  return found[0]
}

/** Drops brackets without a partner and signs left over at the ends. */
function balance(expression: string): string {
  let open = 0
  let kept = ''
  for (const sign of expression) {
    if (sign === ')' && open === 0) continue
    open += sign === '(' ? 1 : sign === ')' ? -1 : 0
    kept += sign
  }
  const trimmed = withoutTrailingSigns(kept).replace(/^[*/^%,.\s]+/, '')
  const missing = trimmed.split('(').length - trimmed.split(')').length
  return missing > 0 ? trimmed + ')'.repeat(missing) : trimmed
}

function withoutTrailingSigns(expression: string): string {
  let end = expression.length
  while (end > 0 && /[-+*/^%,(.\s]/.test(expression[end - 1] ?? '')) end -= 1
  return expression.slice(0, end)
}

function isDateOrRange(expression: string): boolean {
  return (
    /^\d{4}-\d{1,2}(?:-\d{1,2})?$|^\d{1,2}[-/]\d{1,2}(?:[-/]\d{2,4})?$|^[\d-]{7,}$/.test(
      expression.replace(/\s*([-/])\s*/g, '$1'),
    ) && !/\s[-/]\s/.test(expression)
  )
}
