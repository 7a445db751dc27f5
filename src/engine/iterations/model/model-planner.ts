import type { z } from 'zod'
import { SoulgateError } from '../../../base/errors.ts'
import type { JsonValue } from '../../../contracts/json-value.ts'
import type { ModelRequest } from '../../../contracts/model.ts'
import { type Llm, modelFailureOf } from '../../../llm/llm.ts'
import { composeEntities } from '../compose-entities.ts'
import { composePlan } from '../compose-plan.ts'
import { offlinePlanner } from '../offline/offline-planner.ts'
import type { Brief, Planner, ThinkingTerms, Thought } from '../planner.ts'
import { readClaims, readDraft, readText, readVerdict } from './model-answers.ts'
import {
  claimsRequest,
  draftRequest,
  planRequest,
  proposalRequest,
  sectionRequest,
  verdictRequest,
} from './model-requests.ts'

type ModelPart = Pick<Llm, 'generate' | 'describe' | 'estimateCostUsd'>

const SECONDS_PER_ITERATION = 45
const PASSES = 4

/** A language model behind checks, with the rules in its place where it cannot answer. */
export function createModelPlanner(llm: ModelPart): Planner {
  const isOffline = (): boolean => llm.describe('STANDARD').isOffline
  const or = async <Value>(
    asked: () => Promise<Thought<Value>>,
    rules: () => Promise<Thought<Value>>,
  ): Promise<Thought<Value>> => {
    if (isOffline()) return rules()
    try {
      return await asked()
    } catch (error) {
      const model_failure = modelFailureOf(error)
      if (model_failure === undefined) throw error
      return { ...(await rules()), model_failure }
    }
  }
  return {
    propose: (brief, terms) =>
      or(
        () => think(llm, { request: proposalRequest(brief), read: readText('proposal'), terms }),
        () => offlinePlanner.propose(brief, terms),
      ),
    plan: (context, terms) =>
      or(
        () => think(llm, { request: draftRequest(context), read: readDraft, terms }),
        () => offlinePlanner.plan(context, terms),
      ),
    verify: (context, draft, terms) =>
      or(
        () => think(llm, { request: verdictRequest(context, draft), read: readVerdict, terms }),
        () => offlinePlanner.verify(context, draft, terms),
      ),
    execute: (context, draft, terms) =>
      or(
        () => think(llm, { request: claimsRequest(context, draft), read: readClaims, terms }),
        () => offlinePlanner.execute(context, draft, terms),
      ),
    write: (context, made, terms) =>
      or(
        () => think(llm, { request: sectionRequest(context, made), read: readText('section'), terms }),
        () => offlinePlanner.write(context, made, terms),
      ),
    synthesize: (work, terms) =>
      or(
        async () => {
          const request = planRequest(work, composePlan(work))
          const written = await think(llm, { request, read: readText('plan'), terms })
          return { ...written, value: { final_plan: written.value, entities: composeEntities(work) } }
        },
        () => offlinePlanner.synthesize(work, terms),
      ),
    estimate: brief => (isOffline() ? offlinePlanner.estimate(brief) : estimate(llm, brief)),
  }
}

interface Asked<Value> {
  readonly request: ModelRequest
  readonly read: z.ZodType<Value>
  readonly terms: ThinkingTerms
}

/** One schema-checked call; an answer that does not fit is a failure of the model. */
async function think<Value>(llm: ModelPart, { request, read, terms }: Asked<Value>): Promise<Thought<Value>> {
  const { signal, budgetUsd } = terms
  const answer = await llm.generate(request, { signal, budgetUsd })
  const parsed = read.safeParse(answer.object satisfies JsonValue | undefined)
  if (!parsed.success)
    throw new SoulgateError('unfit_answer', `${answer.model} gave an answer that does not fit.`)
  const { input_tokens, output_tokens } = answer.usage
  return {
    value: parsed.data,
    tokens: input_tokens + output_tokens,
    cost_usd: answer.cost_usd,
    model: answer.model,
    is_offline: answer.is_offline,
  }
}

/** Working time, and the cost when every pass is as large as the first proposal; both rounded up. */
function estimate(llm: ModelPart, brief: Brief): { readonly minutes: number; readonly cost_usd: number } {
  const calls = brief.max_iterations * PASSES + 2
  const cost = llm.estimateCostUsd(proposalRequest(brief)) * calls
  return {
    minutes: Math.ceil((brief.max_iterations * SECONDS_PER_ITERATION + 60) / 60),
    cost_usd: Math.ceil(cost * 100) / 100,
  }
}
