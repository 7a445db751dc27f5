import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ConfidenceReportRequest, TaskContext } from '../../contracts/guideline.ts'
import { LogDecisionRequest } from '../../contracts/requests/guardrails.ts'
import type { ResultClient } from '../../sdk/sdk.ts'
import { answerWith } from './answer.ts'

const { agent, domain, action, paths, event, gate_type, session_id, tool } = TaskContext.shape
const Asked = z.object({
  agent,
  domain,
  action,
  paths,
  event,
  gate_type,
  session_id,
  tool,
  arguments: TaskContext.shape.arguments,
})

/** What holds for this agent here, what was decided, and how sure it is. */
export function registerGuardrailTools(server: McpServer, client: ResultClient): void {
  server.registerTool(
    'guardrails_get_context',
    {
      title: 'Guardrails for a context',
      description:
        'What you must and must not do here: instructions, allowed and denied tools, gates that people must pass.',
      inputSchema: Asked,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    asked =>
      answerWith(
        () => client.guardrails.evaluate(definedOf(asked), { explain: false }),
        answer => ({
          matched_count: answer.matched_count,
          combined_instruction: answer.combined_instruction,
          tools_allowed: answer.tools_allowed,
          tools_denied: answer.tools_denied,
          hitl_gates: answer.hitl_gates,
          constraints: answer.constraints,
          ...(answer.tool_verdict === undefined ? {} : { tool_verdict: answer.tool_verdict }),
          guidelines: answer.guidelines.map(({ guideline_id, guideline_name, ...rest }) => ({
            id: guideline_id,
            name: guideline_name,
            ...rest,
          })),
        }),
      ),
  )
  server.registerTool(
    'guardrails_log_decision',
    {
      title: 'Log a decision',
      description:
        'Write into the audit trail what a person told you at a gate: approved, rejected, steered or skipped. It decides nothing.',
      inputSchema: LogDecisionRequest,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    told =>
      answerWith(
        () => client.guardrails.logDecision(told),
        ({ audit_id }) => ({ audit_id }),
      ),
  )
  server.registerTool(
    'guardrails_report_confidence',
    {
      title: 'Report confidence',
      description:
        'Say how sure you are of a finished task, 0–100, and why not more. Below the threshold people decide: then wait at the gate it names.',
      inputSchema: ConfidenceReportRequest,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    report =>
      answerWith(
        () => client.confidence.report(definedOf(report)),
        ({ escalated, gate_id, stored }) => ({ escalated, gate_id, stored }),
      ),
  )
}

type Defined<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> }

function definedOf<Fields extends object>(fields: Fields): Defined<Fields> {
  // Proven by the filter; no type of fromEntries can say it.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>
}
