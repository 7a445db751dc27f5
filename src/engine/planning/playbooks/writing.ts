import { type Playbook, playbook } from './playbook.ts'

/** Texts, from a page to a thesis. */
export const writingPlaybooks: readonly Playbook[] = [
  playbook(
    {
      id: 'thesis',
      pattern: 'milestone_project',
      subtype: 'written_work',
      verbs: 'write finish submit defend research',
      things:
        'thesis! dissertation! phd! doctorate! research_paper! paper journal_article! manuscript literature_review! capstone! essay term_paper! study',
      weeks: 26,
    },
    `
    # Question and frame | 12%
    - Write the research question in one sentence, and why it matters | 2h
    - Agree scope, method and dates with your supervisor | 90m
    - Write the exposé: question, sources, method, chapters | 6h
    = The question stands
    # Literature | 20%
    - Search systematically and keep a list with one line on each source | 12h | key search
    + Set up citations and a backup that runs by itself | 90m
    - Read the sources that matter, and note claim, evidence and gap | 20h
    - Write the chapter on the state of research | 12h
    # Data and analysis | 28%
    - Prepare instruments, access and consent | 8h
    - Collect the material | 24h
    - Analyse it, and keep a log of every decision | 20h
    - Make the tables and figures | 8h
    # Writing | 25%
    - Write the chapter on methods | 8h
    - Write the results | 12h
    - Write the discussion | 12h
    - Write introduction and conclusion last | 8h
    = A whole draft exists
    # Revision and submission | 15%
    - Have it read by your supervisor and one outsider | 2h
    - Revise: argument first, then language | 16h
    - Check citations, layout and the rules of submission | 6h
    - Print or upload, and submit {the thing} | 2h
    - Prepare and rehearse the defence or talk | 8h | afterwards
    `,
  ),
  playbook(
    {
      id: 'chapter',
      pattern: 'milestone_project',
      subtype: 'written_work',
      verbs: 'write finish revise draft submit',
      things:
        'chapter! thesis_chapter! dissertation_chapter! methods_chapter! results_chapter! discussion_chapter! literature_chapter! section! introduction! conclusion!',
      weeks: 6,
    },
    `
    # Claim and frame | 15%
    - Say in two sentences what {the thing} claims, and what it does for the whole | 45m
    - Collect notes, figures and sources that belong in it, and what is still missing | 2h
    - Write an outline of one line a paragraph, and show it to your supervisor | 90m
    = The outline stands
    # Close the gaps | 20%
    - Read or measure what is missing, and note claim, evidence and page | 6h
    - Make the figures and tables that it needs | 3h
    # First draft | 35%
    - Draft the middle: one heading at a time, without polishing | 8h
    - Draft its beginning and its end, and the way over to the next part | 2h
    = All of it is there once
    # Revise | 20%
    - Let it rest, then read it in one go: does each paragraph earn its place? | 2h | wait 3d
    - Have it read by your supervisor or a peer, with three questions | 30m | key readers
    - Work their comments in | 4h | wait 1w
    # Hand over | 10%
    - Check citations, figures, numbering and style | 2h
    - Hand over {the thing}, and note what it leaves for the next | 30m
    `,
  ),
  playbook(
    {
      id: 'book',
      pattern: 'milestone_project',
      subtype: 'written_work',
      verbs: 'write publish self-publish finish draft',
      things:
        'novel! book! memoir! novella! cookbook! screenplay! script! story short_story! poetry! poem! manuscript! chapter nanowrimo! play autobiography! comic graphic_novel!',
      weeks: 36,
    },
    `
    # Idea and outline | 15%
    - Write in one page what {the thing} is about and for whom | 2h
    - Collect scenes, facts and voices | 6h
    - Outline it chapter by chapter | 6h
    = The outline stands
    # First draft | 45%
    * Writing session: {per session|the next scene, without correcting} | 60m
    * Look at the week: pages written, what comes next | 15m | weekly | fixed
    = The first draft is whole
    # Revision | 25%
    - Let it rest, then read it in one go and note what does not work | 8h | wait 1w
    - Rewrite the structure: cut, move, add | 20h
    - Give it to a few readers with three questions | 2h | key readers
    - Work their answers in | 12h | wait 2w
    # Finish and publish | 15%
    - Edit the language, or have it edited | 16h
    - Decide how to publish, and prepare cover, text of the back and rights | 6h
    - Publish or submit {the thing} | 3h
    - Tell the people who might like it | 3h
    `,
  ),
  playbook(
    {
      id: 'translation',
      pattern: 'milestone_project',
      subtype: 'written_work',
      verbs: 'translate! localise! localize! subtitle! dub',
      things:
        'translation! subtitles! localisation! localization! guide book manual website app text film menu contract into',
      weeks: 6,
    },
    `
    # Prepare | 20%
    - Read the whole, and mark what will be hard | 2h
    - Settle for whom it is, in which tone, and what stays as it is | 45m
    - Make a list of terms that are always the same | 90m
    # First version | 45%
    - Translate the first part, and have it looked at | 3h
    - Translate the rest | 10h
    # Revision | 25%
    - Go through it without the original: does it sound like itself? | 3h
    - Compare with the original: is anything missing or wrong? | 3h
    - Have it read by somebody who grew up with the language | 60m
    - Work the answers in | 2h
    # Hand over | 10%
    - Fit it into layout, signs or pages | 2h
    - Hand over {the thing}, with the list of terms | 30m
    `,
  ),
  playbook(
    {
      id: 'document',
      pattern: 'milestone_project',
      subtype: 'written_work',
      verbs: 'write draft prepare compile document revise update produce',
      things:
        'report! proposal! whitepaper! handbook! manual! documentation! guide! article! business_plan! policy! cv! resume! speech! presentation! slides! talk! application grant brief portfolio! brochure! catalogue! annual_report! specification! survey questionnaire',
      weeks: 4,
    },
    `
    # Purpose and material | 25%
    - Say in two sentences who will read {the thing} and what they do afterwards | 30m
    - Collect facts, sources and what exists already | 3h
    - Ask those who know what is missing | 60m
    # Outline | 15%
    - Write the headings as statements, in order | 90m
    - Have the outline looked at before you write | 45m
    # Draft | 35%
    - Write the main part | 5h
    - Write beginning and end | 90m
    + Make figures and tables | 2h
    # Review and hand over | 25%
    - Have it read by one person of the audience and one expert | 60m
    - Work the comments in | 2h
    - Check names, numbers and layout | 60m
    - Hand over {the thing} | 30m
    `,
  ),
]
