import { type Database, execute, idList, jsonRows } from '../../../platform/database/query.ts'

/** The answer of a push service that has not accepted a message for this device yet; `none` if it did not answer. */
export type Answer = {
  device: number
  endpoint: string
  nudge: number
  answer: 'accepted' | 'none'
}

/**
 * Records the first message that a device's push service accepts. If, before that, the service does not answer two
 * different nudges, the device gets no more nudges, because anybody can subscribe with an endpoint that never answers.
 * The browser of a real device subscribes again when it opens the site.
 */
export const saveAnswers = (db: Database, answers: readonly Answer[]) =>
  execute(db)`
    with answers as materialized (
      select distinct on (device) *
        from jsonb_to_recordset(${jsonRows(answers)}) as answers (
          device int, endpoint text, nudge int, answer text)
       order by device, answer),
    locked as materialized (
      select id from push_devices
       where id = any(${idList(answers.map(({ device }) => device))}::int[]) order by id for update)
    update push_devices as device
       set accepted_at = case answer when 'accepted' then now() end,
           unanswered_nudge = case answer when 'none' then nudge end,
           gone_at = case when answer = 'none' and unanswered_nudge <> nudge
                          then coalesce(gone_at, now()) else gone_at end
      from locked join answers on answers.device = locked.id
     where device.id = locked.id and device.endpoint = answers.endpoint and device.accepted_at is null`
