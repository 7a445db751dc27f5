import { setTimeout as wait } from 'node:timers/promises'
import type { Plan } from '../../src/contracts/plan.ts'
import { makeAgentKey, openGate, type PersonAtBrowser, proposeCall } from '../../test/browser/person.ts'
import type { RunningProgram } from '../../test/browser/program.ts'

/** Cards of every form, by what is special about each. */
export interface FilledRooms {
  readonly runId: string
  readonly planId: string
  readonly conceptSession: string
  readonly irreversible: string
  readonly write: string
  readonly overLong: string
  readonly misleading: string
  readonly interview: string
  readonly lowConfidence: string
  readonly briefing: string
  readonly patch: string
  readonly proposal: string
  readonly decided: string
}

const GOALS = [
  'Clean up',
  'List the files in this workspace',
  'How many days are left until the end of the year?',
  'Move every .log file older than 7 days into archive/ and write a summary',
] as const

const PATCH = `--- a/src/limits.ts
+++ b/src/limits.ts
@@ -12,7 +12,8 @@ export function limitOf(account) {
   const plan = planOf(account)
-  if (plan === 'free') return 100
-  return 1_000
+  if (plan === 'free') return 250
+  if (plan === 'team') return 5_000
+  return 20_000
 }
 `

const NOTES = `# Week 46

- Sign-in errors fell from 41 to 12 after the timeout was raised.
- Exports as CSV were asked for twice.
- The staging database was moved; nobody noticed.
`

/** Puts something of everything into the rooms, over the same routes as people and agents. */
export async function fillRooms(person: PersonAtBrowser, program: RunningProgram): Promise<FilledRooms> {
  const { url } = program
  const runId = await askGoals(person, url)
  const key = await makeAgentKey(person)
  const call = (tool: string, args: object, reason?: string) =>
    proposeCall(url, key, { tool, arguments: args, ...(reason ? { reason } : {}) })
  const decided = await call('write_file', { path: 'notes/week-45.md', content: 'Draft' })
  await rejectAs(person, decided)
  await call('move_file', { from: 'logs/one.log', to: 'archive/one.log' })
  await call('move_file', { from: 'logs/two.log', to: 'archive/two.log' })
  await call('move_file', { from: 'reports/october.csv', to: 'archive/october.csv' })
  return {
    runId,
    ...(await makePlans(person)),
    decided,
    irreversible: await call('delete_file', { path: 'logs/one.log' }, 'It is older than seven days.'),
    write: await call('write_file', { path: 'notes/week-46.md', content: NOTES }, 'The weekly notes.'),
    overLong: await call('write_file', {
      path: 'import/customers.csv',
      content: 'name;town;since\n'.repeat(400),
    }),
    misleading: await call(
      'deploy',
      { service: 'api', to: 'prod\u202Enoitcud', note: 'safe\u200B\u200B' },
      'The tests are green.',
    ),
    ...(await openReviews(url, key)),
    lowConfidence: await reportConfidence(url, key),
  }
}

async function askGoals({ page, elsewhere }: PersonAtBrowser, url: string): Promise<string> {
  for (const goal of GOALS) {
    await page.goto(`${url}/ask`)
    await page.getByLabel('Goal').fill(goal)
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'Answer' }).waitFor()
  }
  return (await elsewhere.read('/api/runs?limit=1')).runs[0]?.run_id ?? ''
}

const MAX_LOOKS = 100

