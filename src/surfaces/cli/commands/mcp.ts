import { serveMcp } from '../../mcp/mcp.ts'
import { type CommandContext, clientOf, connectionOf } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'

/** `mcp`: guardrails and gates for any MCP client, on standard input and output. */
export const registerMcp: Register = (program, run, version) => {
  program
    .command('mcp')
    .description('serve guardrails and gates to an MCP client; needs an agent’s key in SOULGATE_TOKEN')
    .action(() => run(context => serve(context, version)))
}

/** Standard output belongs to the protocol; nothing else may be written there. */
async function serve(context: CommandContext, version: string): Promise<void> {
  if (context.configuration.token === undefined) {
    const detail =
      'An MCP server acts for one agent. Make a key with `soulgate token create NAME`, and set SOULGATE_TOKEN to it.'
    throw new CommandFailure(EXIT.not_allowed, detail)
  }
  serveMcp({ client: clientOf(context), version, publicUrl: connectionOf(context).url })
}
