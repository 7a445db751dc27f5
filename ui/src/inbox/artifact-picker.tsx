import { Checkbox } from '@mantine/core'
import { AgentText } from '../text/agent-text.tsx'
import classes from './inbox.module.css'

/** Which of the attached files a steer is about. */
export function ArtifactPicker(props: {
  readonly paths: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}) {
  const { paths, chosen, onChange } = props
  if (paths.length === 0) return null
  return (
    <fieldset className={classes.edit}>
      <legend>What has to change (optional)</legend>
      <div className={classes.terms}>
        {paths.map(path => (
          <Checkbox
            key={path}
            label={<AgentText text={path} />}
            checked={chosen.includes(path)}
            onChange={event =>
              onChange(
                event.currentTarget.checked ? [...chosen, path] : chosen.filter(other => other !== path),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
