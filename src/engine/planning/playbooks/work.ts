import { type Playbook, playbook } from './playbook.ts'

/** Work, people and organisations. */
export const workPlaybooks: readonly Playbook[] = [
  playbook(
    {
      id: 'product_launch',
      pattern: 'milestone_project',
      subtype: 'launch',
      verbs: 'launch! open! start introduce bring_to_market! market sell debut',
      things:
        'product! startup! online_shop! webshop! collection! kickstarter! crowdfunding brand service line etsy business! store shop newsletter course company café cafe restaurant bakery food_truck! bookshop studio consultancy agency podcast salon boutique side_business! app campaign market',
      weeks: 16,
    },
    `
    # Who and why | 15%
    - Write for whom {the thing} is, what it replaces, and why they would change | 2h
    - Talk to people of that kind, and change the page above | 5h
    - Set the aim of the launch and {budget|its budget} | 90m
    # Offer | 20%
    - Settle what is offered, at what price | 3h
    - Try it with a few first customers | 6h
    - Check law, names, contracts and insurance | 3h
    = First customers would miss it
    # Get ready | 35%
    - Finish what must be there on the first day | 20h
    + Make the page, pictures and texts | 8h
    - Set up payment, delivery and answers to questions | 6h
    - Rehearse an order from first look to thank-you | 2h
    # Tell people | 20% | alongside
    - List the places and people your audience listens to | 2h
    - Collect names of those who want to know first | 3h
    * Publish something useful that leads there | 90m | weekly | fixed
    # Launch and learn | 10%
    - Launch day | 8h | late
    - Look at figures and questions after a week, and change one thing | 60m | afterwards
    - Look back after a month, and decide what comes next | 2h | afterwards
    `,
  ),
  playbook(
    {
      id: 'open_place',
      pattern: 'milestone_project',
      subtype: 'launch',
      verbs: 'open! start run found take_over',
      things:
        'café! cafe! coffee_shop! restaurant! bistro! bar! pub! bakery! tea_room! deli! ice_cream_parlour! food_truck! kiosk! shop store! bookshop! bookstore! boutique! salon! barbershop! gym! yoga_studio! dance_studio! hostel! guesthouse! bed_and_breakfast! coworking! gallery! practice clinic kindergarten premises!',
      weeks: 30,
    },
    `
    # Idea and figures | 15%
    - Write for whom {the thing} is, what it offers, and why there | 3h
    - Visit five places of that kind, and note what works and what does not | 5h
    - Reckon it: {budget|the cost of opening}, the costs of a month, and the customers a day that it takes | 6h
    - Decide by those figures whether to go on | 60m
    # Place, money and permits | 30%
    - Find the rooms, and have the lease read before you sign it | 16h | key rooms
    + Get the money: own, loan, grant; and open the business account | 8h
    - Register the business, and apply for its permits: use of the rooms, hygiene and safety, sign | 8h
    - Insure it, and settle till, taxes and bookkeeping | 4h
    = Lease and permits are there
    # Fit out and supply | 30%
    - Plan the rooms, and have the work in them done | 24h
    + Buy or rent equipment and furniture | 10h
    + Choose suppliers, and settle what is offered at what price | 8h
    - Hire those who work there, and train them | 12h
    # Try and tell | 15%
    - Settle name, sign, page and opening hours | 6h
    - Open for friends for two days, and change what did not work | 12h
    - Have it inspected, and put right what was found | 4h
    - Tell the neighbourhood and those who write about such places | 4h
    # Open and learn | 10%
    - Opening day of {the thing} | 10h | late
    - Look at the figures of the first week, and change one thing | 60m | afterwards
    - After three months, compare with what was reckoned, and decide what changes | 3h | afterwards
    `,
  ),
  playbook(
    {
      id: 'onboarding',
      pattern: 'milestone_project',
      subtype: 'onboarding',
      verbs: 'onboard! welcome train induct mentor integrate',
      things:
        'onboarding! new_hire! new_hires! hire! employee! employees! joiner! joiners! newcomer! intern! interns! volunteers! apprentice! client customer team_member! staff! supplier! engineer engineers! developer! nurse! teacher! recruits! students members',
      weeks: 13,
    },
    `
    # Before the first day | 15%
    - Write what {the thing} should know and do after one, two and three months | 90m
    - Order equipment, accounts and access | 90m
    - Name a companion, and tell the team | 30m
    # First week | 15%
    - Welcome: people, place, how the days go | 3h
    - Tour of the work: what we do, for whom, why | 2h
    - A first small piece of work that is finished the same week | 4h
    - Talk at the end of the week: what was unclear | 45m
    # First month | 30%
    - Learn the main ways of working, with the companion | 8h
    * Talk with the lead | 30m | weekly | fixed
    - First piece of work of their own | 12h
    - Look at the first month against what was written | 60m
    # Second and third month | 40%
    * Talk with the lead | 30m | weekly | fixed
    - Take over an area, with somebody to ask | 16h
    - Collect feedback from those who work with {the thing} | 60m
    - Closing talk: what works, what next, what to change for the next one | 60m
    `,
  ),
  playbook(
    {
      id: 'hiring',
      pattern: 'milestone_project',
      subtype: 'recruiting',
      verbs: 'hire! recruit! staff fill',
      things:
        'hiring! candidate! candidates! recruiter vacancy! position! team engineer developer designer salesperson nurse teacher assistant manager role tutor! nanny! babysitter! au_pair! contractor! cofounder! co-founder! housemate! flatmate!',
      weeks: 9,
    },
    `
    # Whom | 20%
    - Write what {the thing} will have achieved after a year | 60m
    - List what is needed, and what can be learnt | 45m
    - Agree pay, place and who decides | 60m
    # Reach people | 25%
    - Write and publish the advertisement | 2h
    - Ask people you trust whom they know | 60m
    * Answer and sort applications | 60m | weekly | x2
    # Choose | 40%
    - Prepare the same questions and a small task for all | 90m
    - First talks | 6h
    - Second talks, with the people they would work with | 6h
    - Call references | 90m
    - Decide, by what was written at the start | 60m
    # Win and prepare | 15%
    - Make the offer, and agree | 90m
    - Tell the others, kindly and soon | 60m
    - Prepare the first day | 90m
    `,
  ),
  playbook(
    {
      id: 'job_search',
      pattern: 'progressive_accumulation_arc',
      subtype: 'career_arc',
      verbs: 'find land apply interview get',
      things:
        'job! jobs! internship! employment! interviews! freelance! freelancing! clients! placement apprenticeship! scholarship! university! college! grad_school! mba! phd_position position career',
      weeks: 12,
      sessions: 3,
    },
    `
    # Know what you want to offer | 20%
    - Write what you want more of, less of, and not at all | 60m
    - List results you can show, each with a small story | 90m
    - Bring CV, profile and portfolio up to date | 4h
    # Open doors | 30%
    * Write to people who know the field | 45m
    * Look for openings, and note them with their dates | 30m
    - Choose the few that fit best | 60m
    # Apply and talk | 35%
    * Write an application that answers theirs, not all | 75m
    * Rehearse an interview aloud | 45m
    * Follow up what is open | 20m | weekly | fixed
    - After each talk: write what was asked, and what you would say better | 30m
    # Decide | 15%
    - Compare offers with what you wrote at the start | 60m
    - Negotiate, then say yes in writing | 60m
    - Thank those who helped | 30m
    `,
  ),
  playbook(
    {
      id: 'promotion',
      pattern: 'progressive_accumulation_arc',
      subtype: 'career_arc',
      verbs: 'promote! advance negotiate earn get',
      things:
        'promotion! promoted! raise! salary! pay_rise! senior lead team_lead! manager principal staff partner tenure! leadership role career_step!',
      weeks: 36,
      sessions: 1,
    },
    `
    # The picture | 12%
    - Write what somebody in that role does that you do not do yet | 60m
    - Ask your lead what it takes, and by what it is seen | 45m
    - Agree on two or three things to show, and when you look at them together | 45m
    # Grow into it | 45%
    * Do a piece of work of the role you want | 2h
    * Learn what is missing: read, ask, shadow somebody | 60m | monthly | fixed
    * Write down results, with figures and names | 20m | monthly | fixed
    # Be seen | 28%
    * Do a piece of work of the role you want | 2h
    - Take on something that others depend on | 6h
    - Halfway: ask three people what they would want to see more of | 90m
    # Ask and agree | 15%
    - Put the results on one page | 2h
    - Rehearse the talk, with the hardest questions | 60m
    - Have the talk, and agree on the next step and its day | 60m
    `,
  ),
  playbook(
    {
      id: 'fundraising',
      pattern: 'milestone_project',
      subtype: 'funding',
      verbs: 'raise! fundraise! fund crowdfund! collect',
      things:
        'fundraising! donation! donations! seed_round! investor! investors! funding! grant! grants! sponsor! charity! capital! series_a! crowdfunding! round',
      weeks: 16,
    },
    `
    # Case | 20%
    - Write what the money is for, and what happens with {target|it} | 2h
    - Work out how much, by when, and in what steps | 90m
    - Collect proof: figures, voices, pictures | 4h
    # Whom to ask | 20%
    - List who could give, with why and how much | 3h
    - Find who can introduce you | 2h
    # Prepare | 20%
    - Write the pitch or application, and rehearse it | 8h
    - Prepare answers to the ten hardest questions | 2h
    + Set up how money is received and thanked for | 3h
    # Ask | 30%
    - First talks with those who are nearest | 6h
    * Ask, follow up, note the answer | 90m | weekly | x2
    - Halfway: {50% of target|half}? Change list or pitch | 60m
    # Close | 10%
    - Get promises in writing, and the money in | 4h
    - Thank, and report what became of it | 2h
    `,
  ),
  playbook(
    {
      id: 'campaign',
      pattern: 'hybrid_project_cycle',
      subtype: 'content_programme',
      verbs: 'publish! promote advertise grow post blog produce record campaign',
      things:
        'newsletter! podcast! blog! channel! youtube! content! social_media! instagram! tiktok! followers! subscribers! audience! seo! marketing! campaign! episode! episodes! magazine! webcomic! series column advocacy! petition! awareness! community!',
      weeks: 16,
      sessions: 2,
    },
    `
    # Aim and shape | 20%
    - Write for whom {the thing} is, and what they get each time | 60m
    - Choose channel, length and rhythm that you can keep | 45m
    - Collect twenty ideas, and make a list for the first months | 90m
    # Set up | 20%
    - Make name, look and place | 4h
    - Make the first pieces ahead, as a reserve | 5h
    - Show them to three people of the audience | 60m
    - Start in public | 90m
    # Every issue | 45% | cycle
    * Make the next piece: {per session|idea, draft, finish} | 90m
    * Publish it, and tell people | 30m | same
    * Answer those who write | 20m | same
    # Look and steer | 15% | cycle | alongside
    * Look at the figures: what was read, what brought people | 45m | monthly | fixed
    - Halfway: keep, change or drop a format | 60m
    `,
  ),
  playbook(
    {
      id: 'organisation_change',
      pattern: 'strategic_transformation',
      subtype: 'organisation_change',
      verbs:
        'transform! restructure! reorganise! reorganize! digitalise! digitalize! modernise! modernize! reinvent! adopt establish shift scale merge introduce become change',
      things:
        'transformation! culture! agile! devops! organisation! organization! company! department! digital! remote hybrid_work! data-driven! sustainability! sustainable! carbon! climate! neutral! paperless! net-zero! diversity! inclusion! quality lean! school! hospital! clinic! practice team process! processes! strategy! operating_model! safety! four-day_week! workplace business',
      weeks: 40,
    },
    `
    # Vision | 15%
    - Say in half a page how it is in three years, and what will be gone | 4h
    - Listen: what works today and must not be lost | 6h
    - Choose three signs by which everybody sees that it happens | 2h
    - Win those whose yes is needed | 4h
    # Abilities | 25%
    - List what people must be able to do that they cannot do yet | 3h
    - Train the first group, on real work | 16h
    - Remove two rules or tools that stand in the way | 6h
    # First proof | 25% | alongside
    - Choose one part that wants to begin | 2h
    - Let it work in the new way for a quarter | 8h
    * Look at it together: what helps, what hinders | 60m | weekly | fixed
    - Show the result, with what did not work | 3h
    # Spread | 25%
    - Take the next parts in, each helped by the one before | 20h
    * Look at the three signs with those responsible | 90m | monthly | fixed
    - Change goals, budgets and roles to fit | 8h
    # Anchor | 10%
    - Make the new way the normal way: hiring, training, rules | 6h
    - Look back at the vision, and name what is still open | 2h
    `,
  ),
  playbook(
    {
      id: 'career_change',
      pattern: 'strategic_transformation',
      subtype: 'career_change',
      verbs:
        'become! transition! retrain! pivot! change_careers! switch_careers! reinvent! turn change switch leave transform',
      things:
        'career! careers! profession! freelancer! self-employed! manager! leader! nurse! teacher! engineer! developer! data_scientist! designer! writer! entrepreneur! therapist! electrician! pilot! lawyer! minimalist! myself life! lifestyle! parent! person identity vegan! vegetarian! leadership!',
      weeks: 40,
      sessions: 2,
    },
    `
    # Picture | 15%
    - Write how an ordinary day looks then, from morning to evening | 60m
    - Talk to three people who live it, and ask about the hard parts | 4h
    - Name what you have, what is missing, what you must not lose | 90m
    # Abilities | 35%
    - Choose the way to learn what is missing: course, mentor, practice | 2h
    * Learn and practise | 90m
    * Once a month: show what you did to somebody who can judge it | 45m | monthly | fixed
    # Experiments | 25% | alongside
    - Try it small: a day, a project, a volunteer shift | 8h
    - Do it once for somebody who pays or relies on it | 12h
    - Decide, with what you saw: go on, change, stop | 60m
    # Crossing | 15%
    - Work out money and time for the crossing | 2h
    - Take the step: apply, give notice, register, start | 6h
    - Tell people in the new words | 60m
    # Settling in | 10%
    * Look back every month: energy, money, learning | 45m | monthly | fixed
    - After the first quarter: what to keep, what to change | 60m
    `,
  ),
  playbook(
    {
      id: 'delivery_rhythm',
      pattern: 'hybrid_project_cycle',
      subtype: 'release_train',
      verbs: 'deliver ship iterate release run roll_out',
      things:
        'sprint! sprints! iteration! iterations! increments! quarterly! each_quarter per_quarter okr! okrs! roadmap! milestones cadence! feature features pilot! pilots! rollout! rollouts! sites branches countries stores',
      weeks: 26,
    },
    `
    # Direction | 15%
    - Write the aim of the whole, and how it is measured | 2h
    - Divide it into steps that are each worth something alone | 2h
    - Agree who does what, and how you decide | 90m
    # Each round | 65% | cycle
    * Choose the aim of the round | 90m | monthly
    * Work on it | 3h | weekly | x2 | fixed
    * Show what was done, and collect reactions | 60m | same
    * Look back: keep, change, stop | 45m | same
    # Checkpoint | 10%
    - Compare with the aim of the whole, and re-order what is left | 2h
    # Close | 10%
    - Finish and hand over {the thing} | 4h
    - Write what you learnt about working in rounds | 60m
    `,
  ),
]
