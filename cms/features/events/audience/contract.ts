/**
 * `POST /api/event-dates/:id/letter` and `…/nudge`: creates a draft about a date, or finds the draft that was
 * not sent yet. `path` is the path of the draft in the admin.
 */
export type DraftReply = { id: number; path: string; is_new: boolean }

/** `GET /api/event-dates/:id/about`: the name of a date for staff, and when it begins, in words. */
export type AboutReply = { title: string; when: string }
