import type { ArgumentOrigin, ToolCall } from 'soulgate/contracts/tool-call'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import classes from './calls.module.css'

export const ORIGIN_NAMES: Readonly<Record<ArgumentOrigin['source'], string>> = {
  person: 'from your words',
  trusted: 'from trusted data',
  untrusted: 'from untrusted data',
  unknown: 'origin unknown',
}

const WORST_FIRST: readonly ArgumentOrigin['source'][] = ['unknown', 'untrusted', 'trusted', 'person']

/** Where the value of one argument came from; of several places the least trusted one. */
export function OriginChip(props: { readonly call: Pick<ToolCall, 'origins'>; readonly name: string }) {
  const pointer = `/${props.name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const origins = (props.call.origins ?? []).filter(
    origin => origin.pointer === pointer || origin.pointer.startsWith(`${pointer}/`),
  )
  const source = WORST_FIRST.find(each => origins.some(origin => origin.source === each))
  if (source === undefined) return null
  const places = origins.flatMap(origin => origin.where ?? [])
  return (
    <span
      className={classes.origin}
      data-source={source}
      title={escapeHiddenCharacters([...new Set(places)].join(', ')).slice(0, 300)}
    >
      {ORIGIN_NAMES[source]}
    </span>
  )
}
