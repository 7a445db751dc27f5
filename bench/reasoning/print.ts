import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Figure, Measure } from './figures.ts'

/** Where the public cases lie, and how the figures are printed. */
export interface CaseOptions {
  readonly dataDir: string | undefined
  readonly json: boolean
  /** Instead of the cases, the safety of a reading by a model of this kind. */
  readonly model?: 'scripted'
  /** Goals of each kind. */
  readonly count: number
}

/** Reads `--data DIR`, `--model scripted`, `--count N` and `--json`; a folder that is not there ends the command with exit code 2. */
export function readCaseOptions(args: readonly string[]): CaseOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      model: { type: 'string' },
      count: { type: 'string', default: '150' },
      json: { type: 'boolean', default: false },
    },
  })
  if (values.data !== undefined && !existsSync(values.data)) {
    console.error(`There is no folder ${values.data}. Give one with --data DIR.`)
    process.exitCode = 2
    return undefined
  }
  if (values.model !== undefined && values.model !== 'scripted') {
    console.error('There is one kind of model here: --model scripted.')
    process.exitCode = 2
    return undefined
  }
  const { data: dataDir, json, model } = values
  return { dataDir, json, ...(model === undefined ? {} : { model }), count: Number(values.count) }
}

/** The line that stands where cases would be measured when no folder was given. */
export const NO_DATA = 'Cases of public data were not measured: give their folder with --data DIR.'

/** Prints every measure beside its floor and bar; with `json` as one array. */
export function printMeasures(measures: readonly Measure[], json: boolean): void {
  if (json) {
    console.log(JSON.stringify(measures, null, 1))
    return
  }
  console.log(
    `${'measure'.padEnd(52)} ${'cases'.padStart(7)} ${'value'.padStart(8)}  ${'95 % interval'.padEnd(17)} ${'floor'.padStart(6)} ${'bar'.padStart(9)}  ${'ms/case'.padStart(8)}`,
  )
  for (const measure of measures)
    console.log('skipped' in measure ? skippedLine(measure) : figureLine(measure))
}

function skippedLine({ name, skipped }: { name: string; skipped: string }): string {
  return `${name.padEnd(52)} skipped: ${skipped}`
}

function figureLine(figure: Figure): string {
  const [low, high] = figure.interval95
  const bar = figure.bar === null ? '–' : `${figure.lower_is_better === true ? '≤' : '≥'} ${figure.bar}`
  return [
    figure.name.padEnd(52),
    String(figure.cases).padStart(7),
    shown(figure.value).padStart(8),
    ` [${shown(low)}, ${shown(high)}]`.padEnd(18),
    (figure.floor === null ? '–' : String(figure.floor)).padStart(6),
    bar.padStart(9),
    figure.ms_per_case.toFixed(3).padStart(9),
    verdictOf(figure),
    figure.note === undefined ? '' : `  (${figure.note})`,
  ].join(' ')
}

function verdictOf({ bar, value, lower_is_better }: Figure): string {
  if (bar === null) return ''
  return (lower_is_better === true ? value <= bar : value >= bar) ? ' met' : ' MISSED'
}

function shown(value: number): string {
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(3)
}
