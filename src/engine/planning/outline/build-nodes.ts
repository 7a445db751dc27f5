import { sha256Hex } from '../../../base/digest.ts'
import type { NodeTiming, NodeType, PlanDependency, PlanNode } from '../../../contracts/plan.ts'
import { NODE_LEVELS } from '../../../contracts/plan.ts'
import type { PhaseTemplate, StepTemplate } from '../playbooks/playbooks.ts'
import type { Subject } from '../subject/subject.ts'
import { fillTitle, type TitleFacts } from './fill-title.ts'
import { addDays, daysBetween, type Horizon, lastOpenDays } from './horizon.ts'
import { boxPhases, type PhaseBox } from './phase-boxes.ts'
import { planRecurrences, type Recurrences } from './plan-steps.ts'

interface NodesToBuild {
  readonly planId: string
  readonly subject: Subject
  readonly horizon: Horizon
  readonly phases: readonly PhaseTemplate[]
  /** A session is no longer than this where the person's days are short. */
  readonly longestWindow: number
  readonly mayHaveCycles: boolean
  /** Tasks are kept in the days of their phase: where something is practised meanwhile. */
  readonly isBoxed: boolean
  readonly usualWeeks: number
}

interface BuiltNodes {
  readonly rootId: string
  readonly nodes: readonly PlanNode[]
  /** What comes after the day that the person named as the end. */
  readonly afterwards: readonly string[]
}

/** The id of a node: the same for the same place in the same plan, so that a second draft keeps it. */
export function nodeId(planId: string, path: string): string {
  return `node_${sha256Hex(`${planId}\n${path}`).slice(0, 16)}`
}

/** Goal, phases, sub-goals, tasks, sub-tasks and micro-goals with their dependencies, from filled templates. */
export function buildNodes(plan: NodesToBuild): BuiltNodes {
  const builder = new Builder(plan)
  const boxes = boxPhases(plan.phases, plan.horizon)
  for (const [at, phase] of plan.phases.entries()) {
    const box = boxes[at]
    if (box !== undefined) builder.addPhase(phase, box, at)
  }
  builder.addFirstStep()
  return builder.finish()
}

const MAX_LAG = 86_400

/** Holds what grows while one plan is built; nobody else sees it. */
class Builder {
  private readonly plan: NodesToBuild
  private readonly rootId: string
  private readonly nodes: PlanNode[] = []
  private readonly taken = new Set<string>()
  private readonly afterwards: string[] = []
  private readonly facts: TitleFacts
  /** Tasks after which the next phase begins, and those after which this one began. */
  private open: readonly string[] = []
  private begun: readonly string[] = []

  constructor(plan: NodesToBuild) {
    this.plan = plan
    const { horizon, phases, subject } = plan
    this.facts = {
      subject,
      sessionsInAll: sessionsIn(phases, horizon),
      months: horizon.weeks / 4.345,
    }
    this.rootId = this.add({ type: 'goal', title: '{wish}', path: 'goal' }).id
  }

  addPhase(phase: PhaseTemplate, box: PhaseBox, at: number): void {
    const { plan } = this
    const recurrences = planRecurrences(phase, box, plan.horizon)
    const container = this.add({
      type: phase.cycle && plan.mayHaveCycles ? 'cycle' : 'phase',
      title: phase.title,
      path: phase.title,
      parent: this.rootId,
      metadata: { box: { from: box.from, to: box.to } },
    })
    const before = phase.alongside ? this.begun : this.open
    const sinks = this.addSteps({ phase, box, at, recurrences, parent: container, before })
    if (this.nodes.at(-1) === container) this.nodes.pop()
    if (!phase.alongside) this.begun = this.open
    this.open = phase.alongside ? [...this.open, ...sinks] : sinks.length > 0 ? sinks : this.open
  }

  /** The smallest thing that can be done at once, so that the plan begins today. */
  addFirstStep(): void {
    const first = this.nodes.find(({ node_type }) => node_type === 'task')
    const home = this.nodes.find(({ node_type }) => node_type === 'phase' || node_type === 'cycle')
    if (first === undefined || home === undefined) return
    const step = this.add({
      type: 'micro_goal',
      title: `First ten minutes: ${beginning(first.title)}`,
      path: 'first step',
      parent: home.id,
      minutes: 10,
      tags: ['first_step'],
    })
    this.nodes.splice(this.nodes.indexOf(step), 1)
    this.nodes.splice(this.nodes.indexOf(home) + 1, 0, step)
  }

