/** The part of the parser that is used here; its nodes are the structs of mvdan.cc/sh/v3/syntax. */
declare module 'mvdan-sh' {
  export interface Node {
    readonly [field: string]: unknown
  }
  export interface Parser {
    /** Throws what is wrong with the text. */
    Parse(text: string, name: string): Node
  }
  export interface Syntax {
    readonly LangBash: unknown
    NewParser(...options: readonly unknown[]): Parser
    Variant(language: unknown): unknown
    NodeType(node: Node): string
    Walk(node: Node, visit: (node: Node | null) => boolean): void
  }
  const shell: { readonly syntax: Syntax }
  export default shell
}
