import { Checkbox, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { GATE_TYPE_NAMES } from 'soulgate/contracts/gate-type-names'
import classes from './guardrails.module.css'
import { LIST_FIELDS, type RuleForm } from './guideline-draft.ts'
import { ACTION_NAMES, ACTION_TYPES, CATEGORIES, CATEGORY_NAMES, keysOf } from './guideline-words.ts'

interface FieldsProps {
  readonly form: RuleForm
  readonly isReadOnly: boolean
  /** What is wrong, by the name of the field on the wire. */
  readonly errors: Readonly<Record<string, string>>
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

export function MainFields({ form, isReadOnly, errors, onChange }: FieldsProps) {
  return (
    <fieldset className={classes.group} disabled={isReadOnly}>
      <legend>Rule</legend>
      <TextInput
        label="Name"
        error={errors.name}
        required
        maxLength={200}
        value={form.name}
        onChange={event => onChange({ ...form, name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        error={errors.description}
        rows={2}
        maxLength={2000}
        value={form.description}
        onChange={event => onChange({ ...form, description: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <NativeSelect
          label="Category"
          error={errors.category}
          value={form.category}
          data={CATEGORIES.map(value => ({ value, label: CATEGORY_NAMES[value] }))}
          onChange={event => {
            const category = CATEGORIES.find(each => each === event.currentTarget.value)
            if (category) onChange({ ...form, category })
          }}
        />
        <TextInput
          label="Priority, 0–1000"
          error={errors.priority}
          inputMode="numeric"
          value={form.priority}
          onChange={event => onChange({ ...form, priority: event.currentTarget.value })}
        />
      </div>
      <Switch
        label="Enabled"
        checked={form.enabled}
        onChange={event => onChange({ ...form, enabled: event.currentTarget.checked })}
      />
    </fieldset>
  )
}

export function ConditionFields({ form, isReadOnly, errors, onChange }: FieldsProps) {
  const set = (field: keyof RuleForm['condition'], text: string) =>
    onChange({ ...form, condition: { ...form.condition, [field]: text } })
  const isEmpty = Object.values(form.condition).every(text => text.trim() === '')
  return (
    <fieldset className={classes.group} disabled={isReadOnly}>
      <legend>When</legend>
      <p className={classes.hint}>All filled fields must match; any line within a field.</p>
      {isEmpty && (
        <p className={classes.warning} role="status">
          No condition is set, so this rule applies to everything.
        </p>
      )}
      <div className={classes.pair}>
        {LIST_FIELDS.map(field => (
          <Textarea
            key={field}
            label={CONDITION_LABELS[field]}
            error={errors[field]}
            rows={2}
            spellCheck={false}
            value={form.condition[field]}
            onChange={event => set(field, event.currentTarget.value)}
          />
        ))}
      </div>
      <Textarea
        label="Expression (CEL)"
        error={errors.custom}
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
  const { form, isReadOnly, errors, onChange } = props
  return (
    <fieldset className={classes.group} disabled={isReadOnly}>
      <legend>Then</legend>
      <NativeSelect
        label="What it does"
        error={errors.type}
        value={form.actionType}
        data={ACTION_TYPES.map(value => ({ value, label: ACTION_NAMES[value] }))}
        onChange={event => {
          const actionType = ACTION_TYPES.find(each => each === event.currentTarget.value)
          if (actionType) onChange({ ...form, actionType })
        }}
      />
      <Textarea
        label="Message to the agent"
        error={errors.instruction}
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

function GateFields({ form, errors, onChange }: FieldsProps) {
  return (
    <div className={classes.pair}>
      <NativeSelect
        label="Gate"
        error={errors.gate_type}
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
        error={errors.gate_threshold}
        value={form.threshold}
        data={[...THRESHOLDS]}
        onChange={event =>
          onChange({ ...form, threshold: THRESHOLDS.find(each => each === event.currentTarget.value) ?? '' })
        }
      />
      <TextInput
        label="Approvals needed"
        error={errors.quorum}
        inputMode="numeric"
        value={form.quorum}
        onChange={event => onChange({ ...form, quorum: event.currentTarget.value })}
      />
      <TextInput
        label="Seconds to answer"
        error={errors.ttl_seconds}
        inputMode="numeric"
        value={form.ttlSeconds}
        onChange={event => onChange({ ...form, ttlSeconds: event.currentTarget.value })}
      />
      <Checkbox
        label="Requester can’t approve"
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

function ToolFields({ form, errors, onChange }: FieldsProps) {
  return (
    <div className={classes.pair}>
      <Textarea
        label="Denied tools"
        error={errors.tools_denied}
        description="A deny wins whatever its priority."
        rows={3}
        spellCheck={false}
        value={form.toolsDenied}
        onChange={event => onChange({ ...form, toolsDenied: event.currentTarget.value })}
      />
      <Textarea
        label="Allowed tools"
        error={errors.tools_allowed}
        description="If any is listed, all others are denied."
        rows={3}
        spellCheck={false}
        value={form.toolsAllowed}
        onChange={event => onChange({ ...form, toolsAllowed: event.currentTarget.value })}
      />
    </div>
  )
}

function LimitFields({ form, errors, onChange }: FieldsProps) {
  return (
    <div className={classes.pair}>
      <TextInput
        label="Most files at once"
        error={errors.max_files}
        inputMode="numeric"
        value={form.maxFiles}
        onChange={event => onChange({ ...form, maxFiles: event.currentTarget.value })}
      />
      <TextInput
        label="Change of confidence, −1 to 1"
        error={errors.confidence_delta}
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
