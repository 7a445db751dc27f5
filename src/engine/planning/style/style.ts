/** How the planner speaks and what it offers, by the sliders of the person. */
export { brainstormer } from './ideas.ts'
export { optionCrafter } from './options.ts'
export { summarizer } from './summarizer.ts'
