import { wilsonInterval } from '../../src/engine/autonomy/autonomy.ts'
import { findResourceBreach, solveResourceProject } from '../../src/engine/planning/scheduler/scheduler.ts'
import type { Figure, Measure } from '../reasoning/figures.ts'
import { type Case, type CaseFolder, readFolders } from './instances.ts'

/** Bars of the design: up to this size within 1 %, larger ones within 6 % of the best known. */
const SMALL_ACTIVITIES = 62
const SMALL_BAR = 1
const LARGE_BAR = 6
const SHARE_BAR = 0.95

interface Result extends Case {
  readonly kind: 'scheduled' | 'contradictory' | 'undecided'
  readonly makespan: number
  readonly lowerBound: number
  readonly breach: string | undefined
  readonly milliseconds: number
}

/** Solves every project of every folder within the seconds given, checks each schedule apart, and compares. */
export function measureFolders(dataDir: string, seconds: number): readonly Measure[] {
  const folders = readFolders(dataDir)
  if (folders.length === 0) return [{ name: 'projects', skipped: `no .sm, .rcp or .sch below ${dataDir}` }]
  return folders.flatMap(folder => [...measureFolder(folder, seconds), ...unreadable(folder)])
}

function unreadable({ name, unreadable: files }: CaseFolder): readonly Measure[] {
  if (files.length === 0) return []
  return [{ name: `${name}: not read`, skipped: `${files.length} files, first ${files[0]}` }]
}

function measureFolder(folder: CaseFolder, seconds: number): readonly Measure[] {
  const results = folder.cases.map(one => solve(one, seconds))
  const feasible = results.filter(({ best }) => typeof best === 'number')
  const unsat = results.filter(({ best }) => best === 'unsat')
  const unknown = results.filter(({ best }) => best === undefined)
  const measures: Measure[] = []
  if (feasible.length > 0) measures.push(...comparedToBest(folder.name, feasible))
  if (unsat.length > 0) measures.push(...contradictions(folder.name, unsat, feasible))
  if (unknown.length > 0) measures.push(aboveLowerBound(folder.name, unknown))
  return [...measures, broken(folder.name, results)]
}

function solve(one: Case, seconds: number): Result {
  const begun = performance.now()
  const solution = solveResourceProject(one.instance, {
    now: () => performance.now(),
    milliseconds: seconds * 1000,
    seed: 1,
  })
  const milliseconds = performance.now() - begun
  if (solution.kind !== 'scheduled')
    return { ...one, kind: solution.kind, makespan: 0, lowerBound: 0, breach: undefined, milliseconds }
  const { makespan, lowerBound, starts } = solution
  const breach = findResourceBreach(one.instance, starts)
  return { ...one, kind: 'scheduled', makespan, lowerBound, breach, milliseconds }
}

function comparedToBest(name: string, results: readonly Result[]): readonly Measure[] {
  const solved = results.filter(({ kind }) => kind === 'scheduled')
  const above = solved.map(
    ({ makespan, best }) => (100 * (makespan - Number(best))) / Math.max(1, Number(best)),
  )
  const isSmall = results.every(({ instance }) => instance.count <= SMALL_ACTIVITIES)
  const optimal = solved.filter(({ makespan, lowerBound }) => makespan === lowerBound).length
  const longest = Math.max(...results.map(({ milliseconds }) => milliseconds))
  const share = solved.length / results.length
  return [
    {
      ...meanFigure(`${name}: mean % above best known`, above, results),
      bar: isSmall ? SMALL_BAR : LARGE_BAR,
      note: `worst ${Math.max(0, ...above).toFixed(1)} %, ${optimal} proven optimal, longest ${longest.toFixed(0)} ms`,
    },
    {
      ...shareFigure(`${name}: feasible ones scheduled`, share, results),
      bar: SHARE_BAR,
    },
  ]
}

function contradictions(
  name: string,
  unsat: readonly Result[],
  feasible: readonly Result[],
): readonly Measure[] {
  const found = unsat.filter(({ kind }) => kind === 'contradictory').length / unsat.length
  const alarms = feasible.filter(({ kind }) => kind === 'contradictory').length
  const measures: Measure[] = [
    { ...shareFigure(`${name}: contradictory ones found`, found, unsat), floor: 0.8, bar: SHARE_BAR },
  ]
  if (feasible.length > 0)
    measures.push({
      ...shareFigure(`${name}: false alarms`, alarms / feasible.length, feasible),
      bar: 0,
      lower_is_better: true,
    })
  return measures
}

function aboveLowerBound(name: string, results: readonly Result[]): Figure {
  const solved = results.filter(({ kind }) => kind === 'scheduled')
  const above = solved.map(
    ({ makespan, lowerBound }) => (100 * (makespan - lowerBound)) / Math.max(1, lowerBound),
  )
  const contradictory = results.filter(({ kind }) => kind === 'contradictory').length
  return {
    ...meanFigure(`${name}: best unknown, mean % above lower bound`, above, results),
    note: `${solved.length} scheduled, ${contradictory} proven contradictory`,
  }
}

function broken(name: string, results: readonly Result[]): Figure {
  const wrong = results.filter(
    ({ breach, kind, best }) => breach !== undefined || (kind === 'scheduled' && best === 'unsat'),
  )
  const first = wrong[0]
  return {
    ...shareFigure(`${name}: schedules that break a constraint`, wrong.length / results.length, results),
    bar: 0,
    lower_is_better: true,
    ...(first === undefined
      ? {}
      : { note: `${first.name}: ${first.breach ?? 'scheduled, though known as unsat'}` }),
  }
}

function meanFigure(name: string, values: readonly number[], results: readonly Result[]): Figure {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
  const spread = 1.959964 * Math.sqrt(variance / Math.max(1, values.length))
  return {
    ...{ name, cases: values.length, value: mean, interval95: [mean - spread, mean + spread] as const },
    ...{ ms_per_case: timePerCase(results), floor: null, bar: null, lower_is_better: true },
  }
}

function shareFigure(name: string, share: number, results: readonly Result[]): Figure {
  return {
    ...{ name, cases: results.length, value: share, interval95: wilsonInterval(share, results.length) },
    ...{ ms_per_case: timePerCase(results), floor: null, bar: null },
  }
}

function timePerCase(results: readonly Result[]): number {
  return results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / Math.max(1, results.length)
}
