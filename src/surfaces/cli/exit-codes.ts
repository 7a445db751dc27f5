/** What the exit codes of every command mean; `--help` of each prints them. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  /** Something waits for a person. */
  waiting: 3,
  /** A person, a rule or the program refused; nothing ran. */
  refused: 4,
  unreachable: 5,
  not_allowed: 6,
  /** An export is whole in itself, but no known key signed it. */
  unvouched: 7,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export const EXIT_HELP = `Exit codes: 0 done · 1 failed · 2 wrong usage · 3 waits for a person · 4 refused, nothing ran · 5 no server · 6 not allowed · 7 an export that no known key signed`

/** Ends a command with a message and a code; `main` prints it. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode
  readonly facts: unknown

  constructor(exitCode: ExitCode, message: string, facts?: unknown) {
    super(message)
    this.exitCode = exitCode
    this.facts = facts
  }
}
