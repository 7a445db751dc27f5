import { RE2JS } from 're2js'
import { refusal } from './paths.ts'

/** A pattern that was compiled to run in linear time. */
export interface LinearPattern {
  readonly test: (text: string) => boolean
}

/**
 * Compiles a glob: `*` and `?` within a name, `**` across folders, `[a-z]`, `{one,other}`. A glob without `/`
 * is matched against the last name of a path. Throws `pattern_refused` when it is malformed.
 */
export function compileGlob(glob: string): LinearPattern {
  const body = translateGlob(glob.replace(/^\.\//, ''))
  const pattern = compileLinear(`^${glob.includes('/') ? '' : '(?:.*/)?'}${body}$`, { isCaseSensitive: true })
  return pattern
}

/** Compiles a regular expression of RE2's syntax. Throws `pattern_refused` with the reason. */
export function compileLinear(source: string, options: { readonly isCaseSensitive: boolean }): LinearPattern {
  try {
    const flags = options.isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source), flags)
    return { test: text => pattern.test(text) }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw refusal(
      'pattern_refused',
      `The pattern ${JSON.stringify(source.slice(0, 100))} cannot be used: ${why}`,
    )
  }
}

function translateGlob(glob: string): string {
  let source = ''
  let braces = 0
  for (let at = 0; at < glob.length; at += 1) {
    const rest = glob.slice(at)
    const token = /^(?:\*\*\/|\*\*|\*|\?|\[[!^]?[^\]/]+\]|[{},])/.exec(rest)?.[0]
    if (token === '{') braces += 1
    if (token === '}') braces -= 1
    source += token === undefined ? RE2JS.quote(rest[0] ?? '') : translateToken(token, braces)
    at += Math.max(0, (token?.length ?? 1) - 1)
  }
  return source
}

function translateToken(token: string, braces: number): string {
  switch (token) {
    case '**/':
      return '(?:.*/)?'
    case '**':
      return '.*'
    case '*':
      return '[^/]*'
    case '?':
      return '[^/]'
    case '{':
      return '(?:'
    case '}':
      return ')'
    case ',':
      return braces > 0 ? '|' : ','
    default:
      return token.replace(/^\[!/, '[^').replaceAll('\\', '\\\\')
  }
}
