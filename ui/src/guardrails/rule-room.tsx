import { useParams } from '@tanstack/react-router'
import { FailureState, LoadingState } from '../states/states.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { useGuideline } from './use-guidelines.ts'

/** One rule, to be read, tried and changed; `new` begins an empty one. */
export function RuleRoom() {
  const { guidelineId } = useParams({ strict: false })
  const isNew = guidelineId === undefined || guidelineId === 'new'
  const rule = useGuideline(isNew ? undefined : guidelineId)
  if (isNew) return <RuleEditor key="new" rule={undefined} />
  if (rule.isPending) return <LoadingState label="Reading the rule" lines={6} />
  if (rule.isError) return <FailureState error={rule.error} onRetry={() => void rule.refetch()} />
  return <RuleEditor key={rule.data.id} rule={rule.data} />
}
