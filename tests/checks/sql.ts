/** Keywords after which a statement names a table. */
const keywordsBeforeTable = new Set(['from', 'join', 'into', 'update', 'using'])
/** Keywords that end the list of tables after `from` and `using`. */
const keywordsAfterTables = new Set(
  'where on set group order having limit returning union values select window for'.split(' '),
)

/**
 * The tables that a statement, or a part of one, reads or writes. Names of its own `with` queries are
 * left out.
 * @param statement SQL with `$` for each parameter
 */
export function tablesOf(statement: string): string[] {
  const words = tokensOf(statement)
  const withQueries = new Set<string>()
  for (const [index, word] of words.entries()) {
    const isNamed =
      words[index + 1] === 'as' && /^(\(|materialized|not)$/.test(words[index + 2] ?? '')
    if (isNamed) withQueries.add(word)
  }
  const tables = new Set<string>()
  const add = (name: string | undefined) => {
    if (name && /^[a-z_]\w*$/.test(name) && !withQueries.has(name)) tables.add(name)
  }
  // One value for the statement and for each open parenthesis: whether a comma there separates tables.
  const commasSeparateTables = [false]
  for (const [index, word] of words.entries()) {
    const next = words[index + 1] === 'only' ? words[index + 2] : words[index + 1]
    if (word === '(') commasSeparateTables.push(false)
    else if (word === ')') commasSeparateTables.pop()
    else if (keywordsBeforeTable.has(word)) {
      // `distinct from` and functions name no table. The column in `extract(… from column …)` is added too: callers
      // ignore the column, because no table has its name.
      const isFunction = words[index + 2] === '(' && word !== 'into'
      if (words[index - 1] !== 'distinct' && !isFunction) add(next)
      commasSeparateTables[commasSeparateTables.length - 1] = word === 'from' || word === 'using'
    } else if (keywordsAfterTables.has(word))
      commasSeparateTables[commasSeparateTables.length - 1] = false
    else if (word === ',' && commasSeparateTables.at(-1) && words[index + 2] !== '(') add(next)
  }
  return [...tables]
}

const tokensOf = (statement: string): string[] =>
  statement
    .replace(/--.*$/gm, ' ')
    .replace(/'(?:[^']|'')*'/g, " '' ")
    .replaceAll('"', '')
    .toLowerCase()
    .match(/[a-z_]\w*|[(),.]|\S/g) ?? []
