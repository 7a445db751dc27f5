import type { PageBrief } from '../../../../contracts/page.ts'
import { slugOf, withIds } from './sector.ts'

export interface BoardTask {
  readonly id: string
  readonly title: string
  readonly column: string
  readonly tag: string
  readonly priority: 'High' | 'Normal'
  readonly description: string
  readonly steps: readonly string[]
}

/** By what the board is about: `title | area | description`. Samples, meant to be replaced. */
const SAMPLES: readonly (readonly [RegExp, string])[] = [
  [
    /wedding|party|event|birthday|conference/i,
    `Book the place | Venue | Compare three offers and confirm one in writing
Write the guest list | Guests | Names, addresses, diets
Send the invitations | Guests | With a date to answer by
Choose the menu | Food | One dish without meat, one without gluten
Plan the music | Programme | Who plays, from when, how loud
Order the flowers | Decoration | Seasonal, within the budget
Print the seating plan | Guests | Large letters, by the door
Thank everybody | After | A short note with a picture`,
  ],
  [
    /move|moving|house|home|apartment|renovat|garden/i,
    `Measure every room | Planning | Walls, doors, windows
Get three offers | Budget | Same list for each
Choose the colours | Design | Try them on the wall first
Order the materials | Shopping | With ten percent spare
Clear the hall | Work | Boxes labelled by room
Paint the bedroom | Work | Two coats, one day between
Register the address | Paper | Post, bank, insurance
Celebrate with neighbours | After | Cake in the yard`,
  ],
  [
    /hir|recruit|onboard|people/i,
    `Write the role profile | Preparation | Tasks, not wishes
Publish the advert | Outreach | Our page and two boards
Read applications | Selection | Two people, same questions
Plan the interviews | Selection | Forty-five minutes each
Agree on an offer | Offer | Range approved before
Prepare the first week | Onboarding | Desk, accounts, lunch
Check in after a month | Onboarding | What helps, what hinders
Tell everyone who applied | Outreach | Kind and on time`,
  ],
  [
    /study|exam|thesis|school|course|learn/i,
    `Collect the topics | Planning | From the syllabus and past papers
Make a weekly plan | Planning | Two blocks a day, one day off
Read chapter one | Reading | Notes on one page
Practise old questions | Practice | With a clock
Ask about open points | Help | In the next class
Write the summary | Writing | In your own words
Mock exam | Practice | Whole, without breaks
Rest before the day | Exam | Sleep is part of it`,
  ],
  [
    /./,
    `Agree on the goal | Planning | One sentence that everybody repeats
Sketch the first version | Design | On paper, three variants
Collect the content | Content | Texts, pictures, prices
Build the home page | Build | On a phone first
Check it with five people | Feedback | Watch, do not explain
Fix what confused them | Build | The largest three things
Prepare the launch | Launch | Date, message, who answers
Look back together | After | What to keep, what to change`,
  ],
]

const FIRST_COLUMNS = ['done', 'doing', 'todo', 'todo', 'review', 'doing', 'todo', 'todo'] as const

/** The tasks of a board: the brief's own, all to do; otherwise samples in different places. */
export function readTasks(brief: PageBrief): readonly BoardTask[] {
  if (brief.items.length > 0) {
    const own = brief.items.map(item => ({
      name: item.name,
      title: item.name,
      column: 'todo',
      tag: item.category ?? 'Task',
      priority: 'Normal' as const,
      description: item.description ?? 'Write here what done looks like.',
      steps: usualSteps,
    }))
    return withIds(own)
  }
  const about = `${brief.text} ${brief.name ?? ''}`
  const lines = SAMPLES.find(([words]) => words.test(about))?.[1] ?? SAMPLES.at(-1)?.[1] ?? ''
  return withIds(
    lines.split('\n').map((line, index) => {
      const [title = '', tag = '', description = ''] = line.split('|').map(part => part.trim())
      const column = FIRST_COLUMNS[index] ?? 'todo'
      const priority = index % 3 === 1 ? ('High' as const) : ('Normal' as const)
      return {
        name: slugOf(title),
        title,
        column,
        tag,
        priority,
        description: `${description}.`,
        steps: usualSteps,
      }
    }),
  )
}

const usualSteps = ['Clear what done means', 'Do it', 'Have somebody look'] as const
