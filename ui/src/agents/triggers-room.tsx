import { AgentsIcon } from '../icons/icons.tsx'
import runClasses from '../runs/runs.module.css'
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx'
import { AgentTabs } from './agent-tabs.tsx'
import { ScheduleList } from './schedule-list.tsx'
import { TriggerList } from './trigger-list.tsx'
import { useSchedules } from './use-schedules.ts'
import { useTriggers } from './use-triggers.ts'

/** What starts agents of one's own by itself: the clock, webhooks, events of the program. */
export function TriggersRoom() {
  const schedules = useSchedules()
  const triggers = useTriggers()
  if (schedules.isPending || triggers.isPending) return <LoadingState label="Reading triggers" lines={4} />
  if (schedules.isError)
    return <FailureState error={schedules.error} onRetry={() => void schedules.refetch()} />
  if (triggers.isError) return <FailureState error={triggers.error} onRetry={() => void triggers.refetch()} />
  const isEmpty = schedules.data.length === 0 && triggers.data.length === 0
  return (
    <div className={runClasses.room}>
      <AgentTabs title="Triggers" />
      {isEmpty && (
        <EmptyState title="Nothing starts an agent by itself" icon={<AgentsIcon size={28} />}>
          Give an agent of your configuration <code>schedules</code>, such as{' '}
          <code>{"{ daily: { cron: '0 9 * * 1-5', input } }"}</code>, or <code>triggers</code>, such as{' '}
          <code>{'{ orders: webhook({ payload, input }) }'}</code>.
        </EmptyState>
      )}
      {schedules.data.length > 0 && <ScheduleList schedules={schedules.data} />}
      {triggers.data.length > 0 && <TriggerList triggers={triggers.data} />}
    </div>
  )
}
