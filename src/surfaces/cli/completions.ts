import type { Command } from 'commander'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

interface Place {
  /** The words that lead here, after `soulgate`. */
  readonly path: string
  readonly commands: readonly Command[]
  readonly options: readonly { readonly flag: string; readonly description: string }[]
}

/** A script for a shell that completes every command and option, as the program has them now. */
export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program)
  if (shell === 'fish') return fishScript(places)
  const script = bashScript(places)
  return shell === 'bash'
    ? script
    : `#compdef soulgate\nautoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${script}`
}

function placesOf(command: Command, path = ''): readonly Place[] {
  const options = command.options.flatMap(option => {
    const flag = option.long ?? option.short
    return flag === undefined || flag === null ? [] : [{ flag, description: option.description }]
  })
  const here = { path, commands: command.commands, options }
  return [here, ...command.commands.flatMap(inner => placesOf(inner, `${path} ${inner.name()}`.trim()))]
}

/** Follows the words that are commands, and offers what stands below the last of them. */
function bashScript(places: readonly Place[]): string {
  const known = places.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`)
  const offers = places.map(({ path, commands, options }) => {
    const words = [...commands.map(inner => inner.name()), ...options.map(({ flag }) => flag), '--help']
    return `    "${path}") words="${words.join(' ')}" ;;`
  })
  return `_soulgate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" next words="" word index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    next="\${path:+$path }$word"
    case "$next" in
      ${known.join('|')}) path="$next" ;;
    esac
  done
  case "$path" in
${offers.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _soulgate soulgate
`
}

function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, commands, options }) => {
    const condition = fishCondition(path, commands)
    return [
      ...commands.map(
        inner =>
          `complete -c soulgate -f -n '${condition}' -a ${inner.name()} -d ${quote(inner.description())}`,
      ),
      ...options.map(
        ({ flag, description }) =>
          `complete -c soulgate -n '${fishSeen(path)}' -l ${flag.replace(/^--?/, '')} -d ${quote(description)}`,
      ),
    ]
  })
  return `${lines.join('\n')}\n`
}

function fishSeen(path: string): string {
  const words = path.split(' ').filter(word => word !== '')
  return words.length === 0 ? 'true' : words.map(word => `__fish_seen_subcommand_from ${word}`).join('; and ')
}

function fishCondition(path: string, commands: readonly Command[]): string {
  if (path === '') return '__fish_use_subcommand'
  const names = commands.map(inner => inner.name()).join(' ')
  return `${fishSeen(path)}; and not __fish_seen_subcommand_from ${names}`
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
