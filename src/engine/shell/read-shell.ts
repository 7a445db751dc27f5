import { createGrammar, type Grammar } from './grammar.ts'
import { readLine } from './read-line.ts'
import type { ShellCommand, ShellReading, ShellWord } from './shell-command.ts'
import { findWrapped } from './wrappers.ts'

export interface ReadShell {
  /** A line as a shell is given it. */
  line(text: string): ShellReading
  /** A program with arguments that no shell has looked at. */
  words(words: readonly string[]): ShellReading
}

const MAX_CHARACTERS = 20_000
const MAX_COMMANDS = 2_000
const MAX_DEPTH = 8

let loading: Promise<ReadShell> | undefined

/** The reader; its grammar (1.5 MB) is loaded when it is first asked for. */
export function loadShellReader(): Promise<ReadShell> {
  loading ??= import('mvdan-sh').then(({ default: { syntax } }) => {
    const grammar = createGrammar(syntax)
    return {
      line: text => read(grammar, { text, folder: '' }),
      words: words => {
        const literals = words.map((text): ShellWord => ({ kind: 'literal', text }))
        return read(grammar, { words: literals, folder: '' })
      },
    }
  })
  return loading
}

interface Waiting {
  readonly text?: string
  readonly words?: readonly ShellWord[]
  readonly folder: string | undefined
}

const NOTHING = { commands: [], isPlain: false } as const

/** Breadth first: what a line holds, then what its commands run, and so on. */
function read(grammar: Grammar, start: Waiting): ShellReading {
  const commands: ShellCommand[] = []
  const unread = new Set<string>()
  let isPlain = true
  let level: readonly Waiting[] = [start]
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: Waiting[] = []
    for (const waiting of level) {
      const held = commandsOf(grammar, waiting, { unread, isWrapped: depth > 0 })
      isPlain &&= held.isPlain
      for (const command of held.commands) {
        commands.push(command)
        const wrapped = findWrapped(command)
        for (const reason of wrapped.unread) unread.add(reason)
        const { folder } = command
        next.push(...wrapped.commands.map(words => ({ words, folder })))
        next.push(...wrapped.code.map(text => ({ text, folder })))
      }
    }
    if (next.length > 0 && (depth >= MAX_DEPTH || commands.length + next.length > MAX_COMMANDS)) {
      unread.add('it holds too many commands')
      break
    }
    level = next
  }
  return { commands, unread: [...unread], isPlain }
}

function commandsOf(
  grammar: Grammar,
  { text, words, folder }: Waiting,
  { unread, isWrapped }: { readonly unread: Set<string>; readonly isWrapped: boolean },
): { readonly commands: readonly ShellCommand[]; readonly isPlain: boolean } {
  const reach = isWrapped ? 'wrapped' : 'written'
  if (words !== undefined)
    return { commands: [{ words, assignments: [], redirections: [], folder, reach }], isPlain: true }
  if (text === undefined) return NOTHING
  if (text.length > MAX_CHARACTERS || hasControls(text)) {
    unread.add(text.length > MAX_CHARACTERS ? 'it is too long to be read' : 'it holds control characters')
    return NOTHING
  }
  try {
    const { commands, isPlain } = readLine(grammar, text, folder)
    return { commands: commands.map(command => ({ ...command, reach })), isPlain }
  } catch (error) {
    unread.add(`it is no line that a shell could run: ${messageOf(error)}`)
    return NOTHING
  }
}

/** A shell drops some of them and reads others as part of a word; people see neither. */
function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cf}]/u.test(text.replaceAll(/[\t\n\r]/g, ''))
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const text = typeof error === 'object' && error !== null && 'Text' in error ? error.Text : undefined
  return typeof text === 'string' ? text : 'unknown'
}
