import { toIso } from '../../base/clock.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { ToolCall, ToolCallResult } from '../../contracts/tool-call.ts'
import {
  callDigest,
  conditionsOf,
  type Judgement,
  keepVerdict,
  namedContext,
  type ProvenanceTexts,
  revokeGrants,
  SYSTEM_ACTOR,
  traceArguments,
  withRelease,
} from '../gate/gate.ts'
import { effectiveAnnotations } from '../tools/tools.ts'
import { agentName } from './agent-name.ts'
import type { Authorization } from './authorization.ts'
import { notRun } from './call-results.ts'
import type { Execution } from './execution.ts'
import { askedBy, askGate, runStep } from './operations.ts'
import type { GateAnswer, ProposalOutcome, ProposalTerms, ProposedCall } from './run-context.ts'
import { type CallEnd, runToolCall } from './tool-runner.ts'

const NOTHING_TRUSTED: ProvenanceTexts = { personTexts: [], trustedReads: [], untrustedReads: [] }

/** What a proposal came to before anybody was asked; journaled, so that a replay sees the same calls. */
interface Judged extends Omit<Judgement, 'kept'> {
  readonly calls: readonly ToolCall[]
  /** Calls that cannot be made at all, by index: unknown tool or arguments that do not fit. */
  readonly unfit: readonly { readonly index: number; readonly message: string }[]
  readonly context_digest?: string
}

export interface Proposing {
  readonly execution: Execution
  /** Conditions people attached so far, in replay order; grows with each answer. */
  readonly conditions: string[]
}

/** Binds the calls, applies the release rule to all of them together, and runs what it or people release. */
export async function proposeCalls(
  proposing: Proposing,
  proposed: readonly ProposedCall[],
  terms: ProposalTerms,
): Promise<ProposalOutcome> {
  const { execution, conditions } = proposing
  const judged = await judgeProposed(proposing, proposed, terms, 'takes effect')
  if (judged.unfit.length > 0) return refuseUnfit(proposed, judged)
  const { verdict, calls } = judged
  switch (verdict.outcome) {
    case 'denied':
      return {
        outcome: 'denied',
        why: verdict.why,
        results: calls.map(call => notRun(call, verdict.why, 'denied')),
      }
    case 'suggested':
      return suggest(calls, verdict.why)
    case 'released': {
      if (judged.suggest_only !== undefined) return suggest(calls, judged.suggest_only)
      const authorization: Authorization = {
        kind: 'released',
        basis: withRelease(verdict),
        guardrails_version: judged.guardrails_version,
        ...(terms.confidence === undefined ? {} : { confidence: terms.confidence.score }),
      }
      const { results, suggested } = await runInOrder(
        execution,
        calls.map(call => ({ call, authorization })),
      )
      if (suggested !== undefined) return { outcome: 'suggested', why: suggested, results }
      return { outcome: 'ran', approved: false, results }
    }
    case 'held': {
      if (judged.suggest_only !== undefined) return suggest(calls, judged.suggest_only)
      if (terms.ask === false)
        return suggest(calls, 'It would need an approval, and approvals were not asked for.')
      const answer = await askGate(execution, 'approval', {
        terms: {
          ...verdict.gate,
          ...(terms.ttl_seconds === undefined ? {} : { ttl_seconds: terms.ttl_seconds }),
        },
        subject: { tool_calls: [...calls] },
        why_held: verdict.why_held,
        ...(judged.context_digest === undefined ? {} : { context_digest: judged.context_digest }),
        asked_by: askedBy(execution.run),
        ...pickTerms(terms),
      })
      conditions.push(...conditionsOf(answer.gate))
      return runAnswered(execution, calls, answer)
    }
  }
}

function pickTerms(terms: ProposalTerms) {
  return {
    ...(terms.asked_for === undefined ? {} : { asked_for: terms.asked_for }),
    ...(terms.agent_says === undefined ? {} : { agent_says: terms.agent_says }),
    ...(terms.details === undefined ? {} : { details: terms.details }),
    ...(terms.confidence === undefined ? {} : { confidence: terms.confidence }),
    ...(terms.reading === undefined ? {} : { reading: terms.reading }),
    ...(terms.risks === undefined ? {} : { risks: terms.risks }),
    ...(terms.alternatives === undefined ? {} : { alternatives: terms.alternatives }),
    ...(terms.steered_from === undefined ? {} : { steered_from: terms.steered_from }),
    ...(terms.resumes_on_expiry === undefined ? {} : { resumes_on_expiry: terms.resumes_on_expiry }),
  }
}

