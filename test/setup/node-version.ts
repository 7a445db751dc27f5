const OLDEST = [22, 13] as const

/** Stops the run on a Node that cannot run the program, instead of failing test by test. */
export default function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  throw new Error(
    `Tests need Node ${OLDEST.join('.')} or newer and run on ${process.version}. Start them with \`npm test\`, ` +
      'which uses the Node that is pinned in package.json.',
  )
}
