import { CHAT_REQUIREMENTS } from './sources/chat-and-pages.ts'
import { GUARDRAIL_REQUIREMENTS } from './sources/guardrails.ts'
import { ITERATION_REQUIREMENTS, PLANNING_REQUIREMENTS } from './sources/planning.ts'
import { REASONING_REQUIREMENTS } from './sources/reasoning.ts'
import type { SourceDocument } from './sources/requirement.ts'

/** The five design documents, requirement by requirement; docs/sources.md is written from it. */
export const SOURCES: readonly SourceDocument[] = [
  { letter: 'A', title: 'Reasoning and approval gates', requirements: REASONING_REQUIREMENTS },
  { letter: 'B', title: 'Guardrails with people in the loop', requirements: GUARDRAIL_REQUIREMENTS },
  { letter: 'C', title: 'Planning agent', requirements: PLANNING_REQUIREMENTS },
  { letter: 'D', title: 'Agentic loop, chat and pages', requirements: CHAT_REQUIREMENTS },
  { letter: 'E', title: 'Plans in iterations', requirements: ITERATION_REQUIREMENTS },
]
