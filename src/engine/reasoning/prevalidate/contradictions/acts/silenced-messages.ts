import { stemWord } from '../../../language/language.ts'
import type { ActionFrame } from './action-frame.ts'
import { timesAllow } from './frame-times.ts'

const telling = new Set(
  'send mail email e-mail message text notify remind tell inform write alert invite ping contact call phone announce broadcast forward'
    .split(' ')
    .map(stemWord),
)
const tidings = new Set(
  'mail e-mail email emails mails message messages reminder reminders notification notifications letter letters note sms text notice invitation alert word news'
    .split(' ')
    .map(stemWord),
)
const otherChannel =
  /\b(?:slack|teams|sms|text message|phone|call|in person|push|in-app|chat|discord|whatsapp|telegram|post|paper|letter|voice)\b/i

/** A message demanded while its receiver is to get none. */
export function tellsAndSilences(
  demand: ActionFrame,
  ban: ActionFrame,
  vocabulary: ReadonlySet<string>,
): boolean {
  const tells =
    telling.has(stemWord(demand.verb)) &&
    (demand.verb !== 'send' || [...demand.object].some(stem => tidings.has(stem)))
  if (!tells || ban.narrowed || otherChannel.test(demand.text)) return false
  const silences =
    telling.has(stemWord(ban.verb)) ||
    ban.verb === 'receive' ||
    (/\b(?:get|gets|receive|receives|hear|hears|be (?:contacted|notified|informed|told|disturbed|emailed|mailed|reminded))\b/i.test(
      ban.text,
    ) &&
      ([...ban.object].some(stem => tidings.has(stem)) ||
        /\bbe (?:contacted|notified|informed|told|disturbed|emailed|mailed|reminded)|hear\b/i.test(ban.text)))
  if (!silences) return false
  const about = [...ban.object].filter(stem => !tidings.has(stem))
  const sameReceiver =
    [...ban.entities].some(entity => demand.entities.has(entity)) ||
    about.some(stem => demand.object.has(stem))
  const strangers = about.filter(
    stem => !demand.object.has(stem) && !/^(?:contact|notifi|inform|told|disturb|receiv|hear)/.test(stem),
  )
  if (!sameReceiver || strangers.length > 0) return universalSilence(demand, ban, vocabulary)
  return !timesAllow(demand, ban)
}

/** “but send nobody any mail”: no receiver is named, so it means this one too. */
function universalSilence(demand: ActionFrame, ban: ActionFrame, vocabulary: ReadonlySet<string>): boolean {
  const universal =
    /\b(?:nobody|no one|anyone|anybody|any (?:mail|e-?mail|message|notification|reminder)s?|nothing)\b/i.test(
      ban.text,
    )
  const stray = [...ban.object].some(
    stem => !tidings.has(stem) && !/^(?:anyon|anybodi|nobodi|contact|notifi|inform)/.test(stem),
  )
  const mailIsMeant =
    vocabulary.has(stemWord('mail')) || vocabulary.has(stemWord('email')) || !/mail/i.test(ban.text)
  return (
    universal &&
    !stray &&
    ban.times.length === 0 &&
    mailIsMeant &&
    ban.entities.size === 0 &&
    demand.clause.start < ban.clause.start
  )
}
