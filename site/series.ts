import type { OpenPage } from '../cms/content/page.ts'

/** The texts `{name}_1{suffix}`, `{name}_2{suffix}` … of a section, up to the first that is missing. */
export function series<Part extends string>(
  { text }: Pick<OpenPage, 'text'>,
  section: string,
  name: string,
  parts: readonly Part[],
): Record<Part, string>[] {
  const keys: Record<Part, string>[] = []
  for (let index = 1; ; index++) {
    const entry = Object.fromEntries(
      parts.map((part) => [part, part ? `${name}_${index}_${part}` : `${name}_${index}`]),
    ) as Record<Part, string>
    if (!text(section, entry[parts[0] as Part])) return keys
    keys.push(entry)
  }
}
