import { measureHijackedAgent } from './reasoning/hijacked-agent.ts'
import { NO_DATA, printMeasures, readCaseOptions } from './reasoning/print.ts'
import { measureReleaseRule } from './reasoning/release-rule.ts'

/**
 * `npm run bench -- hijacked-agent --data DIR [--json]`: what an agent that obeys an injected text can do. (a) the
 * full release rule, (b) the provenance rule alone.
 */
export async function main(args: readonly string[]): Promise<void> {
  const options = readCaseOptions(args)
  if (options === undefined) return
  if (options.dataDir === undefined) {
    console.log(options.json ? '[]' : NO_DATA)
    return
  }
  const measures = [...(await measureReleaseRule(options.dataDir)), ...measureHijackedAgent(options.dataDir)]
  printMeasures(measures, options.json)
}
