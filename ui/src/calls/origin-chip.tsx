import type { ArgumentOrigin, ToolCall } from 'soulgate/contracts/tool-call'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import classes from './calls.module.css'

export const ORIGIN_NAMES: Readonly<Record<ArgumentOrigin['source'], string>> = {
  person: 'from your words',
  trusted: 'from trusted data',
  untrusted: 'from untrusted data',
  unknown: 'of unknown origin',
}

const UNTRUSTED: readonly ArgumentOrigin['source'][] = ['unknown', 'untrusted']
const WORST_FIRST: readonly ArgumentOrigin['source'][] = ['unknown', 'untrusted', 'trusted', 'person']

/** Arguments that come neither from a person nor from data that is trusted, in one line for all of a call. */
export function UntrustedOrigins({ call }: { readonly call: Pick<ToolCall, 'origins' | 'arguments'> }) {
  const names = Object.keys(call.arguments)
  const apart = names.filter(name => UNTRUSTED.includes(sourceOf(call, name)?.source ?? 'person'))
  if (apart.length === 0) return null
  return (
    <p className={classes.untrusted}>
      Not from you or trusted data:{' '}
      {apart.length === names.length ? 'all of it' : apart.map(escapeHiddenCharacters).join(', ')}
    </p>
  )
}

/** Where the value of one argument came from, where that is a person or trusted data. */
export function OriginChip(props: { readonly call: Pick<ToolCall, 'origins'>; readonly name: string }) {
  const found = sourceOf(props.call, props.name)
  if (found === undefined || UNTRUSTED.includes(found.source)) return null
  const { source, places } = found
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

/** Of several places the least trusted one. */
function sourceOf({ origins = [] }: Pick<ToolCall, 'origins'>, name: string) {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const found = origins.filter(
    origin => origin.pointer === pointer || origin.pointer.startsWith(`${pointer}/`),
  )
  const source = WORST_FIRST.find(each => found.some(origin => origin.source === each))
  return source && { source, places: found.flatMap(origin => origin.where ?? []) }
}
