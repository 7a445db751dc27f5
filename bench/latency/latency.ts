import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureGateway } from './gateway.ts'
import { measurePass } from './pass.ts'
import { measureStarts } from './starts.ts'
import { PROGRAM, type Wait } from './wait.ts'

/**
 * `npm run bench -- latency [--rounds N] [--json]`: what somebody waits for before anything else happens: a command that
 * starts, the hook of a coding agent, a call that nothing holds, the same call through the gateway. Takes what was built
 * (`npm run build`), as it is installed; what is bare Node or the bare server is measured in the same rounds.
 */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: '15' }, json: { type: 'boolean', default: false } },
  })
  if (!existsSync(PROGRAM)) throw new Error('There is no dist: run `npm run build` first.')
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-latency-'))
  try {
    const waits = [
      ...(await measureStarts(folder, Number(values.rounds))),
      await measurePass(folder),
      ...(await measureGateway(folder)),
    ]
    if (values.json) console.log(JSON.stringify(waits, null, 1))
    else for (const wait of waits) console.log(line(wait))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function line({ what, p50, p99, bar }: Wait): string {
  const figure = (value: number | undefined) => (value === undefined ? '' : value.toFixed(2)).padStart(10)
  return `${what.padEnd(58)} p50 ${figure(p50)} ms${p99 === undefined ? ''.padEnd(17) : ` p99${figure(p99)} ms`}  ${bar === undefined ? '' : `bar ${bar}`}`
}
