import { type PlanNode, PlanNode as PlanNodeContract, type PlanOutline } from '../../../contracts/plan.ts'
import type { PlanSituation } from '../planning-tools.ts'
import { withoutTimes } from '../subject/subject.ts'
import { contentOf, likenessOf } from '../words-alike/words-alike.ts'
import { nodeId } from './build-nodes.ts'
import { phaseNamed } from './stage-grammar.ts'

interface Instructed {
  readonly outline: PlanOutline
  readonly notes: readonly string[]
  /** Share of the instructions that were understood, from 0.6 to 1. */
  readonly share: number
}

type Change = (outline: PlanOutline, match: RegExpExecArray, planId: string) => PlanOutline | undefined

const LEAD = '^(?:please |and |also |then |but |just |could you |can you )*'

const CHANGES: readonly { readonly pattern: RegExp; readonly change: Change }[] = [
  {
    pattern: new RegExp(
      `${LEAD}(?:rename|call|name)\\s+(?:the\\s+)?(?:phase\\s+|task\\s+)?(?<old>.+?)\\s+(?:to|as|into)\\s+(?<title>.+)$`,
      'iu',
    ),
    change: rename,
  },
  {
    pattern: new RegExp(
      `${LEAD}(?:replace|swap|change)\\s+(?:the\\s+)?(?<old>.+?)\\s+(?:with|by|for|to|into)\\s+(?<title>.+)$`,
      'iu',
    ),
    change: rename,
  },
  {
    pattern: new RegExp(
      `${LEAD}(?:remove|drop|delete|leave out|skip|cut|take out|omit|without|no|we (?:don't|do not) need|i (?:don't|do not) (?:want|need))\\s+(?:the\\s+|any\\s+|a\\s+)?(?:phase\\s+|task\\s+|step\\s+)?(?<old>.+)$`,
      'iu',
    ),
    change: remove,
  },
  {
    pattern: new RegExp(
      `${LEAD}(?:give|make|let|allow|plan|estimate|set)?\\s*(?:the\\s+)?(?<old>.+?)\\s+(?:takes?|needs?|to take|should take|will take|at|to|of|is)\\s+(?:about\\s+|only\\s+|around\\s+)?(?<amount>\\d+(?:[.,]\\d+)?)\\s*(?<unit>minutes?|mins?|m|hours?|hrs?|h|days?)$`,
      'iu',
    ),
    change: estimate,
  },
  {
    pattern: new RegExp(
      `${LEAD}(?:give|allow|take|spend|plan)?\\s*(?<more>more|less|twice the|half the)\\s+time\\s+(?:for|on|to)\\s+(?:the\\s+)?(?<old>.+)$`,
      'iu',
    ),
    change: stretch,
  },
  {
    pattern: new RegExp(
      `${LEAD}(?:add|include|insert|plan|schedule|put in|we need|i (?:also )?need|there should be|make room for)\\s+(?:also\\s+)?(?:an?\\s+|the\\s+|some\\s+|time for\\s+)*(?:(?<kind>phase|stage|milestone|task|step|sub-goal)\\s+)?(?:called\\s+|named\\s+|for\\s+|of\\s+)?(?<title>.+?)(?:\\s+(?<kind2>phase|stage|milestone))?(?:\\s+(?<where>before|after|to|in|into|under|at the end of|during)\\s+(?:the\\s+)?(?<old>.+))?$`,
      'iu',
    ),
    change: add,
  },
]

/** “X before Y” and the like are the dependency resolver's. */
const ORDER =
  /\b(?:before|after|in parallel with|at the same time as|alongside|once|as soon as|followed by)\b/i

/**
 * What people said about a draft, one change after the other. A sentence that is not understood changes nothing and is
 * kept among the assumptions, where the person sees it.
 */
