import { useEffect, useRef, useState } from 'react'
import type { PolicyReplay, PolicyReplayRequest } from 'soulgate/contracts/policy-replay'
import { client } from '../application/client.ts'

interface Replaying {
  /** For which draft the result is. */
  readonly of?: string
  readonly isRunning: boolean
  readonly progress?: { readonly done: number; readonly of: number }
  readonly result?: PolicyReplay
  readonly error?: unknown
}

/** One replay at a time, stopped when its place is left; `key` tells drafts apart. */
export function useReplay(key: string) {
  const [state, setState] = useState<Replaying>({ isRunning: false })
  const stopping = useRef<AbortController>(undefined)
  const stop = () => {
    stopping.current?.abort()
    setState({ isRunning: false })
  }
  useEffect(() => () => stopping.current?.abort(), [])
  const start = async (tried: Partial<PolicyReplayRequest>) => {
    stopping.current?.abort()
    const mine = new AbortController()
    stopping.current = mine
    setState({ of: key, isRunning: true })
    try {
      const result = await client.policy.replay(tried, {
        signal: mine.signal,
        onProgress: progress => {
          if (!mine.signal.aborted) setState({ of: key, isRunning: true, progress })
        },
      })
      setState({ of: key, isRunning: false, result })
    } catch (error) {
      if (!mine.signal.aborted) setState({ isRunning: false, error })
    }
  }
  return {
    ...state,
    isOld: state.result !== undefined && state.of !== key,
    start: (tried: Partial<PolicyReplayRequest>) => void start(tried),
    stop,
  }
}
