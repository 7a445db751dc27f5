import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { CommandShape } from '../../contracts/permission.ts'
import { createPlaceFacts } from '../../workspace/workspace.ts'
import { classifyCommands } from './classify-commands.ts'
import { findStrangeKey } from './git-repository.ts'

const CONFIG =
  '[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote "origin"]\n\turl = https://a.example/b.git\n'

let root: string
let other: string
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'soulgate-commands-')))
  other = makeRepository()
  for (const folder of ['src', '.git/hooks', 'planted/objects', 'planted/refs'])
    mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, '.git/config'), CONFIG)
  writeFileSync(join(root, '.git/hooks/pre-commit.sample'), '')
  for (const file of ['README.md', 'src/a.ts', 'planted/HEAD', 'planted/config'])
    writeFileSync(join(root, file), 'x')
  symlinkSync('/etc', join(root, 'out'))
  symlinkSync('.', join(root, 'self'))
  symlinkSync('/etc/passwd', join(root, 'src/link'))
})

function makeRepository(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'soulgate-git-')))
  mkdirSync(join(folder, '.git/hooks'), { recursive: true })
  return folder
}

interface Asked {
  readonly cwd?: unknown
  readonly roots?: readonly string[]
  readonly profiles?: readonly object[]
  readonly beside?: object
}

const READING = { profile: 'read_only_shell' }
const GIT = { profile: 'git_local' }

async function classOf(
  line: string,
  { cwd = root, roots = [root], profiles = [READING, GIT], beside = {} }: Asked = {},
): Promise<string> {
  const permissions = profiles.map((profile, index) => ({
    id: `p${index}`,
    shape: CommandShape.parse({ kind: 'commands', roots, ...profile }),
  }))
  const judged = await classifyCommands(line, {
    ...{ permissions, args: { cwd, ...beside }, places: createPlaceFacts() },
  })
  return 'class' in judged ? judged.class : 'kept'
}

describe('commands that only read', () => {
  test.each([
    'ls -la src',
    'cat README.md | head -n 20 | wc -l',
    'grep -rn "needle" src && echo found',
    `rg --type ts -n 'export function' src`,
    `find . -name '*.ts' -not -path './node_modules/*' -type f`,
    'cd src && ls',
    'cd src && cat ../README.md',
    '(cd src; cat a.ts)',
    `sed -n '1,80p' README.md`,
    `awk -F: '{print $1, $3}' README.md`,
    'cat README.md 2>/dev/null',
    'wc -l < README.md',
    'sort -k2 README.md | uniq -c',
    `jq '.a | keys' README.md`,
    'test -f README.md && cat README.md',
    'node --version',
    'date -d yesterday +%F',
    'git status --short',
    'git --no-pager log --oneline -5',
    'git diff HEAD~1 -- src/a.ts',
    'git show HEAD:src/a.ts',
  ])('count as such: %s', async line => {
    expect(await classOf(line)).toBe('read_only')
  })
})

