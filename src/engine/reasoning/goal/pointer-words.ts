/** General English word classes for following pointing phrases. */

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** Nouns of time: “this week” points at the calendar, not at something missing. */
export const timeNouns = words(`
  second minute hour day days today week weeks month months year years decade century morning noon afternoon evening
  night weekend weekends quarter season seasons spring summer autumn fall winter semester term period date time moment
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december easter christmas holiday holidays term sprint fiscal calendar coming past last`)

/** Nouns that make “this …” a turn of phrase. */
export const abstractNouns = words(`
  way ways kind kinds sort sorts type types case cases point reason reasons respect manner matter direction sense
  regard stage instance extent purpose effect end fashion much many far time order reference steps step rules
  criteria conditions requirements options constraints format`)

/** Surroundings every goal has: “this repository”, “this machine”. */
export const ambientNouns = words(`
  session conversation chat account computer machine device laptop phone page site website app application library
  team company office workspace repository repo project folder directory city country town region room house building
  channel group organisation organization store shop branch server system database tab window screen world planet area
  place field industry department school university course class event meeting hotel line lot`)

/** Things made of information; somebody has to hand them over or name them. */
export const artefactNouns = words(`
  function functions method methods class code snippet script query file files document documents pdf doc text texts
  paragraph paragraphs sentence sentences passage article articles essay email emails mail message messages letter letters
  contract invoice invoices receipt receipts report reports image images picture pictures photo photos screenshot
  screenshots diagram chart graph video videos recording clip audio dataset datasets data spreadsheet sheet table csv
  json log logs trace stack error errors exception bug list lists draft drafts poem recipe transcript transcripts
  presentation slides deck translation form formula equation matrix array string url link notes note numbers figures
  names entries rows lines records items comment comments quote quotes chapter page pages book books bill bills`)

/** Text-like artefacts that only exist where somebody handed them over. */
export const textLikeNouns = words(`
  text passage paragraph sentence snippet code function essay poem excerpt quote transcript draft article letter
  dataset screenshot image photo picture`)

/** Verbs that consume handed-over material. */
export const consumingVerbs = words(`
  summarize summarise translate proofread refactor debug rewrite rephrase paraphrase shorten analyze analyse transcribe
  parse annotate caption correct reformat format classify compile crop resize convert simplify edit spellcheck condense
  extract interpret explain review decode encode grade fix improve polish`)
