import type { CreatePermission, Permission } from '../../contracts/permission.ts'
import { type ReleaseInput, readClass } from '../../engine/gate/gate.ts'
import { createPlaceFacts } from '../../workspace/workspace.ts'
import type { Engine } from '../engine.ts'

/** Reads classes and trust of kept calls again: with the permissions that stand, and with those that are tried as well. */
export async function tryPermissions(
  { permissions, catalog }: Pick<Engine, 'permissions' | 'catalog'>,
  tried: readonly CreatePermission[],
): Promise<(input: ReleaseInput) => Promise<{ standing: ReleaseInput; tried: ReleaseInput }>> {
  const places = createPlaceFacts()
  const standing = await permissions.list()
  const further = tried.map((body, index): Permission => {
    const hash = catalog.get(body.tool)?.definition_hash
    return {
      ...{ ...body, id: `tried_${index}`, created_at: '', created_by: '', review_at: '', released: 0 },
      ...(hash === undefined ? {} : { definition_hash: hash }),
    }
  })
  const under = async (input: ReleaseInput, given: readonly Permission[]): Promise<ReleaseInput> => {
    const calls = input.calls.map(async about => {
      const tool = catalog.get(about.call.tool)
      // Of another definition nobody gave anything.
      if (tool === undefined || tool.definition_hash !== about.call.definition_hash) return about
      const call = { ...about.call, description: '' }
      const at = { tool, permissions: given, places, agent: input.facts.agent, now: input.now }
      const { classed, origins } = await readClass(call, at)
      const { classed: _before, ...rest } = about
      return {
        ...{ ...rest, call: origins === undefined ? about.call : { ...about.call, origins: [...origins] } },
        ...(classed === undefined ? {} : { classed }),
      }
    })
    return { ...input, calls: await Promise.all(calls) }
  }
  return async input => ({
    standing: await under(input, standing),
    tried: await under(input, [...standing, ...further]),
  })
}
