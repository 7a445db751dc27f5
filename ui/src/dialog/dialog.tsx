import { type ReactNode, useEffect, useId, useRef } from 'react'
import { CrossIcon } from '../icons/icons.tsx'
import classes from './dialog.module.css'

/** A modal in the browser's own top layer: focus stays inside, Escape closes it, the page behind is inert. */
export function Dialog(props: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    if (dialog && !dialog.open) {
      dialog.showModal()
      // The browser would choose the first control, which is the one that closes.
      const wanted = dialog.querySelector<HTMLElement>('[data-autofocus]')
      const first = wanted ?? dialog.querySelector<HTMLElement>('input, textarea, select') ?? dialog
      first.focus()
    }
    return () => {
      dialog?.close()
      // The dialog is gone from the page by now, so that the browser does not give the focus back itself.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={element}
      tabIndex={-1}
      className={classes.dialog}
      aria-labelledby={id}
      onClose={props.onClose}
    >
      <div className={classes.head}>
        <h2 id={id}>{props.title}</h2>
        <button type="button" className={classes.close} aria-label="Close" onClick={props.onClose}>
          <CrossIcon size={16} />
        </button>
      </div>
      {props.children}
    </dialog>
  )
}
