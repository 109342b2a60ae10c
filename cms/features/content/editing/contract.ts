import { z } from 'zod'
import { rowId } from '../../../platform/http/texts/fields.ts'
import type { StaffPerson } from '../../../platform/staff/contract.ts'
import {
  type ContentData,
  type ContentKey,
  type ContentType,
  contentKey,
  imageData,
  type Positioning,
  textData,
} from '../contract.ts'
import type { Version } from '../stored-content.ts'

export type {
  ContentData,
  ContentKey,
  ContentType,
  ImageData,
  Positioning,
  TextData,
} from '../contract.ts'

const revision = rowId.nullable()
const page = contentKey.shape.page

/**
 * `POST /api/editing/save`: `revision` is the revision on which the change is based; null if nothing was
 * stored.
 */
export const saveRequest = z.discriminatedUnion('content_type', [
  contentKey.extend({ content_type: z.literal('text'), content_data: textData, revision }),
  contentKey.extend({ content_type: z.literal('image'), content_data: imageData, revision }),
])
export type SaveRequest = z.infer<typeof saveRequest>
export type SaveReply = ContentKey & {
  content_type: ContentType
  content_data: ContentData
  published: false
  updated_at: string
  revision: number
}
/** 409: the record has a newer revision than `revision`. Nothing was written. */
export type ConflictReply = {
  error: 'conflict'
  message: string
  theirs: { content_data: ContentData; revision: number; by: string; at: string }
  /** The content on which both changes are based; null if it is unknown. */
  base: ContentData | null
  /** Both changes in one text; null for pictures. `clean` is true if the changes affect different words. */
  merged: { text: string; clean: boolean; positioning?: Positioning } | null
}
/**
 * 409 of `publish`, `unpublish`, `discard` and `questions/publish`. Nothing was done. Either items were changed
 * since the client read them, or an editor wants to discard items that a publisher has scheduled. The message
 * says which case applies. `changed` names these items; `questions/publish` leaves it empty.
 */
export type ItemsConflictReply = { error: 'conflict'; message: string; changed: ContentKey[] }

/**
 * - `fallback`: nothing is stored, or the stored content was taken off the page; the fallback is shown
 * - `published`: the stored content is live
 * - `draft`: stored, not published
 * - `changed`: published, with a newer draft
 */
export type KeyState = 'fallback' | 'published' | 'draft' | 'changed'

export type KeyStatus = ContentKey & {
  content_type: ContentType
  /** The content that editors change: the newest draft, or else the content that visitors see. */
  content_data: ContentData
  /** The content that visitors see. */
  live: ContentData
  state: KeyState
  revision: number | null
  /** The author of the newest version, and its time (ISO 8601). Both are null if nothing is stored. */
  by: string | null
  at: string | null
  scheduled: { id: number; action: ScheduledAction; at: string } | null
}

/** `GET /api/editing/page/{page}`: the keys of the page and the global keys, which every page shows. */
export type PageReply = {
  user: StaffPerson
  page: string
  timeZone: string
  /** The values of the placeholders in texts, by name. */
  placeholders: Record<string, string>
  keys: KeyStatus[]
  /** Number of unpublished drafts on the whole site. */
  drafts: number
  worker: WorkerState
}

/**
 * `GET /api/editing/drafts?page=`: unpublished drafts, either of a page and the global keys, or of the whole site.
 * `questions` has, for each page, the number of its FAQ questions in draft. Staff write and publish questions under
 * /cms/faq/{page}.
 */
export type DraftsReply = { drafts: KeyStatus[]; questions: Record<string, number> }

/**
 * `POST /api/editing/questions/publish`: publishes all given FAQ questions or none. The reply is the same as
 * for `publish`. The status is 409 if a question was changed since its `updatedAt`.
 */
export const publishFaqQuestionsRequest = z.object({
  items: z
    .array(z.object({ id: rowId, updatedAt: z.iso.datetime() }))
    .min(1)
    .max(500),
})
export type PublishFaqQuestionsRequest = z.infer<typeof publishFaqQuestionsRequest>

const keyWithRevision = contentKey.extend({ revision: rowId })
/**
 * `POST /api/editing/publish`, `/unpublish` and `/discard`: changes all items or none. The status is 409 if
 * an item was changed since its `revision`.
 */
export const itemsRequest = z.object({ items: z.array(keyWithRevision).min(1).max(500) })
export type ItemsRequest = z.infer<typeof itemsRequest>

/** `POST /api/editing/ask-review`: an editor asks publishers to look at these drafts. */
export const askReviewRequest = z.object({ items: z.array(contentKey).min(1).max(500) })
export type AskReviewRequest = z.infer<typeof askReviewRequest>
/**
 * What the page shows after content is unpublished: `nothing` is an empty text, `previous` is the content
 * that was live before, `delivered` is the fallback. Pictures cannot be replaced by `nothing`.
 */
