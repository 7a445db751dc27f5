import { stemWord } from './stems.ts'

/** Verbs of everyday requests, those of near meaning in one line. General English; no domain is listed. */
const families: readonly string[] = [
  'find search look lookup locate discover seek hunt identify spot query browse pinpoint track',
  'get fetch retrieve obtain acquire pull download grab collect gather load bring access request',
  'list show display view enumerate present print browse see output',
  'read open view inspect examine parse scan peek review load',
  'check verify validate confirm inspect test ensure examine detect determine diagnose',
  'create make add new generate build produce compose construct insert register establish set form start initialize draft prepare',
  'write save store record put note log jot persist dump draft compose',
  'append add attach extend include',
  'delete remove erase drop clear purge discard destroy trash wipe unlink eliminate scrap bin clean',
  'update change modify edit alter adjust revise set amend correct fix patch replace refresh',
  'move relocate transfer shift put file shelve archive migrate stash tuck place sort bring',
  'copy duplicate clone replicate backup mirror back',
  'rename retitle relabel call name',
  'send mail email message text forward dispatch transmit deliver post notify sms',
  'message text write ping',
  'file submit raise lodge log open report create register',
  'wake alarm',
  'notify remind alert inform warn tell let ping nudge',
  'calculate compute work evaluate determine estimate figure derive solve measure assess count tally quantify',
  'sum total add tally aggregate',
  'count tally number',
  'convert translate transform change turn exchange express',
  'analyze analyse evaluate assess study examine investigate review interpret inspect',
  'summarize summarise condense outline digest recap brief',
  'compare contrast match differentiate diff',
  'predict forecast estimate project anticipate expect simulate model',
  'recommend suggest propose advise',
  'buy purchase order acquire shop',
  'sell trade',
  'pay settle remit transfer send wire',
  'refund reimburse repay return',
  'book reserve schedule arrange appoint order hire rent',
  'schedule plan arrange book set calendar create add put',
  'cancel abort stop revoke undo call terminate end',
  'start run launch execute begin trigger invoke open play kick boot perform test',
  'branch fork create',
  'heat warm cool set',
  'lock close secure',
  'stop end halt kill terminate shut finish pause quit',
  'click press tap hit push select choose tick untick follow',
  'tick check select choose',
  'type enter fill input put write key',
  'select choose pick tick check',
  'sort order rank arrange organize organise',
  'filter select narrow limit restrict',
  'merge combine join concatenate unite blend mix fuse',
  'split divide separate partition cut',
  'upload publish post deploy release submit push',
  'share invite grant give add',
  'invite ask add',
  'lend loan borrow rent give check',
  'return give bring restore',
  'renew extend prolong',
  'reply respond answer',
  'ask question query request consult',
  'draw plot paint sketch design visualize visualise render chart graph illustrate',
  'design plan create draw lay',
  'play start listen watch perform',
  'turn switch set toggle',
  'lock close secure shut',
  'open unlock start launch',
  'close shut end resolve finish',
  'assign give delegate allocate hand',
  'approve accept confirm allow authorize authorise',
  'reject decline refuse deny',
  'enable activate turn allow',
  'disable deactivate turn block mute',
  'compress zip archive pack shrink',
  'extract unzip unpack pull',
  'encrypt encode cipher lock',
  'decrypt decode',
  'export save download dump',
  'import load ingest read upload',
  'measure gauge determine',
  'explain describe define clarify detail tell elaborate',
  'remember note save keep store',
  'follow subscribe track watch',
  'subscribe join register enroll enrol sign',
  'register enroll enrol sign add create',
  'order buy purchase request',
  'ship deliver send dispatch',
  'visit go navigate open browse',
  'hire employ recruit',
  'log record track note',
  'monitor watch track observe',
  'restart reboot reset',
  'install setup set add deploy',
  'increase raise boost grow bump',
  'decrease reduce lower cut shrink',
  'label tag mark flag classify categorize categorise',
  'classify categorize categorise group sort label',
  'mix combine blend',
  'round approximate',
  'simulate model run',
  'optimize optimise improve tune',
  'clean tidy clear cleanse wash',
  'link connect attach join bind',
  'scrape crawl fetch extract',
  'issue give print lend',
  'charge bill invoice',
  'water irrigate',
  'cook bake prepare make',
  'drive go travel',
  'carry bring haul lift transport take',
  'leave keep exit',
  'withdraw take remove',
  'deposit put add pay',
  'invest put buy',
  'donate give',
  'vote rate score',
  'rate score grade evaluate',
  'apply use',
  'reschedule move postpone shift delay',
  'postpone delay defer reschedule',
]

const everydayVerbs = new Set(families.flatMap(family => family.split(' ')))

for (const verb of (
  'bake keep touch try grant finish continue use do tell attend meet unsubscribe unfollow mute unmute archive ' +
  'unarchive restock ' +
  'refactor debug compile lint commit push merge rebase crop resize rotate flip blur scroll swipe drag hover ' +
  'highlight underline proofread translate transcribe shuffle randomize factor integrate differentiate simplify ' +
  'inflate deflate normalise normalize deduplicate tell teach learn forget ignore skip avoid refrain exclude ' +
  'object contest appeal reword rephrase thank apologise apologize congratulate trim dim lengthen redirect divert ' +
  'reroute dispatch restock replenish reassign escalate reopen resume preheat vaccinate prescribe admit discharge ' +
  'enrol reinstate withdraw reimburse dispute raise snooze redact anonymise anonymize onboard promote demote ' +
  'waive shelve pencil jot nudge chase prod untick uncheck unfreeze freeze suspend deactivate reactivate activate ' +
  'hang shove stick slip swap exchange replace switch mow sow harvest fertilise irrigate sprinkle feed weigh ' +
  'accept continue carry pull throw tear wipe knock bump brighten soften silence hide reveal pin unpin star ' +
  'greet warn phone ring broadcast announce circulate interview shortlist recruit roster allocate appoint ' +
  'keep hold give take allow send gather weigh fly sail walk repair paint deploy scale provision ' +
  'ban unban bar expel evict award reward crack advertise lodge hand strike bounce boil summon appoint dismiss ' +
  'fold pass wire reimburse settle tow strap bin chuck pop bung grab fetch rewind eject wake alert flag ' +
  'catalogue catalog transcribe verify audit certify endorse ratify sanction veto forfeit refill top stock ' +
  'inject sterilise sterilize disinfect bandage examine discharge refer relocate rehouse demolish dispatch deliver ' +
  'collect recall withdraw retract revoke rescind renounce quit resign retire enlist enrol swap barter auction ' +
  'lease sublet evaluate appraise inspect survey monitor patrol guard secure seal unseal fasten loosen tighten ' +
  'inflate deflate drain flush pump vent heat chill cool freeze thaw defrost warm'
).split(' '))
  everydayVerbs.add(verb)

/** Whether a word, in its base form, is an everyday action verb (it may be a noun elsewhere). */
export function isActionVerb(word: string): boolean {
  return everydayVerbs.has(word.toLowerCase())
}

/** The base form when a word is an -ing, -ed, -s or irregular form of an everyday action verb. */
export function actionVerbBase(word: string): string | undefined {
  const lower = word.toLowerCase()
  if (everydayVerbs.has(lower)) return lower
  const irregularBase = stemWord(lower)
  for (const candidate of inflectionBases(lower)) if (everydayVerbs.has(candidate)) return candidate
  return everydayVerbs.has(irregularBase) ? irregularBase : undefined
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
