import { type CommandRule, type ReadArguments, readArguments } from './command-rule.ts'

const TEXTS: CommandRule = { operands: 'texts' }
const NOTHING: CommandRule = { operands: 'none' }
const CHECKSUM: CommandRule = { flags: 'bt' }

const GREP: CommandRule = {
  flags: 'aciElnoqrsvwxhHFGLIyzZ',
  values: 'emABC',
  isCounted: true,
  operands: 'pattern',
  patternBy: ['e', 'regexp'],
  long:
    'recursive ignore-case line-number count files-with-matches files-without-match only-matching invert-match ' +
    'word-regexp line-regexp fixed-strings extended-regexp basic-regexp no-messages no-filename with-filename quiet ' +
    'color color= include= exclude= exclude-dir= max-count= context= after-context= before-context= regexp=',
}

const RIPGREP: CommandRule = {
  flags: 'ilnwvcoFHINsSUuaxpq0P',
  values: 'egtTmABCjdMr',
  operands: 'pattern',
  patternBy: ['e', 'files', 'regexp'],
  long:
    'files hidden no-ignore count count-matches files-with-matches files-without-match ignore-case smart-case ' +
    'case-sensitive line-number no-line-number no-heading heading column multiline only-matching word-regexp ' +
    'fixed-strings invert-match json stats trim vimgrep sort= glob= iglob= type= type-not= max-count= max-depth= ' +
    'context= after-context= before-context= regexp= color= replace= max-columns= no-config no-messages type-list',
}

/**
 * Programs that print and do nothing else, with the options under which that holds. Left out on purpose: what follows
 * links into other folders while it recurses, names a file to be written or to take code or patterns from, waits for
 * ever, opens a pager, shows the environment, or hands words to another program.
 */
const RULES: Readonly<Record<string, CommandRule>> = {
  ls: {
    flags: 'aAbBcCdfFgGhiIklmnNopqQrRsStTuUvxX1',
    long: 'all almost-all color color= human-readable recursive sort= time-style= group-directories-first',
  },
  cat: { flags: 'AbeEnstTuv', long: 'number show-all' },
  head: { flags: 'qvz', values: 'nc', isCounted: true, long: 'lines= bytes= quiet' },
  tail: { flags: 'qvz', values: 'nc', isCounted: true, long: 'lines= bytes= quiet' },
  wc: { flags: 'clmwL', long: 'lines words chars bytes' },
  nl: { values: 'bnwvs' },
  tac: {},
  rev: {},
  cut: {
    flags: 's',
    values: 'dfcb',
    long: 'delimiter= fields= characters= bytes= only-delimited output-delimiter= complement',
  },
  tr: { flags: 'cCdst', operands: 'texts' },
  sort: {
    flags: 'bdfghiMnRrVcCmsuz',
    values: 'kt',
    long: 'numeric-sort reverse unique key= field-separator= human-numeric-sort version-sort ignore-case stable',
  },
  uniq: { flags: 'cdDiuz', values: 'fsw', most: 1, long: 'count repeated unique ignore-case' },
  comm: { flags: '123' },
  column: { flags: 't', values: 's' },
  fold: { flags: 's', values: 'w' },
  diff: {
    flags: 'uqswBbiEyaZt',
    values: 'UC',
    long: 'unified unified= brief side-by-side ignore-all-space color color= strip-trailing-cr',
  },
  cmp: { flags: 'bls' },
  stat: { values: 'c', long: 'format= printf=' },
  file: { flags: 'bi', long: 'brief mime mime-type' },
  du: { flags: 'hsckabm', values: 'd', long: 'human-readable summarize max-depth= total all apparent-size' },
  df: { flags: 'hTi' },
  tree: { flags: 'adfhpsDr', values: 'LIP', long: 'dirsfirst gitignore noreport prune' },
  basename: TEXTS,
  dirname: TEXTS,
  realpath: {},
  readlink: { flags: 'fne' },
  pwd: NOTHING,
  cd: { most: 1 },
  echo: { flags: 'neE', operands: 'texts' },
  printf: TEXTS,
  true: TEXTS,
  false: TEXTS,
  seq: TEXTS,
  which: { flags: 'a', operands: 'texts' },
  date: {
    flags: 'uRI',
    values: 'd',
    long: 'utc iso-8601 iso-8601= date=',
    operands: 'texts',
    most: 1,
    accepts: isDateFormat,
  },
  uname: { flags: 'amnrspv', operands: 'none' },
  whoami: NOTHING,
  id: { flags: 'ugn', operands: 'none' },
  nproc: NOTHING,
  arch: NOTHING,
  node: { flags: 'v', long: 'version', operands: 'none', needs: ['v', 'version'] },
  python: { flags: 'V', long: 'version', operands: 'none', needs: ['V', 'version'] },
  python3: { flags: 'V', long: 'version', operands: 'none', needs: ['V', 'version'] },
  md5sum: CHECKSUM,
  sha1sum: CHECKSUM,
  sha256sum: CHECKSUM,
  shasum: { values: 'a' },
  od: { flags: 'cxdobv', values: 'AtNj' },
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rg: RIPGREP,
  jq: {
    flags: 'rcenMSsaj',
    operands: 'pattern',
    long: 'raw-output compact-output null-input slurp sort-keys join-output exit-status raw-input tab',
    accepts: isPureFilter,
  },
  sed: {
    flags: 'nEr',
    operands: 'pattern',
    long: 'quiet silent',
    needs: ['n', 'quiet', 'silent'],
    accepts: isPrintScript,
  },
  awk: { values: 'F', operands: 'pattern', accepts: isPrintProgram },
}

