/**
 * One word as the command gets it. `open` where only the run would tell (variables, substitutions, patterns): `prefix`
 * is what it surely begins with.
 */
export type ShellWord =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'open'; readonly prefix: string }

export interface ShellAssignment {
  readonly name: string
  readonly value: ShellWord | undefined
}

export interface ShellRedirection {
  /** As written: `>`, `>>`, `<`, `<<`, `&>` …; `other` for those of no other name here. */
  readonly operator: string
  readonly target: ShellWord
}

/** One command with what stands directly at it. */
export interface ShellCommand {
  /** The program and its arguments; empty for redirections and assignments that stand alone. */
  readonly words: readonly ShellWord[]
  readonly assignments: readonly ShellAssignment[]
  readonly redirections: readonly ShellRedirection[]
  /** Where it runs, seen from where the whole line runs (`''` there itself); undefined when that cannot be known. */
  readonly folder: string | undefined
  /**
   * `written` stands in the line. `wrapped` is run by one that does (`sudo`, `xargs`, `sh -c`); where a wrapper's own
   * options cannot be told from its command, each word that could begin the command gives one.
   */
  readonly reach: 'written' | 'wrapped'
}

export interface ShellReading {
  /** Every command of the line: of lists, pipes, subshells, substitutions, functions, and of commands that run others. */
  readonly commands: readonly ShellCommand[]
  /** Why something that would run could not be read; while it is not empty, the line may do anything. */
  readonly unread: readonly string[]
  /** Nothing but commands in lists, pipes, groups and subshells: no tests, loops, functions or arithmetic. */
  readonly isPlain: boolean
}

export function literalOf(word: ShellWord | undefined): string | undefined {
  return word?.kind === 'literal' ? word.text : undefined
}

/** The name of the program without its folder, in lower case; undefined when there is none or it is open. */
export function programOf({ words }: Pick<ShellCommand, 'words'>): string | undefined {
  const name = literalOf(words[0])?.split(/[\\/]/).at(-1)
  return name?.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '')
}
