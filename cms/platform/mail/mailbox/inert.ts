import type { MailContent } from '../contract.ts'

/** A mail as staff see it: nothing in it can be followed. */
export type ShownMail = Pick<MailContent, 'subject' | 'html' | 'text'> & {
  /** The addresses of its links, to copy; empty for those who may not read them. */
  addresses: string[]
}

// A tag, or the content of an element that is not text. Quoted values of attributes may contain `>`.
const markup =
  /<(style|script|title)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->|<![^>]*>|<\/?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi
const followed =
  /[\s/](?:xlink:href|href|action|formaction|ping|background)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/gi
const refresh = /<meta\b[^>]*http-equiv\s*=\s*["']?refresh[^>]*>/gi
const url = /https?:\/\/[^\s<>"'()]+/gi
const maxShownSegment = 30

/**
 * A mail without working links, for staff.
 * @param options.withAddresses whether the reader may read the addresses of links; otherwise they are shortened to
 *   their host and the first part of their path, wherever the mail or its headers show one
 */
export function toInertMail(
  { subject, html, text }: Pick<MailContent, 'subject' | 'html' | 'text'>,
  { withAddresses }: { withAddresses: boolean },
): ShownMail {
  const addresses = new Set<string>()
  const strip = (tag: string) =>
    tag.replace(followed, (_, value: string) => {
      const address = decodeEntities(value.replace(/^["']|["']$/g, ''))
      if (/^https?:/i.test(address)) addresses.add(address)
      return ''
    })
  const shown = withAddresses ? (words: string) => words : withShortAddresses
  const inert = mapHtml(html.replace(refresh, ''), { tag: strip, text: shown })
  return {
    subject: shown(subject),
    html: inert,
    text: shown(text),
    addresses: withAddresses ? [...addresses] : [],
  }
}

/** Replaces each web address by its host and the first part of its path. What follows may be a token. */
export const withShortAddresses = (text: string): string =>
  text.replace(url, (found) => {
    const parsed = URL.parse(found)
    if (!parsed) return '…'
    const [, first = '', ...rest] = parsed.pathname.split('/')
    const start = `${parsed.origin}/${first.length > maxShownSegment ? '…' : first}`
    const hasMore = rest.some(Boolean) || parsed.search || parsed.hash || parsed.username
    return hasMore ? `${start.replace(/\/$/, '')}/…` : start
  })

function mapHtml(html: string, { tag, text }: Record<'tag' | 'text', (part: string) => string>) {
  let end = 0
  const parts: string[] = []
  for (const { 0: found, 1: element, index } of html.matchAll(markup)) {
    parts.push(text(html.slice(end, index)))
    // Comments, titles and scripts are dropped: they may contain addresses, and nobody sees them.
    if (element?.toLowerCase() === 'style') parts.push(found)
    else if (!element && !found.startsWith('<!--')) parts.push(tag(found))
    end = index + found.length
  }
  parts.push(text(html.slice(end)))
  return parts.join('')
}

const decodeEntities = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
