import classes from './inbox.module.css'

/** Why the card cannot be approved yet, or not by this person. */
export function BlockedApproval(props: {
  readonly unseen: readonly string[]
  readonly whyNot: string | undefined
  /** True when somebody tried to approve all the same. */
  readonly isExplained: boolean
}) {
  const { unseen, whyNot, isExplained } = props
  if (whyNot) return <p className={classes.blocked}>{whyNot}</p>
  if (unseen.length === 0) return null
  const files = unseen.filter(key => key.startsWith('artifact/')).length
  const texts = unseen.length - files
  const parts = [
    ...(texts > 0
      ? [texts === 1 ? 'scroll through the long text' : `scroll through ${texts} long texts`]
      : []),
    ...(files > 0 ? [`view ${files === 1 ? 'the attached file' : `${files} files`}`] : []),
  ]
  return (
    <p
      className={classes.blocked}
      role={isExplained ? 'alert' : undefined}
      data-explained={isExplained || undefined}
    >
      {isExplained ? 'Not approved. ' : ''}Before you can approve: {parts.join(' and ')}.{' '}
      <span className={classes.keyHint}>
        <kbd className={classes.key}>D</kbd> goes to the next.
      </span>
    </p>
  )
}
