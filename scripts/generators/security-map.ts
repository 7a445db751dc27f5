import { SECURITY_ITEMS } from '../../test/assurance/security-items.ts'

/** docs/security-map.md: what public lists of risks ask, what Soulgate does about it, and the tests that show it. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const lines = [
    '# What stands against which risk',
    '',
    'Generated from `test/assurance/security-items.ts` by `npm run generate`. ASI = OWASP Top 10 for Agentic Applications (2026),',
    'AISVS = OWASP Artificial Intelligence Security Verification Standard. A test sees that every named test is there;',
    '`npm run assurance` runs them.',
    '',
  ]
  for (const { id, claim, tests } of SECURITY_ITEMS) {
    lines.push(`## ${id}`, '', claim, '')
    for (const [file, titles] of Object.entries(tests)) {
      lines.push(`- \`${file}\``, ...titles.map(title => `  - ${title}`))
    }
    lines.push('')
  }
  return new Map([['docs/security-map.md', lines.join('\n')]])
}
