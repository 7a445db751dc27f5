import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Claim, ProofName } from '../../test/assurance/claims.ts'
import {
  BAR,
  digestOf,
  type FileScore,
  MUTATED,
  readScores,
  SCORES,
  shareOf,
} from '../../test/mutation/scores.ts'
import { resultOf, type TestResults, unproven } from './named-tests.ts'
import { type Proof, type Proven, ROOT } from './proofs.ts'

export interface Assured {
  readonly command: string
  readonly date: string
  readonly commit: string
  readonly machine: string
  /** What did not hold at first and was tried once more by itself. */
  readonly again: readonly string[]
  readonly promises: readonly Claim[]
  readonly operations: readonly Claim[]
  readonly risks: readonly Claim[]
  readonly attacks: readonly Claim[]
  readonly proofs: Readonly<Record<ProofName, Proof>>
  readonly proven: ReadonlyMap<ProofName, Proven>
  readonly tests: TestResults
  /** What was measured and is not judged, as it was printed. */
  readonly figures: readonly { readonly what: string; readonly command: string; readonly printed: string }[]
}

/** docs/assurance.md: each promise with the commands that try it, how often, on what, and with what result. */
export function describeAssured(assured: Assured): string {
  const claims = [...assured.promises, ...assured.operations, ...assured.risks, ...assured.attacks]
  const failing = claims.filter(claim => !isHeld(claim, assured))
  return [
    '# Assurance',
    '',
    `Written by \`${assured.command}\` on ${assured.date}, of commit ${assured.commit}, on ${assured.machine}. Each row names the`,
    'command that tries it again, from a fresh clone after `npm ci`. What a row says is what this one run counted.',
    '',
    failing.length === 0
      ? `**All ${claims.length} claims held**: ${assured.proven.size} long proofs and ${countCases(assured)} cases of named tests, none of which failed.`
      : `**${failing.length} of ${claims.length} claims did NOT hold**: ${failing.map(({ id }) => id).join(', ')}.`,
    '',
    ...triedAgain(assured),
    ...summary(assured),
    ...longProofs(assured),
    ...mutation(),
    ...figuresOf(assured),
    ...chapter('The promises, one by one', assured.promises, assured),
    ...chapter('What operators rely on', assured.operations, assured),
    ...chapter('Public lists of risks', assured.risks, assured),
    ...chapter('Kinds of attack', assured.attacks, assured),
    ...LIMITS,
    '',
  ].join('\n')
}

const LIMITS = [
  '## What this does not show',
  '',
  '- One machine: nodes, workers and PostgreSQL share its disk and its loopback. A network that fails is a proxy that',
  '  falls silent or resets, not a broken switch.',
  '- SIGKILL loses no page that the operating system holds: power cuts are as safe as `fsync` on the disk beneath.',
  '- Simulated worlds and random kills find what they happen on. More of them: raise `--seeds` and `--rounds`.',
  '- What a hostile process of the same user can do is written in [SECURITY.md](../SECURITY.md), and not defended.',
]

/** On a busy machine tests that wait for processes run into their limits; which did is not passed over. */
function triedAgain({ again }: Assured): readonly string[] {
  if (again.length === 0) return []
  const named = again.map(what => `\`${what}\``).join(', ')
  return [
    `${again.length} of these did not hold beside everything else that the machine did, and were tried again by themselves (\`--again\`), with the result below: ${named}.`,
    '',
  ]
}

function summary(assured: Assured): readonly string[] {
  return [
    '## In short',
    '',
    '| | promise | tried by | result |',
    '|---|---|---|---|',
    ...assured.promises.map(claim => {
      const proofs = (claim.proofs ?? []).length
      const named = namedOf(claim, assured)
      const long = proofs > 0 ? `${proofs} long proof${proofs === 1 ? '' : 's'}` : ''
      const by = [long, `${named.passed} cases of named tests`]
      return `| ${claim.id} | ${cell(claim.claim)} | ${by.filter(Boolean).join(', ')} | ${verdict(isHeld(claim, assured))} |`
    }),
    '',
  ]
}

function longProofs({ proofs, proven }: Assured): readonly string[] {
  return [
    '## Long proofs',
    '',
    '| what is tried, on what | command | how often, with what result | seconds | |',
    '|---|---|---|---|---|',
    ...Object.entries(proofs).map(([name, { what, command }]) => {
      const found = proven.get(name as ProofName)
      return `| ${cell(what)} | \`${command}\` | ${cell(found?.result)} | ${found?.seconds.toFixed(0)} | ${verdict(found?.ok ?? false)} |`
    }),
    '',
  ]
}

