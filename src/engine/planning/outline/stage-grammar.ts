import { type PhaseTemplate, type Playbook, playbook, type StepTemplate } from '../playbooks/playbooks.ts'
import { contentOf, likenessOf } from '../words-alike/words-alike.ts'

/** How a phase usually goes that a person named, by what kind of phase it is. `{phase}` is its name. */
const STAGES: readonly Playbook[] = [
  stage(
    'research',
    'research discovery explore investigate analysis analyse assessment assess audit inventory requirements interview investigation study understanding',
    `
    - Write the questions that “{phase}” has to answer | 45m
    - Collect the answers: look, read, ask | 4h
    - Sum up what was found, and what follows for {the thing} | 90m`,
  ),
  stage(
    'plan',
    'plan planning concept strategy scope scoping preparation prepare kickoff initiation definition define',
    `
    - Agree aim, limits and who decides | 60m
    - List the work, and what depends on what | 90m
    - Note what could go wrong, and what you would do | 45m`,
  ),
  stage(
    'design',
    'design prototype prototyping sketch architecture wireframe mockup modelling outline storyboard',
    `
    - Sketch two or three ways | 2h
    - Choose one with those who will use it | 60m
    - Work it out far enough to start making it | 4h`,
  ),
  stage(
    'build',
    'build building development develop implementation implement construction coding making production assembly installation execution fabrication shooting filming recording',
    `
    - {Phase}: first the part on which the rest depends | 6h
    - {Phase}: the rest, piece by piece | 10h
    - Check each piece as it is done | 2h`,
  ),
  stage(
    'test',
    'test testing validation validate verification qa review pilot trial beta inspection rehearsal rehearse evaluation experiment',
    `
    - Say what must hold, and how it is tried | 60m
    - Try it with a few, under real conditions | 4h
    - Put right what was found | 3h
    - Decide whether to go on | 30m`,
  ),
  stage(
    'launch',
    'launch release deploy deployment rollout cutover go-live publish publication opening delivery handover submission submit ship migration',
    `
    - Check that everything needed is ready, and how to go back | 60m
    - Go ahead, watching closely | 4h
    - Tell those concerned | 45m`,
  ),
  stage(
    'tidy',
    'cleanup clean-up decommission closing wrap-up stabilise stabilization hypercare follow-up retrospective finish completion aftercare',
    `
    - Clear away what is not needed any more | 2h
    - Put papers in order, and hand over what others need | 90m
    - Look back: what to keep, what to change | 45m`,
  ),
  stage(
    'train',
    'train training learn learning onboarding education coaching base foundation foundations basics endurance strength practice practise speed peak taper build-up',
    `
    * Practise: {phase} | 45m
    - Test yourself at the end of “{phase}”, and adjust what comes next | 45m`,
  ),
  stage(
    'write',
    'write writing draft drafting manuscript chapter text documentation',
    `
    - Outline what is to be written | 90m
    - Write the first version without stopping | 6h
    - Read it a day later, and revise | 3h`,
  ),
  stage(
    'edit',
    'edit editing revise revision rewrite proofreading proofread correct polish post-production mixing',
    `
    - Go through the whole, and mark what to change | 3h
    - Change the big things first, then the small ones | 5h
    - Have a second pair of eyes look at it | 60m`,
  ),
  stage(
    'promote',
    'marketing promotion communication advertise outreach announce campaign sales sponsorship recruit recruitment hiring',
    `
    - Say whom to reach, and with what | 60m
    - Prepare text, pictures and list | 3h
    - Reach out, and keep track of the answers | 3h`,
  ),
  stage(
    'buy',
    'buy purchase procurement order sourcing vendor supplier materials shopping booking book reservation',
    `
    - List what is needed, with measures and latest day | 60m
    - Compare and order | 2h
    - Check what arrives | 45m`,
  ),
  stage(
    'move',
    'move moving pack packing transport shipping relocation transfer',
    `
    - Sort out what does not come along | 3h
    - Pack and label | 4h
    - Bring it over, and check that nothing is missing | 4h`,
  ),
  stage(
    'settle',
    'settle permit permits approval legal contract registration paperwork formalities visa insurance finance financing funding budget',
    `
    - Find out what is asked, by whom and by when | 60m
    - Put together papers and figures | 3h
    - Hand it in, and follow up until it is settled | 60m`,
  ),
]

function stage(id: string, words: string, steps: string): Playbook {
  const facts = {
    id: `stage_${id}`,
    pattern: 'milestone_project',
    verbs: words,
    things: '',
    weeks: 1,
  } as const
  return playbook(facts, `# {phase}\n${steps}`)
}

const PLAIN = playbook(
  { id: 'stage_plain', pattern: 'milestone_project', verbs: '', things: '', weeks: 1 },
  `
  # {phase}
  - Say what “{phase}” has to bring for {the thing} | 30m
  - Do it: {phase} | 4h
  - Check the result before going on | 45m
`,
)

const ALIKE = 0.34

/** A phase under the person's own name, with steps of the playbook's phase that is most like it, or of its kind. */
export function phaseNamed(name: string, playbookPhases: readonly PhaseTemplate[]): PhaseTemplate {
  const stems = contentOf(name)
  const own = best(playbookPhases, phase => {
    const ofTitle = likenessOf(stems, contentOf(phase.title))
    const ofSteps = likenessOf(stems, contentOf(phase.steps.map(step => step.title).join(' ')))
    return Math.max(ofTitle, ofSteps * 0.7)
  })
  const kind = best(STAGES, ({ verbs }) => likenessOf(stems, contentOf(verbs)))
  const isOwn = own !== undefined && own.score >= ALIKE && own.score >= (kind?.score ?? 0) * 0.8
  const template = isOwn ? own.of : (kind !== undefined && kind.score >= ALIKE ? kind.of : PLAIN).phases[0]
  const steps = (template?.steps ?? []).map(step => named(step, name))
  return {
    title: name,
    alongside: false,
    cycle: isOwn && own.of.cycle,
    ...(isOwn && own.of.share !== undefined ? { share: own.of.share } : {}),
    steps,
  }
}

function named(step: StepTemplate, phase: string): StepTemplate {
  const { key: _key, after: _after, ...rest } = step
  return {
    ...rest,
    title: step.title
      .replaceAll('{Phase}', phase)
      .replaceAll('{phase}', phase.charAt(0).toLowerCase() + phase.slice(1)),
  }
}

function best<Item>(
  items: readonly Item[],
  score: (item: Item) => number,
): { readonly of: Item; readonly score: number } | undefined {
  let top: { of: Item; score: number } | undefined
  for (const of of items) {
    const value = score(of)
    if (top === undefined || value > top.score) top = { of, score: value }
  }
  return top
}