export async function judgeProposed(
  { execution, conditions }: Proposing,
  proposed: readonly ProposedCall[],
  terms: Pick<ProposalTerms, 'confidence' | 'texts' | 'doubts'>,
  use?: 'takes effect',
): Promise<Judged> {
  const judged = await runStep(
    execution,
    'propose',
    async () =>
      (await bindAndJudge(execution, proposed, { terms, conditions, use })) as unknown as JsonObject,
    { input: { calls: proposed as unknown as JsonValue, confidence: terms.confidence?.score ?? null } },
  )
  return judged as unknown as Judged
}

async function bindAndJudge(
  execution: Execution,
  proposed: readonly ProposedCall[],
  {
    terms,
    conditions,
    use,
  }: {
    readonly terms: Pick<ProposalTerms, 'confidence' | 'texts' | 'doubts'>
    readonly conditions: readonly string[]
    readonly use: 'takes effect' | undefined
  },
): Promise<Judged> {
  const { environment, run } = execution
  const calls: ToolCall[] = []
  const unfit: { index: number; message: string }[] = []
  for (const [index, call] of proposed.entries()) {
    const bound = bindCall(execution, call, terms.texts)
    if (typeof bound === 'string') unfit.push({ index, message: bound })
    else calls.push(bound)
  }
  const { kept, ...judgement } = await environment.judge(calls, {
    session_id: run.session_id,
    run_id: run.run_id,
    executing_run_id: run.run_id,
    agent: agentName(run),
    requested_by: run.requested_by,
    // Those a parent handed down, and those of this run whatever branch of it they came by.
    conditions: [...new Set([...run.conditions, ...conditions])],
    ...(terms.confidence ? { confidence: terms.confidence.score } : {}),
    ...(terms.doubts === undefined ? {} : { doubts: terms.doubts }),
  })
  const keeps = use !== undefined && unfit.length === 0 && kept !== undefined
  // Written with the record of the step, or before it; a step that is done over judges anew.
  if (keeps)
    execution.buffer({ write: tx => keepVerdict(tx, { kept }, { purpose: 'proposal' }).then(() => []) })
  return { ...judgement, calls, unfit, ...(keeps ? namedContext({ kept }) : {}) }
}

/** The call with everything a person must see and a grant is bound to; a text says why it cannot be made. */
function bindCall(
  { environment, run }: Execution,
  proposed: ProposedCall,
  texts: ProvenanceTexts = NOTHING_TRUSTED,
): ToolCall | string {
  const tool = environment.tools.get(proposed.tool)
  if (!tool) return `Tool not found: ${proposed.tool}`
  const valid = environment.tools.validate(tool, proposed.arguments)
  if (!valid.ok) {
    const [first] = valid.errors
    return `The arguments of ${tool.name} do not fit: ${first?.field} ${first?.message}`
  }
  const effective = effectiveAnnotations(tool)
  const callId = environment.ids.newId('call')
  return {
    call_id: callId,
    tool: tool.name,
    arguments: proposed.arguments,
    description: proposed.description ?? tool.description,
    annotations: tool.claimed ? tool.annotations : effective.annotations,
    reversibility: tool.claimed ? tool.reversibility : effective.reversibility,
    claimed: tool.claimed,
    definition_hash: tool.definition_hash,
    digest: callDigest({
      session_id: run.session_id,
      run_id: run.run_id,
      call_id: callId,
      requester: run.requested_by,
      tool: tool.name,
      definition_hash: tool.definition_hash,
      arguments: proposed.arguments,
    }),
    origins: [...traceArguments({ tool: tool.name, arguments: proposed.arguments, definition: tool }, texts)],
    ...(proposed.rests_on === undefined ? {} : { rests_on: [...proposed.rests_on] }),
  }
}

