/** A statement that each connection parses and plans once. Its parameters are `$1`, `$2` and so on. */
export type Prepared = { name: string; text: string }

type Connection = {
  query: (
    statement: Prepared & { values: unknown[] },
  ) => Promise<{ rows: unknown[]; rowCount?: number | null }>
}

/**
 * A template tag: prepared('analytics.views')`select …`.
 * @param name of the prepared statement; unique in the program
 */
export const prepared =
  (name: string) =>
  (text: TemplateStringsArray): Prepared => ({ name, text: text.join('') })

/**
 * Runs a prepared statement.
 * @returns the rows, unchecked. The statement has to return rows of the type `Row`
 */
export async function runPrepared<Row = unknown>(
  connection: Connection,
  statement: Prepared,
  values: unknown[],
): Promise<Row[]> {
  return (await connection.query({ ...statement, values })).rows as Row[]
}
