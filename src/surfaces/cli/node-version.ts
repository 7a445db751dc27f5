/**
 * What to tell somebody whose Node is older than the program needs; undefined when it is new enough. Imports nothing, so
 * that it runs on any Node that knows modules.
 */
export function findNodeTooOld(version: string, engines: string): string | undefined {
  const [major = 0, minor = 0] = numbersOf(version)
  const [oldestMajor = 0, oldestMinor = 0] = numbersOf(engines)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined
  const oldest = `${oldestMajor}.${oldestMinor}`
  return `Soulgate needs Node ${oldest} or newer and was started with Node ${version}. Install a newer one (https://nodejs.org) and start it again.`
}

function numbersOf(text: string): readonly number[] {
  return (/\d+(\.\d+)*/.exec(text)?.[0] ?? '').split('.').map(Number)
}