/** The files that a command reads; undefined where it may do anything else. */
export function readOnlyShell(program: string, words: readonly string[]): ReadArguments | undefined {
  if (program === 'find') return readFind(words)
  if (program === 'test') return readTest(words)
  const rule = Object.hasOwn(RULES, program) ? RULES[program] : undefined
  return rule === undefined ? undefined : readArguments(rule, words)
}

const FIND_VALUES: ReadonlySet<string> = new Set(
  '-name -iname -path -ipath -wholename -regex -iregex -regextype -type -size -mtime -mmin -atime -amin -ctime -cmin -maxdepth -mindepth -perm -user -group -newermt -printf'.split(
    ' ',
  ),
)
const FIND_WORDS: ReadonlySet<string> = new Set(
  '-print -print0 -ls -empty -not ! -a -and -o -or ( ) -prune -true -false -depth -xdev -mount -daystart -executable -readable -writable -quit'.split(
    ' ',
  ),
)

/** Tests and printing alone: no action that runs, deletes or writes, and no following of links. */
function readFind(words: readonly string[]): ReadArguments | undefined {
  const first = words.findIndex(word => /^[-!(]/.test(word))
  const paths = [...(first === -1 ? words : words.slice(0, first))]
  for (let index = first === -1 ? words.length : first; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (FIND_WORDS.has(word)) continue
    const value = words[index + 1]
    if (value === undefined || !(FIND_VALUES.has(word) || word === '-newer')) return undefined
    if (word === '-newer') paths.push(value)
    index += 1
  }
  return { paths: paths.length === 0 ? ['.'] : paths }
}

/** `-f FILE` and its like, once; `-v` of bash evaluates what it is given. */
function readTest(words: readonly string[]): ReadArguments | undefined {
  const [operator, path, ...rest] = words[0] === '!' ? words.slice(1) : words
  const isKnown = /^-[defrswx]$/.test(operator ?? '') && path !== undefined && rest.length === 0
  return isKnown ? { paths: [path] } : undefined
}

/** Any other operand of `date` sets the clock. */
function isDateFormat(texts: readonly string[], options: ReadonlySet<string>): boolean {
  return texts.every(
    (text, index) =>
      text.startsWith('+') ||
      (index === 0 && (options.has('d') || options.has('date') || options.has('iso-8601'))),
  )
}

/** A filter that reads neither the environment nor modules nor other files. */
function isPureFilter(texts: readonly string[]): boolean {
  return texts.every(
    text => !/\b(?:env|ENV|include|import|input_filename|debug|stderr|getpath_env)\b/.test(text),
  )
}

/** Lines by number or by a plain pattern, printed; nothing that writes (`w`), runs (`e`) or edits in place. */
function isPrintScript(texts: readonly string[]): boolean {
  const address = String.raw`(?:\d+|\$|/[\w .:(){}=-]*/)`
  return (
    texts.length === 1 &&
    new RegExp(String.raw`^${address}(?:,\+?${address})?p(?:;${address}(?:,\+?${address})?p)*$`).test(
      texts[0] ?? '',
    )
  )
}

/** Columns and plain conditions on them; no system, no pipe, no file, no function. */
function isPrintProgram(texts: readonly string[]): boolean {
  const program = texts.at(-1) ?? ''
  const piece = String.raw`(?:\$?(?:\d+|NF|NR)|"[\w :,.\t-]*")`
  const condition = String.raw`(?:(?:\$?(?:\d+|NF|NR)) ?(?:==|!=|<|>=|<=) ?(?:\d+|"[\w ]*")|NR ?> ?\d+)?`
  return (
    new RegExp(String.raw`^ ?${condition} ?(?:\{ ?print(?: ${piece}(?:,? ?${piece})*)? ?;? ?\})?$`).test(
      program,
    ) && program.trim() !== ''
  )
}
