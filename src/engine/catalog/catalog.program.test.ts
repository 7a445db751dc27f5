import { afterEach, describe, expect, it } from 'vitest'
import {
  admin,
  agent,
  type Desk,
  declared,
  granted,
  openDesk,
  refused,
} from '../../../test/engine/desk-fixture.ts'
import { moveTool } from '../../../test/engine/engine-fixture.ts'

const open: Desk[] = []
async function desk(): Promise<Desk> {
  const opened = await openDesk({ tools: [moveTool({ effects: [] })] })
  open.push(opened)
  return opened
}
afterEach(async () => {
  for (const opened of open.splice(0)) await opened.close()
})

describe('the catalog', () => {
  it('lets nobody take the name of a built-in tool, nor confirm one', async () => {
    const { catalog } = await desk()
    const taken = await refused(catalog.declare(admin, declared('move_thing')))
    expect(taken).toMatchObject({ code: 'invalid', errors: [{ field: 'name' }] })
    const { definition_hash = '' } = catalog.get('move_thing') ?? {}
    expect((await refused(catalog.confirm(admin, 'move_thing', { definition_hash }))).code).toBe('invalid')
    expect(catalog.get('move_thing')).toMatchObject({ origin: 'built_in', claimed: false })
    expect(catalog.executable('move_thing')).toBeDefined()
  })

  it('refuses a schema that cannot be used, naming it', async () => {
    const { catalog } = await desk()
    const broken = declared('broken', { input_schema: { type: 'nonsense' } })
    expect(await refused(catalog.declare(admin, broken))).toMatchObject({
      code: 'invalid',
      errors: [{ field: 'input_schema' }],
    })
    expect(catalog.get('broken')).toBeUndefined()
  })

  it('knows no tool that the store did not take', async () => {
    const opened = await desk()
    await opened.close()
    open.splice(0)
    await expect(opened.catalog.declare(admin, declared('lost'))).rejects.toThrow()
    expect(opened.catalog.get('lost')).toBeUndefined()
  })

  it('takes at most 1,000 tools from one key, and goes on taking those of others', async () => {
    const { catalog } = await desk()
    for (let n = 0; n < 1_000; n += 1) await granted(catalog.declare(agent, declared(`tool_${n}`)))
    expect((await refused(catalog.declare(agent, declared('one_more')))).code).toBe('too_many_tools')
    await granted(catalog.declare(agent, declared('tool_7')))
    await granted(catalog.declare(admin, declared('one_more')))
    await granted(catalog.withdraw(agent, 'tool_7'))
    await granted(catalog.declare(agent, declared('in_its_place')))
  })

  it('puts declarations and confirmations into the chain', async () => {
    const { catalog, eventTypes } = await desk()
    const { tool } = await granted(catalog.declare(agent, declared('peek')))
    await granted(catalog.confirm(admin, 'peek', { definition_hash: tool.definition_hash }))
    expect(await eventTypes()).toEqual(['tool_declared', 'tool_confirmed'])
    expect(catalog.list().map(entry => entry.name)).toEqual(['move_thing', 'peek'])
  })
})
