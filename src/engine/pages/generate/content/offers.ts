import type { PageBrief } from '../../../../contracts/page.ts'
import { motifFor } from './motif-words.ts'

export interface Benefit {
  readonly name: string
  readonly text: string
  readonly motif: string
}

/** What a landing page says of a thing, by kind: `headline | lead`, then `benefit | motif | text`. */
const OFFERS: readonly (readonly [RegExp, string])[] = [
  [
    /task|todo|to-do|productiv|organi[sz]|plan|habit|focus/i,
    `A calmer way to get things done | Everything you have to remember in one quiet place, so that your head is free for the work itself.
One list that sorts itself | list | What matters today rises to the top; the rest waits out of sight.
Ready before you are | bolt | Opens in a blink and takes a thought as fast as you can type it.
Yours alone | shield | What you write stays yours. No profiles, no advertising.`,
  ],
  [
    /hotel|guest ?house|hostel|resort|stay|b&b|cabin/i,
    `Arrive, breathe out, stay a little longer | Quiet rooms, a generous breakfast and people who know the way.
Rooms that sleep well | home | Good beds, dark curtains, no traffic.
Breakfast without a clock | cup | Until noon, on the terrace when the sun is out.
Close to everything | map | A short walk to the water and the old town.`,
  ],
  [
    /fitness|gym|health|yoga|run|coach/i,
    `Stronger, twenty minutes at a time | Short sessions that fit a full week, planned around what you can do today.
Made for your level | dumbbell | Starts where you are and moves when you do.
Twenty honest minutes | bolt | No filler, no shouting, real progress.
Feel it in a month | heart | Small steps that you keep for good.`,
  ],
  [
    /food|restaurant|coffee|cafe|bakery|farm|wine|kitchen/i,
    `Good food, made by people you can meet | Honest ingredients, a short list and the time it takes to make things well.
From close by | market | Most of what we use grows within an hour of here.
Made every morning | bread | Small batches, sold until they are gone.
A place to stay a while | cup | Big tables, good light, no hurry.`,
  ],
  [
    /school|course|learn|class|language|tutor/i,
    `Learn it once, keep it for life | Short lessons, real practice and somebody who answers when you are stuck.
Ten minutes a day | calendar | Lessons that fit between two stops on the bus.
People, not videos | chat | Every exercise is read by a teacher.
At your own speed | chart | See what you know, repeat what you do not.`,
  ],
  [
    /charity|donat|ngo|community|volunteer|climate|animal/i,
    `Small hands, large difference | Together we do what none of us can do alone, and show where every contribution goes.
Where it goes | chart | Every month you see what was done.
Close to people | hands | We work with those who live there.
Easy to begin | heart | An hour, a little money, or simply passing it on.`,
  ],
  [
    /finance|bank|money|invest|insur|budget/i,
    `Money, made clear | See where it goes, decide where it should go, and sleep better.
One honest overview | chart | All accounts in one picture that makes sense.
Goals that hold | shield | Put something aside without thinking about it.
No small print | list | One price, plain words, leave at any time.`,
  ],
  [
    /./,
    `The simple way to do it well | Made for people who would rather spend their time on something else.
Easy from the start | bolt | Ready in a minute, no manual needed.
Made with care | heart | Every detail was tried, thrown away and made again.
There when you need it | chat | A person answers, usually the same day.`,
  ],
]

export interface Offer {
  readonly headline: string
  readonly lead: string
  readonly motif: string
  readonly benefits: readonly Benefit[]
}

/** A headline, a lead and what makes it worth having; the brief's own words first. */
export function readOffer(brief: PageBrief): Offer {
  const about = `${brief.text.slice(0, 600)} ${brief.name ?? ''}`
  const [head = '', ...lines] = (OFFERS.find(([words]) => words.test(about))?.[1] ?? '').split('\n')
  const [headline = '', lead = ''] = head.split('|').map(part => part.trim())
  const usual = lines.map(line => {
    const [name = '', motif = '', text = ''] = line.split('|').map(part => part.trim())
    return { name, motif, text }
  })
  const own = brief.items.slice(0, 6).map((item, index) => ({
    name: item.name,
    motif: motifFor(item.name, usual[index % usual.length]?.motif ?? 'spark'),
    text: item.description ?? '',
  }))
  const motif = motifFor(
    about.replace(
      /\b(?:landing|page|website|web|app|site|launch|newsletter|sign-?up|with|for|plan\w*)\b/gi,
      '',
    ),
    usual[0]?.motif ?? 'spark',
  )
  return { headline: brief.tagline ?? headline, lead, motif, benefits: own.length >= 2 ? own : usual }
}
