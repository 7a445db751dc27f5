import { type ComponentProps, lazy, Suspense } from 'react'
import { LoadingState } from '../states/states.tsx'

const Loaded = lazy(async () => ({
  default: (await import('./arguments-difference.tsx')).ArgumentsDifference,
}))

/** Arguments before and after an edit; what compares texts is loaded when it is needed. */
export function ArgumentsDifference(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<LoadingState label="Comparing" lines={2} />}>
      <Loaded {...props} />
    </Suspense>
  )
}
