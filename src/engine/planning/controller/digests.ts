import { digest } from '../../../base/digest.ts'
import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import type {
  PatternSpec,
  PlanBrief,
  PlanNode,
  PlanOutline,
  PlanSchedule,
  PlanStage,
  Roadmap,
} from '../../../contracts/plan.ts'

/** What people approved of a pattern: which one it is, not how sure the tool was. */
export function patternDigest(pattern: PatternSpec): string {
  const { pattern_type, subtype = null, variant = null } = pattern
  return digest('soulgate.plan.pattern.v1', { pattern_type, subtype, variant })
}

/** Of an outline: its nodes as they stand in the tree, what they take and how often. Not what became of them. */
export function outlineDigest(outline: Pick<PlanOutline, 'root_id' | 'nodes' | 'pattern'>): string {
  return digest('soulgate.plan.outline.v1', {
    root_id: outline.root_id,
    pattern: outline.pattern === undefined ? null : patternDigest(outline.pattern),
    nodes: outline.nodes.map(outlineOf),
  })
}

/** Of a roadmap: its outline, with dependencies, streams and timing. */
export function roadmapDigest(roadmap: Roadmap): string {
  const chosen = roadmap.options_tried.find(option => option.chosen)?.option_id ?? null
  return digest('soulgate.plan.roadmap.v1', {
    outline: outlineDigest(roadmap),
    chosen,
    nodes: roadmap.nodes.map(({ id, stream = null, dependencies, metadata }) => {
      const timing = metadata.timing ?? null
      return { id, stream, dependencies, timing }
    }) as unknown as JsonObject[],
  })
}

export function scheduleDigest(schedule: PlanSchedule): string {
  const blocks = schedule.blocks.map(({ block_id, plan_node_id, start, end }) => {
    return { block_id, plan_node_id, start: Date.parse(start), end: Date.parse(end) }
  })
  return digest('soulgate.plan.schedule.v1', { timezone: schedule.timezone, blocks })
}

export interface StageContent {
  /** Shown beside what is approved; outline, roadmap and schedule are made from it. */
  readonly brief?: PlanBrief
  /** What became of the last correction. */
  readonly brief_notes?: readonly string[]
  readonly pattern?: PatternSpec
  readonly outline?: PlanOutline
  readonly roadmap?: Roadmap
  readonly schedule?: PlanSchedule
}

/** The digest that an approval of a stage is bound to; undefined where there is nothing to approve yet. */
export function stageDigest(stage: PlanStage, content: StageContent): string | undefined {
  const { pattern, outline, roadmap, schedule } = content
  switch (stage) {
    case 'pattern':
      return pattern && patternDigest(pattern)
    case 'outline':
      return outline && outlineDigest(outline)
    case 'roadmap':
      return roadmap && roadmapDigest(roadmap)
    case 'schedule':
      return schedule && scheduleDigest(schedule)
    case 'final':
      if (!pattern || !outline || !roadmap || !schedule) return undefined
      return digest('soulgate.plan.final.v1', {
        pattern: patternDigest(pattern),
        outline: outlineDigest(outline),
        roadmap: roadmapDigest(roadmap),
        schedule: scheduleDigest(schedule),
      })
  }
}

/** What differs between an approved outline and what a roadmap made of it, in words; empty when nothing does. */
export function findDeviations(outline: PlanOutline, roadmap: Roadmap): readonly string[] {
  const before = new Map(outline.nodes.map(node => [node.id, node]))
  const after = new Set(roadmap.nodes.map(node => node.id))
  const dropped = outline.nodes.filter(node => !after.has(node.id))
  const changed = roadmap.nodes.flatMap(node => {
    const was = before.get(node.id)
    if (was === undefined) return [`“${node.title}” is new`]
    const same =
      digest('soulgate.plan.node.v1', outlineOf(was)) === digest('soulgate.plan.node.v1', outlineOf(node))
    return same ? [] : [`“${was.title}” is changed`]
  })
  return [...dropped.map(node => `“${node.title}” is gone`), ...changed]
}

function outlineOf(node: PlanNode): JsonObject {
  const { id, parent_id = null, node_type, level, title, description = null, estimated_minutes = null } = node
  const recurrence = (node.recurrence ?? null) as JsonValue
  const fixed = fixedOf(node)
  return { id, parent_id, node_type, level, title, description, estimated_minutes, recurrence, ...fixed }
}

/** Of an event also its date, which nobody may change behind an approval. */
function fixedOf({ metadata }: PlanNode): JsonObject {
  const { timing } = metadata
  const fixed = typeof timing === 'object' && timing !== null && 'fixed' in timing ? timing.fixed : undefined
  return fixed === undefined ? {} : { fixed }
}
