import type { Measure } from './figures.ts'
import { measureGoalClarity } from './goal-clarity.ts'
import { measureHijackedAgent } from './hijacked-agent.ts'
import { measureModelReading } from './model-reading.ts'
import { NO_DATA, printMeasures, readCaseOptions } from './print.ts'
import { measureReleaseRule } from './release-rule.ts'
import { measureSpeed, printSpeeds } from './speed.ts'
import { measureToolSelection } from './tool-selection.ts'
import { measureUiElements } from './ui-elements.ts'

/**
 * `npm run bench -- reasoning [--data DIR] [--json]`: each part of reasoning on public cases, beside floor and bar.
 * `--model scripted [--count N]`: goals read by a scripted model that reads well, badly, or as injected texts tell it to.
 */
export async function main(args: readonly string[]): Promise<void> {
  const options = readCaseOptions(args)
  if (options === undefined) return
  if (options.model !== undefined) {
    printMeasures(await measureModelReading(options.count), options.json)
    return
  }
  const measures: Measure[] = []
  if (options.dataDir === undefined) {
    if (!options.json) console.log(NO_DATA)
  } else {
    measures.push(...measureToolSelection(options.dataDir), ...measureGoalClarity(options.dataDir))
    measures.push(...measureUiElements(options.dataDir), ...measureHijackedAgent(options.dataDir))
    measures.push(...(await measureReleaseRule(options.dataDir)))
  }
  const speeds = await measureSpeed()
  if (options.json) console.log(JSON.stringify({ measures, speeds }, null, 1))
  else {
    if (measures.length > 0) printMeasures(measures, false)
    printSpeeds(speeds)
  }
}
