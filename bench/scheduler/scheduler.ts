import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Measure } from '../reasoning/figures.ts'
import { NO_DATA, printMeasures } from '../reasoning/print.ts'
import { type Grown, measureGrowth } from './growth.ts'
import { measureFolders } from './measure-instances.ts'
import { measureRandomBriefs, measureRandomPlans } from './random-plans.ts'
import { measureRandomProjects } from './random-projects.ts'

/**
 * `npm run bench -- scheduler [--data DIR] [--json] [--seconds N] [--random N]`: the public projects below DIR against
 * their best known makespans; random projects on calendars and random briefs with events against independent checkers;
 * growth over sizes.
 */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      json: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '0.95' },
      random: { type: 'string', default: '300' },
    },
  })
  const seconds = Number(values.seconds)
  const random = Number(values.random)
  if (!(seconds > 0) || !(random >= 0) || (values.data !== undefined && !existsSync(values.data))) {
    console.error(
      'Give an existing folder with --data DIR, seconds above 0, and a number of random projects.',
    )
    process.exitCode = 2
    return
  }
  const measures: Measure[] = values.data === undefined ? [] : [...measureFolders(values.data, seconds)]
  measures.push(...measureRandomProjects(random), ...measureRandomPlans(Math.ceil(random / 3)))
  measures.push(...measureRandomBriefs(random))
  const growth = measureGrowth(5)
  if (values.json) {
    console.log(JSON.stringify({ measures, growth }, null, 1))
    return
  }
  if (values.data === undefined) console.log(NO_DATA)
  printMeasures(measures, false)
  printGrowth(growth)
}

function printGrowth(growth: readonly Grown[]): void {
  console.log(
    '\ngenerated projects, growing                   size      ms   allowed  against the size before   outcome',
  )
  let previous: Grown | undefined
  for (const grown of growth) {
    const isSame = previous?.kind === grown.kind
    const factor =
      isSame && previous !== undefined ? `×${(grown.milliseconds / previous.milliseconds).toFixed(1)}` : ''
    console.log(
      [
        grown.kind.padEnd(40),
        String(grown.size).padStart(8),
        grown.milliseconds.toFixed(0).padStart(7),
        `${grown.seconds_allowed} s`.padStart(8),
        factor.padEnd(23),
        grown.breaches > 0 ? `BROKEN ${grown.breaches} times` : grown.outcome,
      ].join('  '),
    )
    previous = grown
  }
}
