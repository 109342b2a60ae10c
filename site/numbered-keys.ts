import type { OpenPage } from '../cms/features/content/page.ts'

/**
 * The keys `{name}_1_{part}`, `{name}_2_{part}` … of a section, up to the first unknown key. Entries
 * of which one of the first two parts has an empty text are omitted, except in edit mode.
 */
export function numberedKeys<Part extends string>(
  { text, hasKey, key: pageKey, staff }: Pick<OpenPage, 'text' | 'hasKey' | 'key' | 'staff'>,
  section: string,
  name: string,
  parts: readonly Part[],
): Record<Part, string>[] {
  const keys: Record<Part, string>[] = []
  for (let index = 1; ; index++) {
    const entry = Object.fromEntries(
      parts.map((part) => [part, part ? `${name}_${index}_${part}` : `${name}_${index}`]),
    ) as Record<Part, string>
    const first = entry[parts[0] as Part]
    if (!hasKey(pageKey, section, first)) return keys
    const isComplete = parts.slice(0, 2).every((part) => text(section, entry[part]))
    if (isComplete || staff?.mode === 'edit') keys.push(entry)
  }
}
