import { SOURCES } from '../../test/assurance/sources.ts'

/** docs/sources.md: each requirement of the five design documents, where it is done, and the test that shows it. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const all = SOURCES.flatMap(({ requirements }) => requirements)
  const open = all.filter(requirement => requirement.open !== undefined)
  const decided = all.filter(requirement => requirement.decision !== undefined)
  const lines = [
    '# The five design documents, requirement by requirement',
    '',
    'Generated from `test/assurance/sources.ts` by `npm run generate`; a test sees that every named test, place and decision is',
    `there. ${all.length} requirements: ${all.length - open.length - decided.length} met, ${decided.length} met in another way by a decision, ${open.length} open.`,
    '',
  ]
  for (const { letter, title, requirements } of SOURCES) {
    lines.push(`## ${letter} · ${title}`, '', '| section | asks | place | test |', '|---|---|---|---|')
    for (const { section, asks, place, test, decision, open: missing } of requirements) {
      const [file, name] = test
      const notes = [
        ...(decision === undefined
          ? []
          : [`. Different on purpose: [decision](${decision.replace(/^docs\//, '')})`]),
        ...(missing === undefined ? [] : [`. **Open**: ${missing}`]),
      ]
      const shown = `[${file.split('/').at(-1)}](../${file}): ${name.replaceAll('|', '\\|')}`
      lines.push(`| ${section} | ${asks}${notes.join('')} | \`${place}\` | ${shown} |`)
    }
    lines.push('')
  }
  return new Map([['docs/sources.md', lines.join('\n')]])
}
