import type { PatternType } from '../../../contracts/plan.ts'

/** What the grammar knows of a pattern: which kinds of nodes may stand below its goal, and when it looks back. */
interface PatternRules {
  readonly title: string
  /** In one sentence, for people. */
  readonly about: string
  /** Whether phases, cycles, both or either must stand below the goal. */
  readonly needs: 'phase' | 'cycle' | 'either' | 'both'
  readonly mayHaveCycles: boolean
  readonly mayHavePhases: boolean
  readonly reflection: 'per_phase' | 'per_cycle' | 'none'
  /** Known subtypes; another one is a proposal that people decide on. */
  readonly subtypes: readonly string[]
}

/** The five top-level patterns. A sixth is made by people only. */
export const PATTERN_RULES: Readonly<Record<PatternType, PatternRules>> = {
  milestone_project: {
    title: 'Milestone project',
    about: 'Something that is finished: phases that lead to one result.',
    needs: 'phase',
    mayHaveCycles: false,
    mayHavePhases: true,
    reflection: 'per_phase',
    subtypes: [
      ...['event', 'launch', 'relocation', 'renovation', 'written_work', 'migration', 'release'],
      ...['onboarding', 'recruiting', 'journey', 'household', 'acquisition', 'formality', 'product_build'],
      ...['analysis', 'certification', 'funding', 'course', 'sale'],
    ],
  },
  recurring_cycle: {
    title: 'Recurring cycle',
    about: 'Something that is kept up: the same round again and again.',
    needs: 'cycle',
    mayHaveCycles: true,
    mayHavePhases: true,
    reflection: 'per_cycle',
    subtypes: ['protocol_routine', 'maintenance_round', 'habit_routine'],
  },
  progressive_accumulation_arc: {
    title: 'Progressive accumulation',
    about: 'Something that grows: practice or amounts that build on what was reached before.',
    needs: 'phase',
    mayHaveCycles: true,
    mayHavePhases: true,
    reflection: 'per_phase',
    subtypes: [
      ...['learning_arc', 'training_arc', 'creative_arc', 'career_arc', 'therapeutic_arc', 'financial_arc'],
    ],
  },
  hybrid_project_cycle: {
    title: 'Project with cycles',
    about: 'A result that is reached in rounds: phases around a cycle that repeats.',
    needs: 'both',
    mayHaveCycles: true,
    mayHavePhases: true,
    reflection: 'none',
    subtypes: ['release_train', 'content_programme', 'seasonal_round'],
  },
  strategic_transformation: {
    title: 'Strategic transformation',
    about: 'Somebody or something becomes another: a vision, new abilities, and streams side by side.',
    needs: 'phase',
    mayHaveCycles: true,
    mayHavePhases: true,
    reflection: 'none',
    subtypes: ['organisation_change', 'career_change', 'personal_change'],
  },
}

export const PATTERN_TYPES: readonly PatternType[] = [
  ...(['milestone_project', 'recurring_cycle', 'progressive_accumulation_arc'] as const),
  ...(['hybrid_project_cycle', 'strategic_transformation'] as const),
]

/** The name of a subtype that people have not decided on yet. */
export const PROPOSED = 'proposed:'
