import type { Query, Transport } from './transport.ts'

/** One page of a list, newest or oldest first as the route says. `cursor` of the next page is absent on the last. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next_cursor?: string
  readonly total?: number
}

/** Which part of a list is wanted: at most `limit` items, after `cursor` (absent: from the beginning). */
export interface PageOptions {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

type Envelope<Item> = { readonly next_cursor?: string | null; readonly total?: number } & Readonly<
  Record<string, readonly Item[] | string | number | null | undefined>
>

/** Lists travel under the name of what they list (`gates`, `runs`, …). */
export async function readPage<Item>(
  transport: Transport,
  path: string,
  options: { readonly key: string; readonly query?: Query; readonly signal?: AbortSignal | undefined },
): Promise<Page<Item>> {
  const { query = {}, signal } = options
  const body = await transport.read<Envelope<Item> | readonly Item[]>(path, { query, signal })
  if (isList<Item>(body)) return { items: body }
  const items = body[options.key] ?? body.items
  return {
    items: isList<Item>(items) ? items : [],
    ...(typeof body.next_cursor === 'string' ? { next_cursor: body.next_cursor } : {}),
    ...(typeof body.total === 'number' ? { total: body.total } : {}),
  }
}

function isList<Item>(value: unknown): value is readonly Item[] {
  return Array.isArray(value)
}