  finish(): BuiltNodes {
    return { rootId: this.rootId, nodes: this.nodes, afterwards: this.afterwards }
  }

  private addSteps({ phase, box, at, recurrences, parent, before }: PhaseSteps): readonly string[] {
    const keys = new Map<string, string>()
    const isWaitedFor = new Set<string>()
    const tasks: string[] = []
    let subGoal: { readonly title: string; readonly id: string } | undefined
    let last: PlanNode | undefined
    let before_ = before
    let current: readonly string[] = before
    for (const step of phase.steps) {
      if (step.afterwards === true && this.plan.horizon.isEndSaid) {
        this.afterwards.push(fillTitle(step.title, this.facts).text)
        continue
      }
      if (step.subGoal !== undefined && subGoal?.title !== step.subGoal) {
        const added = this.add({
          type: 'sub_goal',
          title: step.subGoal,
          path: `${phase.title}/${step.subGoal}`,
          parent: parent.id,
        })
        subGoal = { title: step.subGoal, id: added.id }
      }
      const home = step.subGoal === undefined ? parent.id : (subGoal?.id ?? parent.id)
      const path = `${phase.title}/${step.subGoal ?? ''}/${step.title}`
      if (step.kind === 'sub_task' || step.kind === 'micro_goal') {
        if (last !== undefined)
          this.add({
            type: step.kind,
            title: step.title,
            path,
            parent: last.id,
            minutes: step.minutes ?? 10,
            stream: streamOf(step, phase),
          })
        continue
      }
      if (step.kind === 'session') {
        const recurrence = recurrences.get(step)
        if (recurrence === undefined) continue
        last = this.addSession({ step, phase, box, path, home, recurrence })
        continue
      }
      if (step.isStart === true) before_ = before
      else if (!step.parallel) before_ = current
      const waits = step.after === undefined ? before_ : [keys.get(step.after) ?? ''].filter(id => id !== '')
      const dependencies = waits.map(id => dependencyOn(id, step.waitMinutes))
      last = this.add({
        type: 'task',
        title: step.title,
        path,
        parent: home,
        minutes: step.kind === 'milestone' ? 0 : (step.minutes ?? 60),
        dependencies,
        stream: streamOf(step, phase),
        tags: step.kind === 'milestone' ? ['milestone'] : [],
        timing: this.timingOf(step, box, at),
      })
      for (const id of waits) isWaitedFor.add(id)
      tasks.push(last.id)
      if (step.key !== undefined) keys.set(step.key, last.id)
      current =
        step.parallel || step.after !== undefined
          ? [...current.filter(id => !waits.includes(id) || id === last?.id), last.id]
          : [last.id]
    }
    return tasks.filter(id => !isWaitedFor.has(id))
  }

  private addSession({ step, phase, box, path, home, recurrence }: SessionStep): PlanNode {
    const { horizon, longestWindow } = this.plan
    const said = step.fixed ? undefined : horizon.sessionMinutes
    const windows =
      step.fixed || horizon.sessionDays === undefined
        ? {}
        : { windows: horizon.sessionDays.map(day => ({ day, start: '00:00', end: '24:00' })) }
    return this.add({
      type: 'task',
      title: step.title,
      path,
      parent: home,
      minutes: said ?? Math.min(step.minutes ?? 30, longestWindow),
      isSaid: said !== undefined,
      recurrence,
      stream: streamOf(step, phase),
      tags: ['session'],
      timing: { earliest_start: box.from, ...windows },
    })
  }

  private timingOf(step: StepTemplate, box: PhaseBox, at: number): NodeTiming {
    const { horizon, isBoxed, usualWeeks, longestWindow } = this.plan
    const isHalfway = isBoxed && step.title.startsWith('Halfway')
    const pins: string[] = isHalfway
      ? [addDays(box.from, Math.floor(box.days / 2))]
      : isBoxed && at > 0
        ? [box.from]
        : []
    if (step.late === true) pins.push(lastOpenDays(horizon.end, 3, horizon.openDays))
    if (step.daysBeforeEnd !== undefined) {
      const scale = Math.min(1, horizon.weeks / usualWeeks)
      pins.push(addDays(horizon.end, -Math.max(4, Math.ceil((step.daysBeforeEnd * 1.5 + 3) * scale))))
    }
    const [earliest] = pins
      .filter(day => daysBetween(horizon.start, day) > 0)
      .sort()
      .reverse()
    const isLong = (step.minutes ?? 60) > Math.min(120, longestWindow) && step.kind !== 'milestone'
    return {
      ...(earliest === undefined ? {} : { earliest_start: earliest }),
      ...(isLong && step.late !== true ? { splittable: true } : {}),
    }
  }

