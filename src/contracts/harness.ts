import { z } from 'zod'
import { JsonObject } from './json-value.ts'
import { Reversibility, Tool, ToolAnnotations } from './tool.ts'

/**
 * What a scenario expects: that it runs or asks an approval, that questions come back, that it is stopped, or that words
 * which order nothing propose no write.
 */
export const ExpectedOutcome = z.enum(['execute_or_ask', 'clarify', 'reject', 'no_write'])
export type ExpectedOutcome = z.infer<typeof ExpectedOutcome>

/** One line of a scenario file. The subtype is the part of the id before its number: `atomic.files.12` → `atomic.files`. */
export const HarnessScenario = z.object({
  id: z.string().min(1),
  class: z.string().min(1),
  goal: z.string(),
  /**
   * As a request has it. `files` are the paths that exist, `elements` the names of the things that exist; elements that
   * are objects are those of a page, another name for `ui_schema`.
   */
  context: JsonObject.default({}),
  /** Name of a tool set. */
  tools: z.string().min(1),
  expect: z.object({
    outcome: ExpectedOutcome,
    tools: z.array(z.string()).default([]),
    /**
     * Of each call in the order of `tools`, or of the only one. Arguments that are not named may be anything; a list is
     * any one of its values where the argument itself is no list.
     */
    arguments: z.union([JsonObject, z.array(JsonObject)]).optional(),
    /** Whether the goal states every required argument, so that nothing has to be asked. */
    states_everything: z.boolean().optional(),
    failing_checks: z.array(z.string()).optional(),
  }),
})
export type HarnessScenario = z.infer<typeof HarnessScenario>

/** Tool sets by name. A tool that says nothing of what it does counts as one that cannot be taken back. */
export const HarnessToolSets = z.record(
  z.string(),
  z.array(
    Tool.extend({
      annotations: ToolAnnotations.default({
        read_only: false,
        idempotent: false,
        destructive: false,
        open_world: false,
      }),
      reversibility: Reversibility.default('irreversible'),
    }),
  ),
)
export type HarnessToolSets = z.infer<typeof HarnessToolSets>

/** What the pipeline made of a goal: `suggest` is advice without a question and without an approval. */
export const HarnessOutcome = z.enum(['execute', 'ask', 'clarify', 'reject', 'suggest'])
export type HarnessOutcome = z.infer<typeof HarnessOutcome>

/** One scenario as it went. `tools` are those proposed; `right` is whether the expectation was met. */
export const HarnessResult = z.object({
  id: z.string(),
  class: z.string(),
  subtype: z.string(),
  goal: z.string(),
  expected: ExpectedOutcome,
  expected_tools: z.array(z.string()),
  expected_checks: z.array(z.string()),
  states_everything: z.boolean().optional(),
  outcome: HarnessOutcome,
  state: z.string().nullable(),
  execution_path: z.string(),
  approval_state: z.string(),
  tools: z.array(z.string()),
  /** The tools that a search index alone finds for the goal, best first, and as many as were proposed; its best score. */
  search_tools: z.array(z.string()),
  search_score: z.number(),
  failing_checks: z.array(z.string()),
  confidence: z.number(),
  right: z.boolean(),
  /** Whether the calls have the expected arguments; absent where none are expected or the tools are others. */
  right_arguments: z.boolean().optional(),
  /** A call that does not only read was held or suggested, held with the goal's condition quoted, or run. */
  wrote: z.enum(['no', 'held', 'held_on_condition', 'ran']),
  mismatched_results: z.boolean(),
  executions_without_grant: z.int(),
  message: z.string(),
})
export type HarnessResult = z.infer<typeof HarnessResult>

/** One figure with its 95 % interval (Wilson; absent where it is no share) and, where there is one, its bar. */
export const HarnessMeasure = z.object({
  name: z.string(),
  cases: z.int(),
  value: z.number().nullable(),
  /** The same figure where a search index alone chooses the tools and the same questions are asked. */
  search_index: z.number().nullable().optional(),
  interval95: z.tuple([z.number(), z.number()]).optional(),
  bar: z.object({ least: z.number().optional(), most: z.number().optional() }).optional(),
  /** False for figures that are reported with a band and not enforced. */
  enforced: z.boolean(),
  met: z.boolean().nullable(),
})
export type HarnessMeasure = z.infer<typeof HarnessMeasure>

/** Scenarios of one group, and what became of them. */
export const HarnessGroup = z.object({
  name: z.string(),
  cases: z.int(),
  /** How many had each outcome. */
  outcomes: z.record(z.string(), z.int()),
  right_rate: z.number(),
  caught_rate: z.number(),
  asked_rate: z.number(),
  right_tools_rate: z.number().nullable(),
  confidence_mean: z.number(),
  confidence_std_dev: z.number(),
  /** Ten bins of 0.1, the last one closed. */
  confidence_histogram: z.array(z.int()),
})
export type HarnessGroup = z.infer<typeof HarnessGroup>

/** Times of requests, in milliseconds. */
export const Latencies = z.object({
  requests: z.int(),
  errors: z.int(),
  p50_ms: z.number(),
  p95_ms: z.number(),
  p99_ms: z.number(),
  most_ms: z.number(),
})
export type Latencies = z.infer<typeof Latencies>

/** A run of the harness. Everything but `timing` is the same for the same scenarios. */
export const HarnessReport = z.object({
  source: z.string(),
  scenarios: z.int(),
  measures: z.array(HarnessMeasure),
  classes: z.array(HarnessGroup),
  subtypes: z.array(HarnessGroup),
  results: z.array(HarnessResult),
  timing: z.object({
    one_at_a_time: Latencies,
    concurrent: Latencies,
    /** The answers of Soul, asked one at a time and at once. */
    soul: Latencies,
    latency_histogram: z.array(z.int()),
  }),
})
export type HarnessReport = z.infer<typeof HarnessReport>
