import { z } from 'zod'

/** `POST /api/redirect-list/import`: a CSV file with the columns `from`, `to` and optionally `match` and `status`. */
export const importRequest = z.object({ csv: z.string().max(800_000) })

/** Why a row is refused. `line` is its line in the file; the header is line 1. */
export type RefusedRow = { line: number; from: string; message: string }
export type ImportReply = { imported: number }

/** `POST /api/redirect-list/ignore` removes a path from the list of missing paths. */
export const ignoreRequest = z.object({ path: z.string().max(500) })
