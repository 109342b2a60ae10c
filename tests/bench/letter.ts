const paragraph = `<p style="margin: 0 0 16px; font-size: 17px">${'The hall is open again. '.repeat(12)}</p>`

/** A letter of the usual length; `{reader}` stands where each reader’s own link is. */
export const letterHtml = `<!doctype html><html><body>${paragraph.repeat(8)}
<p><a href="https://venue.example/unsubscribe?reader={reader}">Unsubscribe</a></p></body></html>`
