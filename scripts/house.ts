import { parseArgs } from 'node:util'
import type { Figure } from './house/figure.ts'
import { requestFigures } from './house/requests.ts'
import { packageFigures, sourceFigures } from './house/sources.ts'

/**
 * `npm run house [-- --json] [--no-requests]`: how large and how legible the tree is. Lines of each package without
 * tests, the longest file and function, documented exports, casts, names outside of the field's terms, and how many
 * files and functions five requests enter. Figures, not a gate: the exit code is 0.
 */
const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, 'no-requests': { type: 'boolean', default: false } },
})
const figures = [
  ...packageFigures(),
  ...sourceFigures(),
  ...(values['no-requests'] ? [] : await requestFigures()),
]
if (values.json) console.log(JSON.stringify(figures, null, 2))
else for (const figure of figures) console.log(lineOf(figure))

function lineOf({ name, value, bar, direction = 'most', detail }: Figure): string {
  const limit = bar === undefined ? '' : `${direction === 'most' ? '≤' : '≥'} ${bar.toLocaleString('en')}`
  const isMet = bar === undefined || (direction === 'most' ? value <= bar : value >= bar)
  const mark = bar === undefined ? '      ' : isMet ? 'ok    ' : 'MISSED'
  return `${mark}  ${name.padEnd(52)} ${value.toLocaleString('en').padStart(8)}  ${limit.padEnd(9)} ${detail ?? ''}`.trimEnd()
}
