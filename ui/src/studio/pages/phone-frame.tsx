import { escapeHiddenCharacters } from '../../text/hidden-characters.ts'
import classes from './pages.module.css'

/**
 * A page in a frame of its own origin: its scripts run there and reach nothing outside. Without `allow-same-origin`
 * it is a stranger to this application whatever it holds.
 */
export function PhoneFrame(props: { readonly src: string; readonly title: string; readonly width: number }) {
  return (
    <div className={classes.phone} data-width={props.width}>
      <iframe
        src={props.src}
        title={`Preview of ${escapeHiddenCharacters(props.title)}`}
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
      />
    </div>
  )
}
