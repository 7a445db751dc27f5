import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useState } from 'react'
import type { Gate, GateOption } from 'soulgate/contracts/gate'
import type { JsonObject } from 'soulgate/contracts/json-value'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { ArgumentsEditor } from '../calls/arguments-editor.tsx'
import { changeDraft, hasEdits, type LineComment, useDraft } from '../drafts/drafts.ts'
import { withComments } from '../review/line-comments.ts'
import { LoadingState } from '../states/states.tsx'
import { ApproveTerms, NO_TERMS, termsOf } from './approve-terms.tsx'
import { ArtifactPicker } from './artifact-picker.tsx'
import { ConfirmField } from './confirm-field.tsx'
import { confirmProof } from './confirm-proof.ts'
import { type DecisionInput, steerableArtifacts } from './decision-draft.ts'
import { EditPanel } from './edit-panel.tsx'
import classes from './inbox.module.css'
import { useIsSlowed } from './pace.ts'
import { useEdits } from './use-edits.ts'

// Only conflicts of plans need them.
const RelaxFields = lazy(async () => ({
  default: (await import('../plans/relax-fields.tsx')).RelaxFields,
}))

interface PanelProps {
  readonly gate: Gate
  readonly option: GateOption
  /** True when the yes is to carry conditions, or to count for more than once. */
  readonly withTerms: boolean
  readonly showsDifference: boolean
  readonly calls: readonly ToolCall[]
  readonly isBusy: boolean
  readonly onSend: (input: DecisionInput) => void
  readonly onClose: () => void
}

/** What one choice needs beside the click: a reason, an instruction, edited arguments, conditions, a typed word. */
export function VerdictPanel(props: PanelProps) {
  const { gate, option } = props
  const draft = usePanelDraft(props)
  const { isEdit, isSteer, isRelax, proof, isReady } = draft
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !props.isBusy) props.onSend(draft.input)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') props.onClose()
  }
  const hasReason = !isEdit && !isRelax && !props.withTerms && proof === undefined
  return (
    <form className={classes.panel} aria-label={option.label} onSubmit={submit} onKeyDown={onKeyDown}>
      {isEdit && (
        <EditPanel calls={props.calls} edits={draft.edits} showsDifference={props.showsDifference} />
      )}
      {isRelax && (
        <Suspense fallback={<LoadingState label="Reading what can give way" lines={2} />}>
          <RelaxFields gate={gate} onChange={draft.setOptionInput} />
        </Suspense>
      )}
      {option.input_schema && !isRelax && (
        <ArgumentsEditor schema={option.input_schema} initial={{}} onChange={draft.setOptionInput} />
      )}
      {props.withTerms && (
        <ApproveTerms gate={gate} terms={draft.terms} onChange={draft.setTerms} focus={focus} />
      )}
      {hasReason && <ReasonField option={option} text={draft.text} onChange={draft.setText} />}
      <LineComments comments={draft.lineComments} isSteer={isSteer} />
      {isSteer && (
        <ArtifactPicker
          paths={steerableArtifacts(gate)}
          chosen={draft.artifacts}
          onChange={draft.setArtifacts}
        />
      )}
      {proof && (
        <ConfirmField
          proof={proof}
          ref={isEdit || props.withTerms ? undefined : focus}
          value={draft.word}
          onChange={draft.setWord}
        />
      )}
      <div className={classes.buttons}>
        <Button
          type="submit"
          color={option.decision === 'reject' ? 'red' : isSteer ? 'indigo' : 'teal'}
          disabled={!isReady}
          loading={props.isBusy}
        >
          {isEdit ? editLabel(draft.edits.count) : option.label.split(':')[0]}
        </Button>
        <Button variant="subtle" color="gray" onClick={props.onClose}>
          {draft.isTyped ? 'Keep for later' : 'Back'}
        </Button>
        {draft.isTyped && (
          <Button variant="subtle" color="gray" onClick={draft.discard}>
            Discard
          </Button>
        )}
      </div>
    </form>
  )
}

