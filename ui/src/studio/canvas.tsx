import { Tabs } from '@mantine/core'
import { DocPane } from './doc-pane.tsx'
import classes from './studio.module.css'

/** What comes of a talk, beside it. */
export function Canvas({ sessionId }: { readonly sessionId: string }) {
  return (
    <Tabs defaultValue="doc" keepMounted={false} className={classes.canvas ?? ''}>
      <Tabs.List>
        <Tabs.Tab value="doc">Product doc</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="doc" className={classes.panel ?? ''}>
        <DocPane sessionId={sessionId} />
      </Tabs.Panel>
    </Tabs>
  )
}
