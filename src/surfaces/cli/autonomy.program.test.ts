import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UPDATE_TICKET } from '../../../test/soulgate/autonomy-fixture.ts'
import { openTestSoulgate, type TestSoulgate } from '../../testing/testing.ts'
import { runProgram } from './program.ts'

let world: TestSoulgate
let scope = ''
beforeAll(async () => {
  world = await openTestSoulgate()
  const { definition_hash } = await world.client.tools.declare(UPDATE_TICKET)
  await world.clientOf('reviewer').tools.confirm(UPDATE_TICKET.name, { definition_hash })
  const said = ['approve', 'approve', 'reject', ...Array<'approve'>(5).fill('approve')] as const
  for (const decision of said) await decide(decision)
  scope = (await world.clientOf('reviewer').autonomy.scopes()).scopes[0]?.scope ?? ''
})
afterAll(() => world.close())

async function decide(decision: 'approve' | 'reject'): Promise<void> {
  const { gate } = await world.client.calls.propose({
    ...{ tool: UPDATE_TICKET.name, arguments: { status: 'closed' } },
  })
  await world.advance({ seconds: 60 })
  const { gate_id = '', view_digest } = gate ?? {}
  await world.clientOf('reviewer').gates.decide(gate_id, { decision, view_digest })
}

async function soulgate(role: 'member' | 'reviewer', ...line: string[]) {
  const said = { text: '', errors: '', code: 0 }
  const environment = {
    SOULGATE_URL: world.url,
    SOULGATE_TOKEN: world.tokenOf(role),
    SOULGATE_HOME: '/nowhere',
  }
  await runProgram(
    {
      ...{ environment, workingFolder: '/', isTerminal: false, ask: async () => '' },
      write: piece => {
        said.text += piece
      },
      writeError: piece => {
        said.errors += piece
      },
      setExitCode: code => {
        said.code = code
      },
    },
    ['autonomy', ...line],
    '0.0.0',
  )
  return said
}
const nothingWasMade = async () => {
  const { autonomy, permissions } = world.clientOf('reviewer')
  expect([await autonomy.contracts(), (await permissions.list()).permissions]).toEqual([[], []])
}

describe('soulgate autonomy', () => {
  test('grant --try tells which past calls would have run, and grants nothing', async () => {
    const { code, text } = await soulgate('reviewer', 'grant', scope.slice(0, 12), '--try')
    expect(code).toBe(0)
    expect(text).toMatch(/1 +rejected by people, and would have run/)
    expect(text).toMatch(/7 +approved by people, and would have run without asking/)
    const limited = await soulgate('reviewer', 'grant', scope, '--try', '--per-hour', '1', '--json')
    expect(JSON.parse(limited.text).changed).toBeLessThan(8)
    await nothingWasMade()
    for (const [line, errors] of [
      [['grant', 'nothing', '--try'], 'No scope begins with nothing'],
      [['grant', scope, '--try', '--target', 'high'], '--target takes a number'],
    ] as const)
      expect(await soulgate('reviewer', ...line)).toMatchObject({
        ...{ code: 2, errors: expect.stringContaining(errors) },
      })
  })

  test('suggest tells a reviewer what would have saved questions, makes none of it, and tells nobody else', async () => {
    expect((await soulgate('reviewer', 'suggest')).text).toContain('Nothing that people agreed with')
    await world.advance({ days: 31 })
    for (let nth = 0; nth < 5; nth += 1) await decide('approve')
    const { code, text } = await soulgate('reviewer', 'suggest')
    expect(code).toBe(0)
    expect(text).toContain('5 approvals in a row')
    expect(text).toContain(`autonomy grant ${scope.slice(0, 12)}`)
    expect(text).toContain('Nothing was made.')
    expect(JSON.parse((await soulgate('reviewer', 'suggest', '--json')).text).suggestions).toHaveLength(2)
    expect(await soulgate('member', 'suggest')).toMatchObject({ code: 6, text: '' })
    await nothingWasMade()
  })
})
