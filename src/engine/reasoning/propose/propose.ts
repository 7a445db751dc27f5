export { fitOfTools } from './fit.ts'
export { type RankedTool, rankTools } from './rank-tools.ts'
export { prepareTools, type ToolDescription, type ToolIndex } from './tool-index.ts'
