import type { Gate } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Person, Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'

type Done<Facts> = Promise<({ readonly refused?: false } & Facts) | Refusal>

/** What people do around a gate beside deciding it. None of it changes what the gate asks or who may decide. */
export interface GateCollaborationPart {
  /** `askAgent`: the agent of the gate is to answer; a run of ours answers at once, from its record. */
  comment(
    who: Principal,
    gateId: string,
    said: { readonly text: string; readonly askAgent: boolean },
  ): Done<{ readonly comment: JsonObject }>
  comments(who: Principal, gateId: string): Done<{ readonly comments: readonly JsonObject[] }>
  /** What the requester of the gate says to a comment that asked it; once. */
  answerComment(
    who: Principal,
    gateId: string,
    answer: { readonly commentId: string; readonly text: string },
  ): Done<{ readonly comment: JsonObject }>
  /** Everybody whose a gate can be: people who may answer something. Nobody for who may not assign. */
  assignees(who: Principal): Promise<readonly Pick<Person, 'person_id' | 'name' | 'role'>[]>
  /** Undefined: nobody in particular. */
  assign(who: Principal, gateId: string, assignee: string | undefined): Done<{ readonly gate: Gate }>
  /** Puts the gate out of one's own sight for a while; 0 brings it back. Its deadline goes on. */
  snooze(who: Principal, gateId: string, seconds: number): Done<{ readonly snoozed_until: string | null }>
  /** The gates that one has put out of sight. */
  snoozes(who: Principal): Promise<readonly { readonly gate_id: string; readonly until: string }[]>
  /** Says that one is at the gate, for half a minute; answers who is. Undefined only asks. */
  presence(
    who: Principal,
    gateId: string,
    doing: 'viewing' | 'deciding' | undefined,
  ): Done<{ readonly present: readonly JsonObject[] }>
  /** Says that one has left. */
  leave(who: Principal, gateId: string): Done<Record<never, never>>
}
