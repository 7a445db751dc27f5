import { z } from 'zod'
import { baseUrlOf, type ProviderAddress } from './write-request.ts'

const MAX_MODELS = 1000
const Listed = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).max(MAX_MODELS) })

/** The models that a provider says it serves; none where it does not say. */
export async function listModels(
  address: ProviderAddress,
  { send = fetch, signal }: { readonly send?: typeof fetch; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const { kind, apiKey } = address
  const key: Record<string, string> =
    kind === 'anthropic'
      ? { 'x-api-key': apiKey ?? '', 'anthropic-version': '2023-06-01' }
      : { authorization: `Bearer ${apiKey ?? ''}` }
  try {
    const headers = { accept: 'application/json', ...(apiKey === undefined ? {} : key) }
    const response = await send(`${baseUrlOf(address)}/models`, { headers, signal, redirect: 'manual' })
    const listed = Listed.safeParse(await response.json())
    return response.ok && listed.success ? listed.data.data.map(({ id }) => id) : []
  } catch {
    return []
  }
}
