import { join } from 'node:path'
import { wilsonInterval } from '../../src/engine/autonomy/autonomy.ts'
import { splitClauses } from '../../src/engine/reasoning/language/language.ts'
import { weighLikeliest } from '../../src/engine/reasoning/propose/choose-tools.ts'
import { rankTools } from '../../src/engine/reasoning/propose/propose.ts'
import { areaInterval, areaUnderCurve, type Measure, readRows } from './figures.ts'

interface SelectionCase {
  readonly goal: string
  readonly tools: Parameters<typeof rankTools>[1]
  readonly expected: readonly string[]
}

/** Top-1 of choose-one, recall@k of choose-several, AUROC of “something fits”. Missing files are skipped. */
export function measureToolSelection(dataDir: string): readonly Measure[] {
  return [measureChooseOne(dataDir), measureChooseSeveral(dataDir), measureFit(dataDir)]
}

function readCases(dataDir: string, file: string): readonly SelectionCase[] | undefined {
  return readRows(join(dataDir, 'tool-selection', file))?.map(row => {
    const expected = row.expected_calls as readonly { readonly tool: string }[]
    const tools = row.tools as SelectionCase['tools']
    return { goal: String(row.goal), tools, expected: expected.map(call => call.tool) }
  })
}

function measureChooseOne(dataDir: string): Measure {
  const name = 'tool selection: choose one, top-1'
  const cases = readCases(dataDir, 'choose-one.jsonl')
  if (cases === undefined) return { name, skipped: 'tool-selection/choose-one.jsonl is missing' }
  const started = performance.now()
  const right = cases.filter(({ goal, tools, expected }) =>
    expected.includes(rankTools(goal, tools)[0]?.tool ?? ''),
  ).length
  const value = right / cases.length
  return {
    name,
    cases: cases.length,
    value,
    interval95: wilsonInterval(value, cases.length),
    ms_per_case: (performance.now() - started) / cases.length,
    floor: 0.975,
    bar: 0.98,
  }
}

function measureChooseSeveral(dataDir: string): Measure {
  const name = 'tool selection: choose several, recall@k'
  const cases = readCases(dataDir, 'choose-several.jsonl')
  if (cases === undefined) return { name, skipped: 'tool-selection/choose-several.jsonl is missing' }
  const started = performance.now()
  let wanted = 0
  let found = 0
  for (const { goal, tools, expected } of cases) {
    const chosen = rankTools(goal, tools)
      .slice(0, expected.length)
      .map(ranked => ranked.tool)
    const distinct = [...new Set(expected)]
    wanted += distinct.length
    found += distinct.filter(tool => chosen.includes(tool)).length
  }
  const value = found / wanted
  return {
    name,
    cases: cases.length,
    value,
    interval95: wilsonInterval(value, wanted),
    ms_per_case: (performance.now() - started) / cases.length,
    floor: 0.995,
    bar: 0.995,
    note: `k = expected calls; ${found} of ${wanted} tools found`,
  }
}

function measureFit(dataDir: string): Measure {
  const name = 'tool selection: something fits, AUROC'
  const fitting = readCases(dataDir, 'one-tool.jsonl')
  const unfitting = readCases(dataDir, 'none-fits.jsonl')
  if (fitting === undefined || unfitting === undefined)
    return { name, skipped: 'tool-selection/one-tool.jsonl or none-fits.jsonl is missing' }
  const started = performance.now()
  const scoreAll = (cases: readonly SelectionCase[]): number[] =>
    cases.map(({ goal, tools }) => weighLikeliest(splitClauses(goal), tools))
  const value = areaUnderCurve(scoreAll(fitting), scoreAll(unfitting))
  const cases = fitting.length + unfitting.length
  return {
    name,
    cases,
    value,
    interval95: areaInterval(value, fitting.length, unfitting.length),
    ms_per_case: (performance.now() - started) / cases,
    floor: 0.907,
    bar: 0.93,
  }
}
