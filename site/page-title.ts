/** A page's title on one line. The venue's name is appended if the text does not contain it. */
export function pageTitle(text: string, venue: string): string {
  const title = text.replace(/\s+/g, ' ').trim()
  return title.toLowerCase().includes(venue.toLowerCase()) ? title : `${title} – ${venue}`
}
