import type { OpenPage } from '../cms/content/page.ts'

/**
 * The texts `{name}_1{suffix}`, `{name}_2{suffix}` … of a section, up to the first that the page does
 * not have. One that was emptied is left out, but for editors, who may want it back.
 */
export function series<Part extends string>(
  { text, knows, page, staff }: Pick<OpenPage, 'text' | 'knows' | 'page' | 'staff'>,
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
    if (!knows(page, section, first)) return keys
    if (text(section, first) || staff?.mode === 'edit') keys.push(entry)
  }
}
