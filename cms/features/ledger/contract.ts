/** `GET /api/ledger/check`: the last check of the books; null before the first check. `ended_at` is ISO 8601. */
export type CheckReply = { check: { id: number; ended_at: string; ok: boolean } | null }
