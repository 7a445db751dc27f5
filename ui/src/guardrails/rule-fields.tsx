import { Checkbox, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { GATE_TYPE_NAMES } from 'soulgate/contracts/gate-type-names'
import classes from './guardrails.module.css'
import { LIST_FIELDS, type RuleForm } from './guideline-draft.ts'
import { ACTION_NAMES, ACTION_TYPES, CATEGORIES, CATEGORY_NAMES, keysOf } from './guideline-words.ts'

interface FieldsProps {
  readonly form: RuleForm
  readonly isReadOnly: boolean
  readonly onChange: (form: RuleForm) => void
}

const GATE_TYPES = keysOf(GATE_TYPE_NAMES)
const THRESHOLDS = ['', 'mandatory', 'advisory', 'conditional'] as const
const CONDITION_LABELS: Readonly<Record<(typeof LIST_FIELDS)[number], string>> = {
  agents: 'Agents',
  domains: 'Domains',
  actions: 'Actions',
  events: 'Events',
  gate_types: 'Gate types',
  paths: 'Paths (* crosses folders)',
  tools: 'Tools (* is any)',
}

export function MainFields({ form, isReadOnly, onChange }: FieldsProps) {
  return (
    <fieldset className={classes.group} disabled={isReadOnly}>
      <legend>Rule</legend>
      <TextInput
        label="Name"
        required
        maxLength={200}
        value={form.name}
        onChange={event => onChange({ ...form, name: event.currentTarget.value })}
      />
      <Textarea
        label="What for"
        rows={2}
        maxLength={2000}
        value={form.description}
        onChange={event => onChange({ ...form, description: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <NativeSelect
          label="Category"
          value={form.category}
          data={CATEGORIES.map(value => ({ value, label: CATEGORY_NAMES[value] }))}
          onChange={event => {
            const category = CATEGORIES.find(each => each === event.currentTarget.value)
            if (category) onChange({ ...form, category })
          }}
        />
        <TextInput
          label="Priority, 0–1000"
          inputMode="numeric"
          value={form.priority}
          onChange={event => onChange({ ...form, priority: event.currentTarget.value })}
        />
      </div>
      <Switch
        label="It counts"
        checked={form.enabled}
        onChange={event => onChange({ ...form, enabled: event.currentTarget.checked })}
      />
    </fieldset>
  )
}

export function ConditionFields({ form, isReadOnly, onChange }: FieldsProps) {
  const set = (field: keyof RuleForm['condition'], text: string) =>
    onChange({ ...form, condition: { ...form.condition, [field]: text } })
  return (
    <fieldset className={classes.group} disabled={isReadOnly}>
      <legend>When</legend>
      <p className={classes.hint}>Each field that is filled must match; of its lines any one may.</p>
      <div className={classes.pair}>
        {LIST_FIELDS.map(field => (
          <Textarea
            key={field}
            label={CONDITION_LABELS[field]}
            rows={2}
            spellCheck={false}
            value={form.condition[field]}
            onChange={event => set(field, event.currentTarget.value)}
          />
        ))}
      </div>
      <Textarea
        label="Expression (CEL)"
        description='For example: reversibility == "irreversible" && confidence < 0.9'
        rows={2}
        spellCheck={false}
        maxLength={2000}
        value={form.condition.custom}
        onChange={event => set('custom', event.currentTarget.value)}
      />
    </fieldset>
  )
}

export function ActionFields(props: FieldsProps) {
  const { form, isReadOnly, onChange } = props
  return (
    <fieldset className={classes.group} disabled={isReadOnly}>
      <legend>Then</legend>
      <NativeSelect
        label="What it does"
        value={form.actionType}
        data={ACTION_TYPES.map(value => ({ value, label: ACTION_NAMES[value] }))}
        onChange={event => {
          const actionType = ACTION_TYPES.find(each => each === event.currentTarget.value)
          if (actionType) onChange({ ...form, actionType })
        }}
      />
      <Textarea
        label="Told to the agent"
        rows={2}
        value={form.instruction}
        onChange={event => onChange({ ...form, instruction: event.currentTarget.value })}
      />
      {form.actionType === 'hitl_gate' && <GateFields {...props} />}
      {form.actionType === 'tool_restriction' && <ToolFields {...props} />}
      {form.actionType === 'constraint' && <LimitFields {...props} />}
    </fieldset>
  )
}

function GateFields({ form, onChange }: FieldsProps) {
  return (
    <div className={classes.pair}>
      <NativeSelect
        label="Gate"
        value={form.gateType}
        data={[
          { value: '', label: '' },
          ...GATE_TYPES.map(value => ({ value, label: GATE_TYPE_NAMES[value] })),
        ]}
        onChange={event =>
          onChange({
            ...form,
            gateType: GATE_TYPES.find(each => each === event.currentTarget.value) ?? '',
          })
        }
      />
      <NativeSelect
        label="Threshold"
        value={form.threshold}
        data={[...THRESHOLDS]}
        onChange={event =>
          onChange({ ...form, threshold: THRESHOLDS.find(each => each === event.currentTarget.value) ?? '' })
        }
      />
      <TextInput
        label="Approvals needed"
        inputMode="numeric"
        value={form.quorum}
        onChange={event => onChange({ ...form, quorum: event.currentTarget.value })}
      />
      <TextInput
        label="Seconds to answer"
        inputMode="numeric"
        value={form.ttlSeconds}
        onChange={event => onChange({ ...form, ttlSeconds: event.currentTarget.value })}
      />
      <Checkbox
        label="Not by the person it is for"
        checked={form.separateApprover}
        onChange={event => onChange({ ...form, separateApprover: event.currentTarget.checked })}
      />
      <Checkbox
        label="Signed with a passkey, by those who have one"
        checked={form.freshPasskey}
        onChange={event => onChange({ ...form, freshPasskey: event.currentTarget.checked })}
      />
    </div>
  )
}

function ToolFields({ form, onChange }: FieldsProps) {
  return (
    <div className={classes.pair}>
      <Textarea
        label="Denied tools"
        description="A deny wins whatever its priority."
        rows={3}
        spellCheck={false}
        value={form.toolsDenied}
        onChange={event => onChange({ ...form, toolsDenied: event.currentTarget.value })}
      />
      <Textarea
        label="Allowed tools"
        description="If any is listed, all others are denied."
        rows={3}
        spellCheck={false}
        value={form.toolsAllowed}
        onChange={event => onChange({ ...form, toolsAllowed: event.currentTarget.value })}
      />
    </div>
  )
}

function LimitFields({ form, onChange }: FieldsProps) {
  return (
    <div className={classes.pair}>
      <TextInput
        label="Most files at once"
        inputMode="numeric"
        value={form.maxFiles}
        onChange={event => onChange({ ...form, maxFiles: event.currentTarget.value })}
      />
      <TextInput
        label="Change of confidence, −1 to 1"
        value={form.confidenceDelta}
        onChange={event => onChange({ ...form, confidenceDelta: event.currentTarget.value })}
      />
      <Checkbox
        label="Tests are needed"
        checked={form.requireTests}
        onChange={event => onChange({ ...form, requireTests: event.currentTarget.checked })}
      />
      <Checkbox
        label="A review is needed"
        checked={form.requireReview}
        onChange={event => onChange({ ...form, requireReview: event.currentTarget.checked })}
      />
    </div>
  )
}
