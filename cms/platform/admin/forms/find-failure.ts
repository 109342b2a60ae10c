import type { FormValues } from './kept-forms.ts'

/** Somebody else saved the record. `by`: their name; null if it is unknown. */
export type Conflict = { kind: 'conflict'; theirs: FormValues; by: string | null }
export type Failure = { kind: 'unreachable' } | { kind: 'signed-out' } | { kind: 'gone' } | Conflict

type Reply = { status: number; body: unknown }

const read = async (path: string): Promise<Reply | null> => {
  const response = await fetch(path, { cache: 'no-store' }).catch(() => null)
  if (!response || response.status >= 500) return null
  return { status: response.status, body: await response.json().catch(() => null) }
}

/**
 * Finds out why a save failed.
 * @param api path of the saved record below /api/; null for a new record
 * @param updatedAt `updatedAt` of the version that the form is based on
 * @returns null if the reason is none of `Failure`; the form then shows the server's message
 */
export async function findFailure(api: string | null, updatedAt: unknown): Promise<Failure | null> {
  const me = await read('/api/users/me')
  if (!me) return { kind: 'unreachable' }
  if (!(me.body as { user?: unknown } | null)?.user) return { kind: 'signed-out' }
  if (!api) return null
  const record = await read(`/api/${api}?depth=0&draft=true`)
  if (!record) return { kind: 'unreachable' }
  if (record.status === 404) return { kind: 'gone' }
  const theirs = record.body as FormValues | null
  if (record.status !== 200 || !theirs || theirs.updatedAt === updatedAt) return null
  const author = await read(`/api/changes/author?record=${encodeURIComponent(api)}`)
  const { by = null } = (author?.body ?? {}) as { by?: string | null }
  return { kind: 'conflict', theirs, by }
}
