// Starts each agent until it waits for a person, approves in a second process, which is killed right after the refund and
// before its result is kept, resumes in a third, and counts the refunds.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ALL = ['langgraph', 'openai-agents', 'ai-sdk', 'mastra', 'dbos']
const names = process.argv.length > 2 ? process.argv.slice(2) : ALL

for (const name of names) {
  if (name === 'dbos' && !process.env.DATABASE_URL) {
    console.log('dbos: not run; give DATABASE_URL of an empty PostgreSQL database')
    continue
  }
  const folder = mkdtempSync(join(tmpdir(), `compare-${name}-`))
  const script = join(import.meta.dirname, 'peers', `${name}.mjs`)
  const run = (phase, more = {}) => {
    const options = { cwd: folder, encoding: 'utf8', timeout: 120_000, env: { ...process.env, ...more } }
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, [script, phase], options)
    const said = (stdout.trim() || stderr.trim().split('\n').at(-1)) ?? ''
    console.log(`  ${phase}: ${signal ?? `exit ${status}`} ${said}`)
  }
  console.log(name)
  run('start')
  run('approve', { KILL_AFTER_EFFECT: '1' })
  run('resume')
  const ledger = join(folder, 'ledger')
  const refunds = existsSync(ledger) ? readFileSync(ledger, 'utf8').trim().split('\n').length : 0
  console.log(`  refunds: ${refunds}`)
  rmSync(folder, { recursive: true, force: true })
}
