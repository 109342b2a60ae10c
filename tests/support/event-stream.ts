import http from 'node:http'
import { waitUntil } from './wait-until.ts'

/** An open connection for server-sent events. */
export type EventStream = {
  status: number
  text: () => string
  /** The data of the events so far. */
  events: <Data>() => Data[]
  /** Waits until the text contains `part`. */
  waitFor: (part: string) => Promise<unknown>
  ended: Promise<void>
  close: () => void
}

/** Opens a connection and waits for the head of the response. */
export function openEventStream(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  let text = ''
  return new Promise((resolve, reject) => {
    const request = http.get(
      { host: '127.0.0.1', port, path, headers, agent: false },
      (response) => {
        response.setEncoding('utf8')
        response.on('data', (part) => {
          text += part
        })
        const ended = new Promise<void>((done) => response.once('close', () => done()))
        resolve({
          status: response.statusCode ?? 0,
          text: () => text,
          events: () =>
            [...text.matchAll(/^data: (.*)$/gm)].map(([, data = 'null']) => JSON.parse(data)),
          waitFor: (part) =>
            waitUntil(
              async () => text,
              (read) => read.includes(part),
            ),
          ended,
          close: () => request.destroy(),
        })
      },
    )
    request.on('error', (error) => {
      // After `close`, an error is expected.
      if (!request.destroyed) reject(error)
    })
  })
}
