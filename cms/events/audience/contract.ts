/**
 * `POST /api/event-dates/:id/letter` and `…/nudge`: the draft about a date, or the one that has not gone out yet.
 * `path` leads to it in the admin.
 */
export type DraftReply = { id: number; path: string; is_new: boolean }

/** `GET /api/event-dates/:id/about`: the name of a date for staff, and when it begins, in words. */
export type AboutReply = { title: string; when: string }
