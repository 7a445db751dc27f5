import { stemWord } from './stems.ts'
import { splitIdentifier } from './words.ts'

/** Verbs of everyday requests. General English; no domain is listed. */
const EVERYDAY_VERBS: ReadonlySet<string> = new Set(
  `abort accept access acquire activate add adjust admit advertise advise aggregate alarm alert allocate allow
  alter amend analyse analyze announce anonymise anonymize answer anticipate apologise apologize appeal append
  apply appoint appraise approve approximate archive arrange ask assess assign attach attend auction audit
  authorise authorize avoid award back backup bake ban bandage bar barter begin bill bin bind blend block blur
  boil book boost boot borrow bounce branch brief brighten bring broadcast browse build bump bung buy calculate
  calendar call cancel carry catalog catalogue categorise categorize certify change charge chart chase check chill
  choose chuck cipher circulate clarify classify clean cleanse clear click clone close collect combine commit
  compare compile compose compress compute concatenate condense confirm congratulate connect construct consult
  contest continue contrast convert cook cool copy correct count crack crawl create crop cut deactivate debug
  decline decode decrease decrypt deduplicate defer define deflate defrost delay delegate delete deliver demolish
  demote deny deploy deposit derive describe design destroy detail detect determine diagnose diff differentiate
  digest dim disable discard discharge discover disinfect dismiss dispatch display dispute divert divide do donate
  download draft drag drain draw drive drop dump duplicate edit eject elaborate eliminate email employ enable
  encode encrypt end endorse enlist enrol enroll ensure enter enumerate erase escalate establish estimate evaluate
  evict examine exchange exclude execute exit expect expel explain export express extend extract factor fasten
  feed fertilise fetch figure file fill filter find finish fix flag flip flush fly fold follow forecast forfeit
  forget fork form forward freeze fuse gather gauge generate get give go grab grade grant graph greet group grow
  guard halt hand hang harvest haul heat hide highlight hire hit hold hover hunt identify ignore illustrate import
  improve include increase inflate inform ingest initialize inject input insert inspect install integrate
  interpret interview invest investigate invite invoice invoke irrigate issue join jot keep key kick kill knock
  label launch lay learn lease leave lend lengthen let lift limit link lint list listen load loan locate lock
  lodge log look lookup loosen lower mail make mark match measure meet merge message migrate mirror mix model
  modify monitor move mow mute name narrow navigate new normalise normalize note notify nudge number object
  observe obtain onboard open optimise optimize order organise organize outline output pack paint parse partition
  pass patch patrol pause pay peek pencil perform persist phone pick pin ping pinpoint place plan play plot pop
  post postpone predict preheat prepare prescribe present preserve press print prod produce project prolong promote
  proofread propose provision publish pull pump purchase purge push put quantify query question quit raise
  randomize rank rate ratify reactivate read reassign rebase reboot recall recap recommend record recruit redact
  redirect reduce refactor refer refill refrain refresh refund refuse register rehouse reimburse reinstate reject
  relabel release relocate remember remind remit remove rename render renew renounce rent reopen repair repay
  rephrase replace replenish replicate reply report request reroute reschedule rescind reserve reset resign resize
  resolve respond restart restock restore restrict resume retain retire retitle retract retrieve return reveal review
  revise revoke reward rewind reword ring roster rotate round run sail sanction save scale scan schedule score
  scrap scrape scroll seal search secure see seek select sell send separate set settle setup share shelve shift
  ship shop shortlist shove show shrink shuffle shut sign silence simplify simulate sketch skip slip sms snooze
  soften solve sort sow split spot sprinkle star start stash sterilise sterilize stick stock stop store strap
  strike study sublet submit subscribe suggest sum summarise summarize summon survey suspend swap swipe switch tag
  take tally tap teach tear tell terminate test text thank thaw throw tick tidy tighten toggle top total touch tow
  track trade transcribe transfer transform translate transmit transport trash travel trigger trim try tuck tune
  turn type unarchive unban uncheck underline undo unfollow unfreeze unite unlink unlock unmute unpack unpin
  unseal unsubscribe untick unzip update upload use vaccinate validate vent verify veto view visit visualise
  visualize vote waive wake walk warm warn wash watch water weigh wipe wire withdraw work write zip`.split(
    /\s+/,
  ),
)

/** Whether a word, in its base form, is an everyday action verb (it may be a noun elsewhere). */
export function isActionVerb(word: string): boolean {
  return EVERYDAY_VERBS.has(word.toLowerCase())
}

const LOOKING =
  /^(?:find|search|look|locate|list|show|display|view|read|check|verify|inspect|query|browse|calculate|compute|count|describe|explain|see|examine|estimate|summari[sz]e|compare|get|fetch|retrieve|predict|forecast|analy[sz]e)$/

/** Whether a verb, in its base form, asks to see or know something and changes nothing. */
export function onlyLooks(verb: string): boolean {
  return LOOKING.test(verb)
}

/** Whether a tool is named for a look, and for nothing else that is done. */
export function looksByName(name: string): boolean {
  const verbs = splitIdentifier(name).filter(isActionVerb)
  return verbs.length > 0 && verbs.every(onlyLooks)
}

/** The base form when a word is an -ing, -ed, -s or irregular form of an everyday action verb. */
export function actionVerbBase(word: string): string | undefined {
  const lower = word.toLowerCase()
  if (EVERYDAY_VERBS.has(lower)) return lower
  const irregularBase = stemWord(lower)
  for (const candidate of inflectionBases(lower)) if (EVERYDAY_VERBS.has(candidate)) return candidate
  return EVERYDAY_VERBS.has(irregularBase) ? irregularBase : undefined
}

function inflectionBases(lower: string): readonly string[] {
  const bases: string[] = []
  for (const suffix of ['ing', 'ed', 'es', 's', 'd'])
    if (lower.endsWith(suffix) && lower.length - suffix.length >= 2) {
      const rest = lower.slice(0, -suffix.length)
      bases.push(rest, `${rest}e`)
      if (rest.at(-1) === rest.at(-2)) bases.push(rest.slice(0, -1))
      if (rest.endsWith('i')) bases.push(`${rest.slice(0, -1)}y`)
    }
  return bases
}
