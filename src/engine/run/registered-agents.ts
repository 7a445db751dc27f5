import { RegisteredAgent } from '../../contracts/run.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'

const KIND = 'agent'

type Reader = Pick<StoreReader, 'getDocument' | 'listDocuments'>

/** Undefined for a name that no process ever registered. */
export async function findRegistered(
  store: Pick<Reader, 'getDocument'>,
  name: string,
): Promise<RegisteredAgent | undefined> {
  const document = await store.getDocument(KIND, name)
  return document === undefined ? undefined : RegisteredAgent.safeParse(document.body).data
}

/** Every agent that was registered, by name. */
export async function listRegistered(
  store: Pick<Reader, 'listDocuments'>,
): Promise<readonly RegisteredAgent[]> {
  const documents = await store.listDocuments(KIND)
  return documents.flatMap(({ body }) => RegisteredAgent.safeParse(body).data ?? [])
}

/** Writes down what this process carries; what another process registered under the same name is replaced. */
export async function registerAgent(tx: StoreTransaction, agent: RegisteredAgent, at: string): Promise<void> {
  await tx.putDocument({ kind: KIND, id: agent.name, body: JSON.parse(JSON.stringify(agent)), at })
}
