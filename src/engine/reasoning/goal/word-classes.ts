/** General English word classes that say how determinate a request is. None of them belongs to one domain. */

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** Verbs that ask for something that already has one answer. */
export const LOOKUP_VERBS = words(`
  find get fetch check look search show list retrieve identify determine locate tell name count convert calculate
  compute solve translate define lookup read open view display download extract see know verify measure gather give
  provide obtain return print pull scan monitor track explain describe`)

/** Verbs whose result depends on choices that somebody has to make, or that have no natural end. */
export const OPEN_VERBS = words(`
  design create plan develop write compose draft prepare build make generate devise produce craft formulate outline
  organize organise arrange invent sketch paint recommend suggest advise help brainstorm propose assist guide improve
  optimize optimise enhance pick choose select decide customize customise manage tidy fix polish tweak handle support
  deal sort clean analyze analyse research investigate explore study examine assess evaluate review compare discuss
  interpret predict collect compile survey understand learn practice`)

/** Verbs that say that something be done without saying what. */
export const EMPTY_VERBS = words(`
  do help make get fix handle complete finish sort deal take work improve set go proceed continue start resolve manage
  perform process execute run carry give have put keep try solve tidy clean settle arrange organize organise see look
  check update change adjust tweak polish`)

/** Adjectives whose meaning depends on who judges. */
export const JUDGEMENTS = words(`
  best better good great nice nicer reliable suitable appropriate effective affordable cheap easy interesting relevant
  proper right reasonable decent modern cool fun important unimportant reputable ideal perfect unique useful useless
  helpful quality professional efficient comfortable beautiful pretty healthy fast quick clean fancy creative engaging
  practical comprehensive detailed certain specific particular preferred correct necessary unnecessary needed unneeded
  required various different several usual normal sensible fitting favourite favorite worth cleaner faster smoother
  bad worse worst wrong odd strange weird ugly boring irrelevant suspicious obsolete`)

/** Nouns that stand for something without saying what. */
export const SHELL_NOUNS = words(`
  thing things stuff something anything everything someone somebody somewhere idea ideas way ways tip tips option
  options resource resources information info content material materials item items kind kinds type types sort sorts
  matter bit bits place places aspect aspects method methods technique techniques strategy strategies approach
  approaches solution solutions suggestion suggestions advice guidance tool tools platform platforms service services
  issue issues problem problems task tasks work data trend trends news update updates insight insights activity
  activities system recommendation recommendations need needs goal goals program project plan routine schedule guide
  event events performance pattern patterns statistics analysis impact effects benefits review reviews opinions
  research papers studies sources opportunities practices skills factors changes reasons examples measures habits
  experience instructions organizations companies libraries projects models features alternatives`)

/** Things that people choose by taste, need or situation: asking for one leaves the choice open. */
export const CHOICE_NOUNS = words(`
  trip vacation holiday travel itinerary tour gift gifts party wedding birthday celebration meal meals diet dinner
  lunch breakfast snack snacks dessert dish dishes menu recipe recipes cuisine workout workouts exercise exercises
  fitness yoga gym course courses class classes tutorial tutorials lesson lessons workshop book books novel novels
  movie movies film films shows series music playlist song songs game games podcast podcasts hotel hotels restaurant
  restaurants cafe flight flights ticket tickets apartment apartments home room bedroom kitchen office decor
  furniture garden plants pet pets dog cat outfit outfits clothes fashion shoes laptop laptops phone camera cameras
  car cars bike gadget gadgets app apps software website websites blog blogs business businesses startup career jobs
  job resume portfolio interview hobby hobbies budget savings investment investments insurance presentation essay
  story stories poem poems speech logo slogan theme marketing campaign curriculum checklist template templates
  community communities charity store stores shop shops product products brand brands equipment gear toys`)

/** Words of the person about themself: the answer then depends on facts that only they know. */
export const PERSONAL_WORDS = words("i me my mine myself i'm i've i'd i'll we us our ours we're we've im ive")

/** Things made of information: when one is worked on, somebody has to say which, or hand it over. */
export const ARTEFACTS = words(`
  file files folder folders directory document documents doc dataset data text texts image images photo photos picture
  pictures screenshot screenshots video videos recording audio script scripts code snippet program function functions
  list lists table spreadsheet sheet csv json database report reports article articles email emails mail message
  messages letter letters website page pages app application system project essay presentation slides log logs stack
  error errors string paragraph passage sentence note notes record records entries rows numbers names comment comments
  quote contract invoice invoices receipt receipts diagram chart poem draft translation form formula link url chapter`)

export const INDEFINITES = words(
  'a an some any another certain specific given particular several few various many',
)

/** Words that bound the answer: they make “current”, “top five”, “in 2021” determinate. */
export const BOUNDS = words(`
  current currently today now tonight tomorrow yesterday last latest previous past first oldest newest highest lowest
  largest smallest longest shortest tallest biggest top most least each every all per exactly total average between
  under over until`)

/** Politeness and filling. */
export const COURTESIES = words(`
  please pls plz thanks thx thank you hi hello hey kindly ok okay just quickly asap soon urgent really actually bit little maybe
  perhaps somehow still again more less done up set properly`)

/** Words that stand where the name of a thing should stand. */
export const STAND_INS = words(
  'it this that these those them everything all me us one ones job rest other others mess',
)

/** Nouns that “this” and “that” point at without anything being missing: time, turns of phrase, surroundings. */
export const UNPOINTED = words(`
  second minute hour day days today week weeks month months year years morning noon afternoon evening night weekend
  quarter season spring summer autumn fall winter semester term period date time moment monday tuesday wednesday
  thursday friday saturday sunday january february march april may june july august september october november december
  way ways kind sort type case point reason respect manner matter direction sense stage instance extent purpose effect
  end fashion much many far order reference step steps rules criteria conditions requirements options format
  session conversation chat account computer machine device laptop phone site website app application library team
  company office workspace repository repo project folder directory city country town region room house building channel
  group organisation organization store shop branch server system database tab window screen world planet area place
  department school class event meeting line`)
