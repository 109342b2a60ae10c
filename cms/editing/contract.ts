import { z } from 'zod'
import type { StaffPerson } from '../staff/contract.ts'
import { longestText, marginSteps } from './rules.ts'

const step = z.union(marginSteps.map((each) => z.literal(each)))

/** How an element stands on the page; margins in the steps of spec section 9. */
export const positioning = z.strictObject({
  alignment: z.enum(['left', 'center', 'right']),
  containerPosition: z.enum(['default', 'page-left', 'page-center', 'page-right']),
  marginTop: step,
  marginBottom: step,
  marginLeft: step,
  marginRight: step,
})
export type Positioning = z.infer<typeof positioning>

const name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w.-]+$/)

/** Names one content record; `page` is `global` for what stands on every page. */
export const contentKey = z.object({ page: name, section: name, content_key: name })
export type ContentKey = z.infer<typeof contentKey>

const revision = z.int32().positive().nullable()

export const textData = z.strictObject({
  text: z.string().max(longestText),
  positioning: positioning.optional(),
})
export const imageData = z.strictObject({
  media: z.int32().positive(),
  alt: z.string().trim().min(1).max(300),
  focal: z.strictObject({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) }),
  positioning: positioning.optional(),
})
export type TextData = z.infer<typeof textData>
export type ImageData = z.infer<typeof imageData>
export type ContentData = TextData | ImageData
export type ContentType = 'text' | 'image'

/** `POST /api/editing/save`: `revision` is what the change started from, null where nothing was kept. */
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
/** 409: somebody else saved meanwhile. Nothing was written. */
export type ConflictReply = {
  error: 'conflict'
  message: string
  theirs: { content_data: ContentData; revision: number; by: string; at: string }
  /** What both started from. */
  base: ContentData | null
  /** Both changes in one text; `clean` where they did not touch the same words. */
  merged: { text: string; clean: boolean; positioning?: Positioning } | null
}
/**
 * 409 of `publish`, `unpublish` and `discard`: what was changed since it was looked at, or what a
 * publisher has scheduled, so that no editor discards it; the message says which. Nothing was done.
 */
export type ChangedReply = { error: 'conflict'; message: string; changed: ContentKey[] }

/**
 * - `fallback`: nothing kept, the text in code shows
 * - `published`: what is kept is live
 * - `draft`: kept, never published
 * - `changed`: live, with a newer draft over it
 */
export type KeyState = 'fallback' | 'published' | 'draft' | 'changed'

export type KeyStatus = ContentKey & {
  content_type: ContentType
  /** What an editor goes on from: the newest draft, or what is live. */
  content_data: ContentData
  /** What a visitor reads. */
  live: ContentData
  state: KeyState
  revision: number | null
  by: string | null
  at: string | null
  scheduled: { id: number; action: ScheduledAction; at: string } | null
}

/** `GET /api/editing/page/{page}`: the page's keys and those of every page. */
export type PageReply = {
  user: StaffPerson
  page: string
  timeZone: string
  /** What stands for each placeholder in a text. */
  placeholders: Record<string, string>
  keys: KeyStatus[]
  /** Drafts on the whole site that nobody has published. */
  drafts: number
  worker: WorkerState
}

/**
 * `GET /api/editing/drafts?page=`: what waits for a publisher, on a page or on the site. Questions are
 * written and published under /cms/faq/{page}: `questions` counts those in draft, by page.
 */
export type DraftsReply = { drafts: KeyStatus[]; questions: Record<string, number> }

/**
 * `POST /api/editing/questions/publish`: all of them or none; `updatedAt` is the question's own, as it
 * was looked at. Answers as `publish` does; 409 where one was changed since.
 */
export const publishQuestionsRequest = z.object({
  items: z
    .array(z.object({ id: z.int32().positive(), updatedAt: z.iso.datetime() }))
    .min(1)
    .max(500),
})
export type PublishQuestionsRequest = z.infer<typeof publishQuestionsRequest>

