import { z } from 'zod'
import {
  type Database,
  execute,
  findRows,
  idList,
  requireRow,
} from '../../../platform/database/query.ts'
import type { SeenEvent } from '../rules.ts'

const tokenRow = z.object({
  nudge: z.number(),
  device: z.number(),
  token: z.string(),
  is_clicked: z.boolean(),
})

/**
 * The tokens of the deliveries of these nudges to these devices, and whether the person has clicked. Only deliveries
 * that are due, being sent or sent are included.
 */
export const findDeliveryTokens = (
  db: Database,
  nudges: readonly number[],
  devices: readonly number[],
) =>
  findRows(db, tokenRow)`
    select nudge, device, token, clicked_at is not null as is_clicked from nudge_deliveries
     where nudge = any(${idList(nudges)}::int[]) and device = any(${idList(devices)}::int[])
       and (state in ('claimed', 'handed_over', 'accepted', 'unknown')
            or state = 'queued' and due_at <= now())`

/**
 * Records that an open window showed a nudge, and whether it was clicked. Reports about a nudge that windows can no
 * longer show are ignored.
 */
export const markViewed = (
  db: Database,
  { token, nudge }: { token: string; nudge: number },
  event: SeenEvent,
) =>
  execute(db)`
    insert into nudge_views as known (token, nudge, clicked_at)
    select ${token}, id, case when ${event} = 'clicked' then now() end
      from nudges where id = ${nudge} and sent_at > now() - interval '2 days'
    on conflict (token) do update set clicked_at = excluded.clicked_at
     where known.clicked_at is null and excluded.clicked_at is not null`

const totals = z.object({ window_views: z.number(), window_clicks: z.number() })

/** In how many open windows a nudge was shown and clicked, without the windows of devices that got it by push. */
export const findViewTotals = (db: Database, nudge: number) =>
  requireRow(db, totals)`
    select count(*)::int as window_views, count(clicked_at)::int as window_clicks
      from nudge_views where nudge = ${nudge}`

/** Deletes views that are older than 90 days. */
export const deleteOldViews = (db: Database) =>
  execute(db)`delete from nudge_views where shown_at < now() - interval '90 days'`
