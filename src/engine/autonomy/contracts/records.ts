import { z } from 'zod'
import { AutonomyCall, AutonomyContract } from '../../../contracts/autonomy-contract.ts'
import type { JsonValue } from '../../../contracts/json-value.ts'
import type { StoreReader, StoreTransaction } from '../../../store/store.ts'

/** A commit that touches this topic changed a contract. */
export const CONTRACT_TOPIC = 'document:autonomy_contract'

const CONTRACT = 'autonomy_contract'
const USAGE = 'autonomy_usage'
const CALL = 'autonomy_call'
const DUE = 'autonomy_due'
const READER = 'autonomy_reader'
const HELD_AGAIN = 'autonomy_held_again'
const LOCK = 'lock'

const Checks = z.object({
  spotChecks: z.number(),
  weight: z.number(),
  loss: z.number(),
  logSteady: z.number(),
  ratios: z.array(z.number()),
})
/** `ContractEvidence` as it is kept. */
const State = z.object({
  status: z.enum(['shadow', 'live', 'suspended']),
  suspended_because: z.enum(['spot_checks', 'reports', 'harm', 'changed']).optional(),
  suspensions: z.int(),
  bands: z.array(
    z.object({
      threshold: z.number(),
      right: z.int(),
      wrong: z.int(),
      isMet: z.boolean(),
      checks: Checks,
    }),
  ),
  reports: z.object({ released: z.int(), bets: z.array(z.number()) }),
})

const CheckOutcome = z.enum(['right', 'wrong', 'expired'])
const Check = z.object({ call_id: z.string(), outcome: CheckOutcome, share: z.number(), at: z.string() })
export type KeptCheck = z.infer<typeof Check>

/** A contract with what only the engine may see. Status and counts are worked out when it is read. */
const Stored = AutonomyContract.omit({
  status: true,
  delta: true,
  evidence: true,
  guarantee: true,
  ran_last_hour: true,
  ran_last_day: true,
}).extend({
  /** Decides which calls are drawn as spot checks; never told. */
  seed: z.string(),
  /** The evidence of the labels before it opened. */
  base: State,
  /** `base` with the spot checks since. */
  state: State,
  /** Spot checks since it opened, in order of their decisions; old ones are part of `base`. */
  checks: z.array(Check),
  spot_checks: z.object({ decided: z.int(), wrong: z.int(), expired: z.int() }),
  /** Values that people approved in the scope, as keyed digests. */
  seen: z.object({
    largest: z.record(z.string(), z.number()),
    named: z.record(z.string(), z.array(z.string())),
  }),
  /** The models behind agents of the program when evidence began. */
  model: z.string().optional(),
  /** Guidelines that were changed later and touch its calls suspend it. */
  rules_since: z.string(),
})
export type StoredContract = z.infer<typeof Stored>

/** What a contract released lately. */
const Usage = z.object({
  /** Minutes since 1970 with how many calls ran in each; of the last day. */
  minutes: z.array(z.tuple([z.int(), z.int()])),
  /** Calls since it opened, and which of them, counted from 0, were reported. */
  released: z.int(),
  reported: z.array(z.int()),
  /** Grants that were given and not used yet. */
  outstanding: z.array(z.object({ grant_id: z.string(), call_id: z.string(), expires_at: z.string() })),
  /** Ids of the newest calls, newest first. */
  latest: z.array(z.string()),
})
export type ContractUsage = z.infer<typeof Usage>

/** What is known of one call in the scope of a contract. */
const CallRecord = AutonomyCall.extend({
  contract_id: z.string(),
  /** `suspensions` of the contract when the call came: evidence of before counts no more. */
  epoch: z.int(),
  share: z.number().optional(),
  settles_at: z.string().optional(),
  /** Which of the released calls it is, counted from 0. */
  index: z.int().optional(),
})
export type CallRecord = z.infer<typeof CallRecord>

export const NO_USAGE: ContractUsage = {
  minutes: [],
  released: 0,
  reported: [],
  outstanding: [],
  latest: [],
}

export async function readContracts(reader: StoreReader): Promise<readonly StoredContract[]> {
  return (await reader.listDocuments(CONTRACT)).map(({ body }) => Stored.parse(body))
}

