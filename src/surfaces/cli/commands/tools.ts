import { type CommandContext, clientOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'

/** `tools list|withdraw`. */
export const registerTools: Register = (program, run) => {
  const tools = program.command('tools').description('the tools that agents may name, and who declared them')
  tools
    .command('list')
    .description('list tools, what they do, and whose word that is')
    .action(() => run(list))
  tools
    .command('withdraw <name>')
    .description('take a declaration back; calls of it are held, its open grants cannot be used (a reviewer)')
    .action((name: string) => run(context => withdraw(context, name)))
}

async function list(context: CommandContext): Promise<void> {
  const tools = await clientOf(context).tools.list()
  context.answer({ tools })
  const rows = tools.map(tool => [
    escapeLine(tool.name),
    escapeLine(tool.reversibility),
    tool.claimed ? 'claimed' : tool.confirmed_by === undefined ? tool.origin : 'confirmed',
    escapeLine(tool.declared_by),
  ])
  context.say(...columns([['name', 'effect', 'standing', 'declared by'], ...rows]))
}

async function withdraw(context: CommandContext, name: string): Promise<void> {
  await sendDecision(context, {
    ...{ operation: 'withdrawTool', pathValues: { name }, method: 'DELETE', page: '/settings' },
    path: `/api/tools/${encodeURIComponent(name)}`,
  })
  context.answer({ name, withdrawn: true })
  context.say(
    `${escapeLine(name)} is withdrawn. Calls of it wait for a person; grants given for it are void.`,
  )
}
