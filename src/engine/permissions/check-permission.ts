import type { CreatePermission } from '../../contracts/permission.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { PlaceFacts } from './places.ts'

type FieldError = { readonly field: string; readonly message: string }

/** Why a permission would do nothing, or would be for more than anybody can mean; empty where it may be given. */
export async function checkPermission(
  { tool: name, shape, expires_at, lets_run }: CreatePermission,
  {
    tool,
    places,
    nowMs,
  }: { readonly tool: RegisteredTool | undefined; readonly places: PlaceFacts; readonly nowMs: number },
): Promise<readonly FieldError[]> {
  const errors: FieldError[] = []
  const refuse = (field: string, message: string) => void errors.push({ field, message })
  if (name === '*' && shape.kind !== 'trust')
    refuse('tool', 'is one tool; only trusted values are for all of them')
  if (name !== '*' && tool === undefined) refuse('tool', `${name} is declared by nobody; declare it first`)
  if (tool?.claimed === true)
    refuse('tool', `${name} is only claimed, so its calls are held; confirm it first`)
  if (expires_at !== undefined && Date.parse(expires_at) <= nowMs) refuse('expires_at', 'has passed')
  const roots = shape.kind === 'commands' || shape.kind === 'paths' ? shape.roots : []
  const from = shape.kind === 'paths' && shape.folder !== undefined ? [shape.folder] : []
  const folders = shape.kind === 'trust' && shape.of === 'root' ? [shape.value] : [...from, ...roots]
  for (const root of folders) {
    if (isTooWide(root)) refuse('shape.roots', `${root} is too wide; name the folder of the project`)
    const isHere = !root.startsWith('/') || (await places.list(root)) !== undefined
    if (!isHere)
      refuse('shape.roots', `${root} is no folder on this machine, so links in it cannot be followed`)
  }
  if (shape.kind === 'commands' && (shape.profile === 'test_and_build') !== (shape.commands !== undefined))
    refuse('shape.commands', 'belong to test_and_build, which needs them')
  if (shape.kind === 'commands' && shape.exact === true && shape.profile !== 'test_and_build')
    refuse('shape.exact', 'belongs to test_and_build')
  const onlyReads =
    shape.kind === 'sql' ||
    (shape.kind === 'commands' && shape.profile === 'read_only_shell') ||
    ('class' in shape && shape.class === 'read_only')
  if (lets_run === true && (onlyReads || shape.kind === 'trust'))
    refuse('lets_run', onlyReads ? 'is not needed: what only reads runs already' : 'needs a class of calls')
  if (shape.kind === 'commands' && shape.sandboxed === true && shape.profile !== 'test_and_build')
    refuse('shape.sandboxed', 'belongs to test_and_build')
  if (shape.kind === 'trust' && shape.of !== 'root' && /^[*.\s]*$|^\*\.[^.]+$/.test(shape.value))
    refuse('shape.value', 'stands for everybody; name one')
  if (shape.kind === 'http' && shape.hosts.some(host => /^[*.\s]*$|^\*\.[^.]+$/.test(host)))
    refuse('shape.hosts', 'stand for everybody; name them')
  const changes =
    shape.kind === 'http' && shape.methods.some(method => !['GET', 'HEAD', 'OPTIONS'].includes(method))
  if (changes && shape.kind === 'http' && shape.class === 'read_only')
    refuse('shape.class', 'is not read_only for a method that changes something')
  if ((shape.kind === 'paths' || shape.kind === 'amount') && shape.class === 'read_only')
    refuse('shape.class', 'is not read_only: paths and amounts do not say what a call does')
  return errors
}

/** The root, a folder of all users, or somebody's whole home. */
function isTooWide(root: string): boolean {
  const steps = root.split('/').filter(step => step !== '' && step !== '.')
  if (steps.includes('..')) return true
  if (!root.startsWith('/')) return false
  return steps.length < 2 || (/^(?:home|users|root)$/i.test(steps[0] ?? '') && steps.length < 3)
}
