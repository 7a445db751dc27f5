import { posix } from 'node:path'
import type { PlaceFacts } from './places.ts'

/** Sections and keys of a repository's configuration under which git starts nothing. Any other may name a program. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  core: /^(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|abbrev|quotepath|longpaths|untrackedcache|trustctime)$/,
  remote: /^(?:url|fetch|pushurl|prune|tagopt)$/,
  branch: /^(?:remote|merge|rebase|description|vscode-merge-base)$/,
  user: /^(?:name|email)$/,
  init: /^defaultbranch$/,
  pull: /^(?:rebase|ff)$/,
  push: /^(?:default|autosetupremote|followtags)$/,
  color: /./,
  advice: /./,
  extensions: /^(?:objectformat|worktreeconfig|refstorage)$/,
  submodule: /^(?:active|url)$/,
  lfs: /^repositoryformatversion$/,
}

/**
 * Why git may start another program in this folder: hooks, or a configuration that names one, or a second repository
 * between here and the root. Undefined where it cannot.
 */
export async function whyGitRuns(
  places: PlaceFacts,
  {
    folder,
    roots,
    writes,
  }: { readonly folder: string; readonly roots: readonly string[]; readonly writes: boolean },
): Promise<string | undefined> {
  const found = await findRepository(places, folder, roots)
  if (typeof found === 'string') return found
  const { repository } = found
  const config = await places.readText(posix.join(repository, 'config'))
  if (config === undefined) return `the configuration of ${repository} cannot be read`
  const strange = findStrangeKey(config)
  if (strange !== undefined) return `${strange} is set for ${repository}, and may start a program`
  if ((await places.readText(posix.join(repository, 'config.worktree'))) !== undefined)
    return `${repository} has a second configuration`
  const hooks = (await places.list(posix.join(repository, 'hooks'))) ?? []
  const active = hooks.filter(name => !name.endsWith('.sample'))
  const starting = writes ? active : active.filter(name => READ_HOOKS.has(name))
  return starting.length === 0 ? undefined : `the hook ${starting[0]} runs`
}

/** Hooks that even a command runs which only looks. */
const READ_HOOKS: ReadonlySet<string> = new Set([
  'post-index-change',
  'reference-transaction',
  'fsmonitor-watchman',
])

/** Git takes the first folder upwards that is or holds a repository; one without `.git` may be planted as plain files. */
async function findRepository(
  places: PlaceFacts,
  folder: string,
  roots: readonly string[],
): Promise<{ readonly repository: string } | string> {
  for (
    let at = folder;
    roots.some(root => at === root || at.startsWith(`${root}/`));
    at = posix.dirname(at)
  ) {
    const names = await places.list(at)
    if (names === undefined) return `${at} cannot be read`
    if (names.includes('.git')) {
      const repository = posix.join(at, '.git')
      const isFolder = (await places.list(repository)) !== undefined
      const isOwn =
        (await places.realPath(repository)) === posix.join((await places.realPath(at)) ?? '', '.git')
      return isFolder && isOwn ? { repository } : `${repository} is no folder of its own`
    }
    if (names.includes('HEAD') && (names.includes('objects') || names.includes('refs')))
      return `${at} looks like a repository without .git`
  }
  return `no repository lies between ${folder} and its root`
}

/** The first key of a configuration that is not known to be harmless; a line that is not understood counts. */
export function findStrangeKey(config: string): string | undefined {
  let section = ''
  for (const line of config.split(/\r?\n/).map(each => each.trim())) {
    if (line === '' || /^[#;]/.test(line)) continue
    const header = /^\[([A-Za-z0-9-]+)(?:\s+"(?:[^"\\]|\\.)*")?\]$/.exec(line)
    if (header !== null) {
      section = (header[1] ?? '').toLowerCase()
      continue
    }
    const key = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=.*)?$/.exec(line)?.[1]?.toLowerCase()
    const isHarmless =
      key !== undefined &&
      !line.endsWith('\\') &&
      Object.hasOwn(HARMLESS, section) &&
      HARMLESS[section]?.test(key)
    if (isHarmless !== true || /(?:^|=\s*)(?:ext::|!)/.test(line))
      return `${section}.${key ?? line.slice(0, 40)}`
  }
  return undefined
}
