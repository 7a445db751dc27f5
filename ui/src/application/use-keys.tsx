import { useNavigate } from '@tanstack/react-router'
import { createContext, use, useEffect, useEffectEvent, useRef } from 'react'
import { type CardCommand, type KeyMeaning, meaningOf } from './keys.ts'

export interface CardKeys {
  /** When the card that is shown came up, by the page's clock. */
  readonly shownAt: number
  readonly run: (command: CardCommand) => boolean
  /** Chooses an answer by its number, or lets the next key be about one call of several. */
  readonly pick: (place: number) => boolean
}

/** Who takes which keys now; the room that is shown and the undo bar enter themselves. */
export interface KeyRegistry {
  card: CardKeys | undefined
  undo: (() => boolean) | undefined
}

export const Keys = createContext<KeyRegistry>({ card: undefined, undo: undefined })

/** Gives the keys of the inbox to the room that is shown. */
export function useCardKeys(card: CardKeys): void {
  const registry = use(Keys)
  useEffect(() => {
    registry.card = card
    return () => {
      if (registry.card === card) registry.card = undefined
    }
  }, [registry, card])
}

/** Listens to the keyboard once for all rooms. */
export function useKeyboard(
  registry: KeyRegistry,
  open: { readonly help: () => void; readonly palette: () => void; readonly stop: () => void },
): void {
  const navigate = useNavigate()
  const chordAt = useRef(Number.NEGATIVE_INFINITY)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return
    const inChord = performance.now() - chordAt.current < 1200
    const meaning = meaningOf({
      key: event.key,
      withModifier: event.ctrlKey || event.metaKey || event.altKey,
      withCommand: (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey,
      isTyping: isTyping(event),
      inChord,
      sinceCardMs: performance.now() - (registry.card?.shownAt ?? Number.NEGATIVE_INFINITY),
    })
    chordAt.current = Number.NEGATIVE_INFINITY
    if (!meaning) return
    if (meaning.kind === 'chord') chordAt.current = performance.now()
    if (meaning.kind === 'room') void navigate({ to: meaning.path })
    if (meaning.kind === 'help') open.help()
    if (meaning.kind === 'palette') open.palette()
    if (meaning.kind === 'stop') open.stop()
    if (isDone(registry, meaning)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isDone(registry: KeyRegistry, meaning: KeyMeaning): boolean {
  if (meaning.kind === 'place') return registry.card?.pick(meaning.place) ?? false
  return meaning.kind !== 'card' || runCommand(registry, meaning.command)
}

export function runCommand(registry: KeyRegistry, command: CardCommand): boolean {
  return (command === 'undo' ? registry.undo?.() : registry.card?.run(command)) ?? false
}

/** In fields, dialogs and on controls a key belongs to the control. */
function isTyping(event: KeyboardEvent): boolean {
  const { target, key } = event
  if (!(target instanceof Element)) return false
  if (target.closest('dialog[open], [contenteditable="true"]')) return true
  if (target.closest('textarea, select')) return true
  const input = target.closest('input')
  if (key.startsWith('Arrow') && target.closest('input, summary, [role]')) return true
  if (input && !['checkbox', 'radio', 'button'].includes(input.type)) return true
  return key === 'Enter' && target.closest('button, a, input, summary') !== null
}
