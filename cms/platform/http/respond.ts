/** The result of a call; its body is sent as JSON. */
export type Result = {
  /** 200 by default. */
  status?: number
  body?: unknown
  /** Set-Cookie headers. */
  cookies?: readonly string[]
  headers?: Record<string, string>
  /** The URL of a redirect with status 303. */
  redirect?: string
  /** A named event of the visit. It is counted if this browser's visits are counted; see `Parts.countEvent`. */
  event?: string
  /** A file to save instead of a JSON body. */
  download?: { name: string; type: string; content: string | ReadableStream<Uint8Array> }
}

/** The header that names the event of a result. The request handler removes it from the response. */
export const eventHeader = 'x-common-room-event'

/** The response of a result. No cache stores it unless its headers say so. */
export function respond(result: Result | Response): Response {
  if (result instanceof Response) return result
  const { body, cookies = [], download, event, redirect } = result
  const headers = new Headers({ 'cache-control': 'no-store', ...result.headers })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  if (event !== undefined) headers.set(eventHeader, event)
  if (redirect !== undefined) {
    headers.set('location', redirect)
    return new Response(null, { status: 303, headers })
  }
  const { status = 200 } = result
  if (!download) return Response.json(body, { status, headers })
  headers.set('content-type', download.type)
  headers.set('content-disposition', `attachment; filename="${download.name}"`)
  return new Response(download.content, { status, headers })
}
