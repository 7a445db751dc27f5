import { Button } from '@mantine/core'
import type { GateOption } from 'soulgate/contracts/gate'
import { letsCallsRun } from 'soulgate/contracts/gate-review'
import { CheckIcon, CrossIcon, PencilIcon, SteerIcon } from '../icons/icons.tsx'
import classes from './inbox.module.css'
import { labelOf } from './verdict-options.ts'

const ICONS = { approve: CheckIcon, reject: CrossIcon, steer: SteerIcon, edit: PencilIcon } as const
const KEYS: Readonly<Record<string, string>> = { approve: 'A', reject: 'R', steer: 'S', edit: 'E' }

/** One way to answer, with its key. */
export function OptionButton(props: {
  readonly option: GateOption
  /** Instead of its own. */
  readonly label?: string | undefined
  /** How many calls it is about, when not all of them. */
  readonly count: number | undefined
  readonly isChosen: boolean
  /** Its number, which is its key where it has no letter; absent where numbers mean something else. */
  readonly place?: number | undefined
  /** False where the key of its kind is that of another choice. */
  readonly hasKey: boolean
  readonly isDisabled: boolean
  readonly isBusy: boolean
  readonly onChoose: () => void
}) {
  const { option, count } = props
  const look = option.id === 'edit' ? 'edit' : letsCallsRun(option) ? 'approve' : option.decision
  const { word, more } = labelOf(option)
  const letter = props.hasKey ? KEYS[look] : props.place
  const Icon = look in ICONS ? ICONS[look as keyof typeof ICONS] : undefined
  const isMain = look === 'approve'
  return (
    <Button
      className={classes.option ?? ''}
      variant={isMain ? 'filled' : look === 'reject' || look === 'steer' ? 'light' : 'default'}
      color={look === 'reject' ? 'red' : look === 'steer' ? 'indigo' : 'teal'}
      leftSection={Icon && <Icon size={17} />}
      rightSection={letter && <kbd className={classes.key}>{letter}</kbd>}
      aria-expanded={props.isChosen || undefined}
      disabled={props.isDisabled}
      loading={props.isBusy}
      onClick={props.onChoose}
    >
      {props.label ?? word}
      {count !== undefined && ` ${count}`}
      {more && !props.label && <span className={classes.optionMore}>{more}</span>}
    </Button>
  )
}
