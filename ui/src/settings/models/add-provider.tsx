import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './models.module.css'
import { ProviderForm } from './provider-form.tsx'

export function AddProvider() {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <ProviderForm onDone={() => setIsOpen(false)} />
  return (
    <Button className={classes.add} variant="default" onClick={() => setIsOpen(true)}>
      Add a provider
    </Button>
  )
}
