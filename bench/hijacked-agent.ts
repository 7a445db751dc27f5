import { measureHijackedAgent } from './reasoning/hijacked-agent.ts'
import { measureDomains } from './reasoning/measure-domains.ts'
import { NO_DATA, printMeasures, readCaseOptions } from './reasoning/print.ts'
import { measureReleaseRule } from './reasoning/release-rule.ts'

/**
 * `npm run bench -- hijacked-agent --data DIR [--json]`: what an agent that obeys an injected text can do. (a) the
 * full release rule, (b) the provenance rule alone, on the data and on twelve domains of our own.
 */
export async function main(args: readonly string[]): Promise<void> {
  const options = readCaseOptions(args)
  if (options === undefined) return
  const { dataDir } = options
  if (dataDir === undefined && !options.json) console.log(NO_DATA)
  const onData =
    dataDir === undefined ? [] : [...(await measureReleaseRule(dataDir)), ...measureHijackedAgent(dataDir)]
  printMeasures([...onData, ...measureDomains()], options.json)
}
