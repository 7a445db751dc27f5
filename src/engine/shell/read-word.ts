import { childrenOf, type Grammar, type SyntaxNode, textOf } from './grammar.ts'
import type { ShellWord } from './shell-command.ts'

/** A word as the command gets it, as far as that is known before it runs. */
export function readWord(grammar: Grammar, word: SyntaxNode): ShellWord {
  let text = ''
  for (const part of childrenOf(word, 'Parts')) {
    const piece = readPart(grammar, part)
    text += piece.kind === 'literal' ? piece.text : piece.prefix
    if (piece.kind === 'open') return { kind: 'open', prefix: text }
  }
  return { kind: 'literal', text }
}

function readPart(grammar: Grammar, part: SyntaxNode): ShellWord {
  switch (grammar.typeOf(part)) {
    case 'Lit':
      return readBare(textOf(part))
    case 'SglQuoted':
      return readSingle(part)
    case 'DblQuoted':
      return readDouble(grammar, part)
    default:
      return OPEN
  }
}

const OPEN: ShellWord = { kind: 'open', prefix: '' }

/** Outside of quotes a backslash takes the next character as it is, and patterns and braces stand for other texts. */
function readBare(text: string): ShellWord {
  const special = /(?<!\\)(?:\\\\)*(?:[*?[]|\{[^}]*(?:,|\.\.))/.exec(text)
  const plain = (special === null ? text : text.slice(0, special.index)).replaceAll(
    /\\(?:\n|(.)|$)/gs,
    (_, character: string | undefined) => character ?? '',
  )
  return special === null ? { kind: 'literal', text: plain } : { kind: 'open', prefix: plain }
}

/** `$'…'` has escapes of its own, which are not undone here. */
function readSingle(part: SyntaxNode): ShellWord {
  const text = textOf(part)
  const hasEscapes = part.Dollar === true && text.includes('\\')
  return hasEscapes ? OPEN : { kind: 'literal', text }
}

function readDouble(grammar: Grammar, part: SyntaxNode): ShellWord {
  let text = ''
  for (const inner of childrenOf(part, 'Parts')) {
    if (grammar.typeOf(inner) !== 'Lit') return { kind: 'open', prefix: text }
    text += textOf(inner).replaceAll(/\\([$`"\\\n])/g, (_, character: string) =>
      character === '\n' ? '' : character,
    )
  }
  return { kind: 'literal', text }
}
