import { z } from 'zod'
import type { JsonObject } from '../../../contracts/json-value.ts'
import { NODE_LEVELS, type PlanNode, PlanNode as PlanNodeContract } from '../../../contracts/plan.ts'
import { nodeId } from './build-nodes.ts'

const MAX_NODES = 120
const Title = z.string().trim().min(2).max(160)

/** An outline as a language model writes it. Material, like everything that it writes: ids and levels are ours. */
export const ModelOutline = z.object({
  nodes: z
    .array(
      z.object({
        key: z.string().min(1).max(80),
        parent_key: z.string().max(80).optional(),
        node_type: z.enum(['goal', 'phase', 'cycle', 'sub_goal', 'task', 'sub_task', 'micro_goal']),
        title: Title,
        description: z.string().max(2_000).optional(),
        estimated_minutes: z.number().min(0).max(100_000).optional(),
        stream: z.string().max(120).optional(),
        frequency: z.enum(['daily', 'weekly', 'monthly', 'quarterly', 'yearly']).optional(),
        times: z.number().int().min(1).max(31).optional(),
        depends_on: z
          .array(
            z.object({
              key: z.string().max(80),
              type: z.enum(['FS', 'SS', 'FF', 'SF']).default('FS'),
              lag_minutes: z.number().min(-86_400).max(86_400).default(0),
            }),
          )
          .max(12)
          .default([]),
        tags: z.array(z.string().max(60)).max(12).default([]),
      }),
    )
    .min(2)
    .max(MAX_NODES),
  assumptions: z.array(z.string().max(500)).max(20).default([]),
  self_score: z.number().min(0).max(1),
})
export type ModelOutline = z.infer<typeof ModelOutline>

/** Said to the model in its own terms; what comes back is parsed by the contract above. */
export const OUTLINE_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    nodes: {
      type: 'array',
      maxItems: MAX_NODES,
      items: {
        type: 'object',
        properties: {
          key: { type: 'string', description: 'Short and unique, such as t3.' },
          parent_key: { type: 'string', description: 'Key of the node that holds it; absent on the goal.' },
          node_type: {
            type: 'string',
            enum: ['goal', 'phase', 'cycle', 'sub_goal', 'task', 'sub_task', 'micro_goal'],
          },
          title: { type: 'string', maxLength: 160 },
          description: { type: 'string' },
          estimated_minutes: { type: 'number', description: 'Of one occurrence.' },
          stream: { type: 'string', description: 'What runs beside other things shares a stream.' },
          frequency: { type: 'string', enum: ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] },
          times: { type: 'number', description: 'How often in each period.' },
          depends_on: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                key: { type: 'string' },
                type: { type: 'string', enum: ['FS', 'SS', 'FF', 'SF'] },
                lag_minutes: { type: 'number' },
              },
              required: ['key'],
            },
          },
          tags: { type: 'array', items: { type: 'string' } },
        },
        required: ['key', 'node_type', 'title'],
      },
    },
    assumptions: { type: 'array', items: { type: 'string' } },
    self_score: { type: 'number', minimum: 0, maximum: 1 },
  },
  required: ['nodes', 'self_score'],
}

/** Nodes of the contract: ids by place and title, levels by kind, recurrences with the end that the plan has. */
export function nodesOfModel(
  { nodes }: ModelOutline,
  about: { readonly planId: string; readonly start: string; readonly end: string; readonly rootId: string },
): readonly PlanNode[] {
  const ids = new Map<string, string>()
  const taken = new Set<string>()
  for (const { key, node_type, title, parent_key } of nodes) {
    if (ids.has(key)) continue
    const parent = nodes.find(node => node.key === parent_key)?.title ?? ''
    let path = `${parent}/${title}`
    for (let again = 2; taken.has(path); again += 1) path = `${parent}/${title}#${again}`
    taken.add(path)
    ids.set(
      key,
      node_type === 'goal' && ![...ids.values()].includes(about.rootId)
        ? about.rootId
        : nodeId(about.planId, path),
    )
  }
  return nodes.map(node => {
    const parent = node.parent_key === undefined ? undefined : (ids.get(node.parent_key) ?? node.parent_key)
    const frequency = node.frequency
    return PlanNodeContract.parse({
      id: ids.get(node.key) ?? node.key,
      ...(parent === undefined ? {} : { parent_id: parent }),
      node_type: node.node_type,
      level: NODE_LEVELS[node.node_type],
      title: node.title,
      ...(node.description === undefined ? {} : { description: node.description }),
      ...(node.stream === undefined ? {} : { stream: node.stream }),
      ...(frequency === undefined
        ? {}
        : { recurrence: { frequency, interval: 1, times: node.times ?? 1, until: about.end } }),
      dependencies: node.depends_on.map(({ key, type, lag_minutes }) => ({
        node_id: ids.get(key) ?? key,
        type,
        lag_lead_minutes: Math.round(lag_minutes),
      })),
      ...(node.estimated_minutes === undefined
        ? {}
        : { estimated_minutes: Math.round(node.estimated_minutes) }),
      tags: node.tags,
      metadata: {
        ...(node.estimated_minutes === undefined ? {} : { estimate: 'assumed' }),
        ...(frequency === undefined ? {} : { timing: { earliest_start: about.start } }),
      },
    })
  })
}
