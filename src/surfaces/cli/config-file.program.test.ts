import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findConfigFile, loadConfig } from './config-file.ts'

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-config-'))
  mkdirSync(join(folder, 'workspace'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

function load(folder: string, file: string) {
  return loadConfig(file, { workingFolder: folder, workspace: join(folder, 'workspace') })
}

it('loads agents and tools, written in TypeScript', async () => {
  const folder = folderWith({
    'soulgate.config.ts': 'const name: string = "a"\nexport default { agents: [{ name }], tools: [] }\n',
  })
  expect(findConfigFile(folder)).toBe(join(folder, 'soulgate.config.ts'))
  expect(await load(folder, 'soulgate.config.ts')).toEqual({ agents: [{ name: 'a' }], tools: [] })
})

it('does not load what agents can write', async () => {
  const folder = folderWith({ 'workspace/soulgate.config.mjs': 'export default {}' })
  await expect(load(folder, 'workspace/soulgate.config.mjs')).rejects.toThrow(/lies in the workspace/)
})

it('does not load it through a link into the workspace, or where the workspace is named by one', async () => {
  const folder = folderWith({ 'workspace/agents.mjs': 'export default {}' })
  symlinkSync(join(folder, 'workspace', 'agents.mjs'), join(folder, 'soulgate.config.mjs'))
  symlinkSync(join(folder, 'workspace'), join(folder, 'link'))
  await expect(load(folder, 'soulgate.config.mjs')).rejects.toThrow(/lies in the workspace/)
  await expect(load(folder, 'link/agents.mjs')).rejects.toThrow(/lies in the workspace/)
  const named = { workingFolder: folder, workspace: join(folder, 'link') }
  await expect(loadConfig('workspace/agents.mjs', named)).rejects.toThrow(/lies in the workspace/)
})

it.each([
  ['missing.mjs', undefined, /There is no file .*missing\.mjs.*soulgate init/],
  ['empty.mjs', 'export const config = {}', /no default export/],
  [
    'lists.mjs',
    'export default { tools: ["refund"] }',
    /tools in .* must be a list of what defineTool answers/,
  ],
  ['throws.mjs', '\nthrow new Error("no key")\n', /no key\n {2}at .*throws\.mjs:2/],
  ['imports.mjs', 'import "./nowhere.mjs"\nexport default {}', /cannot be loaded.*nowhere\.mjs/],
])('says what is wrong with %s, and where', async (name, text, message) => {
  const folder = folderWith(text === undefined ? {} : { [name]: text })
  await expect(load(folder, name)).rejects.toThrow(message)
})
