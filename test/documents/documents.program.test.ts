import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { createProgram } from '../../src/surfaces/cli/program.ts'

const root = resolve(import.meta.dirname, '../..')
const DOCUMENTS = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name)),
]
const textOf = (document: string) => readFileSync(join(root, document), 'utf8')
const program = createProgram(
  {
    ...{ environment: {}, workingFolder: '/', isTerminal: false, ask: async () => '' },
    ...{ write: () => undefined, writeError: () => undefined, setExitCode: () => undefined },
  },
  '0.0.0',
)

/** What is wrong with a line that a reader would type, or undefined. */
function faultOf(line: string): string | undefined {
  const words: readonly string[] = line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
  let [command, index]: [Command, number] = [program, 0]
  for (; index < words.length; index += 1) {
    const inner = command.commands.find(candidate => candidate.name() === words[index])
    if (inner === undefined) break
    command = inner
  }
  const rest = words.slice(index, words.includes('--') ? words.indexOf('--') : undefined)
  if (command === program && rest.some(word => !word.startsWith('-'))) return `there is no command ${rest[0]}`
  const known = ['--help', '--version', ...command.options.map(({ long }) => long)]
  const unknown = rest.find(word => /^--[a-z]/.test(word) && !known.includes(word.split('=')[0] ?? ''))
  if (unknown !== undefined) return `${command.name()} has no ${unknown}`
  // A command with a command of its own behind it (`backup FILE` is `backup create FILE`) takes its arguments.
  const hasDefault = command.name() === 'backup'
  const isBare = command.registeredArguments.length === 0 && command.commands.length > 0
  return isBare && !hasDefault && /^[a-z]/.test(rest[0] ?? '')
    ? `${command.name()} has no ${rest[0]}`
    : undefined
}

describe('the documents', () => {
  test('name only commands and options that there are', () => {
    const faults = DOCUMENTS.flatMap(document =>
      [...textOf(document).matchAll(/```(?:sh|bash)\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
        block
          .replace(/\\\n\s*/g, '')
          .split('\n')
          .flatMap(
            line => /(?:^|&& |\$ )(?:npx |\.\/)?soulgate (.*)$/.exec(line.replace(/\s+#.*$/, ''))?.[1] ?? [],
          )
          .flatMap(line => {
            const fault = faultOf(line)
            return fault === undefined ? [] : [`${document}: soulgate ${line}: ${fault}`]
          }),
      ),
    )
    expect(faults).toEqual([])
  })

  test('link to nothing that is not there', () => {
    const dead = DOCUMENTS.flatMap(document =>
      [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        if (/^[a-z]+:/.test(link)) return []
        const [path = '', anchor] = link.split('#')
        const target = path === '' ? join(root, document) : resolve(root, dirname(document), path)
        if (!existsSync(target)) return [`${document}: ${link}`]
        return anchor === undefined || anchorsOf(target).has(anchor) ? [] : [`${document}: ${link}`]
      }),
    )
    expect(dead).toEqual([])
  })

  test('are found from README in one click', () => {
    const readme = textOf('README.md')
    const guides = readdirSync(join(root, 'docs')).filter(name => name.endsWith('.md'))
    // Generated for those who check a claim; SECURITY.md and the guides lead to them.
    const behind = ['assurance.md', 'sources.md', 'security-map.md', 'planning-controller.md']
    expect(guides.filter(name => !behind.includes(name) && !readme.includes(`(docs/${name})`))).toEqual([])
  })
})

function anchorsOf(file: string): ReadonlySet<string> {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)
  return new Set(
    [...headings].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
