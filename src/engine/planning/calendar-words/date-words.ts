import { MONTH, NUMBER, UNIT, WEEKDAY } from './words.ts'

/** Patterns of dates as people write them, without groups; what they mean is `readDate`'s to say. */
const DAY_NUMBER = '\\d{1,2}(?:st|nd|rd|th)?(?![\\d:])'
const YEAR = '(?:19|20|21)\\d{2}(?!\\d)'
const SPELLED_DAY = `(?:${WEEKDAY},? )?(?:the )?${DAY_NUMBER}\\.?(?: day)?(?: of)? ${MONTH}(?:,? ${YEAR})?`
const MONTH_FIRST = `(?:${WEEKDAY},? )?${MONTH} (?:the )?${DAY_NUMBER}(?:,? ${YEAR})?`
const ISO = '\\d{4}-\\d{2}-\\d{2}(?!\\d)'
const NUMERIC = '\\d{1,2}(?:/\\d{1,2}(?:/\\d{2,4})?|\\.\\d{1,2}\\.(?:\\d{2,4})?)(?![\\d/])'
const MONTH_ALONE = `${MONTH}(?: ${YEAR})?`
const QUARTER = `(?:q[1-4](?![a-z0-9])|the (?:first|second|third|fourth|last) quarter)(?:(?: of)? ${YEAR})?`
const RELATIVE_PERIOD =
  '(?:this|next|the coming|the following|the current|the) (?:week|month|quarter|year|weekend)(?![a-z])'
const FEAST =
  "(?:christmas eve|christmas(?: day)?|xmas|new year'?s eve|new year'?s day|(?:the )?new year|easter(?: sunday| monday)?|good friday|halloween|valentine'?s day)(?![a-z])"
const SEASON = '(?:the |next |this )?(?:spring|summer|autumn|fall|winter)(?![a-z])'
const PERIOD = `(?:${MONTH_ALONE}|${QUARTER}|${RELATIVE_PERIOD}|${YEAR})`
const EDGE = `(?:the )?(?:very )?(?:end|close|start|beginning|middle|mid|first half)(?: of |[- ]| of the )(?:the )?(?:${PERIOD}|week|month|quarter|year)(?![a-z])`
const MID = `mid[- ](?:${MONTH_ALONE})`
const ROUGH = `(?:early|late)(?: in)?[- ](?:${PERIOD})`
const WEEK_OF = `the (?:first|second|third|fourth|last) week (?:of|in) ${MONTH_ALONE}|the (?:first|last) (?:two|three|2|3) weeks (?:of|in) ${MONTH_ALONE}|the week (?:of|beginning|starting)(?: on)? (?:${ISO}|${SPELLED_DAY}|${MONTH_FIRST})`
const NTH_WEEKDAY = `the (?:first|second|third|fourth|last) ${WEEKDAY} (?:of|in) (?:${MONTH_ALONE}|this month|next month)`
const AWAY = `(?:in |within )?(?:the next )?(?:${NUMBER}|several|a few|some)(?: and a half)?[ -]${UNIT}(?: and a half)?(?: time| from (?:now|today)| hence)?`
const NEAR =
  '(?:the day after tomorrow|yesterday|tomorrow(?: night| evening)?|tonight|today)(?![a-z])|end of (?:the )?day(?![a-z])|eod(?![a-z])'
const NAMED_DAY = `(?:(?:this|next|the next|the coming|coming|the following) )?${WEEKDAY}(?: week| after next)?(?![a-z])|a week (?:from|on) ${WEEKDAY}`
const DAY_ALONE = 'the \\d{1,2}(?:st|nd|rd|th)(?: of (?:this|next|the) month)?(?![a-z])'

/** A clock time such as `6 pm`, `18:00`, `noon`. */
export const CLOCK =
  "(?:\\d{1,2}(?:[:.]\\d{2})? ?(?:am|a\\.m\\.|pm|p\\.m\\.)|\\d{1,2}:\\d{2}(?: ?h(?:ours)?)?|\\d{1,2} ?(?:o'clock|h(?![a-z]))|(?:half|(?:a )?quarter) (?:past|to) (?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:o'clock|am|pm)|(?:close|end) of business|cob|eob|noon|midday|midnight)(?![a-z])"

/** A day or a period, without a preposition. */
export const DATE = `(?:${[
  ...[ISO, EDGE, WEEK_OF, NTH_WEEKDAY, MID, ROUGH, SPELLED_DAY, MONTH_FIRST, NUMERIC, QUARTER],
  ...[RELATIVE_PERIOD, FEAST, SEASON, NEAR, NAMED_DAY, DAY_ALONE, MONTH_ALONE, YEAR],
].join('|')})`

/** A distance from today, such as `in six weeks`. */
export const DISTANCE = `(?:${AWAY})`

/** A clock time before or after a day. */
export const DATE_AND_CLOCK = `(?:(?:${CLOCK}|end of (?:the )?day|eod)(?: on| of|,)? ${DATE}|${DATE}(?:,? at| by|,)? ${CLOCK}|${DATE})`
