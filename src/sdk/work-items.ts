import type {
  StartWorkItemRequest,
  WorkItem,
  WorkItemReport,
  WorkItemVersion,
} from '../contracts/work-item.ts'
import { type Page, type PageOptions, readPage } from './page.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'

type Signal = Pick<RequestOptions, 'signal'>
type ItemAnswer = (WorkItem & { readonly refused?: false }) | Refused

/** What a work item must have to be started; the rest has defaults. */
export type WorkItemDraft = Pick<StartWorkItemRequest, 'title'> & Partial<StartWorkItemRequest>

/** The content of an artifact, as text or base64. */
export interface ArtifactText {
  readonly path: string
  readonly content: string
  readonly encoding: 'utf-8' | 'base64'
  readonly content_type: string
  readonly size_bytes: number
  readonly sha256: string
}

/** Things to be made, from their workplan to their closure. Commands answer when the item waits again. */
export interface WorkItemsClient {
  start(draft: WorkItemDraft, idempotencyKey?: string): Promise<ItemAnswer>
  get(itemId: string, options?: Signal): Promise<WorkItem>
  /** Newest first. */
  list(options?: PageOptions & Signal): Promise<Page<WorkItem>>
  /** Ends it for good and frees its paths. */
  close(itemId: string, because?: string): Promise<ItemAnswer>
  /** The kept copies of its documents, oldest first. */
  versions(itemId: string, options?: Signal): Promise<readonly WorkItemVersion[]>
  /** Says what happened; refused before the intent is approved, naming the gate (`intent_not_approved`). */
  report(itemId: string, report: WorkItemReport): Promise<ItemAnswer>
  /** One of its documents, or of the artifacts of a gate, as it stands or as it was kept. */
  artifact(path: string, options?: Signal & { readonly version?: string }): Promise<ArtifactText>
}

const WAIT = { prefer: 'wait=30' } as const

/** Work items over HTTP, as part of a client. */
export function createWorkItemsClient(transport: Transport): WorkItemsClient {
  const at = (itemId: string, rest = '') => `/api/work-items/${encodeURIComponent(itemId)}${rest}`
  return {
    start: (draft, idempotencyKey) =>
      transport.command('POST', '/api/work-items', { body: draft, idempotencyKey, headers: WAIT }),
    get: (itemId, options) => transport.read(at(itemId), options),
    list: ({ signal, ...query } = {}) =>
      readPage(transport, '/api/work-items', { key: 'work_items', query, signal }),
    versions: async (itemId, options = {}) =>
      (await readPage<WorkItemVersion>(transport, at(itemId, '/versions'), { key: 'versions', ...options }))
        .items,
    close: (itemId, because) =>
      transport.command('POST', at(itemId, '/close'), {
        body: because === undefined ? {} : { because },
        headers: WAIT,
      }),
    report: (itemId, report) =>
      transport.command('POST', at(itemId, '/reports'), { body: { report }, headers: WAIT }),
    artifact: (path, { signal, version } = {}) =>
      transport.read(`/api/artifacts/${path.split('/').map(encodeURIComponent).join('/')}`, {
        signal,
        query: { version },
      }),
  }
}