const chosen = contentKey.extend({ revision: z.int32().positive() })
/**
 * `POST /api/editing/publish` and `/discard`: all of them or none.
 * 409 where one of them was changed since it was looked at.
 */
export const chosenRequest = z.object({ items: z.array(chosen).min(1).max(500) })
export type ChosenRequest = z.infer<typeof chosenRequest>
export type ChosenReply = { count: number }

export type Version = {
  version: number
  content_data: ContentData
  status: 'draft' | 'published'
  by: string | null
  at: string
  /** It is what an editor goes on from. */
  latest: boolean
  /** It is what visitors read. */
  live: boolean
}
/** `GET /api/editing/history?page=&section=&content_key=`: newest first. */
/** `built` is what stood there before anybody wrote: version 0, for `restore`. */
export type KeyHistoryReply = { versions: Version[]; built: ContentData | null }
/** `GET /api/editing/history?page=`: the moments at which the live page changed, newest first. */
export type PageHistoryReply = {
  moments: { at: string; by: string | null; keys: ContentKey[] }[]
}

/** `POST /api/editing/restore`: makes a new draft of an old version; answers as save does. */
export const restoreRequest = contentKey.extend({ version: z.int32().nonnegative(), revision })
export type RestoreRequest = z.infer<typeof restoreRequest>
/** `POST /api/editing/restore-page`: drafts for everything that read differently at that time. */
export const restorePageRequest = z.object({ page: name, at: z.iso.datetime() })
export type RestorePageRequest = z.infer<typeof restorePageRequest>

export const scheduledActions = ['publish', 'unpublish'] as const
export type ScheduledAction = (typeof scheduledActions)[number]
/** `POST /api/editing/schedule`: `at` on the venue's clock, `YYYY-MM-DDTHH:MM`. */
export const scheduleRequest = z.object({
  action: z.enum(scheduledActions),
  at: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
  items: z.array(chosen).min(1).max(500),
})
export type ScheduleRequest = z.infer<typeof scheduleRequest>
/** `message` says when that is, and what is meant where the clock leaves the time out or shows it twice. */
export type ScheduleReply = { ids: number[]; at: string; message: string }
/** `POST /api/editing/schedule/cancel`: one change, or everything that was scheduled together. */
export const cancelRequest = z.union([
  z.object({ id: z.int32().positive() }),
  z.object({ batch: z.string().min(1).max(100) }),
])
export type CancelRequest = z.infer<typeof cancelRequest>
/** `ids` are those that waited and wait no longer. */
export type CancelReply = { ids: number[] }

/**
 * One scheduled change. A key may have several: published at one time, taken down at another. What was
 * scheduled together has its `batch` in common.
 */
export type ScheduledEntry = ContentKey & {
  id: number
  batch: string
  action: ScheduledAction
  /** What is published then; may be scheduled again where it failed. */
  revision: number
  at: string
  state: 'waiting' | 'failed'
  by: string | null
  failure: string | null
}

/**
 * `GET /api/editing/schedule?page=`: what waits, soonest first, and what failed in the last two weeks
 * and was not scheduled again; on the whole site, or on a page and on every page.
 */
export type ScheduleListReply = { changes: ScheduledEntry[] }

/**
 * `late` where something is overdue by two minutes; `beatAt` proves that a worker runs; `failed` counts
 * what was given up, as `GET /api/editing/schedule` lists it.
 */
export type WorkerState = { late: boolean; beatAt: string | null; overdue: number; failed: number }

/** `POST /api/editing/presence`: said every few seconds by each tab; place null while nothing is open. */
export const presenceRequest = z.object({
  tab: z.string().min(8).max(40),
  page: name,
  place: z.string().max(210).nullable(),
})
export type PresenceRequest = z.infer<typeof presenceRequest>
/** Who else is on the page, and on which key (`section.content_key`, or `global:section.content_key`). */
export type PresenceReply = { others: { name: string; place: string | null }[] }
