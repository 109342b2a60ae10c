import pg from 'pg'

const connections = new Set<pg.Client>()

/**
 * Remembers the connections to PostgreSQL that this process opens from now on. Payload does not close its connections,
 * because usually its process ends.
 */
export function trackConnections(): void {
  const { connect } = pg.Client.prototype
  pg.Client.prototype.connect = function (this: pg.Client, ...args: unknown[]) {
    connections.add(this)
    this.once('end', () => connections.delete(this))
    return connect.apply(this, args as never)
  } as typeof connect
}

/** Ends the remembered connections. @param database name of the database whose connections end; all by default */
export async function endConnections(database?: string): Promise<void> {
  const ending = [...connections].filter((each) => !database || each.database === database)
  await Promise.all(ending.map((each) => each.end()))
}
