/** A capability of the device that browsers let no page use, unless the page needs it. */
export type Capability = 'camera' | 'geolocation' | 'microphone' | 'payment' | 'usb'

/** What some pages may do and others may not. Their responses have headers of their own. */
export type PageNeeds = {
  /** The paths of these pages, as they are requested and rendered. */
  path: RegExp
  capabilities?: readonly Capability[]
  /** Sources in addition to those of all pages, by directive of the Content-Security-Policy. */
  sources?: Readonly<Record<string, readonly string[]>>
}

/** What the page with this path needs; undefined for most pages. */
export const needsOf = (list: readonly PageNeeds[], path: string): PageNeeds | undefined =>
  list.find((needs) => needs.path.test(path))

/**
 * Whether a navigation between two pages must load a new document. A client navigation keeps the headers of the first
 * page, so the next page could not do what it needs, or could do what only the first page needs.
 */
export const needsFullLoad = (list: readonly PageNeeds[], from: string, to: string): boolean =>
  needsOf(list, from) !== needsOf(list, to)
