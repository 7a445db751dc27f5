/** Which part of a list is wanted. */
export interface Page {
  readonly limit: number
  /** Opaque: what the previous page returned. */
  readonly cursor?: string
}

export interface Paged<Item> {
  readonly items: readonly Item[]
  readonly next_cursor?: string
}
