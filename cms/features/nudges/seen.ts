import type { Database } from '../../platform/database/query.ts'
import { nudgeOfWindowToken } from './live/window-token.ts'
import { markSeen } from './queries/deliveries.ts'
import { markViewed } from './queries/views.ts'
import type { SeenEvent } from './rules.ts'

/** Records what a device or an open window did with a nudge. Unknown tokens are ignored. */
export async function recordSeen(
  db: Database,
  { token, event }: { token: string; event: SeenEvent },
): Promise<void> {
  const nudge = nudgeOfWindowToken(token)
  if (nudge === null) await markSeen(db, token, event)
  else await markViewed(db, { token, nudge }, event)
}
