import type { OpenPage } from '../cms/content/page.ts'

/**
 * The keys `{name}_1_{part}`, `{name}_2_{part}` … of a section, up to the first unknown key. Entries
 * whose first part has an empty text are omitted, except in edit mode.
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
    if (text(section, first) || staff?.mode === 'edit') keys.push(entry)
  }
}
