export { type Acts, readActs, readActsFrom, readToolActs } from './acts/acts.ts'
export type { ClauseLink } from './clause-words.ts'
export { type Clause, splitClauses, splitSentences, type TextSpan } from './clauses.ts'
export { type Correction, findCorrections, withoutCorrected } from './corrections.ts'
export { type DateSpot, findDates } from './dates.ts'
export { findNames, type NameSpot } from './names.ts'
export { findNumberWords } from './number-words.ts'
export { phrasesOf } from './phrases.ts'
export { remember } from './remember.ts'
export { findSpots, readNumber, type Spot, type SpotKind } from './spots.ts'
export { isFormOf, likenessOfStems, stemWord } from './stems.ts'
export { tellingOf } from './telling.ts'
export { actionVerbBase, isActionVerb, looksByName, onlyLooks } from './verbs.ts'
export { wordingAsksFor } from './wordings.ts'
export {
  contentStems,
  isFunctionWord,
  readWords,
  splitIdentifier,
  type Word,
} from './words.ts'
