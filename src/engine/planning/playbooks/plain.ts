import { type Playbook, playbook } from './playbook.ts'

/** The plainest way to go for each pattern, when nothing else is known. */
export const plainPlaybooks: readonly Playbook[] = [
  playbook(
    { id: 'plain_milestone', pattern: 'milestone_project', verbs: '', things: '', weeks: 8 },
    `
    # Clarify | 15%
    - Write what is true when “{wish}” is done, and who says so | 45m
    - List what is there already, what is missing, and who can help | 60m
    - Find the part that is least certain | 30m
    # Prepare | 20%
    - Clear the uncertain part: ask, read, try it small | 3h
    - Get what is needed: material, consent, time of others | 2h
    - Cut the work into pieces that can each be finished | 45m
    # Carry out | 45%
    - Do the piece on which the others depend | 4h
    - Do the remaining pieces | 8h
    - Check halfway whether the aim is still right | 30m
    # Finish | 20%
    - Check against what was written at the start | 60m
    - Put right what is missing | 2h
    - Hand over or celebrate {the thing} | 60m
    - Write down what to do differently next time | 20m
    `,
  ),
  playbook(
    { id: 'plain_cycle', pattern: 'recurring_cycle', verbs: '', things: '', weeks: 12, sessions: 2 },
    `
    # Set it up
    - Decide what counts as done each time, as small as is honest | 20m
    - Choose its place in the week, and prepare what is needed | 30m
    # The rhythm | cycle
    * {Wish} | 45m
    * Look at the week | 10m | weekly | fixed
    # Look and adjust | cycle
    * What helped, what got in the way, what to change | 30m | monthly | fixed
    `,
  ),
  playbook(
    {
      id: 'plain_arc',
      pattern: 'progressive_accumulation_arc',
      verbs: '',
      things: '',
      weeks: 16,
      sessions: 3,
    },
    `
    # Ground | 20%
    - Write what you can do today, and what you want to be able to do | 45m
    - Choose one teacher, course or method | 60m
    * Practise the basics of {thing} | 40m
    # Build up | 40%
    * Practise, a little harder than last time | 45m
    * Work on the weakest point | 30m
    - Halfway: test yourself, and change one thing | 60m
    # Use it | 25%
    * Use it for something real | 60m
    * Practise | 40m
    # Show and keep | 15%
    - Show {target|what you can do} to somebody | 60m
    - Decide on the habit that keeps it | 30m
    `,
  ),
  playbook(
    {
      id: 'plain_hybrid',
      pattern: 'hybrid_project_cycle',
      verbs: '',
      things: '',
      weeks: 26,
      sessions: 1,
    },
    `
    # Direction | 15%
    - Write the aim of the whole, and how you will see it | 60m
    - Divide it into rounds that are each worth something alone | 60m
    # Set up | 15%
    - Prepare what every round needs | 3h
    - Do a first round, small | 4h
    # Each round | 55% | cycle
    * {Wish}: the next piece | 2h
    * Look back at the round, and choose the next aim | 30m | monthly | fixed
    # Close | 15%
    - Bring the rounds together | 4h
    - Look back, and decide how it goes on | 60m
    `,
  ),
  playbook(
    { id: 'plain_transformation', pattern: 'strategic_transformation', verbs: '', things: '', weeks: 40 },
    `
    # Vision | 15%
    - Write how it is when “{wish}” has come true, and what is gone then | 2h
    - Name what must not be lost, and what is in the way | 90m
    - Choose three signs that will show progress | 45m
    # Abilities | 30%
    - List what you and others must learn or get | 90m
    - Learn the first of it on something real | 12h
    # First proof | 25% | alongside
    - Choose one small part, and do it in the new way | 8h
    - Look at it honestly, and decide what to change | 60m
    # Widen | 20%
    - Take the next parts in | 12h
    * Look at the three signs | 45m | monthly | fixed
    # Anchor | 10%
    - Make the new way the normal one | 4h
    - Look back at the vision | 60m
    `,
  ),
]
