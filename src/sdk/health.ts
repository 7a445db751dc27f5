import type { RequestOptions, Transport } from './transport.ts'

type Signal = Pick<RequestOptions, 'signal'>

/** Whether the program can do its work, part by part. */
export interface Readiness {
  readonly ready: boolean
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>
}

export interface HealthClient {
  /** Throws `SoulgateProblem` while the server cannot do its work. */
  ready(options?: Signal): Promise<Readiness>
}

export function createHealthClient(transport: Transport): HealthClient {
  return { ready: options => transport.read('/readyz', options) }
}
