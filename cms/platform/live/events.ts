/** One server-sent event. */
export const serverSentEvent = (name: string, data: object): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Tells the browser after how many ms to connect again. */
export const greeting = 'retry: 5000\n\n'
/** A comment of the event stream. It keeps proxies from closing the connection. */
export const heartbeat = ': \n\n'
