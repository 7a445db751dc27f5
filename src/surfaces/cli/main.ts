#!/usr/bin/env node
const parameters = process.argv.slice(2)

// A host starts the hook before every call and waits for it: nothing else is loaded, and nothing else may be printed.
if (parameters[0] === 'hook' && parameters[1] === 'claude-code' && !parameters.includes('--help')) {
  const { runHook } = await import('./hook-entry.ts')
  await runHook(parameters.slice(2))
}

const { readFileSync } = await import('node:fs')
const { EXIT } = await import('./exit-codes.ts')
const { findNodeTooOld } = await import('./node-version.ts')

const { version, engines } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
)
// Before anything is imported that an older Node does not have, `node:sqlite` for one.
const tooOld = findNodeTooOld(process.versions.node, engines.node)
if (tooOld !== undefined) {
  console.error(tooOld)
  process.exit(EXIT.failed)
}

// Asked by scripts and editors: answered without loading the commands.
if (parameters.length === 1 && (parameters[0] === '--version' || parameters[0] === '-V')) {
  console.log(version)
  process.exit()
}

// `soulgate gates | head` has read enough: that is no failure.
process.stdout.on('error', error => {
  if ('code' in error && error.code === 'EPIPE') process.exit()
  throw error
})

const [{ currentProcess }, { runProgram }] = await Promise.all([
  import('./context.ts'),
  import('./program.ts'),
])
await runProgram(currentProcess(), parameters, version)