/** What was written at lines goes along with what is said here. */
function LineComments(props: { readonly comments: readonly LineComment[]; readonly isSteer: boolean }) {
  const { comments, isSteer } = props
  if (comments.length === 0) return null
  return (
    <div>
      <p className={classes.aside}>
        {isSteer ? 'The agent also gets what you wrote at lines:' : 'Your comments at lines go along:'}
      </p>
      <pre className={classes.comments}>{withComments('', comments)}</pre>
    </div>
  )
}

function ReasonField(props: {
  readonly option: GateOption
  readonly text: string
  readonly onChange: (text: string) => void
}) {
  const { option, text, onChange } = props
  const isSteer = option.decision === 'steer'
  return (
    <Textarea
      label={isSteer ? 'What to do instead' : 'Reason (optional)'}
      description={
        isSteer
          ? 'Nothing of this runs. The agent gets your words and proposes anew.'
          : 'The agent is told. Ctrl+Enter sends.'
      }
      placeholder={option.default_instruction ?? ''}
      rows={3}
      maxLength={10_000}
      ref={focus}
      value={text}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

/** What has been entered so far, and whether it is enough to be sent. All but the typed word is kept for the gate. */
function usePanelDraft({ gate, option, withTerms, calls }: PanelProps) {
  const kept = useDraft(gate.gate_id)
  const edits = useEdits(gate.gate_id, calls)
  const [word, setWord] = useState('')
  const [optionInput, setOptionInput] = useState<JsonObject>()
  const [terms, setTerms] = useState(NO_TERMS)
  const isEdit = option.id === 'edit'
  const isSteer = option.decision === 'steer'
  const isRelax = option.id === 'relax' && 'plan' in gate.subject
  const slowed = useIsSlowed()
  const proof = option.decision === 'approve' ? confirmProof(gate, slowed) : undefined
  const { reason = '', instructions = '', artifacts = [], lineComments = [] } = kept
  const text = isSteer ? instructions : reason
  const edited = isEdit ? edits.edited : undefined
  const isReady =
    (proof === undefined || proof.matches(word)) &&
    (!isEdit || edited !== undefined) &&
    (!isRelax || optionInput !== undefined) &&
    (!isSteer || withComments(text, lineComments) !== '' || option.default_instruction !== undefined)
  const input: DecisionInput = {
    ...(isSteer ? { instructions, artifacts } : isEdit || withTerms ? {} : { reason }),
    lineComments,
    // What is sent is the word that the server asks for; what was typed proves that the card was read.
    ...(proof === undefined || gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }),
    ...(edited ? { edited } : {}),
    ...(optionInput ? { optionInput } : {}),
    ...(withTerms ? termsOf(terms) : {}),
  }
  const keep = (change: Parameters<typeof changeDraft>[1]) => changeDraft(gate.gate_id, change)
  return {
    ...{ text, word, setWord, setOptionInput, artifacts, terms, setTerms, edits },
    ...{ isEdit, isSteer, isRelax, proof, isReady, input, lineComments },
    isTyped: isEdit ? hasEdits(kept) : text.trim() !== '' || (isSteer && artifacts.length > 0),
    setText: (next: string) => keep(isSteer ? { instructions: next } : { reason: next }),
    setArtifacts: (next: readonly string[]) => keep({ artifacts: next }),
    discard: () =>
      keep(isEdit ? { edits: {} } : isSteer ? { instructions: '', artifacts: [] } : { reason: '' }),
  }
}

/** The verdict while arguments are edited: it says how many it changes. */
function editLabel(count: number): string {
  if (count === 0) return 'Approve with changes'
  return `Approve with ${count} ${count === 1 ? 'change' : 'changes'}`
}

/** A panel opens because somebody asked for it, so the caret goes there. */
function focus(field: HTMLElement | null): void {
  field?.focus()
}
