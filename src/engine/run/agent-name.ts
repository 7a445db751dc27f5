import type { Run } from '../../contracts/run.ts'

/** What a bundled agent or one's own is called as a requester, where no agent's key asked for the run. */
export function ownRequester({ kind, agent }: Pick<Run, 'kind' | 'agent'>): string {
  return `agent:${agent ?? kind}`
}

/** What the agent of a run is called on cards and in guidelines. */
export function agentName(run: Pick<Run, 'requested_by' | 'kind' | 'agent'>): string {
  const { requested_by: requester } = run
  return requester.startsWith('agent:') ? requester.slice('agent:'.length) : (run.agent ?? run.kind)
}
