import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CLAIMS } from './in-minutes/claims.ts'
import { openPlace } from './in-minutes/place.ts'

/**
 * Does what the documents say can be done in minutes, in an empty folder with an empty home, with the commands and files
 * that stand in them. `--built` packs what was built before, `--tarball FILE` takes one;
 * `--only sdk,mcp` tries the claims of these documents.
 */
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'soulgate-tarball-'))
const only = process.argv[process.argv.indexOf('--only') + 1]
let failed = 0

// Ctrl-C ends what was started as well: see `openPlace`.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

try {
  const place = await openPlace(tarballGiven() ?? pack(), frameworks())
  try {
    for (const { document, says, prove } of chosen()) {
      const startedAt = performance.now()
      const [mark, words] = await prove(place).then(
        words => ['✓', words] as const,
        error => ['✗', error instanceof Error ? error.message : String(error)] as const,
      )
      if (mark === '✗') failed += 1
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      console.log(`${mark} ${document.padEnd(20)} ${says.padEnd(30)} ${seconds.padStart(5)} s  ${words}`)
    }
  } finally {
    place.close()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1

function chosen(): typeof CLAIMS {
  return process.argv.includes('--only')
    ? CLAIMS.filter(({ document }) => only?.split(',').some(word => document.includes(word)))
    : CLAIMS
}

/** What docs/sdk.md tells its readers to install beside it, in the versions that this clone is tested with. */
function frameworks(): readonly string[] {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return ['ai', '@openai/agents'].map(name => `${name}@${devDependencies[name]}`)
}

function tarballGiven(): string | undefined {
  const at = process.argv.indexOf('--tarball')
  return at < 0 ? undefined : process.argv[at + 1]
}

function pack(): string {
  const flags = process.argv.includes('--built') ? ['--ignore-scripts'] : []
  const { status, stderr } = spawnSync('npm', ['pack', '--pack-destination', folder, ...flags], {
    ...{ cwd: root, encoding: 'utf8' },
  })
  const name = readdirSync(folder).find(file => file.endsWith('.tgz'))
  if (status !== 0 || name === undefined) throw new Error(`npm pack made no tarball: ${stderr}`)
  return join(folder, name)
}
