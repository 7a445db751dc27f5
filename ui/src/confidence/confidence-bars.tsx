import type { GateConfidence } from 'soulgate/contracts/gate'
import { AgentText } from '../text/agent-text.tsx'
import classes from './confidence-bars.module.css'

const FACTOR_NAMES: Readonly<Record<string, string>> = {
  goal_understanding: 'Goal understood',
  tool_availability: 'Tools available',
  context_richness: 'Context',
  tool_confidence: 'Tools known to work',
}

function percentText(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** The score, and under it what it is made of: a bar for each factor with its evidence, and each adjustment. */
export function ConfidenceBars({ confidence }: { readonly confidence: GateConfidence }) {
  const { score, factors, adjustments } = confidence
  return (
    <div className={classes.confidence}>
      <div className={classes.score}>
        <span className={classes.number}>{percentText(score)}</span>
        <span>confidence</span>
        <Meter value={score} label="Confidence" isMain />
      </div>
      <ul className={classes.factors}>
        {factors.map(({ factor, weight, value, evidence }) => (
          <li key={factor}>
            <div className={classes.factor}>
              <span className={classes.name}>{FACTOR_NAMES[factor] ?? factor}</span>
              <Meter value={value} label={FACTOR_NAMES[factor] ?? factor} />
              <span className={classes.value}>
                {percentText(value)} <span className={classes.weight}>× {weight}</span>
              </span>
            </div>
            {evidence.length > 0 && (
              <p className={classes.evidence}>
                <AgentText text={evidence.join(' · ')} />
              </p>
            )}
          </li>
        ))}
        {adjustments.map(({ source, delta, text }) => (
          <li key={`${source}${text}`} className={classes.adjustment}>
            <b>{delta > 0 ? `+${delta}` : delta}</b> <AgentText text={text || source} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Meter(props: { readonly value: number; readonly label: string; readonly isMain?: boolean }) {
  const share = Math.min(1, Math.max(0, props.value))
  const level = share >= 0.85 ? 'high' : share >= 0.55 ? 'medium' : 'low'
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw a native meter each in their own way
    <div
      className={props.isMain ? classes.mainMeter : classes.meter}
      role="meter"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <div className={classes.fill} data-level={level} style={{ width: `${share * 100}%` }} />
    </div>
  )
}
