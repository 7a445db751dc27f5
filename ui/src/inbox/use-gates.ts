import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChangeCanary } from 'soulgate/contracts/canary'
import type { DecideRequest } from 'soulgate/contracts/decision'
import type { Gate } from 'soulgate/contracts/gate'
import { type Decided, isRefused, type Refused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { keepGate, type QueuePages } from '../queue/gate-cache.ts'
import { signWithPasskey } from '../sign-in/passkeys.ts'
import { answerCanary, canaryIn, changeCanary, lookForCanary, readGate } from './canary.ts'
import { noteDecided } from './decided-here.ts'
import { noteAnswer } from './pace.ts'

export function useGate(gateId: string) {
  const cache = useQueryClient()
  return useQuery({
    queryKey: ['gate', gateId],
    queryFn: ({ signal }) => readGate(cache, gateId, signal),
    initialData: () => {
      const lists = cache.getQueriesData<QueuePages>({ queryKey: ['queue'] })
      const pages = lists.flatMap(([, data]) => data?.pages ?? [])
      return pages.flatMap(page => page.items).find(gate => gate.gate_id === gateId)
    },
    initialDataUpdatedAt: 0,
  })
}

/** Whether the person has a passkey and is to sign with it; who has none is told so. */
function wantsPasskey(answer: Decided | Refused): answer is Refused {
  return (
    isRefused(answer) && answer.problem.code === 'passkey_required' && answer.problem.has_passkey === true
  )
}

async function decideWithPasskey(gate: Gate, request: DecideRequest, refused: Refused) {
  const options = await client.gates.passkeyOptions(gate.gate_id, request)
  if (isRefused(options)) return options
  const passkey = await signWithPasskey(options)
  return passkey === undefined ? refused : await client.gates.decide(gate.gate_id, { ...request, passkey })
}

export interface DecideAct {
  readonly gate: Gate
  readonly request: DecideRequest
  /** True when the server wants to know first that the whole card was seen. */
  readonly tellViewed: boolean
}

/** Sends a decision; a refusal comes back as the value, with the gate read again. */
export function useDecide() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ gate, request, tellViewed }: DecideAct) => {
      if (canaryIn(cache, gate.gate_id)) return answerCanary(cache, gate, request)
      if (tellViewed) {
        const refusal = await client.gates.viewed(gate.gate_id, gate.view_digest)
        if (refusal) return refusal
      }
      const answer = await client.gates.decide(gate.gate_id, request)
      return wantsPasskey(answer) ? await decideWithPasskey(gate, request, answer) : answer
    },
    onSuccess: (answer, { gate, request }) => {
      if (isRefused(answer)) void cache.invalidateQueries({ queryKey: ['gate', gate.gate_id] })
      else {
        keepGate(cache, answer.gate)
        noteAnswer(gate, request.decision === 'approve')
        if (!canaryIn(cache, gate.gate_id)) noteDecided([gate.gate_id])
        lookForCanary(cache)
      }
    },
    onError: (_error, { gate }) => cache.invalidateQueries({ queryKey: ['gate', gate.gate_id] }),
  })
}

/** Takes back one decision, or all that were sent together. */
export function useUndoDecision() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (gateIds: readonly string[]) =>
      Promise.all(gateIds.map(gateId => client.gates.undoDecision(gateId))),
    onSuccess: answers => {
      for (const answer of answers) if (!isRefused(answer)) keepGate(cache, answer)
    },
    onSettled: (_answers, _error, gateIds) =>
      Promise.all(
        gateIds.map(gateId => cache.invalidateQueries({ queryKey: ['gate', gateId], exact: true })),
      ),
  })
}

export type GateChange = (gateId: string) => Promise<Gate | Refused>

export const reopenGate: GateChange = gateId => client.gates.reopen(gateId)
export const extendGate: GateChange = gateId => client.gates.extend(gateId, 3600)

interface GateChangeAct {
  readonly gateId: string
  readonly change: GateChange
  /** The same on a card that tests attention, of which the server knows no gate. */
  readonly ofCanary?: ChangeCanary
}

/** Changes something about a gate that decides nothing: its time, whose it is. */
export function useGateChange() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ gateId, change, ofCanary }: GateChangeAct) =>
      ofCanary !== undefined && canaryIn(cache, gateId)
        ? changeCanary(cache, gateId, ofCanary)
        : change(gateId),
    onSuccess: answer => {
      if (!isRefused(answer)) keepGate(cache, answer)
    },
  })
}

export function useGateComments(gateId: string) {
  const cache = useQueryClient()
  const comments = useQuery({
    queryKey: ['gate', gateId, 'comments'],
    queryFn: ({ signal }) => (canaryIn(cache, gateId) ? [] : client.gates.comments(gateId, { signal })),
  })
  const add = useMutation({
    mutationFn: (said: { readonly text: string; readonly asksAgent: boolean }) =>
      client.gates.comment(gateId, said.text, { askAgent: said.asksAgent }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['gate', gateId, 'comments'] }),
  })
  return { comments, add }
}
