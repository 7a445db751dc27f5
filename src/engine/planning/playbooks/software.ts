import { type Playbook, playbook } from './playbook.ts'

/** Software and systems. */
export const softwarePlaybooks: readonly Playbook[] = [
  playbook(
    {
      id: 'migration',
      pattern: 'milestone_project',
      subtype: 'migration',
      verbs:
        'migrate! port! transition upgrade! replace switch move decommission! consolidate rewrite convert',
      things:
        'database! system server! servers! cloud! aws! azure! postgres! postgresql! mysql! kubernetes! monolith! microservices! mainframe! data_center! crm! erp! legacy! platform infrastructure website! domain hosting framework! version codebase! on-premise email_system! warehouse repository! typescript',
      weeks: 14,
    },
    `
    # Take stock | 15%
    - List what runs today: parts, data, users, and what depends on what | 8h
    - Say what must be the same afterwards, and how it will be measured | 3h
    - Find who can say yes to an outage, and how long it may be | 90m
    # Design and trial | 25%
    - Draw the target and the way there, in steps that can each be undone | 6h
    - Try the riskiest part on a copy | 12h
    - Write the way back, and when it is taken | 3h
    = The way has been shown to work on a copy
    # Prepare | 25%
    - Set up the target, access and backups | 12h
    - Write and test the transfer of data, and compare both sides | 12h
    + Set up monitoring, and note today's figures | 4h
    - Tell users what changes for them and when | 2h
    # Move over | 20%
    - Rehearse the whole of it with a clock | 6h
    - Move a first small group, and watch | 6h
    - Move the rest, step by step | 12h
    - Decide: stay, or take the way back | 60m
    # Settle | 15%
    - Compare figures before and after, and mend what got slower | 6h
    - Keep the old side readable for a while, then switch it off | 3h | wait 2w
    - Update papers, and write down what was learnt | 3h
    `,
  ),
  playbook(
    {
      id: 'release',
      pattern: 'milestone_project',
      subtype: 'release',
      verbs: 'release! ship! deploy! roll_out patch cut',
      things:
        'release! version! v1! v2! v3! sdk! library! feature patch hotfix! firmware! beta! update api! plugin! extension! package! app',
      weeks: 6,
    },
    `
    # Scope | 15%
    - List what goes in and what does not | 2h
    - Say what must hold before it may go out | 60m
    # Finish the work | 40%
    - Finish the open work for {the thing}, riskiest first | 24h
    - Write the notes: what is new, what changes for users | 2h
    + Update documents and examples | 4h
    = Nothing new goes in any more
    # Prove it | 25%
    - Run all tests on a release candidate, and the upgrade from the last version | 6h
    - Give it to a few real users | 60m
    - Mend what they find, or take it out | 8h | wait 3d
    - Rehearse going back | 2h
    # Ship | 10%
    - Go or no-go | 30m
    - Release to a small share, watch, then to all | 4h
    - Announce it | 60m
    # After | 10%
    - Watch errors and questions for a week | 3h | wait 1w
    - Look back: what to change for the next one | 60m
    `,
  ),
  playbook(
    {
      id: 'software_build',
      pattern: 'milestone_project',
      subtype: 'product_build',
      verbs: 'build! develop! create make code program implement prototype design',
      things:
        'app! application website! web_site! site! software! game! dashboard! bot! chatbot! prototype! mvp! api! portal! tool online_shop webshop shop marketplace platform saas! web_app! browser_extension! script plugin! simulator! model! pipeline! backend! frontend! feature integration! automation! system',
      weeks: 12,
    },
    `
    # Understand | 15%
    - Talk to a few people who would use {the thing}, about how they do it today | 4h
    - Write what it must do, should do and will not do | 2h
    - Choose the one path through it that must work first | 60m
    # First slice | 25%
    - Sketch the screens or interfaces of that path | 3h
    - Set up code, tests and a place where it runs | 4h
    - Build the path from end to end, plainly | 16h
    - Let three people use it, and write down where they stop | 3h
    = A first version works from end to end
    # Build out | 35%
    - Build what is must, one piece at a time, each shown when done | 24h
    - Handle what goes wrong: errors, empty states, slow connections | 8h
    + Look after privacy, security and backups | 6h
    # Test with users | 15%
    - Give it to a small group for a week | 2h
    - Mend what they found, hardest first | 10h | wait 1w
    # Put it to use | 10%
    - Write the short guide, and who answers questions | 3h
    - Open {the thing} to everybody it is for | 3h
    - Look at use after two weeks, and choose what comes next | 2h | wait 2w
    `,
  ),
  playbook(
    {
      id: 'data_work',
      pattern: 'milestone_project',
      subtype: 'analysis',
      verbs:
        'find_out_why! find_out! analyse analyze evaluate investigate survey research assess audit compare measure benchmark',
      things:
        'data! dataset! analysis! churn! study survey! experiment! audit! market! feasibility! research! competitors! user_research! interviews! evaluation metrics! causes incident! options vendors! suppliers risk',
      weeks: 5,
    },
    `
    # Question | 15%
    - Write the question, who needs the answer, and what they decide with it | 60m
    - Say what answer would change the decision | 45m
    # Collect | 30%
    - List where the facts are, and what each source is worth | 90m
    - Collect them, and keep where each comes from | 6h
    - Check for gaps and errors | 3h
    # Analyse | 35%
    - Look at the simple figures and pictures first | 3h
    - Answer the question, and try to prove yourself wrong | 6h
    - Have one other person go through it | 90m
    # Report | 20%
    - Write the answer on one page, with how sure you are | 3h
    - Present it, and note what is decided | 60m
    `,
  ),
  playbook(
    {
      id: 'compliance',
      pattern: 'milestone_project',
      subtype: 'certification',
      verbs: 'certify comply pass harden secure achieve',
      things:
        'soc2! soc_2! iso! iso_27001! gdpr! hipaa! pci! compliance! accessibility! wcag! accreditation! security! penetration_test! inspection! hygiene! audit! b_corp! standard',
      weeks: 20,
    },
    `
    # Gap | 20%
    - Read what {the thing} asks, and mark what applies | 6h
    - Compare with what you do today: met, partly, missing | 8h
    - Choose auditor or tester, and the date | 3h
    # Close the gaps | 40%
    - Name an owner and a date for every gap | 2h
    - Write or change the rules that are missing | 12h
    + Change systems and access where they fall short | 20h
    - Train the people concerned | 4h
    # Live it and collect proof | 25% | cycle
    * Collect proof, and see that the rules are followed | 60m | weekly | fixed
    - Rehearse: an inner audit with fresh eyes | 8h
    - Mend what it found | 8h
    # Audit | 15%
    - The audit or test itself | 8h
    - Answer the findings | 6h | wait 1w
    - Plan the yearly repetition | 60m
    `,
  ),
]
