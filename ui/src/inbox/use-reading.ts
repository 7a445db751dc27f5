import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { reviewParts } from 'soulgate/contracts/review-parts'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { mustBeOpened } from './decision-draft.ts'

interface Read {
  readonly view: string
  /** Long texts that were scrolled through. */
  readonly opened: readonly string[]
  /** Files of a review that are folded. */
  readonly folded: readonly string[]
}

/** What has been read of a card. It counts only for the view it was read in; files of a review are kept by the server. */
export function useReading(gate: Gate, card: RefObject<HTMLElement | null>) {
  const nothing: Read = { view: gate.view_digest, opened: [], folded: [] }
  const [kept, setKept] = useState(nothing)
  const { opened, folded } = kept.view === gate.view_digest ? kept : nothing
  const change = (next: (read: Read) => Partial<Read>) =>
    setKept(before => {
      const read = before.view === gate.view_digest ? before : nothing
      return { ...read, ...next(read) }
    })
  const { viewed, setViewed, isLoading } = useViewed(gate)
  const unseen = mustBeOpened(gate).filter(key => !opened.includes(key) && !viewed.includes(key))
  const fold = (key: string, isFolded: boolean) =>
    change(read => ({ folded: isFolded ? union(read.folded, [key]) : without(read.folded, key) }))
  const find = (selector: string) => card.current?.querySelector<HTMLElement>(selector)
  const goTo = (key: string) => {
    const showIt = () => show(find(`[data-artifact="${CSS.escape(key)}"], [data-read="${CSS.escape(key)}"]`))
    // At once where it is open: the next key may be one that scrolls it.
    if (!folded.includes(key)) return showIt()
    fold(key, false)
    setTimeout(showIt)
  }
  return {
    ...{ opened, folded, viewed, unseen, fold, goTo },
    open: (key: string) => change(read => ({ opened: union(read.opened, [key]) })),
    isLoading,
    view: (key: string, isViewed: boolean) =>
      setViewed(before => (isViewed ? union(before, [key]) : without(before, key))),
    /** Shows the next thing that was not read, or the first difference; false where there is neither. */
    goToNext: (): boolean => {
      const [next] = unseen
      if (next !== undefined) goTo(next)
      const first = next === undefined ? find('[data-artifact], [data-change-of]') : undefined
      if (first) show(first)
      return next !== undefined || first !== undefined
    },
    /** Shows what an approval still waits for. */
    goToUnseen: () => {
      const [next] = unseen
      if (next !== undefined) goTo(next)
      else if (card.current) scrollTo(card.current)
    },
  }
}

/** Brings a text into view and gives it the keyboard, so that arrows, Space and End scroll it. */
function show(element: HTMLElement | null | undefined): void {
  if (element) scrollTo(element)
  const box = element?.matches('[tabindex]') ? element : element?.querySelector<HTMLElement>('[tabindex="0"]')
  box?.focus({ preventScroll: true })
}

/** Scrolls the pane that holds it and nothing around that: the frame of the app stays where it is. */
function scrollTo(element: HTMLElement): void {
  let pane = element.parentElement
  while (pane && !/auto|scroll/.test(getComputedStyle(pane).overflowY)) pane = pane.parentElement
  const top = element.getBoundingClientRect().top - (pane?.getBoundingClientRect().top ?? 0) - 60
  pane?.scrollBy({ top })
}

/** Which files of a review this person has looked at, on whatever device. */
function useViewed({ gate_id: gateId, view_digest: view, artifacts, status }: Gate) {
  const cache = useQueryClient()
  const { role, decides } = useIdentity()
  const queryKey = ['viewed', gateId, view]
  const isAsked = artifacts.length > 0 && status === 'pending'
  const kept = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.gates.viewedParts(gateId, { signal }),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const keep = useMutation({
    scope: { id: `viewed ${gateId}` },
    mutationFn: (viewed: readonly string[]) => client.gates.viewed(gateId, view, viewed),
  })
  return {
    viewed: kept.data?.viewed ?? [],
    isLoading: isAsked && kept.isPending,
    setViewed: (change: (before: readonly string[]) => readonly string[]) => {
      const before = cache.getQueryData<{ viewed: readonly string[] }>(queryKey)?.viewed ?? []
      const viewed = change(before)
      cache.setQueryData(queryKey, { parts: reviewParts({ artifacts }), viewed })
      if (decides && role !== 'viewer') keep.mutate(viewed)
    },
  }
}

function union(keys: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...keys, ...more])]
}

function without(keys: readonly string[], key: string): readonly string[] {
  return keys.filter(each => each !== key)
}
