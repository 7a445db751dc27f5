/** Nodes of PostgreSQL's own syntax tree that a statement which only reads is made of. */
const NODES: ReadonlySet<string> = new Set([
  ...'SelectStmt ResTarget ColumnRef String Integer Float Boolean A_Star A_Const A_Expr A_ArrayExpr'.split(
    ' ',
  ),
  ...'A_Indirection A_Indices BoolExpr NullTest BooleanTest JoinExpr RangeVar RangeSubselect SortBy'.split(
    ' ',
  ),
  ...'SubLink CommonTableExpr FuncCall TypeCast CaseExpr CaseWhen CoalesceExpr MinMaxExpr RowExpr'.split(' '),
  ...'List GroupingSet SQLValueFunction WindowDef CollateClause'.split(' '),
])

/** Functions that look at what they are given and at nothing else. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...'count sum avg min max array_agg string_agg json_agg jsonb_agg bool_and bool_or every'.split(' '),
  ...'lower upper length char_length trim btrim ltrim rtrim replace substring substr left right'.split(' '),
  ...'concat concat_ws split_part position strpos initcap reverse to_char to_date to_timestamp to_number'.split(
    ' ',
  ),
  ...'now date_trunc date_part extract age make_date make_interval round trunc floor ceil ceiling abs mod'.split(
    ' ',
  ),
  ...'power sqrt greatest least row_number rank dense_rank percent_rank lag lead first_value last_value'.split(
    ' ',
  ),
  ...'ntile percentile_cont percentile_disc stddev variance regexp_replace regexp_match array_length'.split(
    ' ',
  ),
  ...'unnest jsonb_array_length jsonb_object_keys width_bucket'.split(' '),
])

const MAX_CHARACTERS = 50_000

/** Why a text may do more than read, by PostgreSQL's own grammar; undefined where it only reads. */
export async function whySqlWrites(text: string, allowed: readonly string[]): Promise<string | undefined> {
  if (text.length > MAX_CHARACTERS || text.includes('\0')) return 'it is too long to be read'
  const { parse } = await import('libpg-query')
  let tree: unknown
  try {
    tree = await parse(text)
  } catch {
    return 'PostgreSQL would not take it'
  }
  const statements: readonly unknown[] = isRecord(tree) && Array.isArray(tree.stmts) ? tree.stmts : []
  if (statements.length !== 1) return 'it is not one statement'
  const [statement] = statements
  const root = isRecord(statement) ? statement.stmt : undefined
  if (!isRecord(root) || !('SelectStmt' in root)) return 'it is no SELECT'
  return findForeign(root, new Set([...FUNCTIONS, ...allowed.map(name => name.toLowerCase())]))
}

/** The first thing in a tree that is not known to only read. A key in capitals names a node, any other a field of one. */
function findForeign(value: unknown, functions: ReadonlySet<string>): string | undefined {
  if (Array.isArray(value)) {
    for (const item of value) {
      const found = findForeign(item, functions)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (!isRecord(value)) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = whyForeign(key, inner, functions) ?? findForeign(inner, functions)
    if (found !== undefined) return found
  }
  return undefined
}

function whyForeign(key: string, inner: unknown, functions: ReadonlySet<string>): string | undefined {
  if (key === 'intoClause') return 'SELECT INTO makes a table'
  if (key === 'lockingClause') return 'it locks rows'
  if (key === 'relname' && typeof inner === 'string' && inner.startsWith('pg_')) return `it reads ${inner}`
  if (key === 'schemaname' && typeof inner === 'string' && /^(?:pg_|information_schema$)/.test(inner))
    return `it reads ${inner}`
  if (/^[A-Z]/.test(key) && !NODES.has(key)) return `it holds ${key}`
  if (key !== 'FuncCall') return undefined
  const name = nameOf(inner)
  return functions.has(name) ? undefined : `it calls ${name}`
}

/** `lower`, or `schema.name`; what PostgreSQL writes `pg_catalog.` before is its own. */
function nameOf(call: unknown): string {
  const parts: readonly unknown[] = isRecord(call) && Array.isArray(call.funcname) ? call.funcname : []
  const texts = parts.map(part => {
    const inner = isRecord(part) ? part.String : undefined
    return isRecord(inner) && typeof inner.sval === 'string' ? inner.sval.toLowerCase() : '?'
  })
  return texts.join('.').replace(/^pg_catalog\./, '')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
