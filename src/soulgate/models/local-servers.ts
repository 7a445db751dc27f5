import { z } from 'zod'

/** A model server on this machine, and the models it names. */
export interface LocalServer {
  readonly name: string
  /** As `OPENAI_BASE_URL` wants it. */
  readonly base_url: string
  readonly models: readonly string[]
}

/** Where a kind of model server listens unless told otherwise. */
export interface LocalPlace {
  readonly name: string
  readonly port: number
}

const STANDARD_PLACES: readonly LocalPlace[] = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp', port: 8080 },
]
const TIMEOUT_MS = 400
const MAX_NAME_CHARACTERS = 200

const Listed = z.object({
  data: z.array(z.object({ id: z.string().min(1).max(MAX_NAME_CHARACTERS) })).max(1000),
})

/** Looks for model servers at their standard ports on this machine; what does not answer at once is not there. */
export async function findLocalServers(
  places: readonly LocalPlace[] = STANDARD_PLACES,
): Promise<readonly LocalServer[]> {
  const found = await Promise.all(places.map(askPlace))
  return found.flatMap(server => server ?? [])
}

async function askPlace({ name, port }: LocalPlace): Promise<LocalServer | undefined> {
  const base_url = `http://127.0.0.1:${port}/v1`
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(`${base_url}/models`, { signal, redirect: 'error' })
    const listed = Listed.safeParse(await response.json())
    if (!response.ok || !listed.success) return undefined
    // Models that only measure texts answer no question.
    const models = listed.data.data.map(({ id }) => id).filter(id => !/embed/i.test(id))
    return models.length === 0 ? undefined : { name, base_url, models }
  } catch {
    return undefined
  }
}