export async function readContract(reader: StoreReader, id: string): Promise<StoredContract | undefined> {
  const document = await reader.getDocument(CONTRACT, id)
  return document && Stored.parse(document.body)
}

/** The contract as it stands, from now on ours until the transaction ends. */
export async function lockContract(
  tx: StoreTransaction,
  id: string,
  at: string,
): Promise<StoredContract | undefined> {
  const lock = { kind: LOCK, id: `autonomy:${id}` }
  await tx.putDocument({ ...lock, body: null, at })
  await tx.deleteDocument(lock.kind, lock.id)
  return readContract(tx, id)
}

export async function putContract(tx: StoreTransaction, contract: StoredContract, at: string): Promise<void> {
  const body = toJson({ ...contract, updated_at: at })
  await tx.putDocument({ kind: CONTRACT, id: contract.contract_id, lookup: contract.scope, body, at })
}

export async function readUsage(reader: StoreReader, id: string): Promise<ContractUsage> {
  const document = await reader.getDocument(USAGE, id)
  return document === undefined ? NO_USAGE : Usage.parse(document.body)
}

export async function putUsage(
  tx: StoreTransaction,
  id: string,
  usage: ContractUsage,
  at: string,
): Promise<void> {
  await tx.putDocument({ kind: USAGE, id, body: toJson(usage), at })
}

export async function readCall(reader: StoreReader, callId: string): Promise<CallRecord | undefined> {
  const document = await reader.getDocument(CALL, callId)
  return document && CallRecord.parse(document.body)
}

export async function putCallRecord(tx: StoreTransaction, record: CallRecord, at: string): Promise<void> {
  const { call_id: id, contract_id: lookup } = record
  await tx.putDocument({ kind: CALL, id, lookup, body: toJson(record), at })
}

/** Records from before a time, oldest first; at most a thousand. */
export async function forgetCalls(tx: StoreTransaction, contractId: string, before: string): Promise<void> {
  const oldest = await tx.listDocuments(CALL, { lookup: contractId, limit: 1_000 })
  for (const { id } of oldest.filter(({ updated_at }) => updated_at < before))
    await tx.deleteDocument(CALL, id)
}

/** Remembers that an approval becomes a label at a time. */
export async function putDue(
  tx: StoreTransaction,
  { call_id, contract_id, settles_at }: Pick<CallRecord, 'call_id' | 'contract_id' | 'settles_at'>,
  at: string,
): Promise<void> {
  const body = settles_at ?? at
  await tx.putDocument({ kind: DUE, id: call_id, lookup: contract_id, body, at })
}

export async function deleteDue(tx: StoreTransaction, callId: string): Promise<void> {
  await tx.deleteDocument(DUE, callId)
}

/** Approvals of a contract that are no labels yet, and since when they may be; earliest first. */
export async function readDue(
  reader: StoreReader,
  contractId: string,
): Promise<readonly { readonly call_id: string; readonly settles_at: string }[]> {
  const documents = await reader.listDocuments(DUE, { lookup: contractId })
  return documents
    .map(({ id, body }) => ({ call_id: id, settles_at: String(body) }))
    .toSorted((a, b) => (a.settles_at < b.settles_at ? -1 : 1))
}

/** When a person decided last, in ms since 1970. */
export async function readDecidedAt(reader: StoreReader, person: string): Promise<number | undefined> {
  const document = await reader.getDocument(READER, person)
  return document && Date.parse(String(document.body))
}

export async function putDecidedAt(tx: StoreTransaction, person: string, at: string): Promise<void> {
  await tx.putDocument({ kind: READER, id: person, body: at, at })
}

/** The gate that asks people about a call whose grant was taken back. */
export async function readHeldAgain(reader: StoreReader, grantId: string): Promise<string | undefined> {
  const document = await reader.getDocument(HELD_AGAIN, grantId)
  return document && String(document.body)
}

export async function putHeldAgain(
  tx: StoreTransaction,
  grantId: string,
  gateId: string,
  at: string,
): Promise<void> {
  await tx.putDocument({ kind: HELD_AGAIN, id: grantId, body: gateId, at })
}

/** Plain data without what is undefined. */
function toJson(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value))
}
