import { realpathSync } from 'node:fs'
import type { CreatePermission, PermissionShape } from '../../../contracts/permission.ts'
import { type CommandContext, clientOf } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'

/** What is not asked about in the folder of an installation; each holds those before it. */
const OFFERS = ['nothing', 'reads', 'edits'] as const
export type WithoutAsking = (typeof OFFERS)[number]

/** Reads the flag; undefined where it was not given. */
export function readOffer(flag: string | undefined): WithoutAsking | undefined {
  const offer = OFFERS.find(each => each === flag)
  if (flag !== undefined && offer === undefined)
    throw new CommandFailure(EXIT.usage, `--without-asking takes one of ${OFFERS.join(', ')}.`)
  return offer
}

/**
 * The one question of an installation: what may be done in this folder without asking. Only a person at a terminal is
 * asked; no answer allows nothing. Where calls of the agent are known, each offer says what it would have done with them.
 */
export async function askWhatPasses(
  context: CommandContext,
  given: { readonly agent: string; readonly offer: WithoutAsking | undefined; readonly isKnown: boolean },
): Promise<readonly CreatePermission[]> {
  const { agent, offer, isKnown } = given
  const folder = realpathSync(process.cwd())
  const permissionsOf = (what: WithoutAsking) => permissionsFor(what, { agent, folder })
  if (offer !== undefined || !context.isInteractive) return permissionsOf(offer ?? 'nothing')
  const tell = async (what: WithoutAsking) => (isKnown ? await tellReplay(context, permissionsOf(what)) : '')
  context.say(
    '',
    `What may Claude Code do in ${folder} without asking you?`,
    '  1  nothing',
    `  2  commands that only read: ls, cat, rg, git log …${await tell('reads')}`,
    `  3  these, changes of the files of this folder, which Claude Code can rewind, and git in it that`,
    `     stays on this machine, never push${await tell('edits')}`,
  )
  const answer = (await context.ask('1, 2 or 3 (1): ')).trim()
  return permissionsOf(OFFERS[Number(answer) - 1] ?? 'nothing')
}

const EDITING = ['Edit', 'MultiEdit', 'Write', 'NotebookEdit']

/** What each answer gives; git that stays on this machine comes with changes, since it takes them back. */
export function permissionsFor(
  what: WithoutAsking,
  { agent, folder }: { readonly agent: string; readonly folder: string },
): readonly CreatePermission[] {
  if (what === 'nothing') return []
  const commands = { argument: 'command', folder_argument: 'cwd', roots: [folder] }
  const reads = { kind: 'commands', profile: 'read_only_shell', ...commands } as const
  const git = { kind: 'commands', profile: 'git_local', ...commands } as const
  // The hook names paths of the project as they are seen from its folder.
  const edits: PermissionShape = { kind: 'paths', roots: ['.'], folder, class: 'contained' }
  return [
    { tool: 'Bash', agent, shape: reads },
    ...(what === 'edits'
      ? [
          { tool: 'Bash', agent, shape: git, lets_run: true },
          ...EDITING.map(tool => ({ tool, agent, shape: edits, lets_run: true })),
        ]
      : []),
  ]
}

async function tellReplay(
  context: CommandContext,
  permissions: readonly CreatePermission[],
): Promise<string> {
  const { counts, proposals } = await clientOf(context).policy.replay({
    permissions: [...permissions],
    limit: 0,
  })
  const wrong = counts.rejected_would_run + counts.edited_would_run
  return proposals === 0
    ? ''
    : `\n     of the last 30 days: ${counts.approval_saved} approvals saved, ${wrong} let run that you rejected or edited`
}
