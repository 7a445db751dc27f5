import { join } from 'node:path'
import { UiElement } from '../../src/contracts/reasoning.ts'
import { wilsonInterval } from '../../src/engine/autonomy/autonomy.ts'
import { findElements } from '../../src/engine/reasoning/ui-elements/ui-elements.ts'
import { type Measure, readRows } from './figures.ts'

/**
 * Measures element resolution on `ui-elements/phrases.jsonl`: the best-ranked element over all phrases, and how
 * often an answer is right where one is given (several candidates or none is an abstention).
 */
export function measureUiElements(dataDir: string): readonly Measure[] {
  const rows = readRows(join(dataDir, 'ui-elements', 'phrases.jsonl'))
  const names = ['ui elements: top-1', 'ui elements: top-1 where it answers'] as const
  if (rows === undefined)
    return names.map(name => ({ name, skipped: 'ui-elements/phrases.jsonl is missing' }))
  const started = performance.now()
  let best = 0
  let answered = 0
  let right = 0
  for (const row of rows) {
    const { phrase, elements, expected } = readCase(row)
    const finding = findElements(phrase, elements)
    if (firstOf(finding)?.id === expected) best += 1
    if (finding.kind !== 'one') continue
    answered += 1
    if (finding.element.id === expected) right += 1
  }
  const perCase = (performance.now() - started) / rows.length
  const figure = (
    name: string,
    hits: number,
    of: number,
    limits: { floor: number; bar: number },
  ): Measure => ({
    name,
    cases: of,
    value: of === 0 ? 0 : hits / of,
    interval95: wilsonInterval(of === 0 ? 0 : hits / of, of),
    ms_per_case: perCase,
    ...limits,
  })
  return [
    figure(names[0], best, rows.length, { floor: 0.487, bar: 0.55 }),
    figure(names[1], right, answered, { floor: 0.78, bar: 0.85 }),
  ]
}

/** The best of what was found, or of what is near. */
function firstOf(finding: ReturnType<typeof findElements>): UiElement | undefined {
  if (finding.kind === 'one') return finding.element
  if (finding.kind === 'several') return finding.candidates[0]
  return finding.kind === 'missing' ? finding.nearest[0] : undefined
}

function readCase(row: Readonly<Record<string, unknown>>): {
  readonly phrase: string
  readonly elements: readonly UiElement[]
  readonly expected: string
} {
  const list = Array.isArray(row.elements) ? row.elements : []
  const elements = list.map(item => {
    const { index, id, role, text, bounds } = item as Readonly<Record<string, unknown>>
    return UiElement.parse({
      id: String(index),
      role: role ?? '',
      name: id ?? '',
      ...(text === undefined ? {} : { text }),
      ...(bounds === undefined ? {} : { bounds }),
    })
  })
  return { phrase: String(row.phrase), elements, expected: String(row.expected_index) }
}
