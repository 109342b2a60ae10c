/** Latin letters that Unicode does not decompose into a letter of `a` to `z` and a mark. */
const latin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
  ı: 'i',
  ȷ: 'j',
  ĸ: 'k',
  ə: 'e',
  ƒ: 'f',
  ƶ: 'z',
  ɨ: 'i',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
}

/**
 * A text as a segment of a path: `Straße Nº 5` gives `strasse-no-5`. Empty if the text has no Latin letter or digit.
 * @param maxLength in characters
 */
export const toPathSegment = (text: string, maxLength = Number.POSITIVE_INFINITY): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, (character) => latin[character] ?? '-')
    .replace(/-+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxLength)
    .replace(/-$/, '')

/** The same for titles, in which an apostrophe separates no words: `What’s on` gives `whats-on`. */
export const titleToPathSegment = (title: string, maxLength: number): string =>
  toPathSegment(title.replace(/['‘’ʼ]/g, ''), maxLength)

/**
 * The first of `wanted`, `wanted-2`, `wanted-3` … that is free. It stays free until the transaction ends only if the
 * transaction holds a lock that others take too.
 */
export async function firstFreeSlug(
  wanted: string,
  maxLength: number,
  isFree: (slug: string) => Promise<boolean> | boolean,
): Promise<string> {
  for (let number = 1; ; number++) {
    const end = number > 1 ? `-${number}` : ''
    const slug = wanted.slice(0, maxLength - end.length).replace(/-$/, '') + end
    if (await isFree(slug)) return slug
  }
}
