import type { Node, Syntax } from 'mvdan-sh'

/** A node of the syntax tree. */
export type SyntaxNode = Node

export interface Grammar {
  parse(text: string): SyntaxNode
  typeOf(node: SyntaxNode): string
  /** Visits in order of the text; null after the children of each node. */
  walk(node: SyntaxNode, visit: (node: SyntaxNode | null) => void): void
  /** What a redirection is written with. */
  operatorOf(redirection: SyntaxNode): string
  /** Whether a compound of two commands is `a && b`. */
  isAnd(binary: SyntaxNode): boolean
}

const REDIRECTIONS = ['>', '>>', '<', '>&', '<&', '<>', '>|', '&>', '&>>', '<<<']

/** Bash's own grammar, by the parser of shfmt. */
export function createGrammar(syntax: Syntax): Grammar {
  const parser = syntax.NewParser(syntax.Variant(syntax.LangBash))
  const parse = (text: string): SyntaxNode => parser.Parse(text, '')
  // Operators are numbers in the tree; what they are called is learned from texts that hold them.
  const operators = new Map(
    REDIRECTIONS.map(operator => [firstStatement(parse(`a ${operator} b`), 'Redirs')?.Op, operator]),
  )
  for (const heredoc of ['<<', '<<-'])
    operators.set(firstStatement(parse(`a ${heredoc}B\nB\n`), 'Redirs')?.Op, heredoc)
  const and = childOf(firstStatement(parse('a && b')), 'Cmd')?.Op
  return {
    parse,
    typeOf: node => syntax.NodeType(node),
    walk: (node, visit) =>
      syntax.Walk(node, each => {
        visit(each)
        return true
      }),
    operatorOf: redirection => operators.get(redirection.Op) ?? 'other',
    isAnd: binary => binary.Op === and,
  }
}

/** The nodes in a list of a node. */
export function childrenOf(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  const list = node[field]
  return Array.isArray(list) ? list.filter(isNode) : []
}

export function childOf(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  const child = node?.[field]
  return isNode(child) ? child : undefined
}

export function textOf(node: SyntaxNode, field = 'Value'): string {
  const text = node[field]
  return typeof text === 'string' ? text : ''
}

function firstStatement(file: SyntaxNode, list?: string): SyntaxNode | undefined {
  const [statement] = childrenOf(file, 'Stmts')
  return list === undefined || statement === undefined ? statement : childrenOf(statement, list)[0]
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null
}
