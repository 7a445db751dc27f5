import { CrossIcon } from '../icons/icons.tsx'
import type { Picture } from './pictures.ts'
import classes from './talk.module.css'

/** The pictures that go along with the message that is being written. */
export function PictureRow(props: {
  readonly pictures: readonly Picture[]
  readonly complaint: string
  readonly onRemove: (picture: Picture) => void
}) {
  const { pictures, complaint } = props
  return (
    <>
      {pictures.length > 0 && (
        <ul className={classes.pictures} aria-label="Pictures">
          {pictures.map((picture, index) => (
            <li key={picture.url}>
              <img src={picture.url} alt={picture.name} />
              <button
                type="button"
                className={classes.leaveOut}
                aria-label={`Leave out picture ${index + 1}`}
                onClick={() => props.onRemove(picture)}
              >
                <CrossIcon size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {complaint !== '' && (
        <p role="alert" className={classes.pictureComplaint}>
          {complaint}
        </p>
      )}
    </>
  )
}
