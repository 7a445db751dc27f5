import ts from 'typescript'

export type ImportFact = {
  /** The module as written; `undefined` when it is computed at run time. */
  readonly module: string | undefined
  readonly names: readonly string[]
  readonly line: number
  /** Erased before anything runs. */
  readonly isTypeOnly: boolean
}

export type NamedFact = { readonly name: string; readonly line: number }

/** What one source file imports, uses and says. */
export type SourceFacts = {
  readonly imports: readonly ImportFact[]
  /** Globals used as values: `fetch`, `process.env`, `Date.now`; `Date()` is the current time asked of `Date`. */
  readonly uses: readonly NamedFact[]
  readonly strings: readonly NamedFact[]
  readonly lineCount: number
}

type Collected = { imports: ImportFact[]; uses: NamedFact[]; strings: NamedFact[]; declared: Set<string> }

/** Reads a TypeScript or TSX file without resolving anything: imports of every kind, global names, and texts. */
export function readSource(path: string, text: string): SourceFacts {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const collected: Collected = { imports: [], uses: [], strings: [], declared: new Set() }
  const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1

  const visit = (node: ts.Node): void => {
    collectImport(node, lineOf, collected)
    collectUse(node, lineOf, collected)
    collectString(node, lineOf, collected)
    ts.forEachChild(node, visit)
  }
  visit(file)

  const { imports, strings, declared } = collected
  const uses = collected.uses.filter(use => !declared.has(use.name.split('.')[0] ?? ''))
  const lineCount = text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  return { imports, uses, strings, lineCount }
}

type LineOf = (node: ts.Node) => number

function collectImport(node: ts.Node, lineOf: LineOf, { imports }: Collected): void {
  if (ts.isImportDeclaration(node)) {
    imports.push({
      module: literal(node.moduleSpecifier),
      names: importedNames(node),
      line: lineOf(node),
      isTypeOnly: node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
    })
  } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    const clause = node.exportClause
    const names = clause && ts.isNamedExports(clause) ? clause.elements.map(sourceName) : ['*']
    imports.push({
      module: literal(node.moduleSpecifier),
      names,
      line: lineOf(node),
      isTypeOnly: node.isTypeOnly,
    })
  } else if (ts.isImportTypeNode(node)) {
    const module = ts.isLiteralTypeNode(node.argument) ? literal(node.argument.literal) : undefined
    imports.push({ module, names: ['*'], line: lineOf(node), isTypeOnly: true })
  } else if (ts.isCallExpression(node) && isDynamicImport(node)) {
    imports.push({
      module: literal(node.arguments[0]),
      names: ['*'],
      line: lineOf(node),
      isTypeOnly: false,
    })
  }
}

function isDynamicImport(node: ts.CallExpression): boolean {
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require'
  return isRequire || node.expression.kind === ts.SyntaxKind.ImportKeyword
}

function importedNames(node: ts.ImportDeclaration): readonly string[] {
  const clause = node.importClause
  const bindings = clause?.namedBindings
  const named =
    bindings === undefined ? [] : ts.isNamedImports(bindings) ? bindings.elements.map(sourceName) : ['*']
  return clause?.name ? ['default', ...named] : named
}

function sourceName(specifier: ts.ImportSpecifier | ts.ExportSpecifier): string {
  return (specifier.propertyName ?? specifier.name).text
}

function literal(node: ts.Node | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined
}

function collectUse(node: ts.Node, lineOf: LineOf, { uses, declared }: Collected): void {
  if (isDeclaration(node) && node.name && ts.isIdentifier(node.name)) declared.add(node.name.text)
  const use = (name: string) => uses.push({ name, line: lineOf(node) })

  if (ts.isIdentifier(node) && isValue(node)) use(node.text)
  const member = memberName(node)
  if (member) use(member)
  if (isCurrentDate(node)) use('Date()')
  if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name) && node.initializer) {
    const object = nameOf(node.initializer)
    for (const { propertyName, name } of node.name.elements)
      use(`${object}.${(propertyName ?? name).getText()}`)
  }
}

/** Names bound in the file shadow globals; imported names do not, for they may be the same thing. */
function isDeclaration(
  node: ts.Node,
): node is ts.ParameterDeclaration | ts.VariableDeclaration | ts.BindingElement | ts.FunctionDeclaration {
  if (ts.isVariableDeclaration(node) || ts.isParameter(node)) return true
  return ts.isBindingElement(node) || ts.isFunctionDeclaration(node)
}

function isValue(node: ts.Identifier): boolean {
  const parent = node.parent
  if (ts.isShorthandPropertyAssignment(parent)) return true
  if (ts.isTypeNode(parent) || ts.isQualifiedName(parent) || ts.isImportSpecifier(parent)) return false
  if ('name' in parent && parent.name === node) return false
  return !('propertyName' in parent && parent.propertyName === node)
}

function memberName(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return join(node.expression, node.name.text)
  if (ts.isElementAccessExpression(node)) return join(node.expression, literal(node.argumentExpression))
  return undefined
}

function join(object: ts.Expression, member: string | undefined): string | undefined {
  if (member === undefined) return undefined
  const name = nameOf(object)
  return name === 'globalThis' ? member : name && `${name}.${member}`
}

function nameOf(node: ts.Expression): string | undefined {
  return ts.isIdentifier(node) ? node.text : memberName(node)
}

function isCurrentDate(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
  if (nameOf(node.expression) !== 'Date') return false
  return ts.isCallExpression(node) || (node.arguments?.length ?? 0) === 0
}

function collectString(node: ts.Node, lineOf: LineOf, { strings }: Collected): void {
  if (ts.isStringLiteralLike(node)) strings.push({ name: node.text, line: lineOf(node) })
  if (ts.isTemplateExpression(node)) {
    const parts = [node.head.text, ...node.templateSpans.map(span => span.literal.text)]
    strings.push({ name: parts.join('…'), line: lineOf(node) })
  }
}
