/** General English word classes that say how determinate a request is. None of them belongs to one domain. */

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** Verbs that ask for something that already has one answer. */
export const lookupVerbs = words(`
  find get fetch check look search show list retrieve identify determine locate tell name count convert calculate
  compute solve translate define lookup read open view display download extract see know verify measure gather give
  provide obtain return print pull scan monitor track`)

/** Verbs whose result depends on choices somebody has to make. */
export const creativeVerbs = words(`
  design create plan develop write compose draft prepare build make generate devise produce craft formulate outline
  automate implement set setup start organize organise arrange invent sketch paint model simulate deploy conduct`)

/** Verbs that ask for advice or for a change for the better. */
export const adviceVerbs = words(`
  recommend suggest advise help brainstorm propose assist guide improve optimize optimise enhance pick choose select
  decide customize customise manage tidy fix polish adjust tweak handle support deal sort clean boost grow`)

/** Verbs without a natural end: how far to go is left open. */
export const inquiryVerbs = words(`
  analyze analyse research investigate explore study examine assess evaluate review compare discuss interpret predict
  collect compile survey understand learn practice track`)

/** Verbs that ask for common knowledge to be laid out. */
export const explainVerbs = words('explain describe define detail teach educate clarify elaborate rundown')

/** Adjectives whose meaning depends on who judges. */
export const judgementWords = words(`
  best better good great nice nicer reliable suitable appropriate effective affordable cheap easy interesting relevant
  proper right reasonable decent modern cool fun important reputable ideal perfect unique useful helpful quality
  professional efficient comfortable beautiful pretty healthy fast quick clean fancy creative engaging
  practical personalized personalised custom customized tailored credible comprehensive detailed certain
  specific specified particular given desired preferred correct necessary needed required various different several
  usual normal sensible fitting favourite favorite worth improved cleaner faster smoother essential valuable
  sustainable successful innovative balanced rated cost`)

/** Nouns that stand for something without saying what. */
export const shellNouns = words(`
  thing things stuff something anything everything someone somebody somewhere idea ideas way ways tip tips option
  options resource resources information info content material materials item items kind kinds type
  types sort sorts matter bit bits place places aspect aspects method methods technique
  techniques strategy strategies approach approaches solution solutions suggestion suggestions advice guidance
  tool tools platform platforms service services issue issues problem problems task tasks work
  data trend trends news update updates insight insights development developments activity activities system
  recommendation recommendations need needs goal goals program project plan routine schedule guide event events
  performance pattern patterns statistics analysis impact impacts effect effects benefits review reviews opinions
  arguments discoveries advancements advances breakthroughs innovations research papers studies sources opportunities
  practices skills factors changes reasons examples measures practice habits remedies lifestyle experience instructions
  organizations companies libraries frameworks programs projects models features alternatives specifics`)

/** Nouns that name an attribute: “the price of …” has one answer. */
export const attributeNouns = words(`
  price population capital rate number amount height distance weather time date score age temperature cost average
  total size length weight width depth area volume revenue value speed capacity duration name address author winner
  owner president status definition meaning formula history ranking standings requirements
  specifications specification members title year currency language birthday calories phone forecast
  exchange percentage share level balance count quantity director plot difference differences concept
  basics principle principles cause causes origin significance role rules steps process pros cons
  city country river mountain symptoms ingredients capitalization lifespan salary`)

/** Words of the person about themself: the answer then depends on facts that only they know. */
export const personalWords = words("i me my mine myself i'm i've i'd i'll we us our ours we're we've im ive")

/** Words that need the person's own place. */
export const hereWords = words(
  'region city area town country location state here near nearby local locally closest nearest neighborhood neighbourhood',
)

/** Question words whose answer is one fact. */
export const factQuestionWords = words('who when where whose whom which')

/** Information artefacts: when one is worked on, somebody has to say which. */
export const artefactNouns = words(`
  file files folder folders directory directories document documents dataset data text image images photo photos
  picture pictures video videos audio script scripts code program programs function functions list lists table tables
  spreadsheet database report reports article articles email emails message messages website site page pages app
  application system project essay letter presentation log logs string array paragraph note notes record records
  frame url link account server repository`)

export const indefinites = words(
  'a an some any another certain specific given particular several few various many',
)

/** Words that bound the answer: they make “current”, “top five”, “in 2021” determinate. */
export const boundingWords = words(`
  current currently today now tonight tomorrow yesterday last latest previous past first oldest newest highest
  lowest largest smallest longest shortest tallest biggest top most least each every all per exactly total average
  between under over until`)

/** Things people choose by taste, need or situation: asking for one leaves the choice open. */
export const choiceNouns = words(`
  trip vacation holiday travel itinerary tour gift gifts present party wedding birthday celebration event meal meals
  diet dinner lunch breakfast snack snacks dessert dish dishes menu recipe recipes cuisine workout workouts exercise
  exercises fitness routine routines yoga gym course courses class classes tutorial tutorials lesson lessons workshop
  book books novel novels movie movies film films show shows series music playlist song songs game games podcast
  podcasts hotel hotels accommodation restaurant restaurants cafe bar bars flight flights ticket tickets apartment
  apartments house home room bedroom kitchen office decor decoration decorations furniture garden plant plants pet pets
  dog cat breed outfit outfits clothes clothing wardrobe fashion shoes skincare makeup haircut laptop laptops computer
  phone smartphone camera cameras car cars bike gadget gadgets app apps software website websites blog blogs business
  businesses startup career careers job jobs resume portfolio interview hobby hobbies craft crafts budget savings
  investment investments insurance presentation essay story stories poem poems speech logo slogan theme marketing
  campaign curriculum schedule checklist template templates community communities group groups charity charities
  store stores shop shops product products brand brands equipment gear supplies toy toys activities hike trails`)

/** Common nouns of public knowledge: their facts are the same for everybody. */
export const knowledgeNouns = words(`
  country countries capital president minister king queen war battle treaty constitution amendment law theorem equation
  prime fibonacci planet planets moon sun star galaxy species element elements atom molecule cell river mountain lake
  ocean continent continents championship cup olympics final finals champion champions league match medal prize award
  winner stock stocks shares index crude currency bitcoin inflation gdp unemployment census vaccine vaccination virus
  disease symptoms vitamin protein theory principle concept philosophy religion mythology painting composer author
  president's empire revolution independence century decade ingredients population language languages alphabet`)

/** Nouns for whole classes: where members are at hand, naming the class leaves the member open. */
export const classNouns = words(`
  ingredient ingredients item items object objects article utensil utensils container containers appliance appliances
  tableware cutlery crockery dishware bakeware condiment condiments seasoning seasonings spice spices drink drinks
  beverage beverages snack snacks fruit fruits vegetable vegetables berry berries pastry pastries topping toppings
  produce groceries furniture clothes garment garments tool tools device devices machine machines vehicle vehicles
  animal animals plant plants food foods meat cheese bread sauce oil liquid material materials product products
  equipment gear accessory accessories supplies surface location place spot something someone option variety`)
