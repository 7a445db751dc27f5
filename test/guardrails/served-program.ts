import { promises } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'

/** What a program in a process of its own is told to do differently. */
export interface Oddities {
  /** Deletes the file and never comes back from it: the process is killed in the middle of a tool. */
  readonly hangs_after_unlink?: boolean
  /** Runs the next release of the reasoning agent, whose steps have other names. */
  readonly new_definition?: boolean
}

/** A program in a process of its own over the folder it is given; says where it listens and how to sign in. */
const [root = '', text = '{}'] = process.argv.slice(2)
const oddities: Oddities = JSON.parse(text)
if (oddities.hangs_after_unlink === true) hangAfterUnlink()
if (oddities.new_definition === true) changeDefinition()
const { ROLES, startTestServer } = await import('../../src/surfaces/api/test-server.ts')
const server = await startTestServer({
  home: join(root, 'home'),
  workspace: join(root, 'workspace'),
  storePath: join(root, 'home', 'soulgate.db'),
  report: () => {},
})
const tokens = Object.fromEntries(ROLES.map(role => [role, server.tokenOf(role)]))
process.stdout.write(`${JSON.stringify({ url: server.served.url, tokens })}\n`)

function hangAfterUnlink(): void {
  const { unlink } = promises
  const isOfWorkspace = (path: unknown) => String(path).endsWith('.log')
  promises.unlink = async path => {
    await unlink(path)
    if (isOfWorkspace(path)) await new Promise(() => setInterval(() => {}, 1_000))
  }
}

function changeDefinition(): void {
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context)
      const isAgent = /\/(?:bundled|engine)\/reasoning\//.test(url)
      if (!isAgent || loaded.source === undefined || loaded.source === null) return loaded
      const source = loaded.source.toString().replaceAll('`confidence:${', '`certainty:${')
      return { ...loaded, source: source.replace("version: '1'", "version: '2'") }
    },
  })
}
