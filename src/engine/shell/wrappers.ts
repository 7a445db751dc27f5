import { literalOf, programOf, type ShellCommand, type ShellWord } from './shell-command.ts'

/** What one command runs besides itself: commands that stand in its words, code that it has a shell read, or what nobody can read. */
export interface Wrapped {
  readonly commands: readonly (readonly ShellWord[])[]
  readonly code: readonly string[]
  readonly unread: readonly string[]
}

const SHELLS: ReadonlySet<string> = new Set('sh bash zsh dash ksh mksh ash fish rbash'.split(' '))

/** Programs that run what follows in their words, after options of their own. */
const RUNNERS: ReadonlySet<string> = new Set([
  ...'sudo doas su runuser pkexec env nohup timeout nice ionice chrt taskset time setsid stdbuf unbuffer'.split(
    ' ',
  ),
  ...'xargs parallel exec command builtin chroot unshare nsenter watch strace ltrace script flock entr'.split(
    ' ',
  ),
  ...'busybox toybox ssh caffeinate systemd-run'.split(' '),
])

const NOTHING: Wrapped = { commands: [], code: [], unread: [] }

/** What a command has run, by the programs that are known to run others. */
export function findWrapped(command: ShellCommand): Wrapped {
  const [first, ...rest] = command.words
  if (first === undefined) return NOTHING
  const program = programOf(command)
  if (program === undefined)
    return { ...NOTHING, unread: ['the name of a program is known only when it runs'] }
  if (SHELLS.has(program)) return readShellCall(program, rest, command)
  if (RUNNERS.has(program)) return readRunner(rest)
  switch (program) {
    case 'eval':
      return readCode(rest, ' ')
    case 'trap':
      return readCode(rest.slice(0, 1), ' ')
    case 'source':
    case '.':
      return rest[0]?.kind === 'open'
        ? { ...NOTHING, unread: ['the script that is read is not named'] }
        : NOTHING
    case 'find':
    case 'fd':
    case 'fdfind':
      return readFind(rest)
    default:
      return NOTHING
  }
}

/** Code after `-c`; a script by its name holds what it holds; a shell without either runs whatever it is given. */
function readShellCall(program: string, words: readonly ShellWord[], command: ShellCommand): Wrapped {
  const isCode = words.some(word =>
    word.kind === 'open'
      ? word.prefix === '' || word.prefix.startsWith('-')
      : /^-[a-z]*c|^--command$/i.test(word.text),
  )
  const others = words.filter(word => !literalOf(word)?.startsWith('-'))
  if (isCode) return readCode(others, '\n')
  const isNamed = literalOf(others[0]) !== undefined
  const isAsked = words.some(word => /^--(?:version|help)$/.test(literalOf(word) ?? ''))
  const given = command.redirections.flatMap(({ operator, target }) => (operator === '<<<' ? [target] : []))
  if (!isNamed && given.length > 0) return readCode(given, '\n')
  return isNamed || isAsked ? NOTHING : { ...NOTHING, unread: [`${program} runs whatever it is given`] }
}

function readCode(words: readonly ShellWord[], separator: string): Wrapped {
  const texts = words.flatMap(word => literalOf(word) ?? [])
  const isOpen = texts.length < words.length
  return {
    commands: [],
    code: texts.length === 0 ? [] : [texts.join(separator)],
    unread: isOpen ? ['code for a shell is put together only when it runs'] : [],
  }
}

/** Where its own options end is not decided here: each word may begin the command, and each text of several words be code. */
function readRunner(words: readonly ShellWord[]): Wrapped {
  const commands = words.flatMap((word, index) => {
    const text = word.kind === 'literal' ? word.text : word.prefix
    const isOwn = text.startsWith('-') || /^[A-Za-z_]\w*=/.test(text)
    return isOwn ? [] : [words.slice(index)]
  })
  const isOpen = commands[0]?.[0]?.kind === 'open'
  return {
    commands: commands.filter(([start]) => start?.kind === 'literal'),
    code: words.flatMap(word => literalOf(word) ?? []).filter(text => /\s/.test(text.trim())),
    unread: isOpen ? ['the name of a program is known only when it runs'] : [],
  }
}

function readFind(words: readonly ShellWord[]): Wrapped {
  const commands: (readonly ShellWord[])[] = []
  for (const [index, word] of words.entries()) {
    if (!/^-(?:exec|execdir|ok|okdir|x|X|-exec|-exec-batch)$/.test(literalOf(word) ?? '')) continue
    const rest = words.slice(index + 1)
    const end = rest.findIndex(next => [';', '+'].includes(literalOf(next) ?? ''))
    commands.push(end === -1 ? rest : rest.slice(0, end))
  }
  return { ...NOTHING, commands }
}
