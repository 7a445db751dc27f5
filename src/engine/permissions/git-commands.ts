import { type CommandRule, type ReadArguments, readArguments } from './command-rule.ts'

const LOG =
  'oneline graph decorate decorate= all stat shortstat numstat name-only name-status patch no-patch max-count= since= ' +
  'until= after= before= author= grep= format= pretty pretty= abbrev-commit date= reverse merges no-merges follow ' +
  'first-parent no-color color color= branches tags remotes diff-filter= left-right no-ext-diff no-textconv topo-order ' +
  'date-order unified= word-diff ignore-all-space'
const DIFF =
  'stat staged cached name-only name-status numstat shortstat word-diff color no-color color= unified= diff-filter= ' +
  'check summary minimal patience histogram ignore-all-space ignore-space-change ignore-blank-lines no-ext-diff ' +
  'no-textconv exit-code quiet merge-base find-renames function-context'

/** Commands of git that change nothing. Whatever starts a pager, an editor or another program, or writes a file, is left out. */
const READS: Readonly<Record<string, CommandRule>> = {
  status: {
    flags: 'sbz',
    long: 'short branch porcelain porcelain= untracked-files= ignored show-stash long',
  },
  log: { flags: 'ps0iEFwMCz', values: 'nSGU', isCounted: true, long: LOG },
  show: { flags: 'pswMz', values: 'U', isCounted: true, long: LOG },
  diff: { flags: 'pwbMCRqz', values: 'U', long: DIFF },
  blame: { flags: 'wlsefntpMC', values: 'L', long: 'line-porcelain porcelain date=' },
  'ls-files': {
    flags: 'cdomstz',
    long: 'others exclude-standard modified deleted cached stage full-name error-unmatch',
  },
  'ls-tree': { flags: 'rtdlz', long: 'name-only full-tree long' },
  'rev-parse': {
    flags: 'q',
    long: 'abbrev-ref short short= show-toplevel git-dir verify is-inside-work-tree quiet',
  },
  'rev-list': { long: 'count all max-count= since= until= no-merges', values: 'n' },
  'merge-base': { long: 'is-ancestor all' },
  'show-ref': { long: 'heads tags verify hash' },
  'for-each-ref': { long: 'format= sort= count= merged no-merged' },
  'cat-file': { flags: 'pts' },
  grep: {
    flags: 'inlwcEFGhHvqo',
    values: 'eABC',
    operands: 'pattern',
    patternBy: ['e'],
    long: 'cached count line-number ignore-case files-with-matches untracked',
  },
  branch: {
    flags: 'avrlq',
    operands: 'none',
    long: 'list all remotes verbose merged no-merged show-current merged= contains= sort= format= no-color',
  },
  tag: { flags: 'l', operands: 'none', long: 'list sort= contains= merged=' },
  remote: { flags: 'v', operands: 'none' },
  reflog: { operands: 'none', isCounted: true },
  describe: { long: 'tags always dirty long abbrev=' },
  shortlog: { flags: 'sne', most: 1, operands: 'texts', long: 'summary numbered email no-merges' },
  version: { operands: 'none' },
}

/** What stays in the repository and can be taken back there: the index, new commits, branches and stashes. */
const WRITES: Readonly<Record<string, CommandRule>> = {
  add: { flags: 'AunvN', long: 'all update dry-run verbose intent-to-add' },
  commit: {
    flags: 'aqs',
    values: 'm',
    operands: 'none',
    long: 'message= all quiet signoff allow-empty',
    needs: ['m', 'message'],
  },
  switch: { flags: 'q', values: 'c', most: 1, operands: 'texts', long: 'create= quiet' },
  branch: { most: 2, operands: 'texts' },
  stash: {
    flags: 'uqk',
    values: 'm',
    operands: 'texts',
    most: 1,
    long: 'include-untracked keep-index message= quiet',
    accepts: isStashing,
  },
  restore: {
    flags: 'SWq',
    long: 'staged',
    needs: ['staged', 'S'],
    accepts: (_, options) => !options.has('W'),
  },
  mv: { flags: 'nv' },
}

export interface GitCommand extends ReadArguments {
  readonly writes: boolean
}

/** What a git command does; undefined where it may run a program, reach another machine, or lose something. */
export function readGitCommand(words: readonly string[]): GitCommand | undefined {
  const [first, ...others] = words
  const rest = first === '--no-pager' ? others : words
  const [name = '', ...args] = rest
  const isStashList = name === 'stash' && args.length === 1 && args[0] === 'list'
  if (isStashList || (name === 'worktree' && args.join(' ') === 'list')) return { paths: [], writes: false }
  const read = ruleOf(READS, name, args)
  if (read !== undefined) return { ...read, writes: false }
  const written = ruleOf(WRITES, name, args)
  return written === undefined ? undefined : { ...written, writes: true }
}

function ruleOf(
  rules: Readonly<Record<string, CommandRule>>,
  name: string,
  args: readonly string[],
): ReadArguments | undefined {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
  return rule === undefined ? undefined : readArguments(rule, args)
}

function isStashing(texts: readonly string[], options: ReadonlySet<string>): boolean {
  const operand = options.has('m') || options.has('message') ? texts[1] : texts[0]
  return operand === undefined || operand === 'push'
}
