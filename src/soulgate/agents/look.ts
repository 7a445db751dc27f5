import type { JsonObject } from '../../contracts/json-value.ts'
import type { ToolResult } from '../../contracts/tool.ts'
import type { Catalog } from '../../engine/catalog/catalog.ts'
import { findSecretReferences } from '../../engine/tools/tools.ts'

/** Looks only through tools that change nothing and stay inside. */
export async function look(
  catalog: Pick<Catalog, 'get' | 'executable' | 'validate'>,
  name: string,
  args: JsonObject,
): Promise<ToolResult> {
  const tool = catalog.get(name)
  const executable = catalog.executable(name)
  const isHarmless = tool?.origin === 'built_in' && tool.annotations.read_only && !tool.annotations.open_world
  if (!tool || !executable || !isHarmless) {
    return { success: false, output: null, error: `${name} may not be looked with.` }
  }
  if (findSecretReferences(args).length > 0)
    return { success: false, output: null, error: 'No secret is used for a look.' }
  const valid = catalog.validate(tool, args)
  if (!valid.ok) return { success: false, output: null, error: `The arguments of ${name} do not fit.` }
  const outcome = await executable.execute({
    arguments: args,
    idempotencyKey: 'look',
    signal: new AbortController().signal,
  })
  return outcome.result
}
