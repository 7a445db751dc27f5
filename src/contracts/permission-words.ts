import type { CreatePermission, PermissionShape } from './permission.ts'

/** What a permission means for those who are asked, in plain words. */
export interface PermissionWords {
  readonly title: string
  readonly passes: string
  readonly never: string
  readonly risk?: string
}

/** What holds a call whatever permissions say of it. */
export const HELD_ALL_THE_SAME =
  'what a guideline denies or holds, a condition of the run, a stored secret, or a tool that was declared anew'

/** A permission in plain words: what it is for, what passes by it, and what never does. */
export function permissionWords({ shape, tool }: Pick<CreatePermission, 'shape' | 'tool'>): PermissionWords {
  switch (shape.kind) {
    case 'commands':
      return commandWords(shape)
    case 'sql':
      return {
        title: `SQL that only reads, in ${tool}`,
        passes: `one PostgreSQL query whose every part only reads${shape.functions === undefined ? '' : `, also with ${shape.functions.join(', ')}`}`,
        never: 'whatever writes, locks, runs twice or calls a function that is not known to be harmless',
      }
    case 'http':
      return {
        title: `${shape.methods.join(', ')} to ${shape.hosts.join(', ')}`,
        passes: `requests of ${tool} with these methods to these hosts`,
        never: 'another host, another method, an address with a name or password in it',
      }
    case 'paths':
      return {
        title: `${tool} in ${shape.roots.map(root => folderName(root, shape.folder)).join(', ')}`,
        passes: `calls of ${tool} whose every path lies there, links followed`,
        never:
          'other folders, and files that are run later: .git, node_modules, .claude, pipelines and their like',
      }
    case 'amount':
      return {
        title: `${tool} with ${shape.argument} up to ${shape.at_most}`,
        passes: `calls of ${tool} with ${shape.argument} from 0 to ${shape.at_most}, whatever records they name`,
        never: 'a higher one, or one that is no number',
      }
    case 'trust':
      return trustWords(shape, tool)
  }
}

type Of<Kind extends PermissionShape['kind']> = Extract<PermissionShape, { kind: Kind }>

function commandWords(shape: Of<'commands'>): PermissionWords {
  const where = `in ${shape.roots.join(', ')}`
  const asWritten = 'other folders, expansions, an environment of its own, what writes elsewhere'
  if (shape.profile === 'read_only_shell')
    return {
      title: `Commands that only read, ${where}`,
      passes: 'ls, cat, grep, rg, find, git log and their like, with options that are known to be harmless',
      never: `${asWritten}, options that run something`,
    }
  if (shape.profile === 'git_local')
    return {
      title: `Git on this machine, ${where}`,
      passes: 'git add, commit, switch, branch, stash, restore and their like',
      never: `push, pull and fetch, a repository with hooks or programs in its configuration, ${asWritten}`,
    }
  const names = (shape.commands ?? []).map(name => `“${name}”`).join(', ')
  const isExact = shape.exact === true
  return {
    title: `${names}${isExact ? ' exactly' : ' with anything behind it'}, ${where}`,
    passes: isExact ? `${names} as it stands` : `every command that begins with ${names}`,
    never: `${isExact ? 'other options, ' : ''}another command in the same line that nothing lets run, ${asWritten}`,
    ...(shape.sandboxed === true
      ? {}
      : {
          risk: 'It runs what stands in the project at that moment, also what the agent has just written there.',
        }),
  }
}

function trustWords({ of, value }: Of<'trust'>, tool: string): PermissionWords {
  const whose = tool === '*' ? 'every tool' : tool
  const never = 'another one: what nobody said and nobody trusts is asked about'
  switch (of) {
    case 'root':
      return { title: `Trust the folder ${value}`, passes: `paths of ${whose} below it`, never }
    case 'host':
      return { title: `Trust ${value}`, passes: `what ${whose} reads there, and what it says to it`, never }
    case 'recipient':
      return { title: `Trust ${value} as recipient`, passes: `${whose} addressed to ${value}`, never }
  }
}

function folderName(root: string, from: string | undefined): string {
  if (from === undefined) return root === '.' ? 'the whole workspace' : root
  return root === '.' ? `the whole of ${from}` : `${from}/${root}`
}
