import manifest from '../../package.json' with { type: 'json' }
import { findNodeTooOld } from '../../src/surfaces/cli/node-version.ts'

/** Stops the run on a Node that cannot run the program, instead of failing test by test. */
export default function requireNode(): void {
  const tooOld = findNodeTooOld(process.versions.node, manifest.engines.node)
  if (tooOld === undefined) return
  throw new Error(`${tooOld} \`npm test\` uses the Node that package.json pins.`)
}
