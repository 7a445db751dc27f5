import { readFileSync, writeFileSync } from 'node:fs'
import type { HarnessGroup, HarnessMeasure } from '../../../contracts/harness.ts'
import { HarnessReport } from '../../../contracts/harness.ts'
import type { HarnessDifference } from '../../../soulgate.ts'
import type { CommandContext } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { harnessPage } from '../harness-page.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'

interface Flags {
  readonly scenarios: string
  readonly toolsets: string
  readonly count?: string
  readonly baseline?: string
  readonly html?: string
}

const SHOWN_WRONG = 20

/** `harness`: the reasoning pipeline over hundreds of goals, without a server; nothing executes. */
export const registerHarness: Register = (program, run) => {
  program
    .command('harness')
    .description('run your goals through the reasoning pipeline; nothing executes, no server is needed')
    .requiredOption('--scenarios <file>', 'the goals and what is expected of each, one JSON object per line')
    .requiredOption('--toolsets <file>', 'the tool sets that they name, one JSON object')
    .option('--count <number>', 'only so many of them, spread over the classes')
    .option('--baseline <file>', 'the --json answer of an earlier run; a regression exits with 1')
    .option('--html <file>', 'also write the report as a page')
    .addHelpText('after', '\nExits with 1 when a figure misses its bar.')
    .action((flags: Flags) => run(context => harness(context, flags)))
}

async function harness(context: CommandContext, flags: Flags): Promise<void> {
  const baseline = flags.baseline === undefined ? undefined : readBaseline(flags.baseline)
  const engine = await import('../../../soulgate.ts')
  const asked = { ...sourceOf(flags, engine), ...countOf(flags), ...progressOf(context) }
  const report = await engine.runHarness(asked).catch((error: unknown) => {
    throw new CommandFailure(EXIT.usage, error instanceof Error ? error.message : String(error))
  })
  const differences = baseline === undefined ? [] : engine.compareReports(baseline, report)
  if (flags.html !== undefined) writeFileSync(flags.html, harnessPage(report))
  context.answer(baseline === undefined ? report : { ...report, differences })
  show(context, report)
  if (flags.html !== undefined) context.say('', `Written to ${escapeLine(flags.html)}.`)
  if (baseline !== undefined) showDifferences(context, differences)
  const isMissed = report.measures.some(measure => measure.enforced && measure.met === false)
  if (isMissed || differences.some(difference => difference.regressed)) context.exitWith(EXIT.failed)
}

function sourceOf(
  { scenarios, toolsets }: Flags,
  engine: Pick<typeof import('../../../soulgate.ts'), 'readScenarios' | 'readToolSets'>,
) {
  return {
    scenarios: parsed(scenarios, engine.readScenarios),
    toolSets: parsed(toolsets, engine.readToolSets),
    source: scenarios,
  }
}

function countOf({ count }: Flags): { count?: number } {
  return count === undefined ? {} : { count: Math.max(1, wholeNumber('--count', count)) }
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new CommandFailure(EXIT.usage, `${name} is “${text}”. It must be a whole number from 0.`)
}

/** The content of a file as `read` understands it; what is wrong names the file. */
function parsed<Value>(file: string, read: (text: string) => Value): Value {
  try {
    return read(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CommandFailure(EXIT.usage, `${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function readBaseline(file: string): Pick<HarnessReport, 'measures'> {
  return parsed(file, text => HarnessReport.pick({ measures: true }).parse(JSON.parse(text)))
}

function progressOf(context: CommandContext): { onProgress?: (done: number, of: number) => void } {
  if (!context.isInteractive) return {}
  return {
    onProgress: (done, of) => {
      if (done % 100 === 0 && done < of) context.say(context.colors.dim(`${done} of ${of} …`))
    },
  }
}

function show(context: CommandContext, report: HarnessReport): void {
  const { bold } = context.colors
  const { one_at_a_time: single, concurrent, soul } = report.timing
  context.say(
    bold(`${report.scenarios} scenarios from ${escapeLine(report.source)}; nothing was executed`),
    '',
  )
  context.say(
    ...columns([
      ['figure', 'cases', 'value', 'search index', '95 % interval', 'bar', ''],
      ...report.measures.map(measure => measureRow(context, measure)),
    ]),
  )
  const heads = ['cases', 'right', 'caught', 'asked', 'confidence', 'outcomes']
  context.say('', ...columns([['class', ...heads], ...report.classes.map(groupRow)]))
  context.say('', ...columns([['subtype', ...heads], ...report.subtypes.map(groupRow)]))
  context.say(
    '',
    `time to an answer: p50 ${single.p50_ms} ms, p95 ${single.p95_ms} ms, p99 ${single.p99_ms} ms`,
    `${concurrent.requests} at once: p50 ${concurrent.p50_ms} ms, p95 ${concurrent.p95_ms} ms, p99 ${concurrent.p99_ms} ms, ${concurrent.errors} errors`,
    `Soul: p95 ${soul.p95_ms} ms over ${soul.requests} answers`,
  )
  const wrong = report.results.filter(result => !result.right)
  if (wrong.length === 0) return
  context.say(
    '',
    `${wrong.length} not as expected${wrong.length > SHOWN_WRONG ? `, the first ${SHOWN_WRONG}` : ''}:`,
  )
  for (const result of wrong.slice(0, SHOWN_WRONG))
    context.say(
      `  ${escapeLine(result.id)} expected ${result.expected}, was ${result.outcome} ${result.tools.join(' ')}: ${escapeLine(result.goal.slice(0, 100))}`,
    )
}

function measureRow(context: CommandContext, measure: HarnessMeasure): string[] {
  const { name, cases, value, search_index: found, interval95, bar, met, enforced } = measure
  const { green, red, yellow } = context.colors
  const limits = [
    bar?.least === undefined ? '' : `≥ ${bar.least}`,
    bar?.most === undefined ? '' : `≤ ${bar.most}`,
  ].filter(Boolean)
  const verdict =
    met === null ? '' : met ? green('met') : enforced ? red('MISSED') : yellow('outside the band')
  return [
    name,
    String(cases),
    value === null ? '–' : value.toFixed(3),
    typeof found === 'number' ? found.toFixed(3) : '',
    interval95 ? `${interval95[0].toFixed(3)}–${interval95[1].toFixed(3)}` : '',
    limits.join(', '),
    verdict,
  ]
}

function groupRow(group: HarnessGroup): string[] {
  return [
    escapeLine(group.name),
    String(group.cases),
    group.right_rate.toFixed(2),
    group.caught_rate.toFixed(2),
    group.asked_rate.toFixed(2),
    `${group.confidence_mean.toFixed(2)} ± ${group.confidence_std_dev.toFixed(2)}`,
    Object.entries(group.outcomes)
      .map(([outcome, count]) => `${outcome} ${count}`)
      .join(', '),
  ]
}

function showDifferences(context: CommandContext, differences: readonly HarnessDifference[]): void {
  const number = (value: number | null): string => (value === null ? '–' : value.toFixed(3))
  context.say(
    '',
    ...columns([
      ['against the baseline', 'before', 'now', ''],
      ...differences.map(({ name, before, after, regressed }) => [
        name,
        number(before),
        number(after),
        regressed ? context.colors.red('REGRESSED') : '',
      ]),
    ]),
  )
}
