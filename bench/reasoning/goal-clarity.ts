import { join } from 'node:path'
import { wilsonInterval } from '../../src/engine/autonomy/autonomy.ts'
import { understandGoal } from '../../src/engine/reasoning/goal/goal.ts'
import { areaInterval, areaUnderCurve, type Measure, readRows } from './figures.ts'

/**
 * Measures goal understanding on `goal-clarity/`: AUROC of telling clear goals from vague ones, and how often the
 * clear one of two twins scores strictly higher, its environment given as context.
 */
export function measureGoalClarity(dataDir: string): readonly Measure[] {
  return [measureVagueOrClear(dataDir), measureTwins(dataDir)]
}

function measureVagueOrClear(dataDir: string): Measure {
  const name = 'goal clarity: vague or clear, AUROC'
  const rows = readRows(join(dataDir, 'goal-clarity', 'vague-or-clear.jsonl'))
  if (rows === undefined) return { name, skipped: 'goal-clarity/vague-or-clear.jsonl is missing' }
  const started = performance.now()
  const scored = rows.map(row => ({
    vague: row.vague === true,
    score: understandGoal(String(row.goal)).goal_understanding,
  }))
  const elapsed = performance.now() - started
  const clear = scored.filter(({ vague }) => !vague).map(({ score }) => score)
  const vague = scored.filter(row => row.vague).map(({ score }) => score)
  const value = areaUnderCurve(clear, vague)
  return {
    name,
    cases: rows.length,
    value,
    interval95: areaInterval(value, clear.length, vague.length),
    ms_per_case: elapsed / rows.length,
    floor: 0.87,
    bar: 0.85,
    note: 'the floor was trained on the vocabulary, this was not',
  }
}

function measureTwins(dataDir: string): Measure {
  const name = 'goal clarity: the clear twin scores higher'
  const rows = readRows(join(dataDir, 'goal-clarity', 'twins.jsonl'))
  if (rows === undefined) return { name, skipped: 'goal-clarity/twins.jsonl is missing' }
  const started = performance.now()
  const wins = rows.filter(row => {
    const knowledge = { context: { environment: String(row.environment) } }
    const clear = understandGoal(String(row.clear), knowledge).goal_understanding
    return clear > understandGoal(String(row.ambiguous), knowledge).goal_understanding
  }).length
  const value = wins / rows.length
  return {
    name,
    cases: rows.length,
    value,
    interval95: wilsonInterval(value, rows.length),
    ms_per_case: (performance.now() - started) / (2 * rows.length),
    floor: 0.76,
    bar: 0.82,
  }
}
