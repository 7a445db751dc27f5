import { NumberInput, Radio, Switch } from '@mantine/core'
import { FLAG_NAMES } from './flag-names.ts'
import classes from './settings.module.css'
import type { SettingsDraft } from './settings-draft.ts'

interface FieldsProps {
  readonly draft: SettingsDraft
  readonly isReadOnly: boolean
  readonly onChange: (draft: SettingsDraft) => void
}

const WEIGHT_NAMES: Readonly<Record<keyof SettingsDraft['weights'], string>> = {
  goal_understanding: 'Goal understood',
  tool_availability: 'Tools available',
  context_richness: 'Context',
  tool_confidence: 'Tools known to work',
}

export function AutonomyFields({ draft, isReadOnly, onChange }: FieldsProps) {
  return (
    <fieldset className={classes.group} disabled={isReadOnly}>
      <legend>Autonomy</legend>
      <Radio
        name="autonomy"
        label="Suggest only"
        description="Nothing runs, ever. Everything is a proposal."
        checked={draft.autonomy_level === 1}
        onChange={() => onChange({ ...draft, autonomy_level: 1 })}
      />
      <Radio
        name="autonomy"
        label="Run what policy or people release"
        description="The usual. There is no higher level."
        checked={draft.autonomy_level === 2}
        onChange={() => onChange({ ...draft, autonomy_level: 2 })}
      />
    </fieldset>
  )
}

const PASSKEY_NAMES: Readonly<Record<SettingsDraft['approval_passkey'], readonly [string, string]>> = {
  registered: [
    'Irreversible and claimed calls, of people who have a passkey',
    'Whoever has none approves as before, with the typed word.',
  ],
  required: ['Irreversible and claimed calls, of everybody', 'Without a passkey nobody approves them.'],
  marked: ['Only where a guideline says so', 'Of people who have a passkey.'],
}

/** Which approvals are signed with a passkey. */
export function PasskeyFields({ draft, isReadOnly, onChange }: FieldsProps) {
  return (
    <fieldset className={classes.group} disabled={isReadOnly}>
      <legend>Approve with a passkey</legend>
      {(['registered', 'required', 'marked'] as const).map(policy => (
        <Radio
          key={policy}
          name="approval-passkey"
          label={PASSKEY_NAMES[policy][0]}
          description={PASSKEY_NAMES[policy][1]}
          checked={draft.approval_passkey === policy}
          onChange={() => onChange({ ...draft, approval_passkey: policy })}
        />
      ))}
    </fieldset>
  )
}

export function NumberFields({ draft, isReadOnly, onChange }: FieldsProps) {
  const { thresholds, weights } = draft
  return (
    <>
      <fieldset className={classes.group} disabled={isReadOnly}>
        <legend>Confidence thresholds</legend>
        <p className={classes.hint}>
          From “high” reversible calls run; below “medium” they are only suggested.
        </p>
        <div className={classes.numbers}>
          <Share
            label="High"
            value={thresholds.high}
            onValue={high => onChange({ ...draft, thresholds: { ...thresholds, high } })}
          />
          <Share
            label="Medium"
            value={thresholds.medium}
            onValue={medium => onChange({ ...draft, thresholds: { ...thresholds, medium } })}
          />
        </div>
      </fieldset>
      <fieldset className={classes.group} disabled={isReadOnly}>
        <legend>Confidence weights</legend>
        <div className={classes.numbers}>
          {(Object.keys(WEIGHT_NAMES) as (keyof typeof weights)[]).map(name => (
            <Share
              key={name}
              label={WEIGHT_NAMES[name]}
              value={weights[name]}
              onValue={value => onChange({ ...draft, weights: { ...weights, [name]: value } })}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className={classes.group} disabled={isReadOnly}>
        <legend>Time and reach</legend>
        <div className={classes.numbers}>
          <Whole
            label="Time to approve a goal’s calls, s"
            value={draft.approval_time_limit_seconds}
            onValue={value => onChange({ ...draft, approval_time_limit_seconds: value })}
          />
          <Whole
            label="Time to approve other calls, s"
            value={draft.gate_ttl_seconds}
            onValue={value => onChange({ ...draft, gate_ttl_seconds: value })}
          />
          <Whole
            label="Rollout, % of sessions"
            value={draft.rollout_percent}
            onValue={value => onChange({ ...draft, rollout_percent: value })}
          />
        </div>
      </fieldset>
    </>
  )
}

export function FlagFields({ draft, isReadOnly, onChange }: FieldsProps) {
  return (
    <fieldset className={classes.group} disabled={isReadOnly}>
      <legend>Parts</legend>
      {(Object.keys(FLAG_NAMES) as (keyof typeof FLAG_NAMES)[]).map(name => (
        <Switch
          key={name}
          label={FLAG_NAMES[name]}
          checked={draft.flags[name]}
          onChange={event =>
            onChange({ ...draft, flags: { ...draft.flags, [name]: event.currentTarget.checked } })
          }
        />
      ))}
    </fieldset>
  )
}

interface NumberProps {
  readonly label: string
  readonly value: number
  readonly onValue: (value: number) => void
}

function Share({ label, value, onValue }: NumberProps) {
  const props = { label, value, min: 0, max: 1, step: 0.05, decimalScale: 3 }
  return <NumberInput {...props} hideControls onChange={next => onValue(Number(next))} />
}

function Whole({ label, value, onValue }: NumberProps) {
  return (
    <NumberInput
      {...{ label, value, min: 0 }}
      hideControls
      allowDecimal={false}
      onChange={next => onValue(Number(next))}
    />
  )
}