/** A plan that is approved to its end, and a concept at its first checkpoint. */
async function makePlans({
  elsewhere,
}: PersonAtBrowser): Promise<Pick<FilledRooms, 'planId' | 'conceptSession'>> {
  const send = async (path: string, data: object) =>
    (await elsewhere.send('POST', path, data, { prefer: 'wait=20' })).json
  const approve = async (gateId: string) => {
    const gate: { view_digest: string } = await elsewhere.read(`/api/gates/${gateId}`)
    await send(`/api/gates/${gateId}/viewed`, { view_digest: gate.view_digest })
    await send(`/api/gates/${gateId}/decide`, { decision: 'approve', view_digest: gate.view_digest })
  }
  const concept: { session_id: string; approval_id: string } = await send('/api/plan', {
    ...{ goal: 'Bring the bread of a bakery into three supermarkets', max_iterations: 4 },
    checkpoint_interval: 2,
  })
  await approve(concept.approval_id)
  const { plan_id: planId }: { plan_id: string } = await send('/api/plans', {
    goal: 'Train for a half marathon in 12 weeks, three evenings a week, not on Wednesdays',
    interaction_policy: { approval_policy: 'single_final', probing_depth: 0 },
  })
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const plan: Pick<Plan, 'planning_status' | 'waiting_gate_ids'> = await elsewhere.read(
      `/api/plans/${planId}`,
    )
    if (plan.planning_status === 'complete' || plan.planning_status === 'aborted') break
    const [gateId] = plan.planning_status === null ? [] : plan.waiting_gate_ids
    if (gateId === undefined) await wait(200)
    else await approve(gateId)
  }
  return { planId, conceptSession: concept.session_id }
}

async function openReviews(url: string, key: string) {
  const interview = await openGate(url, key, {
    type: 'interview',
    summary: 'Three questions before the booking page is drafted',
    details: 'The answers decide which pages are made.',
    subject: {
      questions: [
        {
          ...{ id: 'who', question: 'Who books?', type: 'radio', allow_other: true, required: true },
          context: 'It decides whether the page asks people to sign in.',
          options: [
            { id: 'guests', label: 'Guests without an account' },
            { id: 'members', label: 'Members who are signed in' },
            { id: 'both', label: 'Both' },
          ],
        },
        {
          ...{ id: 'what', question: 'What can be booked?', type: 'checkbox', required: true },
          allow_other: true,
          options: [
            { id: 'rooms', label: 'Rooms' },
            { id: 'courses', label: 'Courses' },
            { id: 'gear', label: 'Equipment' },
          ],
        },
        { id: 'tone', question: 'How should it speak to people?', type: 'text', required: false },
      ],
    },
  })
  const briefing = await openGate(url, key, {
    type: 'design_review',
    summary: 'Limits per plan move from code into a table',
    details:
      'The limits are read on every request. A table lets support change them without a release; it adds one read per request, kept for a minute.',
    subject: {
      document: {
        decision: 'one table `plan_limits`, read through a cache of 60 s',
        changes: ['migration 14', 'src/limits.ts', 'the admin page for plans'],
        rollback: 'the constants stay for one release',
      },
    },
    risks: [
      'A wrong row locks out a whole plan until it is corrected.',
      'The cache hides a change for a minute.',
    ],
    alternatives: ['Keep the constants and release more often', 'A configuration file beside the code'],
    artifacts: [
      {
        path: 'docs/limits.md',
        type: 'file',
        size_bytes: 412,
        preview: '# Limits\n\nOne row per plan and measure.',
      },
    ],
  })
  const patch = await openGate(url, key, {
    type: 'code_review',
    summary: 'Raise the limits of the free and the team plan',
    details: 'As decided on Monday. The tests of the limits were extended.',
    subject: { document: { branch: 'limits-2', files: 1, tests: 'passed' } },
    artifacts: [{ path: 'src/limits.ts', type: 'diff', size_bytes: PATCH.length, preview: PATCH }],
  })
  const proposal = await openGate(url, key, {
    type: 'proposal',
    summary: 'Four iterations to an outline of the onboarding guide',
    details: 'Each iteration ends with a draft that can be read by itself.',
    subject: {
      plan: {
        iterations: ['outline', 'first draft', 'examples', 'review'],
        checkpoint_interval: 2,
        estimated_minutes: 25,
      },
    },
  })
  return { interview, briefing, patch, proposal }
}

async function reportConfidence(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/api/confidence`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ task_id: 'T42', agent: 'backend', score: 61 },
      reasons: ['the schema has no tests yet', 'one of three fixtures is missing'],
    }),
  })
  const answer = (await response.json()) as { readonly gate_id: string }
  return answer.gate_id
}

async function rejectAs({ elsewhere }: PersonAtBrowser, gateId: string): Promise<void> {
  await elsewhere.send('POST', `/api/gates/${gateId}/decide`, {
    ...{ decision: 'reject', reason: 'Last week is closed; write it into week 46.' },
  })
}
