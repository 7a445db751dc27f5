import { CheckIcon, CrossIcon, GateIcon } from '../icons/icons.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { DocCard } from './doc-card.tsx'
import classes from './talk.module.css'
import { answersIn, type CallState, docChangeIn, type TalkCall, toldResult } from './talk-entries.ts'

const STATES: Readonly<Record<CallState, string>> = {
  done: 'done',
  failed: 'not done',
  asks: 'waits for you',
  working: 'at work',
  stopped: 'not run',
}
const MAX_TARGET_LENGTH = 90

/** One call of a turn: what it was, where it stands, and on demand all of it. */
export function CallCard({ call, state }: { readonly call: TalkCall; readonly state: CallState }) {
  if (call.name === 'ask_user') return <AskedCard call={call} state={state} />
  const sections = docChangeIn(call)
  if (sections) return <DocCard sections={sections} />
  const target = targetIn(call)
  return (
    <details className={classes.call} data-state={state}>
      <summary>
        <StateMark state={state} />
        <code>
          <AgentText text={call.name} />
        </code>
        {target !== '' && (
          <span className={classes.target}>
            <AgentText text={target} />
          </span>
        )}
        <span className={classes.callState}>{STATES[state]}</span>
      </summary>
      <div className={classes.callBody}>
        <b className={classes.callTitle}>Arguments</b>
        <LongAgentText mono text={JSON.stringify(call.arguments, null, 2)} />
        {call.result && <CallResult call={call} content={call.result.content} />}
      </div>
    </details>
  )
}

/** The answer as it is told; what the tool answered word for word stays at hand. */
function CallResult({ call, content }: { readonly call: TalkCall; readonly content: string }) {
  const told = toldResult(call)
  return (
    <>
      <b className={classes.callTitle}>{call.result?.isError ? 'Why it was not done' : 'Result'}</b>
      <LongAgentText mono text={told ?? content} />
      {told !== undefined && (
        <details>
          <summary>Raw JSON</summary>
          <LongAgentText mono text={content} />
        </details>
      )}
    </>
  )
}

/** Questions that were asked, with what was answered. */
function AskedCard({ call, state }: { readonly call: TalkCall; readonly state: CallState }) {
  const answers = answersIn(call.result?.content ?? '')
  const asked = Array.isArray(call.arguments.questions) ? call.arguments.questions.length : 0
  const words =
    state === 'asks' || state === 'working'
      ? `${asked} ${asked === 1 ? 'question' : 'questions'} for you`
      : answers.length === 0
        ? 'Went on without answers'
        : `You answered ${answers.length} of ${asked}`
  return (
    <details className={classes.call} data-state={state}>
      <summary>
        <StateMark state={state} />
        <b>{words}</b>
      </summary>
      <dl className={classes.callBody}>
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt>
              <AgentText text={question} />
            </dt>
            <dd>
              <AgentText text={answer} />
            </dd>
          </div>
        ))}
        {answers.length === 0 && <p className={classes.hint}>Nothing was answered.</p>}
      </dl>
    </details>
  )
}

function StateMark({ state }: { readonly state: CallState }) {
  return (
    <span className={classes.mark} data-state={state}>
      {state === 'done' && <CheckIcon size={14} />}
      {(state === 'failed' || state === 'stopped') && <CrossIcon size={14} />}
      {state === 'asks' && <GateIcon size={14} />}
      {state === 'working' && <span className={classes.pulse} />}
    </span>
  )
}

/** What a call is about: its first short text. */
function targetIn({ arguments: args }: TalkCall): string {
  const value = Object.values(args).find(item => typeof item === 'string' && item !== '')
  const line = typeof value === 'string' ? (value.split('\n', 1)[0] ?? '') : ''
  return line.length > MAX_TARGET_LENGTH ? `${line.slice(0, MAX_TARGET_LENGTH)}…` : line
}