function refuseUnfit(proposed: readonly ProposedCall[], judged: Judged): ProposalOutcome {
  const results = proposed.map((call, index): ToolCallResult => {
    const reason = judged.unfit.find(item => item.index === index)?.message
    const named = { call_id: `unbound_${index}`, tool: call.tool, arguments: call.arguments }
    return reason === undefined
      ? notRun(named, 'Not run: another call of the proposal does not fit.')
      : notRun(named, reason, 'unfit')
  })
  return { outcome: 'denied', why: judged.unfit[0]?.message ?? 'a call does not fit', results }
}

function suggest(calls: readonly ToolCall[], why: string): ProposalOutcome {
  return { outcome: 'suggested', why, results: calls.map(call => notRun(call, `Suggested only: ${why}`)) }
}

async function runAnswered(
  execution: Execution,
  calls: readonly ToolCall[],
  answer: GateAnswer,
): Promise<ProposalOutcome> {
  const { gate, decision } = answer
  if (gate.status === 'steered') {
    return {
      outcome: 'steered',
      answer,
      results: calls.map(call => notRun(call, 'Not run: a person steered the run elsewhere.')),
    }
  }
  if (answer.grants.length === 0 || decision === undefined) {
    const silence = gate.status === 'expired' ? 'nobody decided in time' : 'a person said no'
    const why = decision?.reason ?? decision?.feedback ?? gate.cancelled_because ?? silence
    return { outcome: 'rejected', answer, results: calls.map(call => notRun(call, `Not run: ${why}.`)) }
  }
  const granted = grantedCalls(calls, answer.grants)
  const { results, suggested } = await runInOrder(execution, granted)
  if (suggested !== undefined) return { outcome: 'suggested', why: suggested, results }
  return { outcome: 'ran', approved: true, results, gate_id: gate.gate_id }
}

interface WarrantedProposal {
  readonly call: ToolCall
  readonly authorization?: Authorization
}

/** The calls as people approved them: edits come from the grants, which bear them. */
function grantedCalls(calls: readonly ToolCall[], grants: readonly Grant[]): readonly WarrantedProposal[] {
  return calls.map(call => {
    const grant = grants.find(item => item.call_id === call.call_id)
    if (!grant) return { call }
    const approved = { ...call, arguments: grant.arguments, digest: grant.digest }
    return { call: approved, authorization: { kind: 'grant', grant_id: grant.grant_id } }
  })
}

/** In order; the first failure, denial or unknown outcome stops the rest and takes their grants back. */
async function runInOrder(
  execution: Execution,
  calls: readonly WarrantedProposal[],
): Promise<{ readonly results: readonly ToolCallResult[]; readonly suggested?: string }> {
  const results: ToolCallResult[] = []
  let stopped: CallEnd | undefined
  for (const { call, authorization } of calls) {
    if (stopped) {
      results.push(notRun(call, `Not run: ${stopped.result.tool_name} before it did not succeed.`))
    } else if (authorization === undefined) {
      results.push(notRun(call, 'Not run: this call was not approved.'))
    } else {
      const end = await runToolCall(execution, call, authorization)
      results.push(end.result)
      if (!end.result.success) stopped = end
    }
  }
  if (stopped) await takeBackGrants(execution, calls)
  const suggested = results.some(result => result.success) ? undefined : stopped?.suggested
  return { results, ...(suggested === undefined ? {} : { suggested }) }
}

async function takeBackGrants(execution: Execution, calls: readonly WarrantedProposal[]): Promise<void> {
  const ids = calls.flatMap(({ authorization }) =>
    authorization?.kind === 'grant' ? [authorization.grant_id] : [],
  )
  if (ids.length === 0) return
  const { environment, run } = execution
  await runStep(execution, 'revoke_grants', async () => {
    await execution.commit({
      write: async tx => {
        const grants = await tx.listGrants({ run_id: run.run_id })
        return revokeGrants(
          tx,
          grants.filter(grant => ids.includes(grant.grant_id)),
          {
            at: toIso(environment.clock.now()),
            because: 'a call of the proposal did not succeed',
            actor: SYSTEM_ACTOR,
          },
        )
      },
    })
    return null
  })
}
