import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { EXAMPLES } from './help.ts'
import { runProgram } from './program.ts'

async function soulgate(...line: string[]) {
  const said = { text: '', errors: '', code: 0 }
  await runProgram(
    {
      ...{ environment: {}, workingFolder: '/', isTerminal: false, ask: async () => '' },
      write: piece => {
        said.text += piece
      },
      writeError: piece => {
        said.errors += piece
      },
      setExitCode: code => {
        said.code = code
      },
    },
    line,
    '0.0.0',
  )
  return said
}

describe('help', () => {
  test('begins with what one does first, and has no command outside of its groups', async () => {
    const { text } = await soulgate('--help')
    const headings = [...text.matchAll(/^([A-Z][a-z ]+):$/gm)].map(([, heading]) => heading)
    expect(headings.slice(0, 4)).toEqual(['Options', 'Begin', 'Decide', 'See what happened'])
    const ungrouped = /^Commands:\n((?: {2}.*\n)*)/m.exec(text)?.[1] ?? ''
    expect(ungrouped.match(/^ {2}[a-z-]+/gm) ?? []).toEqual(['  help'])
    expect(text).toContain('First minutes:')
    expect(text).toContain('Exit codes: 0 done')
    expect(text).not.toContain('\u001b[')
  })

  test.each([
    ['start'],
    ['dev'],
    ['up'],
    ['run'],
    ['token', 'create'],
  ])('of %s %s tells its exit codes', async (...words) => {
    expect((await soulgate(...words, '--help')).text).toContain('Exit codes: 0 done')
  })

  const examples = Object.values(EXAMPLES)
    .flat()
    .map(line => line.split(' > ')[0] ?? line)
  test.each([...new Set(examples)])('%s is a command with these options', async line => {
    const [, ...words] = line.split(' ')
    const bare = words.filter(word => /^[a-z-]+$/.test(word) || word.startsWith('--'))
    const flags = bare.filter(word => word.startsWith('--') && word !== '--json')
    const names: string[] = []
    let help = await soulgate('--help')
    for (const word of words) {
      if (word.startsWith('-') || !new RegExp(`^ {2}${word}\\b`, 'm').test(help.text)) break
      names.push(word)
      help = await soulgate(...names, '--help')
    }
    expect(names.length).toBeGreaterThan(0)
    expect(help.code).toBe(0)
    for (const flag of flags) expect(help.text).toContain(flag)
  })
})

describe('completions', () => {
  const complete = async (...words: string[]) => {
    const { text } = await soulgate('completions', 'bash')
    const ask = `COMP_WORDS=(soulgate ${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _soulgate; echo "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', `${text}\n${ask}`], { encoding: 'utf8' })
    expect(stderr).toBe('')
    return stdout.trim().split(' ')
  }

  test('of bash follow commands into their own, past options', async () => {
    expect(await complete('appr')).toEqual(['approve'])
    expect(await complete('--json', 'hook', 'in')).toEqual(['install'])
    expect(await complete('hook', 'install', '--dry')).toEqual(['--dry-run'])
    expect(await complete('guardrails', 'a')).toEqual(expect.arrayContaining(['add', 'apply']))
  })

  test('are there for zsh and fish, and for nothing else', async () => {
    expect((await soulgate('completions', 'zsh')).text).toMatch(/^#compdef soulgate\n/)
    const { text } = await soulgate('completions', 'fish')
    expect(text).toContain("complete -c soulgate -f -n '__fish_use_subcommand' -a approve")
    expect((await soulgate('completions', 'cmd')).code).toBe(2)
  })
})
