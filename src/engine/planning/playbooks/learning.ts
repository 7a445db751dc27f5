import { type Playbook, playbook } from './playbook.ts'

/** Learning, practising and being examined. */
export const learningPlaybooks: readonly Playbook[] = [
  playbook(
    {
      id: 'language',
      pattern: 'progressive_accumulation_arc',
      subtype: 'learning_arc',
      verbs: 'learn speak converse study understand master improve',
      things:
        'language! fluent! spanish! portuguese! french! german! italian! japanese! mandarin! chinese! korean! arabic! russian! dutch! swedish! norwegian! danish! finnish! polish! greek! turkish! hindi! czech! hungarian! hebrew! welsh! irish! swahili! vietnamese! thai! ukrainian! romanian! latin! esperanto! english conversational! vocabulary! grammar sign_language!',
      weeks: 24,
      sessions: 4,
    },
    `
    # Sounds and first sentences | 20%
    - Say what you want to be able to do in {thing}, and when you would notice it | 30m
    - Choose one course and one set of flashcards, and leave the others | 60m
    * Lesson: new words and one pattern | 40m
    * Flashcards: repeat what is due | 15m | daily | fixed
    * Read aloud and record yourself | 20m
    # Everyday situations | 35%
    * Lesson: one situation at a time (shops, travel, small talk) | 40m
    * Conversation with a partner or teacher, however short | 30m
    * Listen: songs, slow news, a series with subtitles | 30m
    * Flashcards: repeat what is due | 15m | daily | fixed
    - First conversation without English: a few minutes | 30m
    # Hold a conversation | 30%
    * Conversation on a topic you prepared | 45m
    * Read something real and mark what you would like to be able to say | 30m
    * Write a short text and have it corrected | 30m
    * Flashcards: repeat what is due | 15m | daily | fixed
    # Prove it and keep it | 15%
    * Conversation with somebody new | 45m
    * Listen or read for pleasure | 30m
    - Test yourself: a conversation, a practice exam or a trip | 90m
    - Decide on the habit that keeps {thing} alive | 30m
    `,
  ),
  playbook(
    {
      id: 'exam',
      pattern: 'progressive_accumulation_arc',
      subtype: 'learning_arc',
      verbs: 'pass study revise cram prepare sit take resit',
      things:
        'exam! exams! test examination! certification! certificate! bar_exam! gre! gmat! toefl! ielts! sat! a-level! a-levels! finals! midterm! licence driving_test! theory_test! syllabus! mcat! lsat! quiz accreditation',
      weeks: 10,
      sessions: 4,
    },
    `
    # Know what is asked | 10%
    - Read the syllabus and the rules, and register for {the thing} | 90m
    - Try one old paper without preparation, to see what is missing | 2h
    - List the topics, weakest first | 45m
    # Learn topic by topic | 45%
    * Study the next topic and write its summary from memory | 60m
    * Exercises on the topic of last time | 45m
    * Repeat older summaries | 30m
    - Try an old paper and put the topics in a new order | 2h
    # Practise under conditions of the day | 35%
    * Old paper against the clock | 90m
    * Go through the mistakes until you could explain each | 60m
    * Repeat older summaries | 30m
    # The last days | 10%
    * Light repetition of the summaries | 30m
    - Prepare papers, way and material for the day | 30m | before 1d
    - Sit {the thing} | 3h | late
    `,
  ),
  playbook(
    {
      id: 'instrument',
      pattern: 'progressive_accumulation_arc',
      subtype: 'creative_arc',
      verbs: 'play practise practice sing perform',
      things:
        'guitar! piano! violin! cello! drum! drums! ukulele! flute! saxophone! trumpet! bass! accordion! harp! keyboard instrument! song choir singing! concert recital! sonata! dj',
      weeks: 20,
      sessions: 4,
    },
    `
    # Ground | 20%
    - Get the instrument ready, and find a teacher or one course | 90m
    - Choose the first two pieces that you would love to play | 30m
    * Practise posture, sound and rhythm, slowly | 25m
    # First pieces | 35%
    * Practise the hard bars of the piece first, slowly, then in context | 30m
    * Play through for joy | 15m
    * Lesson, or record yourself and listen | 40m
    - Play the first piece to one person | 30m
    # Repertoire | 30%
    * Practise a new piece | 35m
    * Keep the learnt pieces fresh | 20m
    * Work on technique: one weakness at a time | 20m
    # Play for others | 15%
    * Rehearse as it will be: once through, without stopping | 35m
    - Play what you prepared in front of others | 90m | late
    - Listen to the recording and choose what comes next | 45m | afterwards
    `,
  ),
  playbook(
    {
      id: 'craft_skill',
      pattern: 'progressive_accumulation_arc',
      subtype: 'creative_arc',
      verbs: 'draw paint sketch photograph knit crochet sew embroider',
      things:
        'drawing! painting! watercolour! watercolor! sketching! photography! pottery! ceramics! calligraphy! knitting! sewing! crochet! woodworking! woodcarving! dance! dancing! salsa! tango! acting! improv! juggling! origami! cooking! baking! sourdough! chess! magic singing',
      weeks: 16,
      sessions: 3,
    },
    `
    # Ground | 20%
    - Choose one teacher, course or book to follow | 60m
    - Get the few materials the first exercises need | 60m
    * Exercises on one basic at a time | 45m
    # Copy and vary | 35%
    * Follow an example step by step | 60m
    * Do the same again, changing one thing | 45m
    - Show the best to somebody who knows more, and ask for one thing to improve | 45m
    # Work of your own | 30%
    * Work on a piece of your own | 75m
    * Train the weakness that the last piece showed | 30m
    # Show it | 15%
    * Finish and polish | 60m
    - Show {the thing} to others: a class, friends, a small exhibition | 2h
    - Choose what to learn next | 30m
    `,
  ),
  playbook(
    {
      id: 'subject_study',
      pattern: 'progressive_accumulation_arc',
      subtype: 'learning_arc',
      verbs: 'learn! study! understand master! teach_myself! self-study upskill',
      things:
        'course! programming coding! python! javascript! typescript! rust! java! sql! kubernetes! machine_learning! statistics! calculus! algebra! mathematics physics! chemistry! history philosophy! economics! accounting! excel! curriculum! skill basics fundamentals theory online_course! astronomy! investing knowledge',
      weeks: 12,
      sessions: 3,
    },
    `
    # Map the field | 10%
    - Write three things you want to be able to do with {thing} | 30m
    - Choose one main course or book, and one place to ask questions | 60m
    - Put its chapters into the weeks you have | 45m
    # Foundations | 35%
    * Study the next part and take notes in your own words | 60m
    * Practise: exercises on what you studied | 60m
    * Recall without notes what you learnt last week | 20m
    - Explain the basics to somebody, and note where you got stuck | 45m
    # Practice on something real | 40%
    * Work on a small project of your own with {thing} | 90m
    * Study what the project showed you do not know | 60m
    * Recall what you learnt | 20m
    # Show and consolidate | 15%
    * Finish the project | 90m
    - Show it, and ask for honest feedback | 60m
    - Look back: what sticks, and what to learn next | 30m
    `,
  ),
  playbook(
    {
      id: 'reading',
      pattern: 'progressive_accumulation_arc',
      subtype: 'learning_arc',
      verbs: 'read!',
      things: 'book! books! novel novels! classics! pages reading bible author literature',
      weeks: 26,
      sessions: 4,
    },
    `
    # Choose | 10%
    - Make the list: {target|what you want to read}, short ones first | 45m
    - Get the first three, and put one where you sit in the evening | 45m
    # Get into the habit | 30%
    * Read: {per session|a chapter} | 30m
    * Write three lines on what you finished | 15m | monthly | fixed
    # Keep the pace | 45%
    * Read: {per session|a chapter} | 35m
    * Write three lines on what you finished | 15m | monthly | fixed
    - Drop what you do not enjoy, and take the next | 15m
    # Finish | 15%
    * Read: {per session|a chapter} | 35m
    - Look back: what stayed with you, and what to read next | 30m
    `,
  ),
]
