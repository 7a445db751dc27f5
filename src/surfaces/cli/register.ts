import type { Command } from 'commander'
import type { CommandContext } from './context.ts'

/** Runs one command with its context and turns what it throws into a message and an exit code. */
export type RunCommand = (work: (context: CommandContext) => Promise<void>) => Promise<void>

/** Adds the commands of one file to the program. */
export type Register = (program: Command, run: RunCommand, version: string) => void