describe('what would get out keeps the class of its tool', () => {
  test.each([
    ...['find . -exec rm {} \\;', 'find . -execdir sh -c x \\;', 'find . -ok rm {} \\;', 'find . -delete'],
    ...[
      'find . -fprint /tmp/x',
      'find . -fprintf x y',
      'find . -fls x',
      'find -L . -name x',
      'find . -follow',
    ],
    ...[
      'rg --pre ./evil x',
      'rg --pre=./evil x',
      'rg --hostname-bin ./evil x',
      'rg -z x',
      'rg -L x',
      'rg -f x y',
    ],
    ...['grep -R x .', 'grep -f /etc/passwd x', 'grep --file=x y', 'egrep --dereference-recursive x .'],
    ...[
      'sort -o README.md README.md',
      'sort --output=x y',
      'sort --outp=x y',
      'sort --compress-program=./evil x',
      'sort -T /x y',
    ],
    ...[
      'uniq README.md src/a.ts',
      `sed -i s/a/b/ x`,
      `sed -n 'w x' y`,
      `sed -n '1e rm x' y`,
      `sed -n 's/a/b/e' x`,
      `sed 1p x -i`,
      `sed -n -f x y`,
    ],
    ...[
      `awk 'BEGIN{system("rm x")}'`,
      `awk '{print > "x"}' y`,
      `awk '{print | "sh"}' y`,
      `awk -f x y`,
      `awk '{getline < "/etc/passwd"; print}' y`,
    ],
    ...[
      'tar xf x --to-command=sh',
      'tar cf x y',
      'less README.md',
      'more README.md',
      'man ls',
      'vi x',
      'git help log',
    ],
    ...[
      'ssh host ls',
      'ssh -o ProxyCommand=evil h',
      'curl https://x.example',
      'wget x',
      'nc x 1',
      'scp a b:',
    ],
    ...[
      'env ls',
      'env A=1 ls',
      'A=1 ls',
      'A=1',
      'export A=1',
      'LD_PRELOAD=./x ls',
      'GIT_SSH_COMMAND=x git status',
      'PATH=. ls',
      'declare A=1',
      'printenv',
      'set',
    ],
    ...[
      'xargs rm',
      'ls | xargs cat',
      'ls | sh',
      'sh -c ls',
      'bash -c "ls"',
      'eval ls',
      'exec ls',
      'command ls',
      'source x',
      '. ./x',
      'nohup ls',
      'sudo ls',
      'time ls',
      'timeout 5 ls',
      'busybox ls',
    ],
    ...['alias ls=rm', 'ls() { rm x; }; ls', 'trap ls EXIT', 'function cat { ls; }'],
    ...[
      'cat <<E\nx\nE',
      'cat <<< x',
      'cat <(ls)',
      'ls >(cat)',
      'ls > x',
      'ls >> x',
      'ls &> x',
      'ls >| x',
      'cat <> x',
      'ls 2> x',
      'ls >&x',
      'echo x | tee y',
    ],
    ...[
      'ls *',
      'ls src/*.ts',
      'cat a{b,c}',
      'cat $HOME/x',
      'cat "$X"',
      'ls $(pwd)',
      'ls `pwd`',
      'echo $((1+1))',
      'cat ~/.ssh/id_rsa',
      'cat ?',
      'ls [a-z]',
      'cat @(a|b)',
    ],
    ...[
      'cat /etc/passwd',
      'cat ../x',
      'cat src/../../x',
      'cat out/../passwd',
      'cd self && cat ../x',
      'wc -l < out/../shadow',
      'cat src/link',
      'ls out',
      'cat out/passwd',
      'cd / && ls',
      'cd .. && ls',
      'cd out && cat passwd',
      'cd $X && ls',
      'cd src || cd /; ls',
      'grep x /etc/shadow',
      'wc -l < /etc/passwd',
      'find / -name x',
      'diff README.md /etc/passwd',
      'ls --color=auto /',
      'cd && ls',
      'cd - && ls',
    ],
    ...[
      `[[ 'a[$(rm x)]' -eq 1 ]]`,
      `test -v 'a[$(rm x)]'`,
      `[ -v 'a[$(rm x)]' ]`,
      `printf -v 'a[$(rm x)]' y`,
      `(( a[$(rm x)] ))`,
      `let 'a[$(rm x)]=1'`,
      'unset x',
      'read x',
    ],
    ...[
      './ls',
      '/bin/ls',
      'src/cat x',
      'LS',
      'Cat README.md',
      'l\\\ns -la; rm x',
      'ls; rm x',
      'ls && rm x',
      'ls | rm x',
      'ls & rm x',
      'if true; then ls; fi',
      'for f in a; do cat $f; done',
      'while true; do ls; done',
      '! ls; rm x',
      'coproc ls',
    ],
    ...[
      'ls\u00a0-la',
      '\uff4c\uff53',
      'l\u200bs',
      'ls \u202e/cte/',
      'ls\r\nrm x',
      'ls\nrm x',
      'ls\u2028rm x; rm y',
      'с\u0430t README.md',
    ],
    ...[
      'date -s 2020-01-01',
      'date 010100002020',
      'date -f README.md',
      'hostname x',
      'tail -f x',
      'file -C -m x',
      'file -z x',
      'tree -o x',
      'xxd README.md x',
      'split x',
      'dd if=x of=y',
      'cp a b',
      'mv a b',
      'touch x',
      'mkdir x',
      'ln -s / x',
      'chmod 777 x',
      'kill 1',
    ],
    ...[
      `jq env x`,
      `jq '$ENV.SECRET' x`,
      `jq -f x y`,
      `jq 'include "x"; .' y`,
      `jq -L . x`,
      'node -e 1',
      'node --version x.js',
      'node x.js',
      'python3 -c 1',
      'npm test',
      'yarn --version',
      'make',
      'cargo --version',
    ],
    ...[
      'git -c core.fsmonitor=./evil status',
      'git -c alias.x=!sh x',
      'git --exec-path=. status',
      'git -C / status',
      'git --git-dir=x status',
      'git -p log',
      'git --paginate log',
      'git --config-env=a=b status',
    ],
    ...[
      'git diff --ext-diff',
      'git diff --textconv',
      'git diff --output=x',
      'git log --output=x',
      'git show --output x',
      'git diff --no-index /etc/passwd x',
      'git diff /etc/passwd README.md',
      'git grep -O x',
      'git grep --open-files-in-pager=sh x',
      'git log --show-signature',
    ],
    ...[
      'git fetch',
      'git pull',
      'git push',
      'git clone x',
      'git ls-remote ext::sh',
      'git remote add x y',
      'git remote update',
      'git archive --remote=x',
      'git config core.pager x',
      'git submodule foreach ls',
      'git bisect run ls',
      'git rebase -x ls',
      'git filter-branch',
      'git difftool',
      'git mergetool',
      'git blame --contents=/etc/passwd x',
      'git tag -d x',
      'git branch -D x',
      'git stash drop',
      'git reflog expire',
      'git gc',
      'git my-alias',
      'git reset --hard',
      'git clean -fd',
      'git checkout .',
      'git restore x',
    ],
    ...[
      'git commit',
      'git commit -F /etc/passwd',
      'git commit -S -m x',
      'git commit --amend -m x',
      'git commit -m x --author=y -e',
      'git add -p',
      'git add -e',
      'git add ../x',
      'git switch -f x',
      'git switch --discard-changes x',
      'git stash pop',
      'git mv a ../b',
      'git branch -f a b',
    ],
    ...[
      'git ls-files --exclude-from=/etc/passwd',
      'cd planted && git status',
      'cat README.md # x\nrm y',
      'echo "$(<README.md)"',
      `echo $'\\x41'`,
      'ls -',
      '',
    ].filter(line => line !== 'ls -'),
  ])('%j', async line => {
    expect(await classOf(line)).toBe('kept')
  })

  test('so does a line of which it is not known where it runs', async () => {
    for (const cwd of ['src', '../x', 7, '/etc', '/', `${root}/..`, `${root}/out`])
      expect([cwd, await classOf('ls', { cwd })]).toEqual([cwd, 'kept'])
    expect(await classOf('ls', { roots: ['/nowhere/here'], cwd: '/nowhere/here' })).toBe('kept')
  })
})

