/** A conversation as Soul's context needs it: words of people and names of tools, oldest first, nothing of a model's. */
export interface ChatHistory {
  readonly goals: readonly { readonly text: string; readonly at: string }[]
  /** Tools of this session that ran and succeeded, each once, the latest last. */
  readonly recent_tools: readonly string[]
}
