import { parseArgs } from 'node:util'
import { HarnessScenario, HarnessToolSets } from '../../src/contracts/harness.ts'
import { runHarness } from '../../src/soulgate.ts'
import { generateScenarios, TOOL_SETS } from './scenarios.ts'

/**
 * The goals of a seed through the real reasoning pipeline; nothing executes. `soulgate harness --scenarios FILE
 * --toolsets FILE` does the same with goals that somebody else wrote, which is what the figures are for.
 */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '500' },
      json: { type: 'boolean', default: false },
    },
  })
  const report = await runHarness({
    scenarios: generateScenarios(Number(values.seed)).map(scenario => HarnessScenario.parse(scenario)),
    toolSets: HarnessToolSets.parse(TOOL_SETS),
    source: `generated, seed ${values.seed}`,
    count: Number(values.count),
  })
  if (values.json) {
    console.log(JSON.stringify(report, null, 1))
    return
  }
  for (const { name, cases, value } of report.measures)
    console.log(`${name.padEnd(40)} ${String(cases).padStart(5)} ${value === null ? '–' : value.toFixed(3)}`)
}
