import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Complaint, messageOf } from '../states/states.tsx'
import { send } from './client.ts'

/** Saves what the server answers: requests are signed, which those of a link are not. */
export function Download(props: {
  readonly path: string
  /** Where the server names the file itself, it is called that. */
  readonly name: string
  readonly size?: 'xs' | 'sm'
  readonly children: ReactNode
}) {
  const save = useMutation({ mutationFn: () => saveAs(props) })
  return (
    <>
      <Button
        size={props.size ?? 'xs'}
        variant="default"
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {props.children}
      </Button>
      {save.isError && <Complaint>{messageOf(save.error)}</Complaint>}
    </>
  )
}

async function saveAs({ path, name }: { readonly path: string; readonly name: string }): Promise<void> {
  const response = await send(path)
  if (!response.ok) throw new Error(`The server answered ${response.status}; nothing was saved.`)
  save(await response.blob(), nameIn(response.headers.get('content-disposition') ?? '') ?? name)
}

/** Saves a text under a name. */
export function saveText(text: string, name: string): void {
  save(new Blob([text], { type: 'application/json' }), name)
}

function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not at once: the browser has not begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function nameIn(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(disposition)?.[1]
}
