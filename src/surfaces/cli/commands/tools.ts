import type { RegisteredTool } from '../../../contracts/tool.ts'
import { type CommandContext, clientOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'

/** `tools list|confirm|withdraw`. */
export const registerTools: Register = (program, run) => {
  const tools = program.command('tools').description('the tools that agents may name, and who declared them')
  tools
    .command('list')
    .description('list tools, what they do, and whose word that is')
    .action(() => run(list))
  tools
    .command('confirm <name>')
    .description('vouch for what a tool says of itself, as it stands now (a reviewer)')
    .action((name: string) => run(context => confirm(context, name)))
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

/** Shows what is vouched for, and sends the digest of exactly that. */
async function confirm(context: CommandContext, name: string): Promise<void> {
  const tool = await clientOf(context).tools.get(name)
  const { description, declared_by, display, input_schema, definition_hash, simulation } = tool
  context.say(
    ...columns([
      ['tool', escapeLine(tool.name)],
      ['declared by', escapeLine(declared_by)],
      ['does', escapeLine(description)],
      ['effect', effectOf(tool)],
      ['shown as', escapeLine(display?.act ?? 'its name and most telling arguments')],
      ...(display === undefined ? [] : [['display', escapeLine(JSON.stringify(display))]]),
      ...(simulation === undefined
        ? []
        : [['predicts by this code, which has to be free of effects', escapeLine(simulation)]]),
      ['takes', escapeLine(JSON.stringify(input_schema))],
    ]),
  )
  await sendDecision(context, {
    ...{ operation: 'confirmTool', pathValues: { name }, method: 'POST', page: '/inbox' },
    ...{ path: `/api/tools/${encodeURIComponent(name)}/confirm`, body: { definition_hash } },
  })
  context.answer({ name, definition_hash, confirmed: true })
  context.say(`${escapeLine(name)} is confirmed as it stands. Another definition has to be confirmed again.`)
}

/** Everything that a person vouches for about what a call does. */
function effectOf({ reversibility, annotations }: RegisteredTool): string {
  return [
    reversibility,
    ...(annotations.read_only ? ['reads only'] : []),
    ...(annotations.destructive ? ['destroys what was there'] : []),
    ...(annotations.idempotent ? ['may be repeated'] : []),
    ...(annotations.open_world ? ['reaches beyond your own system'] : []),
  ].join(', ')
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
