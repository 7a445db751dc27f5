import type {
  ConfirmWorkerDefinitionRequest,
  ConnectedWorker,
  WorkerDefinition,
} from '../contracts/worker-protocol.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'

/** Workers that are connected to the server, and every definition that a worker ever brought. */
export interface WorkerOverview {
  readonly workers: readonly ConnectedWorker[]
  readonly definitions: readonly WorkerDefinition[]
}

/** Processes beside people's own secrets that carry agents and tools. */
export interface WorkersClient {
  list(options?: Pick<RequestOptions, 'signal'>): Promise<WorkerOverview>
  /** Vouches for a definition that a worker changed; for reviewers, under their own sign-in. */
  confirm(definition: ConfirmWorkerDefinitionRequest): Promise<WorkerDefinition | Refused>
}

export function createWorkersClient(transport: Transport): WorkersClient {
  return {
    list: options => transport.read<WorkerOverview>('/api/workers', options),
    confirm: body => transport.command('POST', '/api/workers/definitions/confirm', { body }),
  }
}
