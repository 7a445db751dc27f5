import { type Requirement, rows } from './requirement.ts'

const LOOP = 'src/engine/loop/loop.program.test.ts'
const BAD_CALLS = 'src/engine/loop/bad-calls.program.test.ts'
const ENDING = 'src/engine/loop/ending.program.test.ts'
const CHAT = 'src/surfaces/api/chat.program.test.ts'
const DOCS = 'src/engine/memory/product-docs.program.test.ts'
const COMPACT = 'src/engine/memory/compact-conversation.program.test.ts'
const PAGE_TOOLS = 'src/engine/pages/tools/page-tools.program.test.ts'
const MODELS = 'src/llm/create-llm.test.ts'
const STUDIO = 'test/browser/studio.proof.test.ts'

/** Document D: the agentic loop, its tools, memory, product doc and pages. */
export const CHAT_REQUIREMENTS: readonly Requirement[] = [
  ...rows('src/engine/tools/', 'src/engine/tools/tools.test.ts', [
    [
      'D3.0',
      'Tools with name, description and a schema; duplicates are refused',
      'throws when two built-in tools share a name',
    ],
    ['D3.0', 'Function schemas in the format of OpenAI', 'gives the function form without our keyword'],
    [
      'D3.0',
      'Arguments are checked; an unknown tool or one that throws is a result, never an exception',
      'comes back to it as an error result: an unknown tool',
      { file: BAD_CALLS },
    ],
  ]),
  ...rows('src/engine/loop/', LOOP, [
    [
      'D3.3',
      'The loop ends with a text without calls',
      'ends with what the model says once it calls nothing more',
    ],
    [
      'D3.3',
      'Calls run and their results go back to the model',
      'reads at once, and gives the model what it found',
    ],
    [
      'D3.3',
      'At most 30 steps by default',
      'has 30 turns by default, and as many as the settings say',
      { file: ENDING },
    ],
    [
      'D3.3',
      'Three consecutive errors end it',
      'stops after three turns in a row in which nothing succeeded',
      { file: ENDING },
    ],
    [
      'D3.3',
      'A cancelled run stops, also while a model answers',
      'ends a model call that is under way, also from another engine on the same database',
      { file: ENDING },
    ],
    [
      'D3.1',
      'ask_user pauses the loop and goes on with the answers',
      'asks questions in one batch and takes the answers as the result',
    ],
    [
      'D3.1',
      'Questions that cannot be asked go back to the model',
      'comes back to it as an error result: questions that cannot be asked',
      { file: BAD_CALLS },
    ],
    [
      'D3.3',
      'Events of each step are streamed',
      'sends events and responses, the words as they are written, and ends with [DONE]',
      { file: CHAT },
    ],
    [
      'D3.3',
      'The loop goes on after its process died',
      'behind any write on SQLite',
      { file: 'test/crash/crash-chat.proof.test.ts' },
    ],
  ]),
  ...rows('src/surfaces/api/', CHAT, [
    [
      'D3.0',
      'All twelve frozen fields of an answer',
      'goes straight from brief to look to pages, and whoever watches sees each one come',
      { file: 'test/pages/conversations.program.test.ts' },
    ],
    [
      'D8',
      'SOUL_MAX_STEPS and SOUL_COMPACT_THRESHOLD are settings',
      'has 30 turns by default, and as many as the settings say',
      { file: ENDING },
    ],
    [
      'D3.0',
      'POST /api/chat and /api/chat/stream keep their shapes',
      'answers when the run has ended, and goes on in the same session',
    ],
    [
      'D3.0',
      'Questions are radio, checkbox or text for the interview widget',
      'shows questions in the words of the widget, and takes its answers as a message',
    ],
    [
      'D3.1b',
      'Pending questions are sent again after a reload',
      'asks about a vague wish; the answers are given by keyboard, and outlive a reload',
      { file: STUDIO },
    ],
    [
      'D3.1b',
      'A run that waits for answers can be cancelled',
      'ends a chat that waits for answers, with its questions',
      { file: ENDING },
    ],
    [
      'D3.0',
      'A client that reconnects misses no event',
      'a client that drops its connection at every event sees each once and in order',
      { file: 'src/surfaces/api/chat-reconnect.program.test.ts' },
    ],
  ]),
  ...rows('src/engine/memory/', DOCS, [
    [
      'D3.1b',
      'A card says what changed in the product doc, with a link to it',
      'keeps a product doc beside it, and says who wrote what',
      { file: STUDIO },
    ],
    [
      'D7',
      'Without a product doc after the first pages, the next turn asks for it',
      'asks once for a product doc where pages stand and none does',
      { file: 'src/engine/loop/prompts.test.ts' },
    ],
    [
      'D3.1b',
      'A product doc with sections of the model’s choosing, changed by patches',
      'begins with its first section, and keeps every change with what stood before',
    ],
    [
      'D3.1b',
      'What a person wrote is kept',
      'keeps what the person wrote when the model writes over it, and says so in answer and event',
    ],
    [
      'D3.1b',
      'A project card below 500 tokens',
      'stays below 500 tokens whatever is in the sections, and the same whatever their order',
      { file: 'src/engine/memory/project-card.test.ts' },
    ],
    [
      'D3.1b',
      'Only sections that fit the task are injected',
      'come with the best one first',
      { file: 'src/engine/memory/project-card.test.ts' },
    ],
    [
      'D3.1b',
      'The answer says that the product doc changed',
      'lets the model keep its own product doc without a person, and says that it changed',
      { file: CHAT },
    ],
    [
      'D3.1b',
      'The person sees who wrote what',
      'keeps a product doc beside it, and says who wrote what',
      { file: STUDIO },
    ],
    [
      'D7',
      'The product doc stays bounded',
      'folds the oldest sections of the model into one when a 21st comes, and keeps those of the person',
      { file: 'src/engine/memory/change-sections.test.ts' },
    ],
  ]),
  ...rows('src/engine/memory/', COMPACT, [
    [
      'D3.2',
      'History is compressed above 20 messages; the first two and the last four stay',
      'happens at the 21st message and not before, with the first two and the last four kept',
    ],
    [
      'D3.2',
      'The summary has eight dimensions',
      'a summary holds the eight dimensions, word for word from the conversation, the earlier one folded in',
      { file: 'src/soulgate/reasoning/offline-planner.program.test.ts' },
    ],
    ['D3.2', 'A summary that fails leaves the conversation as it was', 'leaves everything as it was when %s'],
    [
      'D3.2',
      'The context of a call is in an order that providers take, within the window',
      'is in an order every provider takes and within its limit, over 1,000 random conversations',
      { file: 'src/engine/memory/context.program.test.ts' },
    ],
    [
      'D3.2',
      'The system prompt follows the state of the session',
      'tells the prompt what kind of session it is',
      { file: 'src/engine/memory/context.program.test.ts' },
    ],
  ]),
  ...rows('src/engine/pages/', PAGE_TOOLS, [
    [
      'D3.1',
      'Pages are those that the brief names',
      'are those that the words list: %s',
      { file: 'src/engine/pages/brief/brief.test.ts' },
    ],
    [
      'D3.1',
      'An edit changes the page that is meant and says what it did; a target that is not found is asked about',
      'changes what was asked, byte for byte nothing else, shows the difference, and takes it back',
      { file: 'test/pages/conversations.program.test.ts' },
    ],
    [
      'D3.1',
      'Nine tools that write to their own session alone',
      'are honest about what they do, and write to their own session alone',
    ],
    ['D3.1', 'Prerequisites of tools are told', 'say what must come first'],
    [
      'D3.1',
      'extract_style finds colours of a picture',
      'finds every colour of a picture again, within ΔE 5: %s',
      { file: 'src/engine/pages/style/style.test.ts' },
    ],
    [
      'D3.1',
      'validate_html finds what is not fit for a phone',
      '%s: finds %s',
      { file: 'src/engine/pages/validate/validate.test.ts' },
    ],
    [
      'D3.1',
      'What only a browser can measure is measured in one',
      '%s: measures %s, and its repair holds',
      { file: 'test/pages/validate-truth.proof.test.ts' },
    ],
    [
      'D3.1',
      'A shared design system, readable whatever the brand colours',
      'is readable whatever the brand colours are',
      { file: 'src/engine/pages/design-system/design-system.test.ts' },
    ],
    [
      'D3.1',
      'Each write is a version',
      'is written as a version after the other, and tells who watches',
      { file: 'src/engine/pages/page-store.program.test.ts' },
    ],
    [
      'D3.1',
      'Edits leave everything else as it was',
      'changes what was asked, byte for byte nothing else, shows the difference, and takes it back',
      { file: 'test/pages/conversations.program.test.ts' },
    ],
    [
      'D6',
      'Scenario A: a detailed wish is built without questions',
      'goes straight from brief to look to pages, and whoever watches sees each one come',
      { file: 'test/pages/conversations.program.test.ts' },
    ],
    [
      'D6',
      'Scenario B: a vague wish is asked about',
      'leads through questions to a product doc and to pages that carry the answers',
      { file: 'test/pages/conversations.program.test.ts' },
    ],
    [
      'D6',
      'Scenario D: a vague feature is asked about before anything changes',
      'asks about a feature that leaves open what it does, before anything is changed',
      { file: 'test/pages/conversations.program.test.ts' },
    ],
  ]),
  ...rows('src/llm/', MODELS, [
    [
      'D3.4',
      'The POWERFUL tier plans several pages and difficult edits',
      'a long brief goes to the POWERFUL tier',
      { file: 'src/engine/pages/tools/model-readings.program.test.ts' },
    ],
    [
      'D3.4',
      'Three tiers from the environment, with neighbours and fallbacks',
      'tiers are read with fallbacks, bare names and neighbours',
    ],
    [
      'D3.4',
      'Primary, then the next, then an error that names each',
      'when no model answers, each failure is named and the caller may try again',
    ],
    [
      'D3.3',
      'Transient failures are tried again with growing waits',
      'a transient failure is tried again, and the answer counts its attempts',
    ],
    [
      'D3.4',
      'Tool calls are read from the answer, streamed too',
      'a chat over a local OpenAI-compatible server: a tool call, its gate, an approval, its result, the answer',
      { file: 'src/surfaces/api/chat-reconnect.program.test.ts' },
    ],
  ]),
]
