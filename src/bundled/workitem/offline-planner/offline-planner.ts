import { PLANNED } from '../documents.ts'
import type { PlanBrief, PlannedDocuments, Planner, Reviewer } from '../ports.ts'
import { applyInstruction, type Outline, readBrief, reduceToLimits } from './outline.ts'
import { reviewDocuments } from './review.ts'
import { writeDesign, writeStories, writeTasks } from './templates.ts'
import { updateDocument } from './update.ts'

/**
 * The planner without a language model: it sorts the words of the description into stories, tasks and limits by rules
 * and templates, invents nothing, and says of itself that it is the offline one.
 */
export const offlinePlanner: Planner = {
  name: 'offline planner (templates, no language model)',
  plan: async brief => ({ documents: planDocuments(brief) }),
  update: async ({ documents, affected, instruction }) => {
    const unknown = affected.find(name => !isPlanned(name) || documents[name] === undefined)
    if (unknown !== undefined) {
      const detail = `The offline planner can change ${PLANNED.join(', ')}, not ${unknown}.`
      throw new Error(detail)
    }
    const changed = affected.map(name => [name, updateDocument(name, documents[name] ?? '', instruction)])
    return { documents: Object.fromEntries(changed) }
  },
}

/** The review without a language model: what rules can see of a plan. */
export const offlineReviewer: Reviewer = {
  name: 'offline reviewer (rules, no language model)',
  review: async (documents, brief) => reviewDocuments(documents, brief),
}

function isPlanned(name: string): boolean {
  return PLANNED.some(planned => planned === name)
}

function planDocuments(brief: PlanBrief): PlannedDocuments {
  const outline = reduceToLimits(brief.instructions.reduce(applyInstruction, readBrief(brief)))
  if (outline.features.length === 0) {
    const detail = 'The instructions leave nothing to be made. Say what is to stay.'
    throw new Error(detail)
  }
  return writeDocuments(outline)
}

/** The three documents of an outline. */
export function writeDocuments(outline: Outline): PlannedDocuments {
  return {
    'design.md': writeDesign(outline),
    'user_stories.md': writeStories(outline),
    'tasks.md': writeTasks(outline),
  }
}
