import type { ActPart } from 'soulgate/contracts/tool-display'
import classes from './act-text.module.css'
import { AgentText } from './agent-text.tsx'

/** What calls do, with each value that somebody gave drawn apart from the words; values are data and never markup. */
export function ActText({ parts, limit }: { readonly parts: readonly ActPart[]; readonly limit?: number }) {
  return shorten(parts, limit).map((part, index) =>
    part.kind === 'words' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity besides their place
      <AgentText key={index} text={part.text} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity besides their place
      <span key={index} className={classes.value} data-meaning={part.meaning}>
        <AgentText text={part.text} />
      </span>
    ),
  )
}

/** What does not fit into a row is not laid out; the card shows all of it. */
function shorten(parts: readonly ActPart[], limit = Number.POSITIVE_INFINITY): readonly ActPart[] {
  const shown: ActPart[] = []
  let left = limit
  for (const part of parts) {
    if (left <= 0) break
    shown.push(part.text.length <= left ? part : { ...part, text: `${part.text.slice(0, left)}…` })
    left -= part.text.length
  }
  return shown
}