export function applyInstructions(outline: PlanOutline, situation: PlanSituation): Instructed {
  const notes: string[] = []
  const missed: string[] = []
  let current = outline
  let sentences = 0
  for (const sentence of situation.instructions.flatMap(splitSentences)) {
    sentences += 1
    const changed = applyOne(current, sentence, situation.plan_id)
    if (changed !== undefined) {
      notes.push(`Taken over: “${sentence}”.`)
      current = changed
    } else if (!ORDER.test(sentence) && !isAboutTime(sentence, situation)) missed.push(sentence)
  }
  const said = missed.map(
    sentence =>
      `Not understood without a language model, and not taken over: “${sentence.slice(0, 400)}”. Say it as add, remove, rename or takes.`,
  )
  const assumptions = [
    ...current.plan_context.assumptions.filter(text => !said.includes(text)),
    ...said,
  ].slice(0, 100)
  return {
    outline: {
      ...current,
      plan_context: { ...current.plan_context, constraints: situation.constraints, assumptions },
    },
    notes: [...notes, ...said],
    share: sentences === 0 ? 1 : 1 - (0.4 * missed.length) / sentences,
  }
}

function isAboutTime(sentence: string, situation: PlanSituation): boolean {
  const { text } = withoutTimes(sentence, situation)
  return (text.match(/\p{L}{4,}/gu) ?? []).length <= 1
}

function splitSentences(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?;])\s+|\n+/)
    .map(part =>
      part
        .replace(/^[-*•\s]+/, '')
        .replace(/[.!;\s]+$/, '')
        .trim(),
    )
    .filter(part => part !== '')
}

function applyOne(outline: PlanOutline, sentence: string, planId: string): PlanOutline | undefined {
  for (const { pattern, change } of CHANGES) {
    const match = pattern.exec(sentence)
    if (match === null) continue
    const changed = change(outline, match, planId)
    if (changed !== undefined) return changed
  }
  return undefined
}

const MIN_ALIKE = 0.6

