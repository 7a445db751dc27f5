import { posix } from 'node:path'
import { childOf, childrenOf, type Grammar, type SyntaxNode, textOf } from './grammar.ts'
import { readWord } from './read-word.ts'
import {
  literalOf,
  programOf,
  type ShellAssignment,
  type ShellCommand,
  type ShellWord,
} from './shell-command.ts'

/** Nodes in which a change of folder does not reach what comes after them. */
const OWN_FOLDER: ReadonlySet<string> = new Set(['Subshell', 'CmdSubst', 'ProcSubst'])
/** Nodes in which a command may be passed over, so that nobody knows whether it changed the folder. */
const UNSURE: ReadonlySet<string> = new Set([
  ...['IfClause', 'WhileClause', 'ForClause', 'CaseClause', 'FuncDecl', 'BinaryCmd'],
])

interface Scope {
  folder: string | undefined
  readonly path: { readonly type: string; readonly isUnsure: boolean }[]
}

/** What stands in a line of commands alone. Whatever else there is may evaluate texts as code. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['File', 'Stmt', 'CallExpr', 'BinaryCmd', 'Block', 'Subshell', 'Redirect', 'Word', 'Lit', 'Comment'],
  ...['SglQuoted', 'DblQuoted', 'CmdSubst'],
])

/** The commands that a text holds as written, in its order. Throws what the grammar finds wrong with it. */
export function readLine(
  grammar: Grammar,
  text: string,
  folder: string | undefined,
): { readonly commands: readonly ShellCommand[]; readonly isPlain: boolean } {
  const commands: ShellCommand[] = []
  let isPlain = true
  const scopes: Scope[] = [{ folder, path: [] }]
  const current = (): Scope => scopes.at(-1) ?? { folder: undefined, path: [] }
  grammar.walk(grammar.parse(text), node => {
    if (node === null) {
      const left = current().path.pop()
      if (left === undefined) {
        scopes.pop()
        current().path.pop()
      }
      return
    }
    const type = grammar.typeOf(node)
    if (!PLAIN.has(type) || node.Coprocess === true) isPlain = false
    const isUnsure = UNSURE.has(type) && !(type === 'BinaryCmd' && grammar.isAnd(node))
    current().path.push({ type, isUnsure })
    if (OWN_FOLDER.has(type)) scopes.push({ folder: current().folder, path: [] })
    if (type !== 'Stmt') return
    const command = readStatement(grammar, node, current().folder)
    if (command === undefined) return
    commands.push(command)
    const moved = folderAfter(command, current(), node.Background === true)
    current().folder = moved
  })
  return { commands, isPlain }
}

function readStatement(
  grammar: Grammar,
  statement: SyntaxNode,
  folder: string | undefined,
): ShellCommand | undefined {
  const redirections = childrenOf(statement, 'Redirs').map(redirection => ({
    operator: grammar.operatorOf(redirection),
    target: wordOf(grammar, redirection, 'Word'),
  }))
  const command = childOf(statement, 'Cmd')
  const type = command === undefined ? undefined : grammar.typeOf(command)
  if (command !== undefined && type === 'CallExpr') {
    const words = childrenOf(command, 'Args').map(word => readWord(grammar, word))
    const assignments = readAssignments(grammar, command, 'Assigns')
    return { words, assignments, redirections, folder, reach: 'written' }
  }
  if (command !== undefined && type === 'DeclClause') {
    const words: ShellWord[] = [{ kind: 'literal', text: textOf(childOf(command, 'Variant') ?? {}) }]
    return {
      words,
      assignments: readAssignments(grammar, command, 'Args'),
      redirections,
      folder,
      reach: 'written',
    }
  }
  if (redirections.length === 0) return undefined
  return { words: [], assignments: [], redirections, folder, reach: 'written' }
}

function readAssignments(grammar: Grammar, node: SyntaxNode, field: string): readonly ShellAssignment[] {
  return childrenOf(node, field).map(assignment => ({
    name: textOf(childOf(assignment, 'Name') ?? {}),
    value: childOf(assignment, 'Value') === undefined ? undefined : wordOf(grammar, assignment, 'Value'),
  }))
}

function wordOf(grammar: Grammar, node: SyntaxNode, field: string): ShellWord {
  const word = childOf(node, field)
  return word === undefined ? { kind: 'open', prefix: '' } : readWord(grammar, word)
}

const MOVING: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd', 'chdir'])

function folderAfter(command: ShellCommand, scope: Scope, isBackground: boolean): string | undefined {
  if (scope.folder === undefined || !MOVING.has(programOf(command) ?? '')) return scope.folder
  const targets = command.words.slice(1).filter(word => !literalOf(word)?.startsWith('-'))
  const target = literalOf(targets[0])
  const isSure = !isBackground && !scope.path.some(({ isUnsure }) => isUnsure)
  const isPlain = targets.length === 1 && target !== undefined && !/^[~]/.test(target)
  if (!isSure || !isPlain || target === undefined || programOf(command) === 'popd') return undefined
  return posix.join(scope.folder, target)
}