function figuresOf({ figures }: Assured): readonly string[] {
  if (figures.length === 0) return []
  const blocks = figures.flatMap(({ what, command, printed }) => [
    `${what} \`${command}\``,
    '',
    '```text',
    printed,
    '```',
    '',
  ])
  return ['## Figures', '', ...blocks]
}

/** How much the tests notice when a file is broken on purpose. */
function mutation(): readonly string[] {
  const scores = readScores(ROOT)
  const rows = Object.entries(MUTATED).flatMap(([part, { what, files }]) => {
    const names = Object.keys(files)
    const measured = names.flatMap(file => scores?.files[file] ?? [])
    const share = measured.length === names.length ? shareOf(measured) : undefined
    return [
      `| **${part}** | ${what} | | **${percent(share)}** | | ${share === undefined ? 'open' : verdict(share >= BAR)} |`,
      ...names.map(file => scoreRow(file, scores?.files[file])),
    ]
  })
  return [
    '## Tests that notice',
    '',
    `Mutation testing: \`node scripts/mutation.ts\` breaks each file in every way that Stryker knows (wordings left out) and`,
    `runs the tests beside it; the bar is ${BAR * 100} % of the mutants noticed in each part. It takes long, so its figures are kept in`,
    `\`${SCORES}\`; a file whose text has changed since is marked.`,
    '',
    '| file | what | noticed | share | measured | |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ]
}

function scoreRow(file: string, score: FileScore | undefined): string {
  if (score === undefined) return `| \`${file}\` | | not measured | | | |`
  const noticed = score.killed + score.timeout
  const isSame = digestOf(readFileSync(join(ROOT, file))) === score.digest
  return `| \`${file}\` | | ${noticed} of ${noticed + score.survived} | ${percent(shareOf([score]))} | ${score.measured_on}, ${score.commit} | ${isSame ? '' : 'changed since'} |`
}

function chapter(title: string, claims: readonly Claim[], assured: Assured): readonly string[] {
  return [
    `## ${title}`,
    '',
    ...claims.flatMap(claim => [
      `### ${claim.id}`,
      '',
      `${claim.claim} **${isHeld(claim, assured) ? 'Held.' : 'FAILED.'}**`,
      '',
      ...(claim.proofs ?? []).map(name => {
        const found = assured.proven.get(name)
        return `- \`${assured.proofs[name].command}\`: ${found?.result ?? 'not run'} — ${verdict(found?.ok ?? false)}`
      }),
      ...Object.entries(claim.tests).flatMap(([file, titles]) => [
        `- \`npx vitest run ${file}\``,
        ...titles.map(title => `  - ${titleLine(assured.tests, file, title)}`),
      ]),
      '',
    ]),
  ]
}

function titleLine(tests: TestResults, file: string, title: string): string {
  const { passed, failed, about, tried } = resultOf(tests, file, title)
  const cases = passed + failed
  const notes = [cases > 1 ? `${cases} cases` : '', tried > 0 ? `tried ${tried} times` : ''].filter(Boolean)
  const end = passed > 0 && failed === 0 ? 'passed' : '**FAILED**'
  const sentence = `${about} ${title.replaceAll(/%[sijdo#]/g, '…')}`.trim()
  return `${sentence}: ${[...notes, end].join(', ')}`
}

function isHeld(claim: Claim, { proven, tests }: Assured): boolean {
  return unproven(claim, tests).length === 0 && (claim.proofs ?? []).every(name => proven.get(name)?.ok)
}

function namedOf(claim: Claim, { tests }: Assured): { readonly passed: number } {
  const all = Object.entries(claim.tests).flatMap(([file, titles]) =>
    titles.map(title => resultOf(tests, file, title).passed),
  )
  return { passed: all.reduce((sum, each) => sum + each, 0) }
}

/** Cases of named tests, each counted once however many claims name it. */
function countCases({ promises, operations, risks, tests }: Assured): number {
  const named = new Set(
    [...promises, ...operations, ...risks].flatMap(claim =>
      Object.entries(claim.tests).flatMap(([file, titles]) => titles.map(title => `${file}\n${title}`)),
    ),
  )
  return [...named].reduce((sum, each) => {
    const [file = '', title = ''] = each.split('\n')
    return sum + resultOf(tests, file, title).passed
  }, 0)
}

function percent(share: number | undefined): string {
  return share === undefined ? 'not measured' : `${(share * 100).toFixed(1)} %`
}

function verdict(isHeldNow: boolean): string {
  return isHeldNow ? 'held' : '**FAILED**'
}

function cell(text = ''): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