export const replacements = ['nothing', 'previous', 'delivered'] as const
export type Replacement = (typeof replacements)[number]
export const unpublishRequest = itemsRequest.extend({ instead: z.enum(replacements) })
export type UnpublishRequest = z.infer<typeof unpublishRequest>
export type ItemsReply = { count: number }

export type { Version }

/**
 * `GET /api/editing/history?page=&section=&content_key=`: the versions, newest first. `built` is the
 * fallback. `restore` accepts the fallback as version 0.
 */
export type KeyHistoryReply = { versions: Version[]; built: ContentData | null }
/**
 * `GET /api/editing/history?page=`: the changes of the published page, newest first. Keys that changed in one
 * transaction are one change.
 */
export type PageHistoryReply = {
  changes: { at: string; by: string | null; keys: ContentKey[] }[]
}

/** `POST /api/editing/restore`: makes a new draft of an old version. The reply is the same as for `save`. */
export const restoreRequest = contentKey.extend({ version: z.int32().nonnegative(), revision })
export type RestoreRequest = z.infer<typeof restoreRequest>
/**
 * `POST /api/editing/restore-page`: for each key whose published content at the time `at` differs from the
 * newest content, makes a draft of the old content. The reply is the same as for `publish`.
 */
export const restorePageRequest = z.object({ page, at: z.iso.datetime() })
export type RestorePageRequest = z.infer<typeof restorePageRequest>

/** `POST /api/editing/suggest`: fills a section's empty texts with suggestions, as drafts. Reply: `ItemsReply`. */
export const suggestRequest = contentKey.pick({ page: true, section: true })
export type SuggestRequest = z.infer<typeof suggestRequest>

export const scheduledActions = ['publish', 'unpublish'] as const
export type ScheduledAction = (typeof scheduledActions)[number]
/** `POST /api/editing/schedule`: `at` is a time on the venue's clock, `YYYY-MM-DDTHH:MM`. */
export const scheduleRequest = z
  .object({
    action: z.enum(scheduledActions),
    at: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
    items: z.array(keyWithRevision).min(1).max(500),
    /** Required to unpublish. */
    instead: z.enum(replacements).optional(),
  })
  .refine(({ action, instead }) => action === 'publish' || instead, {
    path: ['instead'],
    message: 'Say what the page shows then: nothing, previous or delivered.',
  })
export type ScheduleRequest = z.infer<typeof scheduleRequest>
/** `message` names the time. If the clocks skip or repeat this time, `message` says which instant is meant. */
export type ScheduleReply = { ids: number[]; at: string; message: string }
/** `POST /api/editing/schedule/cancel`: cancels one change or a whole batch. */
export const cancelRequest = z.union([
  z.object({ id: rowId }),
  z.object({ batch: z.string().min(1).max(100) }),
])
export type CancelRequest = z.infer<typeof cancelRequest>
/** `ids` are the changes that were cancelled. */
export type CancelReply = { ids: number[] }

/**
 * One scheduled change. A key may have several changes, e.g. one that publishes it and a later one that
 * unpublishes it. Changes that were scheduled together have the same `batch`.
 */
export type ScheduledEntry = ContentKey & {
  id: number
  batch: string
  action: ScheduledAction
  /** What the page shows after the key is unpublished; null if the action is `publish`. */
  instead: Replacement | null
  /** The revision that the publisher chose. To schedule a failed change again, a client sends this revision. */
  revision: number
  at: string
  state: 'waiting' | 'failed'
  by: string | null
  failure: string | null
}

/**
 * `GET /api/editing/schedule?page=`: waiting changes, and changes that failed in the last two weeks and were
 * not scheduled again; soonest first. With `page`: the changes of the page and of the global keys;
 * otherwise the changes of the whole site.
 */
export type ScheduleListReply = { changes: ScheduledEntry[] }

/**
 * `late` is true if a change is overdue by two minutes, or if a change is waiting and no process has polled for jobs
 * for two minutes. `beatAt`: when a process last polled for jobs; null if none ever has. `overdue`: the number of
 * changes that are overdue by two minutes. `failed`: the number of failed changes that `GET /api/editing/schedule`
 * lists.
 */
export type WorkerState = { late: boolean; beatAt: string | null; overdue: number; failed: number }

/** `POST /api/editing/presence`: the heartbeat of a tab; `place` is as in `PresenceReply`. */
export const presenceRequest = z.object({
  tab: z.string().min(8).max(40),
  page,
  place: z.string().max(210).nullable(),
})
export type PresenceRequest = z.infer<typeof presenceRequest>
/**
 * Other people on the page. `place` is the key that they have open: `section.content_key` or
 * `global:section.content_key`; null if they have no key open.
 */
export type PresenceReply = { others: { name: string; place: string | null }[] }
