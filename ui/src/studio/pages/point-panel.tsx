import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Page } from 'soulgate/contracts/page'
import type { PageOperation } from 'soulgate/contracts/page-operation'
import { isRefused } from 'soulgate/sdk'
import { Complaint } from '../../states/states.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import classes from './pages.module.css'
import { type Chosen, useOperations } from './use-point.ts'

/** What was pointed at, and its text, price, link, colour and place to change; each change can be taken back. */
export function PointPanel(props: {
  readonly page: Page
  readonly chosen: Chosen | undefined
  readonly onDone: () => void
}) {
  const { page, chosen, onDone } = props
  const { apply, undo } = useOperations(page.session_id)
  const send = (operation: PageOperation) =>
    apply.mutate(operation, {
      onSuccess: answer => !isRefused(answer) && answer.applied.length > 0 && onDone(),
    })
  return (
    <section className={classes.point} aria-label="Change what you point at">
      {chosen === undefined ? (
        <p className={classes.quiet}>
          Point at something on the page: click or tap it, or reach it with Tab and press Enter.
        </p>
      ) : (
        <ChosenForm
          key={`${page.current_version} ${chosen.element}`}
          page={page}
          chosen={chosen}
          isBusy={apply.isPending}
          onSend={send}
        />
      )}
      <Came answer={apply.data} />
      {isRefused(apply.data) && <Complaint>{apply.data.problem.detail}</Complaint>}
      {isRefused(undo.data) && <Complaint>{undo.data.problem.detail}</Complaint>}
      {apply.data && !isRefused(apply.data) && apply.data.applied.length > 0 && !undo.data && (
        <Button size="xs" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
          Undo
        </Button>
      )}
      {undo.data && !isRefused(undo.data) && <p role="status">Taken back.</p>}
    </section>
  )
}

function Came({ answer }: { readonly answer: ReturnType<typeof useOperations>['apply']['data'] }) {
  if (!answer || isRefused(answer)) return null
  return (
    <div role="status" className={classes.came}>
      {answer.applied.map(({ said, before, after }) => (
        <p key={said}>
          <AgentText text={said} />{' '}
          {before !== '' && after !== '' && (
            <>
              <del>
                <AgentText text={before} />
              </del>{' '}
              →{' '}
              <ins>
                <AgentText text={after} />
              </ins>
            </>
          )}
        </p>
      ))}
      {answer.asked.map(({ ask, options }) => (
        <p key={ask}>
          <AgentText text={options ? `${ask} (${options.join(', ')})` : ask} />
        </p>
      ))}
    </div>
  )
}

interface ChosenProps {
  readonly page: Page
  readonly chosen: Chosen
  readonly isBusy: boolean
  readonly onSend: (operation: PageOperation) => void
}

function ChosenForm({ page, chosen, isBusy, onSend }: ChosenProps) {
  const { element, tag, text, link, item, isPrice } = chosen
  const [words, setWords] = useState(text)
  const [to, setTo] = useState(link ?? '')
  const isPicture = tag === 'svg'
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const value = words.trim()
    if (value === '' || value === text) return
    if (isPicture) onSend({ kind: 'set_picture', page: page.slug, element, value })
    else if (isPrice && item !== undefined) onSend({ kind: 'set_price', item, value })
    else onSend({ kind: 'set_text', page: page.slug, element, value })
  }
  const label = isPicture ? 'What the picture shows' : isPrice ? 'Price' : 'Text'
  return (
    <>
      <form onSubmit={onSubmit} className={classes.pointForm}>
        {text.length > 60 ? (
          <Textarea
            label={label}
            autosize
            value={words}
            onChange={event => setWords(event.currentTarget.value)}
          />
        ) : (
          <TextInput label={label} value={words} onChange={event => setWords(event.currentTarget.value)} />
        )}
        <Button type="submit" size="xs" loading={isBusy} disabled={words.trim() === '' || words === text}>
          Change {isPicture ? 'picture' : isPrice ? 'price' : 'text'}
        </Button>
      </form>
      {link !== undefined && (
        <form
          className={classes.pointForm}
          onSubmit={event => {
            event.preventDefault()
            onSend({ kind: 'set_link', page: page.slug, element, value: to.replace(/\.html$/, '') })
          }}
        >
          <TextInput
            label="Leads to"
            description="A page, a web address, an e-mail address or a telephone number"
            value={to}
            onChange={event => setTo(event.currentTarget.value)}
          />
          <Button
            type="submit"
            size="xs"
            variant="default"
            loading={isBusy}
            disabled={to === '' || to === link}
          >
            Change link
          </Button>
        </form>
      )}
      {(tag === 'a' || tag === 'button') && <ButtonColor isBusy={isBusy} onSend={onSend} />}
      <Order page={page} chosen={chosen} isBusy={isBusy} onSend={onSend} />
    </>
  )
}

function ButtonColor({ isBusy, onSend }: Pick<ChosenProps, 'isBusy' | 'onSend'>) {
  const [color, setColor] = useState('#2d5a3d')
  return (
    <form
      className={classes.pointForm}
      onSubmit={event => {
        event.preventDefault()
        onSend({ kind: 'set_color', role: 'button', value: color })
      }}
    >
      <TextInput
        type="color"
        label="Colour of all buttons"
        value={color}
        onChange={event => setColor(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" loading={isBusy}>
        Change colour
      </Button>
    </form>
  )
}

/** Up, down and away: the item that was pointed at, otherwise the part of the page. */
function Order({ page, chosen, isBusy, onSend }: ChosenProps) {
  const { item, part } = chosen
  const name = item ?? part
  if (name === undefined) return null
  const move = (at: 'up' | 'down'): PageOperation =>
    item === undefined
      ? { kind: 'move_section', page: page.slug, section: name, place: { at } }
      : { kind: 'move_item', page: page.slug, item, place: { at } }
  const away: PageOperation =
    item === undefined
      ? { kind: 'remove_section', page: page.slug, section: name }
      : { kind: 'remove_item', page: page.slug, item }
  return (
    <fieldset className={classes.pointOrder}>
      <legend>
        <AgentText text={name} />
      </legend>
      <Button size="xs" variant="default" disabled={isBusy} onClick={() => onSend(move('up'))}>
        Up
      </Button>
      <Button size="xs" variant="default" disabled={isBusy} onClick={() => onSend(move('down'))}>
        Down
      </Button>
      <Button size="xs" variant="default" color="red" disabled={isBusy} onClick={() => onSend(away)}>
        Remove
      </Button>
    </fieldset>
  )
}
