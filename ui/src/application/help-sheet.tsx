import { Dialog } from '../dialog/dialog.tsx'
import { KEY_HELP } from './keys.ts'
import classes from './shell.module.css'

export function HelpSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className={classes.keys}>
        {KEY_HELP.map(([keys, meaning]) => (
          <div key={keys} style={{ display: 'contents' }}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