test('a line that is given something beside itself may do more than it says', async () => {
  const lines = { description: 'Lists', timeout: 1000, run_in_background: false }
  expect(await classOf('ls', { beside: lines })).toBe('read_only')
  for (const beside of [
    { env: { PATH: '/tmp' } },
    { stdin: 'x' },
    { shell: './evil' },
    { dangerouslyDisableSandbox: true },
  ])
    expect([beside, await classOf('ls', { beside })]).toEqual([beside, 'kept'])
})

describe('git', () => {
  test('changes of index, commits and branches are contained, and need their own profile', async () => {
    for (const line of [
      'git add -A && git commit -m "x"',
      'git switch -c topic',
      'git stash -u',
      'git restore --staged README.md',
    ]) {
      expect([line, await classOf(line)]).toEqual([line, 'contained'])
      expect([line, await classOf(line, { profiles: [READING] })]).toEqual([line, 'kept'])
    }
  })

  test.each([
    ['core', 'fsmonitor = ./evil'],
    ['core', 'hooksPath = .x'],
    ['core', 'pager = sh'],
    ['core', 'sshCommand = sh'],
    ['core', 'editor = sh'],
    ['diff', 'external = ./x'],
    ['diff "x"', 'textconv = ./x'],
    ['filter "x"', 'clean = ./x'],
    ['alias', 'st = !sh'],
    ['include', 'path = x'],
    ['includeIf "gitdir:x"', 'path = x'],
    ['log', 'showSignature = true'],
    ['gpg', 'program = ./x'],
    ['credential', 'helper = !sh'],
    ['submodule "x"', 'update = !sh'],
    ['remote "x"', 'url = ext::sh -c x'],
    ['remote "x"', 'uploadpack = ./x'],
    ['core', 'bare = false\\\nfsmonitor=./x'],
  ])('starts a program where its configuration names one: [%s] %s', async (section, line) => {
    expect(findStrangeKey(`${CONFIG}[${section}]\n\t${line}\n`)).toBeDefined()
    writeFileSync(join(other, '.git/config'), `${CONFIG}[${section}]\n\t${line}\n`)
    expect(await classOf('git status', { roots: [other], cwd: other })).toBe('kept')
  })

  test('starts one where a hook stands', async () => {
    const folder = makeRepository()
    writeFileSync(join(folder, '.git/config'), CONFIG)
    const at = { roots: [folder], cwd: folder }
    expect(await classOf('git commit -qm x', at)).toBe('contained')
    writeFileSync(join(folder, '.git/hooks/pre-commit'), '')
    expect([await classOf('git commit -qm x', at), await classOf('git status', at)]).toEqual([
      'kept',
      'read_only',
    ])
    writeFileSync(join(folder, '.git/hooks/post-index-change'), '')
    expect(await classOf('git status', at)).toBe('kept')
  })
})

test('tests and builds are an accepted risk, contained only in a sandbox of the host', async () => {
  const commands = ['npm test', 'npx vitest run']
  const run = { profile: 'test_and_build', commands }
  expect(await classOf('npm test -- --run x', { profiles: [run] })).toBe('accepted_risk')
  expect(await classOf('npm test 2>&1 | tail -20', { profiles: [run, READING] })).toBe('accepted_risk')
  expect(await classOf('npx vitest run', { profiles: [{ ...run, sandboxed: true }] })).toBe('contained')
  for (const line of [
    'npm testx',
    'npm test --script-shell=/tmp/evil',
    'npm test --prefix ../other',
    'npx vitest run --config /etc/evil.ts',
    'npx vitest run out/x.test.ts/../../evil.ts',
    'npm run test',
    'npm test > x',
    'npm test $X',
    'npm test && rm x',
    'cd / && npm test',
  ])
    expect([line, await classOf(line, { profiles: [run, READING] })]).toEqual([line, 'kept'])
})
