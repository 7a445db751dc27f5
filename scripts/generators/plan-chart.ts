import { describeController } from '../../src/engine/planning/planning.ts'

/** docs/planning-controller.md: the states of the planning agent, drawn and as the table from which it works. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const { states, outcomes, transitions, mermaid } = describeController()
  const taken = transitions.filter(({ to }) => to !== null)
  const meaning = new Map(outcomes.map(({ outcome, text }) => [outcome, text]))
  const lines = [
    '# The controller of the planning agent',
    '',
    'Generated from `src/engine/planning/controller/transitions.ts` by `npm run generate`. A pair of a state and an outcome',
    `that is not in the table is refused: ${taken.length} of ${transitions.length} pairs are there. Dashed states wait for people.`,
    '',
    '```mermaid',
    mermaid,
    '```',
    '',
    '| state | what it does |',
    '|---|---|',
    ...states.map(({ state, text }) => `| ${state} | ${text} |`),
    '',
    '| state | outcome | leads to | meaning |',
    '|---|---|---|---|',
    ...taken.map(({ state, outcome, to }) => `| ${state} | ${outcome} | ${to} | ${meaning.get(outcome)} |`),
    '',
  ]
  return new Map([['docs/planning-controller.md', lines.join('\n')]])
}
