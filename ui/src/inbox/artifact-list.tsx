import { Button } from '@mantine/core'
import type { Artifact, Gate } from 'soulgate/contracts/gate'
import { CheckIcon } from '../icons/icons.tsx'
import { LoadingState } from '../states/states.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { ReadEnd } from '../text/read-end.tsx'
import { useDocument } from '../work-items/use-work.ts'
import { artifactKeys } from './decision-draft.ts'
import classes from './inbox.module.css'

/** What was attached to a review: files and diffs, above the verdict that rests on them. */
export function ArtifactList(props: {
  readonly gate: Gate
  /** Keys of what has been read to its end. */
  readonly opened: readonly string[]
  /** Keys of what is unfolded. */
  readonly unfolded: readonly string[]
  readonly onUnfold: (key: string, isUnfolded: boolean) => void
  readonly onRead: (key: string) => void
}) {
  const { artifacts } = props.gate
  if (artifacts.length === 0) return null
  const keys = artifactKeys(props.gate)
  const read = keys.filter(key => props.opened.includes(key)).length
  return (
    <section className={classes.section} aria-label="Attached files">
      <h3>
        {artifacts.length === 1 ? 'Attached file' : `${artifacts.length} attached files`}{' '}
        {props.gate.status === 'pending' && (
          <span className={classes.aside}>
            {read} of {artifacts.length} read
          </span>
        )}
      </h3>
      {artifacts.map((artifact, index) => {
        const key = keys[index] ?? ''
        return (
          <details
            key={key}
            className={classes.artifact}
            data-artifact={key}
            open={props.unfolded.includes(key)}
            onToggle={event => props.onUnfold(key, event.currentTarget.open)}
          >
            <summary>
              <span className={classes.artifactPath}>
                <AgentText text={artifact.path} />
              </span>{' '}
              <ArtifactFacts artifact={artifact} />
              {props.opened.includes(key) && (
                <span className={classes.read}>
                  <CheckIcon size={14} /> read
                </span>
              )}
            </summary>
            {props.unfolded.includes(key) && <Content artifact={artifact} onRead={() => props.onRead(key)} />}
          </details>
        )
      })}
    </section>
  )
}

function ArtifactFacts({ artifact }: { readonly artifact: Artifact }) {
  const { type, size_bytes, preview } = artifact
  const lines = type === 'diff' && preview !== undefined ? preview.split('\n') : []
  const count = (mark: string) => lines.filter(line => changeOf(line) === mark).length
  return (
    <span className={classes.aside}>
      {lines.length > 0 ? `+${count('+')} −${count('-')}` : type} · {size_bytes.toLocaleString('en')} bytes
    </span>
  )
}

/** The attached text, or the file as the server holds it; its end counts as read once it was in view. */
function Content({ artifact, onRead }: { readonly artifact: Artifact; readonly onRead: () => void }) {
  const { preview } = artifact
  if (preview === undefined) return <StoredContent artifact={artifact} onRead={onRead} />
  const isCut = new TextEncoder().encode(preview).length < artifact.size_bytes
  return (
    <>
      <ArtifactText artifact={artifact} text={preview} />
      {isCut && <p className={classes.aside}>The agent attached only this part of it.</p>}
      <ReadEnd onSeen={onRead} />
    </>
  )
}

function StoredContent({ artifact, onRead }: { readonly artifact: Artifact; readonly onRead: () => void }) {
  const { path, sha256 } = artifact
  const stored = useDocument(path, sha256 === undefined ? {} : { sha256 })
  if (stored.isPending) return <LoadingState label="Reading the file" lines={3} />
  if (stored.data?.encoding === 'utf-8')
    return (
      <>
        <ArtifactText artifact={artifact} text={stored.data.content} />
        <ReadEnd onSeen={onRead} />
      </>
    )
  return (
    <p className={classes.buttons}>
      <span>No text of this file is stored here. Open it where it is kept.</span>
      <Button variant="default" size="xs" onClick={onRead}>
        I have read this file
      </Button>
    </p>
  )
}

function ArtifactText({ artifact, text }: { readonly artifact: Artifact; readonly text: string }) {
  if (artifact.type !== 'diff') return <LongAgentText mono limit={Number.POSITIVE_INFINITY} text={text} />
  return (
    <pre className={classes.patch}>
      {text.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
        <span key={index} data-change={changeOf(line)}>
          <AgentText text={line} />
          {'\n'}
        </span>
      ))}
    </pre>
  )
}

function changeOf(line: string): '+' | '-' | undefined {
  if (line.startsWith('+') && !line.startsWith('+++')) return '+'
  return line.startsWith('-') && !line.startsWith('---') ? '-' : undefined
}
