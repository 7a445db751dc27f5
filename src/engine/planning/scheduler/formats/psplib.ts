import type { Lag, ResourceInstance } from '../resource/resource-instance.ts'
import { linesOf, type Token, toWholeNumber, Unreadable } from './tokens.ts'

type Lines = readonly (readonly Token[])[]

/**
 * Reads the single-mode format of PSPLIB (`.sm`): the sections PRECEDENCE RELATIONS, REQUESTS/DURATIONS and
 * RESOURCEAVAILABILITIES. Jobs are numbered from 1. A job with several modes is refused.
 */
export function readPsplib(text: string): ResourceInstance {
  const lines = linesOf(text)
  const capacities = sectionOf(lines, 'RESOURCEAVAILABILITIES')
  const names = capacities[0] ?? []
  const values = capacities[1] ?? []
  if (names.some(({ text: word }) => /^[ND]$/.test(word)))
    throw new Unreadable(
      names[0]?.line ?? 1,
      'it has resources that do not renew; only renewable ones are supported',
    )
  const resources = values.map((token, at) => ({
    name: `R${at + 1}`,
    capacity: toWholeNumber(token, `the capacity of resource ${at + 1}`),
  }))
  const jobs = sectionOf(lines, 'REQUESTS/DURATIONS')
  const count = jobs.filter(isNumbers).length
  const { durations, demands } = readJobs(jobs, count, resources.length)
  const lags = readSuccessors(sectionOf(lines, 'PRECEDENCE'), durations)
  return {
    count,
    names: Array.from({ length: count }, (_, job) => String(job + 1)),
    durations,
    resources,
    demands,
    lags,
  }
}

/** The lines after a heading up to the next row of stars; rows of dashes are left out. */
function sectionOf(lines: Lines, heading: string): Lines {
  const at = lines.findIndex(line => line.some(({ text }) => text.toUpperCase().startsWith(heading)))
  if (at < 0) throw new Unreadable(lines.length, `there is no section ${heading}`)
  const rest = lines.slice(at + 1)
  const end = rest.findIndex(line => line[0]?.text.startsWith('***') === true)
  const section = rest.slice(0, end < 0 ? undefined : end)
  return section.filter(line => line.length > 0 && line[0]?.text.startsWith('---') !== true)
}

function isNumbers(line: readonly Token[]): boolean {
  return /^[+-]?\d/.test(line[0]?.text ?? '')
}

function readJobs(section: Lines, count: number, width: number) {
  if (count === 0) throw new Unreadable(1, 'the section REQUESTS/DURATIONS lists no job')
  const durations = new Int32Array(count)
  const demands = new Int32Array(count * width)
  let before = 0
  for (const line of section) {
    if (!isNumbers(line)) {
      if (line[0]?.text.startsWith('jobnr') === true) continue
      throw new Unreadable(
        line[0]?.line ?? 1,
        `“${line[0]?.text.slice(0, 40)}” stands where a job number belongs`,
      )
    }
    const [job, mode, duration, ...needs] = line
    const place = line[0]?.line ?? 1
    if (job === undefined || mode === undefined || duration === undefined)
      throw new Unreadable(place, 'a job, its mode and its duration belong here')
    const number = toWholeNumber(job, 'the number of a job', 1)
    if (toWholeNumber(mode, 'the mode of a job') > 1 || needs.length === width - 1)
      throw new Unreadable(place, `job ${number} has several modes; only one is supported`)
    if (number !== before + 1)
      throw new Unreadable(place, `job ${number} stands where job ${before + 1} belongs`)
    if (needs.length !== width)
      throw new Unreadable(
        place,
        `job ${number} has ${needs.length} demands, but there are ${width} resources`,
      )
    durations[before] = toWholeNumber(duration, `the duration of job ${number}`)
    for (const [at, need] of needs.entries())
      demands[before * width + at] = toWholeNumber(need, `a demand of job ${number}`)
    before = number
  }
  return { durations, demands }
}

/** Long lists of successors may go on in the next line, which then does not begin like the line of the next job. */
function wholeLines(lines: Lines): Lines {
  const whole: Token[][] = []
  for (const line of lines) {
    const last = whole.at(-1)
    const missing = Number(last?.[2]?.text ?? 0) - ((last?.length ?? 3) - 3)
    const isNext = Number(line[0]?.text) === Number(last?.[0]?.text) + 1 && line[1]?.text === '1'
    if (last !== undefined && missing > 0 && line.length <= missing && !isNext) last.push(...line)
    else whole.push([...line])
  }
  return whole
}

function readSuccessors(section: Lines, durations: Int32Array): readonly Lag[] {
  const lags: Lag[] = []
  for (const line of wholeLines(section.filter(isNumbers))) {
    const [job, modes, size, ...successors] = line
    const place = line[0]?.line ?? 1
    if (job === undefined || modes === undefined || size === undefined)
      throw new Unreadable(place, 'a job, its number of modes and its number of successors belong here')
    const number = toWholeNumber(job, 'the number of a job', 1)
    if (number > durations.length)
      throw new Unreadable(place, `job ${number} has no line in REQUESTS/DURATIONS`)
    if (toWholeNumber(modes, 'the number of modes') > 1)
      throw new Unreadable(place, `job ${number} has ${modes.text} modes; only one is supported`)
    if (toWholeNumber(size, 'the number of successors') !== successors.length)
      throw new Unreadable(
        place,
        `job ${number} names ${successors.length} successors instead of ${size.text}`,
      )
    for (const token of successors) {
      const to = toWholeNumber(token, `a successor of job ${number}`, 1)
      if (to > durations.length)
        throw new Unreadable(
          place,
          `job ${number} has the successor ${to}, but there are only ${durations.length} jobs`,
        )
      lags.push({ from: number - 1, to: to - 1, lag: durations[number - 1] ?? 0 })
    }
  }
  return lags
}
