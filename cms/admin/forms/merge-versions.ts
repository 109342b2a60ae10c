import type { FormData } from './kept-forms.ts'

/** A field whose values differ, and who changed it. */
export type ChangedField = {
  name: string
  theirs: unknown
  mine: unknown
  changedBy: 'them' | 'me' | 'both'
}

// Set by the program on every save.
const internal = new Set(['id', 'updatedAt', 'createdAt', 'updated_at', 'deletedAt', '_status'])

/**
 * Compares two versions of a record with the one both are based on.
 * @param names the fields that are compared; a group, list or text is one field
 */
export function changedFields(
  names: readonly string[],
  { base, theirs, mine }: { base: FormData; theirs: FormData; mine: FormData },
): ChangedField[] {
  return names.flatMap((name): ChangedField[] => {
    if (internal.has(name) || isSame(theirs[name], mine[name])) return []
    const byThem = !isSame(base[name], theirs[name])
    const byMe = !isSame(base[name], mine[name])
    const changedBy = byThem && byMe ? 'both' : byMe ? 'me' : 'them'
    return [{ name, theirs: theirs[name], mine: mine[name], changedBy }]
  })
}

/** Applies my changes to their version. @param keep whose value is used where both changed a field */
export function mergeVersions(
  changes: readonly ChangedField[],
  { theirs, keep }: { theirs: FormData; keep: 'mine' | 'theirs' },
): FormData {
  const applied = changes.filter(
    ({ changedBy }) => changedBy === 'me' || (changedBy === 'both' && keep === 'mine'),
  )
  return { ...theirs, ...Object.fromEntries(applied.map(({ name, mine }) => [name, mine])) }
}

/** Whether two values are equivalent: all empty values are, and so are a record and its id. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(normalize(one)) === JSON.stringify(normalize(other))

function normalize(value: unknown): unknown {
  if (value === undefined || value === null || value === '' || value === false) return null
  if (Array.isArray(value)) return value.length ? value.map(normalize) : null
  if (typeof value !== 'object') return value
  if ('id' in value && 'createdAt' in value) return value.id
  const entries = Object.entries(value)
    .map(([name, each]) => [name, normalize(each)] as const)
    .filter(([, each]) => each !== null)
  return entries.length ? Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) : null
}
