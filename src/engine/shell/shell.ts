/** What a command line would run, read by a shell's own grammar and never by running it. */
export { loadShellReader, type ReadShell } from './read-shell.ts'
export {
  literalOf,
  programOf,
  type ShellAssignment,
  type ShellCommand,
  type ShellReading,
  type ShellRedirection,
  type ShellWord,
} from './shell-command.ts'
