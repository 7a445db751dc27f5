import type { IterationReport, MemoryEntityName } from '../../contracts/iteration.ts'
import { assumptionTable, knownTable, nextSteps, openQuestions, summaryOf } from './compose-plan.ts'
import { bullets, frameworkTable, inLine, join, numbered, under } from './markdown.ts'
import type { Work } from './planner.ts'

export const ENTITY_TITLES: Readonly<Record<MemoryEntityName, string>> = {
  executive_summary_report: 'Executive summary',
  success_metrics_and_kpis: 'Success metrics and KPIs',
  recommendations_and_next_steps: 'Recommendations and next steps',
  detailed_implementation_plan: 'Detailed implementation plan',
  timeline_and_resource_allocation: 'Timeline and resource allocation',
  market_analysis_report: 'Market analysis',
  competitive_intelligence_analysis: 'Competitive intelligence',
  risk_assessment_and_mitigation_strategy: 'Risk assessment and mitigation strategy',
  quality_assurance_framework: 'Quality assurance framework',
}

/** Which frameworks of the iterations belong to which entity. */
const BELONGS: Partial<Readonly<Record<MemoryEntityName, RegExp>>> = {
  success_metrics_and_kpis: /okr|kpi|measure|metric|success/i,
  detailed_implementation_plan:
    /roadmap|implementation|critical path|moscow|effort|cross over|inventory|go-to-market|funnel|scorecard/i,
  timeline_and_resource_allocation:
    /roadmap|critical path|timeline|schedule|raci|capacity|resource|financ|spending|budget/i,
  market_analysis_report: /market|jobs to be done|value proposition|pestle|segment|five forces|go-to-market/i,
  competitive_intelligence_analysis: /compet|swot|five forces|position|rival/i,
  risk_assessment_and_mitigation_strategy: /risk|mortem|scenario|way back|threat|pestle|test card/i,
  quality_assurance_framework: /quality|assurance|measurement|definition of done|test card/i,
}

/** The nine documents that stay in memory; each says what of it no iteration has looked at. */
export function composeEntities(work: Work): Readonly<Record<MemoryEntityName, string>> {
  const { reports } = work
  const made = (name: MemoryEntityName): string => documentOf(name, work)
  return {
    executive_summary_report: titled('executive_summary_report', work, [
      summaryOf(work),
      under('## What is known', knownTable(reports)),
      under('## First steps', numbered(nextSteps(reports).slice(0, 5))),
    ]),
    success_metrics_and_kpis: made('success_metrics_and_kpis'),
    recommendations_and_next_steps: titled('recommendations_and_next_steps', work, [
      under('## Steps', numbered(nextSteps(reports))),
      under('## To be answered first', bullets(openQuestions(reports))),
    ]),
    detailed_implementation_plan: made('detailed_implementation_plan'),
    timeline_and_resource_allocation: made('timeline_and_resource_allocation'),
    market_analysis_report: made('market_analysis_report'),
    competitive_intelligence_analysis: made('competitive_intelligence_analysis'),
    risk_assessment_and_mitigation_strategy: titled('risk_assessment_and_mitigation_strategy', work, [
      ...partsOf('risk_assessment_and_mitigation_strategy', reports),
      under('## Assumptions to check', assumptionTable(reports)),
    ]),
    quality_assurance_framework: made('quality_assurance_framework'),
  }
}

function documentOf(name: MemoryEntityName, work: Work): string {
  return titled(name, work, partsOf(name, work.reports))
}

function titled(name: MemoryEntityName, { brief }: Work, parts: readonly string[]): string {
  const body = join(...parts)
  const empty = 'No iteration has looked at this. Ask for it at a checkpoint of the next plan.'
  return join(`# ${ENTITY_TITLES[name]}`, `> ${inLine(brief.goal)}`, body === '' ? empty : body)
}

function partsOf(name: MemoryEntityName, reports: readonly IterationReport[]): readonly string[] {
  const pattern = BELONGS[name]
  if (pattern === undefined) return []
  return reports.flatMap(report => {
    const fitting = report.frameworks.filter(framework => pattern.test(framework.name))
    if (fitting.length === 0) return []
    const steps = under('**Next**', numbered(report.next_steps))
    return [
      join(`## ${inLine(report.title)}`, bullets(report.key_insights), ...fitting.map(frameworkTable), steps),
    ]
  })
}
