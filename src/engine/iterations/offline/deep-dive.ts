import type { Draft, IterationContext } from '../planner.ts'

/**
 * When every side was taken, what is left open is worked on: one open question or assumption per iteration, with a
 * way to settle it. Undefined when nothing is open any more.
 */
export function draftOpenPoint({ previous }: IterationContext): Draft | undefined {
  const treated = new Set(previous.map(report => report.dimension))
  const open = [
    ...previous.flatMap(report =>
      report.assumptions.map(({ text, check }) => ({
        id: `check: ${text}`,
        text,
        check,
        side: report.title,
      })),
    ),
    ...previous.flatMap(report =>
      report.open_questions.map(text => ({ id: `ask: ${text}`, text, check: undefined, side: report.title })),
    ),
  ].filter(item => !treated.has(item.id))
  const [item] = open
  if (item === undefined) return undefined
  const subject = item.text.replace(/[.?]$/, '')
  return {
    dimension: item.id,
    title: item.check === undefined ? `An open question: ${item.text}` : `An assumption to test: ${subject}`,
    key_insights: [
      item.check === undefined
        ? `“${subject}” was left open under “${item.side}”; whatever rests on it cannot be promised yet.`
        : `“${subject}” carries what was written under “${item.side}”; if it is wrong, that part has to be written again.`,
    ],
    frameworks: [
      {
        name: `Test card: ${subject.slice(0, 80)}`,
        cells: [
          {
            heading: 'We believe',
            points: [{ text: item.text, basis: item.check === undefined ? 'question' : 'assumption' }],
          },
          {
            heading: 'To find out, we',
            points: [
              {
                text:
                  item.check ??
                  'Ask the one person who must know, and write their answer down with the date.',
                basis: 'derived',
              },
            ],
          },
          {
            heading: 'We are wrong if',
            points: [
              {
                text: `Which answer would show you that it is not so? Decide it before you ask about “${subject.slice(0, 120)}”.`,
                basis: 'question',
              },
            ],
          },
        ],
      },
    ],
    assumptions: [],
    open_questions: [],
    next_steps: [item.check ?? `Name who can answer “${subject}”, and ask them this week.`],
  }
}
