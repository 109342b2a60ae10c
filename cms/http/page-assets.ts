import { createHash } from 'node:crypto'
import type { Representation } from './representation.ts'

/** How a page includes its style sheets: as style elements, or as links to files. */
export type Styles = 'inline' | 'links'

const sheetLink = /<link rel="stylesheet" href="(\/_astro\/[^"]+)"[^>]*>/g
// Astro writes this rule into pages with islands; `site/styles/base.css` has it for all pages.
const islandStyle = /<style>astro-island[^<]*<\/style>/g
// Astro's client navigation keeps an element if the next page has one with the same value.
const persist = 'data-astro-transition-persist'

/**
 * Connects rendered pages with the files of the build.
 *
 * - Style sheets are sorted by how many routes use them, most first. Those that most routes use persist
 *   over a client navigation; the next page's own sheets are added after them.
 * - A page that is opened directly has inline styles, so that the first paint needs no further request:
 *   one element for each shared sheet, and one for all others.
 * - Astro's runtime scripts are files instead of inline scripts, as the build writes them.
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
      inline: `<script>${contentOf(path)}</script>`,
      file: `<script src="${path}" defer></script>`,
    }))
  const most = Math.max(...sheetUses.values())
  const shared = new Set([...sheetUses].filter(([, uses]) => uses > most / 2).map(([path]) => path))

  const inline = (paths: readonly string[]) => {
    const own = paths.filter((path) => !shared.has(path)).map(contentOf)
    const elements = paths
      .filter((path) => shared.has(path))
      .map((path) => ({ attribute: ` ${persist}="${path}"`, css: contentOf(path) }))
    if (own.length) elements.push({ attribute: '', css: own.join('\n') })
    return {
      html: elements.map(({ attribute, css }) => `<style${attribute}>${css}</style>`).join(''),
      hashes: elements.map(({ css }) => createHash('sha256').update(css).digest('base64')),
    }
  }

  const link = (paths: readonly string[]) => {
    const name = (path: string) => (shared.has(path) ? ` ${persist}="${path}"` : '')
    return paths.map((path) => `<link rel="stylesheet" href="${path}"${name(path)}>`).join('')
  }

  /** @returns the page, and the SHA-256 of each inline style element for its policy (CSP Level 3) */
  return (page: string, styles: Styles): { html: string; hashes: string[] } => {
    if (!files.size) return { html: page, hashes: [] }
    const paths = [...page.matchAll(sheetLink)]
      .map(([, path = '']) => path)
      .sort((a, b) => (sheetUses.get(b) ?? 0) - (sheetUses.get(a) ?? 0))
    const { html, hashes } = styles === 'inline' ? inline(paths) : { html: link(paths), hashes: [] }
    let isFirst = true
    const withSheets = page
      .replace(sheetLink, () => {
        if (!isFirst) return ''
        isFirst = false
        return html
      })
      .replace(islandStyle, '')
    const replaced = runtime.reduce(
      (result, { inline, file }) => result.replaceAll(inline, file),
      withSheets,
    )
    return { html: replaced, hashes }
  }
}

/** Path and name prefix of Astro's runtime scripts among the built files. */
export const runtimePrefix = '/_astro/runtime-'
