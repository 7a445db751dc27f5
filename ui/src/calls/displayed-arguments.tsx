import type { JsonValue } from 'soulgate/contracts/json-value'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import type { ToolDisplay } from 'soulgate/contracts/tool-display'
import { AgentText } from '../text/agent-text.tsx'
import { ArgumentsDifference } from './arguments-difference.tsx'
import { valueText } from './call-summary.ts'
import classes from './calls.module.css'

const PICTURE = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/
const MAX_PICTURE = 1_000_000

/** What a confirmed tool shows of a call above its arguments: what changes, where it leads, and a picture. */
export function DisplayedArguments(props: {
  readonly call: Pick<ToolCall, 'arguments'>
  readonly display: ToolDisplay
}) {
  const { compare = [], link, picture } = props.display
  const { arguments: given } = props.call
  const pairs = compare.filter(
    ({ before, after }) => given[before] !== undefined || given[after] !== undefined,
  )
  return (
    <>
      {pairs.map(({ before, after }) => (
        <ArgumentsDifference
          key={`${before}/${after}`}
          before={{ [`${before} → ${after}`]: given[before] ?? null }}
          after={{ [`${before} → ${after}`]: given[after] ?? null }}
        />
      ))}
      <Link value={link === undefined ? undefined : given[link]} />
      <Picture value={picture === undefined ? undefined : given[picture]} name={picture ?? ''} />
    </>
  )
}

/** Only to where it says: the host stands before the address, and nothing but https is followed. */
function Link({ value }: { readonly value: JsonValue | undefined }) {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  return (
    <p>
      <a href={url.href} target="_blank" rel="noopener noreferrer nofollow">
        <AgentText text={url.host} />
      </a>{' '}
      <span className={classes.none}>
        <AgentText text={url.href.length > 200 ? `${url.href.slice(0, 200)}…` : url.href} />
      </span>
    </p>
  )
}

function Picture({ value, name }: { readonly value: JsonValue | undefined; readonly name: string }) {
  const text = value === undefined ? '' : valueText(value)
  if (text.length > MAX_PICTURE || !PICTURE.test(text)) return null
  return <img className={classes.picture} src={text} alt={name} />
}