/** The node that some words name, containers first where both fit alike. */
function findNamed(nodes: readonly PlanNode[], words: string): PlanNode | undefined {
  const asked = contentOf(words.replace(/["“”'‘’]/g, ''))
  let best: { readonly node: PlanNode; readonly score: number } | undefined
  for (const node of nodes) {
    if (node.node_type === 'goal') continue
    const score = likenessOf(asked, contentOf(node.title)) + (node.level <= 3 ? 0.02 : 0)
    if (score >= MIN_ALIKE && score > (best?.score ?? 0)) best = { node, score }
  }
  return best?.node
}

function rename(outline: PlanOutline, { groups }: RegExpExecArray): PlanOutline | undefined {
  const node = findNamed(outline.nodes, groups?.old ?? '')
  const title = tidy(groups?.title ?? '')
  if (node === undefined || title.length < 2) return undefined
  return {
    ...outline,
    nodes: outline.nodes.map(other => (other === node ? { ...node, title, origin: 'user_feedback' } : other)),
  }
}

/** A node goes with everything below it; who waited for it waits for what it waited for. */
function remove(outline: PlanOutline, { groups }: RegExpExecArray): PlanOutline | undefined {
  const node = findNamed(outline.nodes, groups?.old ?? '')
  if (node === undefined) return undefined
  const gone = new Set([node.id])
  for (const { id, parent_id } of outline.nodes)
    if (parent_id !== undefined && gone.has(parent_id)) gone.add(id)
  const tasksLeft = outline.nodes.some(({ id, node_type }) => node_type === 'task' && !gone.has(id))
  if (!tasksLeft) return undefined
  const byId = new Map(outline.nodes.map(other => [other.id, other]))
  const nodes = outline.nodes
    .filter(({ id }) => !gone.has(id))
    .map(other => {
      const kept = other.dependencies.filter(({ node_id: id }) => !gone.has(id))
      if (kept.length === other.dependencies.length) return other
      const passed = outside(
        other.dependencies.flatMap(({ node_id: id }) => (gone.has(id) ? [id] : [])),
        gone,
        byId,
      )
      const known = new Set(kept.map(({ node_id: id }) => id))
      return { ...other, dependencies: [...kept, ...passed.filter(({ node_id: id }) => !known.has(id))] }
    })
  return { ...outline, nodes: withoutEmpty(nodes) }
}

/** What the gone nodes waited for outside of themselves. */
function outside(
  from: readonly string[],
  gone: ReadonlySet<string>,
  byId: ReadonlyMap<string, PlanNode>,
): readonly PlanNode['dependencies'][number][] {
  const found = new Map<string, PlanNode['dependencies'][number]>()
  const seen = new Set<string>()
  const waiting = [...from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    for (const dependency of byId.get(id)?.dependencies ?? [])
      if (gone.has(dependency.node_id)) waiting.push(dependency.node_id)
      else found.set(dependency.node_id, dependency)
  }
  return [...found.values()]
}

/** A container that lost its last task goes too. */
function withoutEmpty(nodes: readonly PlanNode[]): PlanNode[] {
  const parents = new Set(nodes.map(({ parent_id }) => parent_id))
  const kept = nodes.filter(
    ({ id, node_type }) => !['phase', 'cycle', 'sub_goal'].includes(node_type) || parents.has(id),
  )
  return kept.length === nodes.length ? [...nodes] : withoutEmpty(kept)
}

function add(outline: PlanOutline, { groups }: RegExpExecArray, planId: string): PlanOutline | undefined {
  const title = tidy(groups?.title ?? '')
  if (title.length < 2) return undefined
  const known = outline.nodes.find(node => node.title.toLowerCase() === title.toLowerCase())
  if (known !== undefined) return outline
  const beside = groups?.old === undefined ? undefined : findNamed(outline.nodes, groups.old)
  if (groups?.old !== undefined && beside === undefined) return undefined
  const kind = (groups?.kind ?? groups?.kind2 ?? 'task').toLowerCase()
  const isPhase = kind === 'phase' || kind === 'stage'
  return isPhase
    ? addPhase(outline, { title, planId, beside, where: groups?.where ?? '' })
    : addTask(outline, {
        title,
        planId,
        beside,
        where: groups?.where ?? '',
        isMilestone: kind === 'milestone',
      })
}

interface Added {
  readonly title: string
  readonly planId: string
  readonly beside: PlanNode | undefined
  readonly where: string
}

function addTask(
  outline: PlanOutline,
  { title, planId, beside, where, isMilestone }: Added & { readonly isMilestone: boolean },
): PlanOutline {
  const containers = outline.nodes.filter(({ node_type }) => node_type === 'phase' || node_type === 'cycle')
  const isInside = beside !== undefined && beside.level < 4
  const home = isInside ? beside.id : (beside?.parent_id ?? containers.at(-1)?.id ?? outline.root_id)
  const isBefore = where === 'before'
  const task = newNode({
    id: nodeId(planId, `said/${title}`),
    parent_id: home,
    node_type: 'task',
    level: 4,
    title,
    estimated_minutes: isMilestone ? 0 : 60,
    tags: isMilestone ? ['milestone'] : [],
    dependencies:
      beside === undefined || isInside
        ? []
        : isBefore
          ? beside.dependencies
          : [{ node_id: beside.id, type: 'FS', lag_lead_minutes: 0 }],
    metadata: isMilestone ? {} : { estimate: 'assumed' },
  })
  const at =
    beside === undefined || isInside
      ? outline.nodes.length
      : outline.nodes.indexOf(beside) + (isBefore ? 0 : 1)
  const waiting = outline.nodes.map(node =>
    isBefore && node === beside && !isInside
      ? { ...node, dependencies: [{ node_id: task.id, type: 'FS' as const, lag_lead_minutes: 0 }] }
      : node,
  )
  return { ...outline, nodes: [...waiting.slice(0, at), task, ...waiting.slice(at)] }
}

function addPhase(outline: PlanOutline, { title, planId, beside, where }: Added): PlanOutline {
  const phase = newNode({
    id: nodeId(planId, `said/phase/${title}`),
    parent_id: outline.root_id,
    node_type: 'phase',
    level: 2,
    title,
  })
  const { steps } = phaseNamed(title, [])
  const tasks: PlanNode[] = []
  for (const step of steps)
    tasks.push(
      newNode({
        id: nodeId(planId, `said/phase/${title}/${step.title}`),
        parent_id: phase.id,
        node_type: 'task',
        level: 4,
        title: step.title.replaceAll('{the thing}', 'it').slice(0, 160),
        estimated_minutes: step.minutes ?? 60,
        dependencies: tasks.slice(-1).map(({ id }) => ({ node_id: id, type: 'FS', lag_lead_minutes: 0 })),
        metadata: { estimate: 'assumed' },
      }),
    )
  const home =
    beside === undefined || beside.level === 2
      ? beside
      : outline.nodes.find(({ id }) => id === beside.parent_id)
  const isBefore = where === 'before'
  const at =
    home === undefined
      ? outline.nodes.length
      : isBefore
        ? outline.nodes.indexOf(home)
        : afterAll(outline.nodes, home)
  return { ...outline, nodes: [...outline.nodes.slice(0, at), phase, ...tasks, ...outline.nodes.slice(at)] }
}

function afterAll(nodes: readonly PlanNode[], home: PlanNode): number {
  const inside = new Set([home.id])
  let last = nodes.indexOf(home)
  for (const [at, { id, parent_id }] of nodes.entries())
    if (parent_id !== undefined && inside.has(parent_id)) {
      inside.add(id)
      last = Math.max(last, at)
    }
  return last + 1
}

function newNode(
  draft: Partial<PlanNode> & Pick<PlanNode, 'id' | 'node_type' | 'level' | 'title'>,
): PlanNode {
  return PlanNodeContract.parse({ ...draft, origin: 'user_feedback' })
}

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 480 }

function estimate(outline: PlanOutline, { groups }: RegExpExecArray): PlanOutline | undefined {
  const node = findNamed(outline.nodes, groups?.old ?? '')
  const unit = (groups?.unit ?? 'm').charAt(0).toLowerCase()
  const minutes = Math.round(Number((groups?.amount ?? '').replace(',', '.')) * (MINUTES[unit] ?? 1))
  if (node === undefined || node.level < 4 || !(minutes > 0)) return undefined
  return withEstimates(outline, [node.id], () => minutes)
}

const FACTORS: Readonly<Record<string, number>> = { more: 1.5, less: 0.67, 'twice the': 2, 'half the': 0.5 }

function stretch(outline: PlanOutline, { groups }: RegExpExecArray): PlanOutline | undefined {
  const node = findNamed(outline.nodes, groups?.old ?? '')
  const factor = FACTORS[(groups?.more ?? '').toLowerCase()] ?? 1
  if (node === undefined) return undefined
  const ids = [node.id, ...outline.nodes.filter(({ parent_id }) => parent_id === node.id).map(({ id }) => id)]
  return withEstimates(outline, ids, minutes => Math.max(5, Math.round((minutes * factor) / 5) * 5))
}

function withEstimates(
  outline: PlanOutline,
  ids: readonly string[],
  change: (minutes: number) => number,
): PlanOutline {
  const nodes = outline.nodes.map(node =>
    ids.includes(node.id) && node.estimated_minutes !== undefined && node.estimated_minutes > 0
      ? {
          ...node,
          estimated_minutes: change(node.estimated_minutes),
          metadata: { ...node.metadata, estimate: 'said' },
        }
      : node,
  )
  return { ...outline, nodes }
}

function tidy(text: string): string {
  const clean = text.replace(/^["“”'‘’\s]+|["“”'‘’.\s]+$/g, '')
  return clean.charAt(0).toUpperCase() + clean.slice(1, 160)
}
