import { createHash } from 'node:crypto'
import type { Representation } from './representation.ts'

/** How a page includes its style sheets: as style elements, or as links to files. */
export type Styles = 'inline' | 'links'

type InlineStyles = { html: string; hashes: string[] }

const sheetLink = /<link rel="stylesheet" href="(\/_astro\/[^"]+)"[^>]*>/g
// The rule that Astro adds to pages with islands. It is removed, because `site/styles/base.css` contains it for all
// pages.
const islandStyle = /<style>astro-island[^<]*<\/style>/g
// Astro's client navigation keeps an element if the next page has one with the same value of this attribute.
const persistAttribute = 'data-astro-transition-persist'

/**
 * Connects rendered pages with the files of the build.
 *
 * - Style sheets are sorted by the number of routes that use them, in descending order. A sheet is shared if its
 *   number of routes is more than half of the highest number. Shared sheets persist during a client navigation. The
 *   next page's own sheets are added after them.
 * - A page that is opened directly has inline styles, so that the first paint needs no further request. It has
 *   one style element for each shared sheet, and one for all other sheets.
 * - Astro's inline runtime scripts are replaced by script elements that load the files that the build wrote for them.
 *
 * @param files the built files by path; without them, as in development, pages stay as they are
 * @param sheetUses the number of routes that use a style sheet, by its path
 */
export function createPageAssets(
  files: ReadonlyMap<string, Representation>,
  sheetUses: ReadonlyMap<string, number>,
) {
  const contentOf = (path: string) => files.get(path)?.variants.identity.body.toString() ?? ''
  const runtime = [...files.keys()]
    .filter((path) => path.startsWith(runtimePrefix) && path.endsWith('.js'))
    .map((path) => ({
      script: `<script>${contentOf(path)}</script>`,
      file: `<script src="${path}" defer></script>`,
    }))
  const maxUses = Math.max(...sheetUses.values())
  const isShared = (path: string) => (sheetUses.get(path) ?? 0) > maxUses / 2
  const persistOf = (path: string) => (isShared(path) ? ` ${persistAttribute}="${path}"` : '')

  const inlineStylesOf = (paths: readonly string[]): InlineStyles => {
    const own = paths.filter((path) => !isShared(path)).map(contentOf)
    const styles = paths
      .filter(isShared)
      .map((path) => ({ attribute: persistOf(path), css: contentOf(path) }))
    if (own.length) styles.push({ attribute: '', css: own.join('\n') })
    return {
      html: styles.map(({ attribute, css }) => `<style${attribute}>${css}</style>`).join(''),
      hashes: styles.map(({ css }) => createHash('sha256').update(css).digest('base64')),
    }
  }
  // The results are cached: routes have few combinations of style sheets, and the files do not change.
  const known = new Map<string, InlineStyles>()
  const inline = (paths: readonly string[]): InlineStyles => {
    const key = paths.join(' ')
    const styles = known.get(key) ?? inlineStylesOf(paths)
    known.set(key, styles)
    return styles
  }

  const links = (paths: readonly string[]) =>
    paths.map((path) => `<link rel="stylesheet" href="${path}"${persistOf(path)}>`).join('')

  /** @returns the page, and the SHA-256 of each inline style for the Content Security Policy (CSP Level 3) */
  return (page: string, styles: Styles): { html: string; hashes: string[] } => {
    if (!files.size) return { html: page, hashes: [] }
    const paths = [...page.matchAll(sheetLink)]
      .map(([, path = '']) => path)
      .sort((a, b) => (sheetUses.get(b) ?? 0) - (sheetUses.get(a) ?? 0))
    const { html, hashes } =
      styles === 'inline' ? inline(paths) : { html: links(paths), hashes: [] }
    let isFirst = true
    const withSheets = page
      .replace(sheetLink, () => {
        if (!isFirst) return ''
        isFirst = false
        return html
      })
      .replace(islandStyle, '')
    const replaced = runtime.reduce(
      (result, { script, file }) => result.replaceAll(script, file),
      withSheets,
    )
    return { html: replaced, hashes }
  }
}

/** Path and name prefix of Astro's runtime scripts among the built files. */
export const runtimePrefix = '/_astro/runtime-'
