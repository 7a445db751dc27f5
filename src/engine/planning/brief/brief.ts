/** The fact sheet between a person's words and a plan: read from words, edited, put into words, kept to. */
export { changedConstraints, constraintsOfBrief } from './constraints-of-brief.ts'
export { describeBrief, describeMissed, differencesOf } from './describe-brief.ts'
export { type BriefEdit, editBrief } from './edit-brief.ts'
export { type BriefReading, readBrief } from './read-brief.ts'
export { ordersOf } from './resolve.ts'
