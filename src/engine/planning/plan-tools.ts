import { approvalHandler } from './controller/approval-handler.ts'
import { contextElicitor, preferenceProbe } from './elicit/elicit.ts'
import { grammarValidator } from './grammar/grammar.ts'
import { nodeGenerator } from './outline/outline.ts'
import { patternSelector } from './pattern/pattern.ts'
import { scheduleGenerator } from './plan-schedule/plan-schedule.ts'
import type { PlanTools } from './planning-tools.ts'
import { portfolioProbe } from './portfolio/portfolio.ts'
import { dependencyResolver, roadmapBuilder } from './roadmap/roadmap.ts'
import { brainstormer, optionCrafter, summarizer } from './style/style.ts'

/** The thirteen tools of the planning agent. */
export const planTools: PlanTools = {
  pattern_selector: patternSelector,
  node_generator: nodeGenerator,
  grammar_validator: grammarValidator,
  context_elicitor: contextElicitor,
  dependency_resolver: dependencyResolver,
  roadmap_builder: roadmapBuilder,
  schedule_generator: scheduleGenerator,
  portfolio_probe: portfolioProbe,
  approval_handler: approvalHandler,
  summarizer,
  brainstormer,
  option_crafter: optionCrafter,
  preference_probe: preferenceProbe,
}