  private add(draft: DraftNode): PlanNode {
    const { text, isReckoned } = fillTitle(draft.title, this.facts)
    let path = draft.path
    for (let again = 2; this.taken.has(path); again += 1) path = `${draft.path}#${again}`
    this.taken.add(path)
    const { timing, minutes, recurrence } = draft
    const metadata = {
      ...draft.metadata,
      ...(minutes === undefined || minutes === 0
        ? {}
        : { estimate: draft.isSaid === true ? 'said' : 'assumed' }),
      ...(isReckoned ? { reckoned: true } : {}),
      ...(timing === undefined || Object.keys(timing).length === 0 ? {} : { timing: { ...timing } }),
    }
    const node: PlanNode = {
      id: nodeId(this.plan.planId, path),
      ...(draft.parent === undefined ? {} : { parent_id: draft.parent }),
      node_type: draft.type,
      level: NODE_LEVELS[draft.type],
      ...(draft.stream === undefined ? {} : { stream: draft.stream }),
      title: text,
      ...(recurrence === undefined ? {} : { recurrence }),
      dependencies: [...(draft.dependencies ?? [])],
      ...(minutes === undefined ? {} : { estimated_minutes: minutes }),
      status: 'pending',
      progress: 0,
      origin: 'system',
      tags: [...(draft.tags ?? [])],
      metadata: JSON.parse(JSON.stringify(metadata)),
    }
    this.nodes.push(node)
    return node
  }
}

interface DraftNode {
  readonly type: NodeType
  readonly title: string
  /** Tells it from every other node of the plan, and stays the same when the plan is drafted again. */
  readonly path: string
  readonly parent?: string
  readonly minutes?: number
  readonly isSaid?: boolean
  readonly recurrence?: PlanNode['recurrence']
  readonly dependencies?: readonly PlanDependency[]
  readonly stream?: string | undefined
  readonly tags?: readonly string[]
  readonly timing?: NodeTiming
  readonly metadata?: { readonly box: { readonly from: string; readonly to: string } }
}

interface PhaseSteps {
  readonly phase: PhaseTemplate
  readonly box: PhaseBox
  readonly at: number
  readonly recurrences: Recurrences
  readonly parent: PlanNode
  readonly before: readonly string[]
}

interface SessionStep {
  readonly step: StepTemplate
  readonly phase: PhaseTemplate
  readonly box: PhaseBox
  readonly path: string
  readonly home: string
  readonly recurrence: NonNullable<PlanNode['recurrence']>
}

function dependencyOn(id: string, waitMinutes = 0): PlanDependency {
  return { node_id: id, type: 'FS', lag_lead_minutes: Math.min(waitMinutes, MAX_LAG) }
}

/** What the person listed, and phases beside another one, run in streams of their own. */
function streamOf(step: StepTemplate, phase: PhaseTemplate): string | undefined {
  return step.subGoal ?? (phase.alongside ? phase.title : undefined)
}

/** Sessions of the first practised step over all phases: what an amount is divided by. */
function sessionsIn(phases: readonly PhaseTemplate[], horizon: Horizon): number {
  const boxes = boxPhases(phases, horizon)
  return phases.reduce((sum, phase, at) => {
    const box = boxes[at]
    if (box === undefined) return sum
    const planned = planRecurrences(phase, box, horizon)
    const counted = phase.steps.filter(step => step.title.includes('{per session'))
    const times = counted.reduce((all, step) => all + (planned.get(step)?.times ?? 0), 0)
    return sum + (times * box.days) / 7
  }, 0)
}

/** The first act of a title, without what follows it: “Write down where you stand: …” begins with writing it down. */
function beginning(title: string): string {
  const [act = title] = title.split(/[:;]\s|,\s(?:and|then)\s/)
  const words = act.length > 110 ? `${act.slice(0, 109)}…` : act
  return /^\p{Lu}\p{Ll}/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words
}
