/**
 * Which options and operands of one program are allowed. What is not named is not: a new option of a program, or one
 * that abbreviates another, keeps the class of the tool.
 */
export interface CommandRule {
  /** Letters of short options without a value. */
  readonly flags?: string
  /** Letters of short options that take one; never a file. */
  readonly values?: string
  /** Long options; one that ends in `=` takes a value, never a file. */
  readonly long?: string
  /** `-20` is allowed. */
  readonly isCounted?: true
  /** What stands without a dash: nothing, files, texts, or one pattern before the files. Files when absent. */
  readonly operands?: 'none' | 'paths' | 'texts' | 'pattern'
  readonly most?: number
  /** One of these (letter or long name) must be there. */
  readonly needs?: readonly string[]
  /** With one of these the first operand is no pattern any more. */
  readonly patternBy?: readonly string[]
  /** A last look at the texts: patterns, programs and values of options. */
  readonly accepts?: (texts: readonly string[], options: ReadonlySet<string>) => boolean
}

export interface ReadArguments {
  /** Operands that name files. */
  readonly paths: readonly string[]
}

/** The files that the arguments name, or undefined where the rule does not allow them. */
export function readArguments(rule: CommandRule, words: readonly string[]): ReadArguments | undefined {
  const options = new Set<string>()
  const texts: string[] = []
  const operands: string[] = []
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (word === '--') {
      operands.push(...words.slice(index + 1))
      break
    }
    if (!word.startsWith('-') || word === '-') {
      operands.push(word)
      continue
    }
    const read = readOption(rule, word, words[index + 1])
    if (read === undefined) return undefined
    for (const name of read.names) options.add(name)
    if (read.value !== undefined) texts.push(read.value)
    if (read.takesNext) index += 1
  }
  return judgeOperands(rule, { options, texts, operands })
}

interface ReadOption {
  readonly names: readonly string[]
  readonly value?: string
  readonly takesNext?: true
}

function readOption(rule: CommandRule, word: string, next: string | undefined): ReadOption | undefined {
  if (rule.isCounted === true && /^-\d{1,6}$/.test(word)) return { names: ['count'] }
  return word.startsWith('--') ? readLong(rule, word, next) : readShort(rule, word, next)
}

function readLong(rule: CommandRule, word: string, next: string | undefined): ReadOption | undefined {
  const known = new Set((rule.long ?? '').split(' '))
  const at = word.indexOf('=')
  const name = at === -1 ? word.slice(2) : word.slice(2, at)
  if (name === '') return undefined
  if (at !== -1) return known.has(`${name}=`) ? { names: [name], value: word.slice(at + 1) } : undefined
  if (known.has(name)) return { names: [name] }
  if (!known.has(`${name}=`) || next === undefined) return undefined
  return { names: [name], value: next, takesNext: true }
}

function readShort(rule: CommandRule, word: string, next: string | undefined): ReadOption | undefined {
  const names: string[] = []
  for (let at = 1; at < word.length; at += 1) {
    const letter = word.charAt(at)
    names.push(letter)
    if (rule.flags?.includes(letter)) continue
    if (!rule.values?.includes(letter)) return undefined
    const rest = word.slice(at + 1)
    if (rest !== '') return { names, value: rest }
    return next === undefined ? undefined : { names, value: next, takesNext: true }
  }
  return { names }
}

function judgeOperands(
  rule: CommandRule,
  read: {
    readonly options: ReadonlySet<string>
    readonly texts: readonly string[]
    readonly operands: readonly string[]
  },
): ReadArguments | undefined {
  const { options, operands } = read
  if (rule.needs?.some(name => options.has(name)) === false) return undefined
  if (operands.length > (rule.most ?? Number.POSITIVE_INFINITY)) return undefined
  const kind = rule.operands ?? 'paths'
  if (kind === 'none' && operands.length > 0) return undefined
  const hasPattern = kind === 'pattern' && rule.patternBy?.some(name => options.has(name)) !== true
  const texts = [...read.texts, ...(kind === 'texts' ? operands : hasPattern ? operands.slice(0, 1) : [])]
  if (rule.accepts?.(texts, options) === false) return undefined
  if (kind === 'texts' || kind === 'none') return { paths: [] }
  return { paths: (hasPattern ? operands.slice(1) : operands).filter(path => path !== '-') }
}
