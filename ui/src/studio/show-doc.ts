import { createContext } from 'react'

/** Brings the product doc into view beside the talk; absent where there is none. */
export const ShowDoc = createContext<(() => void) | undefined>(undefined)
