import type { Event } from '../contracts/event.ts'
import type {
  ConfidenceReport,
  ConfidenceReportResponse,
  CreateGuideline,
  Guideline,
  GuidelineCategory,
  TaskContext,
  UpdateGuideline,
} from '../contracts/guideline.ts'
import type { JsonObject } from '../contracts/json-value.ts'
import type { EvaluateGuardrailsResponse, LogDecisionRequest } from '../contracts/requests/guardrails.ts'
import { problemFromText, type Refused, SoulgateProblem } from './problem.ts'
import type { Transport } from './transport.ts'

type Signal = { readonly signal?: AbortSignal }

/** What a guideline must have to be sent; the rest has defaults. */
export type GuidelineDraft = Pick<CreateGuideline, 'name' | 'category' | 'condition' | 'action'> &
  Partial<CreateGuideline> & { readonly id?: string }

/** One page of guidelines, highest priority first; pages count from 1. */
export interface GuidelinePage {
  readonly guidelines: readonly Guideline[]
  readonly total: number
  readonly page: number
  readonly page_size: number
  /** Stored guidelines that cannot be read; each holds every call until it is saved anew or deleted. */
  readonly unreadable: readonly string[]
}

/** What is wrong with a guideline, field by field. */
export interface FieldErrors {
  readonly errors: readonly { readonly field: string; readonly message: string }[]
}

/** How many were saved, and what became of each, in the order given. */
export interface ImportedGuidelines {
  readonly imported: number
  readonly items: readonly {
    readonly ok: boolean
    readonly id?: string
    readonly outcome?: 'created' | 'updated' | 'unchanged'
  }[]
  readonly errors: readonly (FieldErrors & {
    readonly index: number
    readonly id?: string
    readonly code: string
  })[]
}

/** One change of a guideline or one decision, with who and when (ISO-8601). */
export interface GuidelineAuditEntry {
  readonly id: string
  readonly event_type: Event['type']
  readonly timestamp: string
  readonly actor: string
  readonly guideline_id?: string
  readonly gate_id?: string
  readonly changes?: readonly JsonObject[]
  readonly decision?: JsonObject
  /** What the decision was about: the gate, who asked, the rules that held it. */
  readonly context?: JsonObject
  readonly details?: JsonObject
}

/** Lists, tries, saves, imports and exports guidelines. */
export interface GuardrailsClient {
  list(
    filter?: {
      readonly category?: GuidelineCategory
      readonly enabled?: boolean
      readonly q?: string
      readonly page?: number
      readonly page_size?: number
    },
    options?: Signal,
  ): Promise<GuidelinePage>
  get(id: string, options?: Signal): Promise<Guideline>
  create(guideline: GuidelineDraft): Promise<Guideline | Refused>
  /** Needs the version that was read; another one standing is refused with 409. */
  update(
    id: string,
    changes: Partial<UpdateGuideline> & { readonly version: number },
  ): Promise<Guideline | Refused>
  remove(id: string): Promise<Refused | undefined>
  toggle(id: string, version?: number): Promise<Guideline | Refused>
  /** Says what would match, and why the rest does not; drafts are tried and never stored. */
  evaluate(
    context: Partial<TaskContext>,
    options?: {
      readonly explain?: boolean
      /** A request in words, at most 20,000 characters: actions, domains and paths are read from it. */
      readonly text?: string
      readonly guidelines?: readonly GuidelineDraft[]
    },
  ): Promise<EvaluateGuardrailsResponse | Refused>
  audit(
    filter?: {
      readonly guideline_id?: string
      readonly event_type?: string
      readonly date_from?: string
      readonly date_to?: string
      readonly page?: number
      readonly page_size?: number
    },
    options?: Signal,
  ): Promise<{ readonly entries: readonly GuidelineAuditEntry[]; readonly total: number }>
  /** Keeps what an agent says was decided elsewhere; it decides nothing. */
  logDecision(
    decision: LogDecisionRequest,
  ): Promise<{ readonly audit_id: string; readonly refused?: false } | Refused>
  /** The text of an export. */
  export(format: 'json' | 'jsonl' | 'yaml' | 'csv', category?: GuidelineCategory): Promise<string>
  /** At most 100; an item that is wrong does not stop the others. */
  import(guidelines: readonly unknown[]): Promise<ImportedGuidelines | Refused>
}

/** Reports an agent's own confidence. */
export interface ConfidenceClient {
  /** `score` is 0–100; below the threshold people are asked. */
  report(report: {
    readonly task_id: string
    readonly agent: string
    readonly score: number
    readonly reasons?: readonly string[]
    readonly session_id?: string
    readonly metadata?: JsonObject
  }): Promise<(ConfidenceReportResponse & { readonly refused?: false }) | Refused>
  list(
    filter?: { readonly task_id?: string; readonly agent?: string; readonly limit?: number },
    options?: Signal,
  ): Promise<readonly ConfidenceReport[]>
}

const PATH = '/api/guardrails'

/** Guidelines over HTTP, as part of a client. */
export function createGuardrailsClient(transport: Transport): GuardrailsClient {
  const one = (id: string): string => `${PATH}/${encodeURIComponent(id)}`
  return {
    list: (filter = {}, options = {}) => transport.read(PATH, { query: { ...filter }, ...options }),
    get: (id, options) => transport.read(one(id), options),
    create: guideline => transport.command('POST', PATH, { body: guideline }),
    update: (id, changes) => transport.command('PUT', one(id), { body: changes }),
    async remove(id) {
      const answer = await transport.command<object>('DELETE', one(id))
      return isRefusal(answer) ? answer : undefined
    },
    toggle: (id, version) =>
      transport.command('POST', `${one(id)}/toggle`, { body: version === undefined ? {} : { version } }),
    evaluate: (context, options = {}) =>
      transport.command('POST', `${PATH}/evaluate`, { body: { ...context, ...options } }),
    audit: (filter = {}, options = {}) =>
      transport.read(`${PATH}/audit`, { query: { ...filter }, ...options }),
    logDecision: decision => transport.command('POST', `${PATH}/decisions`, { body: decision }),
    async export(format, category) {
      const query = { format, ...(category === undefined ? {} : { category }) }
      const response = await transport.open('GET', `${PATH}/export`, { query })
      const text = await response.text()
      if (!response.ok) throw new SoulgateProblem(problemFromText(response.status, text))
      return text
    },
    import: guidelines => transport.command('POST', `${PATH}/import`, { body: { guidelines } }),
  }
}

/** Confidence reports over HTTP, as part of a client. */
export function createConfidenceClient(transport: Transport): ConfidenceClient {
  return {
    report: report => transport.command('POST', '/api/confidence', { body: report }),
    async list(filter = {}, options = {}) {
      const query = { ...filter }
      const answer = await transport.read<{ readonly reports: readonly ConfidenceReport[] }>(
        '/api/confidence',
        { query, ...options },
      )
      return answer.reports
    },
  }
}

function isRefusal(answer: object): answer is Refused {
  return 'refused' in answer && answer.refused === true
}
