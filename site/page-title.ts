/** A page's title on one line, with the venue's name if the text does not have it. */
export function pageTitle(text: string, venue: string): string {
  const title = text.replace(/\s+/g, ' ').trim()
  return title.toLowerCase().includes(venue.toLowerCase()) ? title : `${title} – ${venue}`
}
