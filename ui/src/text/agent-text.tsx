import { useId, useState } from 'react'
import { splitSecretMarks } from 'soulgate/contracts/secret-mark'
import classes from './agent-text.module.css'
import { countText, splitHiddenCharacters } from './hidden-characters.ts'

/** Text written by an agent, on one line of the page: never markup, links inert, hidden characters by their code. */
export function AgentText({ text }: { readonly text: string }) {
  const pieces = splitHiddenCharacters(text)
  return (
    <bdi className={classes.text}>
      {pieces.map((piece, index) =>
        piece.kind === 'plain' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity besides their place
          <PlainText key={index} text={piece.text} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity besides their place
          <mark key={index} className={classes.hidden} title={`Hidden ${piece.name}`}>
            {piece.code}
            {countText(piece.count)}
          </mark>
        ),
      )}
    </bdi>
  )
}

/** The mark of a secret is drawn apart from the text around it. */
function PlainText({ text }: { readonly text: string }) {
  return splitSecretMarks(text).map((piece, index) =>
    piece.isMark ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity besides their place
      <span key={index} className={classes.secret}>
        hidden secret{piece.text.slice(20, -1)}
      </span>
    ) : (
      piece.text
    ),
  )
}

export const LONG_TEXT = 600

/** The same in several lines; what is longer than `limit` characters is opened on demand, and says how much is shown. */
export function LongAgentText(props: {
  readonly text: string
  readonly limit?: number
  readonly onOpen?: (() => void) | undefined
  /** True when it was opened from elsewhere. */
  readonly opened?: boolean
  readonly mono?: boolean
}) {
  const { text, limit = LONG_TEXT, onOpen, mono } = props
  const [wasOpened, setOpened] = useState(false)
  const isOpen = wasOpened || props.opened === true
  const id = useId()
  const isLong = text.length > limit
  const shown = isLong && !isOpen ? text.slice(0, limit) : text
  const open = () => {
    setOpened(true)
    onOpen?.()
  }
  return (
    <div>
      <div id={id} className={mono ? `${classes.block} ${classes.mono}` : classes.block}>
        <AgentText text={shown} />
        {isLong && !isOpen && '…'}
      </div>
      {isLong && (
        <p className={classes.more}>
          Shown {shown.length.toLocaleString('en')} of {text.length.toLocaleString('en')} characters.{' '}
          {!isOpen && (
            <button type="button" className={classes.open} aria-controls={id} onClick={open}>
              Show all
            </button>
          )}
        </p>
      )}
    </div>
  )
}
