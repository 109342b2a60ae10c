import type { PayloadRequest } from 'payload'
import { recordAll } from '../../../platform/audit/service.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { type ContentKey, keyPath } from '../contract.ts'
import { isSameContent } from '../rules.ts'
import {
  addVersionOfLive,
  deleteRecord,
  findRecords,
  type StoredRecord,
  tableOf,
} from '../stored-content.ts'
import { textName } from '../text-names.ts'
import { settleVersions, updateLocked } from './change-record.ts'
import type { ItemsRequest, UnpublishRequest } from './contract.ts'
import {
  type ChangeWithRevision,
  cancelScheduledChanges,
  lockScheduledChanges,
} from './schedule/scheduled-changes.ts'
import { unpublishRecord } from './unpublish-record.ts'

type Item = ItemsRequest['items'][number]
/** Nothing was written, because of the items in `changed`. */
type Refused = { changed: ContentKey[]; message?: string }
/** The number of changed items, or the reason why nothing was changed. */
export type Outcome = { count: number } | Refused

/**
 * Publishes all items or none, in one transaction. Scheduled changes that would publish the same revisions
 * are cancelled.
 */
export const publishItems = (req: PayloadRequest, items: Item[]): Promise<Outcome> => {
  let scheduled: ChangeWithRevision[] = []
  const publish = async (record: StoredRecord, db: Database) => {
    await cancelFulfilled(req, db, scheduled, record)
    if (record.is_draft) {
      await updateLocked(req, record, record, 'published', { action: 'publish' })
    }
  }
  return changeItems(req, items, publish, {
    beforeLock: async (db, chosen) => {
      scheduled = await lockScheduledChanges(req, db, chosen)
    },
  })
}

/** Cancels the scheduled changes that would publish the current revision of a record. */
const cancelFulfilled = (
  req: PayloadRequest,
  db: Database,
  scheduled: ChangeWithRevision[],
  record: StoredRecord,
): Promise<void> => {
  const done = scheduled.filter((change) => publishes(change, record))
  return cancelScheduledChanges(req, db, done, 'It was published before its time.')
}

/**
 * Locks a record before a form of the admin is saved. If the form publishes the newest draft without
 * changes, scheduled changes that would publish this draft are cancelled.
 * @returns whether the record is live
 */
export async function lockForForm(
  req: PayloadRequest,
  db: Database,
  key: ContentKey,
  form: { _status?: unknown; content_data?: unknown },
): Promise<boolean> {
  const isPublishing = form._status === 'published'
  const scheduled = isPublishing ? await lockScheduledChanges(req, db, [key]) : []
  await lockNames(db, [keyPath(key)])
  const [record] = await findRecords(db, [key])
  if (record && isSameContent(record.content_data, form.content_data)) {
    await cancelFulfilled(req, db, scheduled, record)
  }
  return record ? record.live !== null : false
}

const publishes = (change: ChangeWithRevision, record: StoredRecord): boolean =>
  change.action === 'publish' &&
  change.revision === record.revision &&
  keyPath(change) === keyPath(record)

/**
 * Unpublishes all items or none; see `unpublishRecord`.
 * @throws HttpError `bad_request` if `instead` is `nothing` for a picture
 */
export const unpublishItems = (
  req: PayloadRequest,
  { items, instead }: UnpublishRequest,
): Promise<Outcome> =>
  changeItems(req, items, (record, db) => unpublishRecord(req, db, record, { instead }))

/**
 * Discards the drafts of all items or of none, and cancels scheduled changes that publish these drafts. A
 * record that is not live is deleted; its versions stay in the history of its key.
 * @param options.mayCancelScheduledChanges false for editors. Their request is refused if it would cancel a
 *   scheduled change.
 */
export const discardItems = (
  req: PayloadRequest,
  items: Item[],
  { mayCancelScheduledChanges }: { mayCancelScheduledChanges: boolean },
): Promise<Outcome> => {
  let scheduled: ChangeWithRevision[] = []
  // If the record is deleted, all its scheduled changes are cancelled.
  const changesToCancel = (record: StoredRecord) =>
    scheduled.filter((change) =>
      record.live === null ? keyPath(change) === keyPath(record) : publishes(change, record),
    )
  const discard = async (record: StoredRecord, db: Database) => {
    if (!record.is_draft) return
    await cancelScheduledChanges(req, db, changesToCancel(record), 'Its draft was discarded.')
    const entry = {
      action: 'discard',
      subject: textName(record),
      of_collection: tableOf(record.page),
      document: record.id,
      version: await discardDraft(db, record),
      details: { content_data: record.content_data },
    }
    await recordAll(req, [entry])
  }
  return changeItems(req, items, discard, {
    beforeLock: async (db, chosen) => {
      scheduled = await lockScheduledChanges(req, db, chosen)
    },
    refuse: (records) => {
      if (mayCancelScheduledChanges) return null
      const changed = records.filter((each) => each.is_draft && changesToCancel(each).length)
      const message = 'A publisher has scheduled this. Ask one of them to take that back first.'
      return changed.length ? { changed: changed.map(keyOf), message } : null
    },
  })
}

/**
 * Adds a version with the published content, or deletes the record if nothing is published.
 * @returns the id of the new version; null if the record was deleted
 */
async function discardDraft(db: Database, record: StoredRecord): Promise<number | null> {
  if (record.live === null) {
    await deleteRecord(db, record)
    return null
  }
  await addVersionOfLive(db, record)
  return settleVersions(db, tableOf(record.page), record.id)
}

type Steps = {
  /** Runs in the transaction of the change, before the records are locked. */
  beforeLock?: (db: Database, items: Item[]) => Promise<void>
  /** Returns the reason why nothing may be changed; null if the items may be changed. */
  refuse?: (records: StoredRecord[]) => Refused | null
}

/**
 * Changes all items or none, in one transaction and with the records locked. If an item was changed since its
 * `revision`, nothing is changed.
 */
async function changeItems(
  req: PayloadRequest,
  items: Item[],
  change: (record: StoredRecord, db: Database) => Promise<void>,
  { beforeLock, refuse }: Steps = {},
): Promise<Outcome> {
  const chosen = [...new Map(items.map((item) => [keyPath(item), item])).values()]
  return inTransaction(req, async (db) => {
    await beforeLock?.(db, chosen)
    await lockNames(db, chosen.map(keyPath))
    const records = await findRecords(db, chosen)
    const byKey = new Map(records.map((record) => [keyPath(record), record]))
    const changed = chosen.filter((item) => byKey.get(keyPath(item))?.revision !== item.revision)
    if (changed.length) return { changed: changed.map(keyOf) }
    const refused = refuse?.(records)
    if (refused) return refused
    for (const item of chosen) {
      const record = byKey.get(keyPath(item))
      if (record) await change(record, db)
    }
    return { count: chosen.length }
  })
}

const keyOf = ({ page, section, content_key }: ContentKey): ContentKey => ({
  page,
  section,
  content_key,
})
