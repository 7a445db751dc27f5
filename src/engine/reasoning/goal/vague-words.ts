import { shellNouns } from './lexicon.ts'

/** General English words that say little by themselves. */
function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** Verbs that say that something be done without saying what. */
export const emptyVerbs = words(`
  do help make get fix handle complete finish sort deal take work improve set go proceed continue start resolve manage
  perform process execute run carry give have put keep try solve tidy clean settle arrange organise organize see look
  check update change adjust tweak polish`)

/** Verbs whose effect needs to know exactly on what. */
export const effectVerbs = words(`
  send remind notify tell message email mail call invite delete remove cancel close update change edit modify rename
  move transfer pay refund charge bill book reserve order buy ship lend loan return renew extend assign unassign approve
  reject publish deploy restart stop start enable disable lock unlock archive restore merge schedule reschedule postpone
  register enroll subscribe unsubscribe add create upload set reset increase decrease raise lower block unblock ban
  water feed dispatch print issue share forward reply post convert compress encrypt install turn switch open text
  correct adjust release make`)

/** Words that stand where a target should stand. */
export const targetless: ReadonlySet<string> = new Set([
  ...shellNouns,
  ...words(`it this that these those them everything all me us one ones job rest other others done up set right
    properly again more less mess backlog`),
])

/** Politeness and filling. */
export const courtesies = words(`
  please thanks thank hi hello hey kindly ok okay just quickly asap soon urgent urgently really actually bit little maybe
  perhaps somehow still bothers`)

/** Objects that name nothing in particular. */
export const plainNouns = words(`
  people folks someone somebody stuff things something one ones more some any it them users everything`)
