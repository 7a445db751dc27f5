import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Principal } from '../../contracts/principal.ts'
import { createSoulgate } from '../../soulgate.ts'
import { EXIT } from './exit-codes.ts'
import { runProgram } from './program.ts'

const SYSTEM: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
const root = mkdtempSync(join(tmpdir(), 'soulgate-restore-'))
const [home, workspace, file] = [join(root, 'home'), join(root, 'workspace'), join(root, 'backup.jsonl.gz')]
let token: string
let homes = 0

beforeAll(async () => {
  mkdirSync(workspace)
  const soulgate = await createSoulgate({ home, workspace })
  const made = await soulgate.access.createToken(SYSTEM, { name: 'ci-bot', role: 'admin', decides: true })
  if (made.refused) throw new Error(made.detail)
  token = made.token
  await soulgate.close()
  expect((await command(['backup', file], home)).code).toBe(0)
}, 30_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function command(line: readonly string[], inHome: string, answer?: string) {
  let [text, code] = ['', 0]
  const asked: string[] = []
  const write = (piece: string) => {
    text += piece
  }
  const ask = async (question: string) => {
    asked.push(question)
    return answer ?? ''
  }
  await runProgram(
    {
      environment: { SOULGATE_HOME: inHome, SOULGATE_WORKSPACE: workspace },
      ...{ workingFolder: root, isTerminal: answer !== undefined, write, writeError: write, ask },
      setExitCode: value => {
        code = value
      },
    },
    line,
    '0.0.0',
  )
  return { text, code, asked }
}

/** Restores into a new home; `signsIn` says whether the token of the backup works in what was restored. */
async function restored(flags: readonly string[], answer?: string) {
  homes += 1
  const fresh = join(root, `home-${homes}`)
  const told = await command(['restore', file, ...flags], fresh, answer)
  if (told.code !== 0) return { ...told, signsIn: false }
  const soulgate = await createSoulgate({ home: fresh, workspace })
  const signsIn = (await soulgate.access.authenticate({ kind: 'bearer', token })) !== undefined
  await soulgate.close()
  return { ...told, signsIn }
}

describe('soulgate restore', () => {
  test.each([
    [[]],
    [['--revoke-tokens']],
  ])('%j names the tokens that would live again and revokes them', async flags => {
    const { code, text, asked, signsIn } = await restored(flags)
    expect([code, asked, signsIn]).toEqual([0, [], false])
    expect(text).toMatch(/These bearer tokens were revoked[^\n]*\n\s+ci-bot +admin/)
  })

  test('--keep-tokens lets them work again and names them', async () => {
    const { text, signsIn } = await restored(['--keep-tokens'])
    expect(signsIn).toBe(true)
    expect(text).toMatch(/These bearer tokens work again[^\n]*\n\s+ci-bot +admin/)
  })

  test('asks in a terminal, where only the word keeps them', async () => {
    const kept = await restored([], 'keep')
    expect([kept.asked.length, kept.signsIn]).toEqual([1, true])
    expect(kept.text).toMatch(/would work again[^\n]*\n\s+ci-bot/)
    expect((await restored([], 'yes')).signsIn).toBe(false)
  })

  test('takes no two answers, and then restores nothing', async () => {
    const { code, text } = await restored(['--keep-tokens', '--revoke-tokens'])
    expect(code).toBe(EXIT.usage)
    expect(text).toContain('Nothing was restored')
  })
})
