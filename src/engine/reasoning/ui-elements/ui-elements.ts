export { type ElementFinding, findElements } from './find-elements.ts'
export { suits } from './match.ts'
export { elementsOfContext, type PageElement, readUiSchema } from './schema.ts'
