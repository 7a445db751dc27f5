import { join } from 'node:path'
import { ROLES, startTestServer } from '../../src/surfaces/api/test-server.ts'

/** A program in a process of its own over the folder it is given; says where it listens and how to sign in. */
const [root = ''] = process.argv.slice(2)
const server = await startTestServer({
  home: join(root, 'home'),
  workspace: join(root, 'workspace'),
  storePath: join(root, 'home', 'soulgate.db'),
  report: () => {},
})
const tokens = Object.fromEntries(ROLES.map(role => [role, server.tokenOf(role)]))
process.stdout.write(`${JSON.stringify({ url: server.served.url, tokens })}\n`)
