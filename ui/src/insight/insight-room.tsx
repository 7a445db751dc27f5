import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../application/client.ts'
import { InsightIcon } from '../icons/icons.tsx'
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx'
import { AttentionSection } from './attention-section.tsx'
import { ConfidenceChart, FunnelChart, ReliabilityChart, TimeChart } from './charts.tsx'
import classes from './insight.module.css'
import { MeasureList } from './measure-list.tsx'
import { QuestionList } from './question-list.tsx'

const WINDOWS = [
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
] as const

/** What people ask first (where decisions wait, what is rejected, how cards are read), then measures and charts. */
export function InsightRoom() {
  const [window, setWindow] = useState<string>('7d')
  const insights = useQuery({
    queryKey: ['insights', window],
    queryFn: ({ signal }) => client.insights.read(window, { signal }),
    placeholderData: keepPreviousData,
  })
  const found = insights.data
  const isEmpty = found?.measures.every(measure => measure.samples === 0)
  return (
    <div className={classes.room}>
      <header className={classes.head}>
        <h1>Insight</h1>
        <NativeSelect
          aria-label="Window"
          value={window}
          data={[...WINDOWS]}
          onChange={event => setWindow(event.currentTarget.value)}
        />
      </header>
      {insights.isPending && <LoadingState label="Counting" lines={6} />}
      {insights.isError && !found && (
        <FailureState error={insights.error} onRetry={() => void insights.refetch()} />
      )}
      {isEmpty && (
        <EmptyState title="Nothing happened in this time" icon={<InsightIcon size={28} />}>
          Measures come with the first goals and decisions.
        </EmptyState>
      )}
      {found && !isEmpty && (
        <>
          {found.truncated && (
            <p className={classes.hint}>More happened than is counted; these are the newest.</p>
          )}
          <QuestionList groups={found.groups} days={found.days} />
          <AttentionSection window={window} />
          <h2>Against their targets</h2>
          <MeasureList measures={found.measures} />
          <div className={classes.charts}>
            <ConfidenceChart buckets={found.confidence} />
            <FunnelChart stages={found.funnel} />
            <TimeChart times={found.time_to_decision} />
            <ReliabilityChart steps={found.reliability} />
          </div>
        </>
      )}
    </div>
  )
}
