import { HOW_TO_GET_ONE, type OfflinePurpose, say, WHO_I_AM } from './offline-purpose.ts'

/** A purpose for which there are no rules is said plainly; where an object is wanted there is none. */
export const answerOther: OfflinePurpose = request =>
  say(`${WHO_I_AM} There are no rules for “${request.purpose}”. ${HOW_TO_GET_ONE}`)
