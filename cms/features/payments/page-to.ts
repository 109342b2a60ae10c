/**
 * A page that leads to the payment service. The Content-Security-Policy forbids redirects of forms to other sites, so a
 * form gets this page instead.
 */
export const pageTo = (url: string): Response => {
  const link = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const page = `<!doctype html><html lang="en"><title>To the payment</title><p><a href="${link}">Go on to the payment</a></p></html>`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(page, { headers: { ...headers, refresh: `0;url=${url}` } })
}
