import http from 'node:http'
import { connect } from 'node:net'

export type Reply = {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
  text: string
  json: <T = Record<string, unknown>>() => T
}

export type RequestOptions = {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  /** Fails if there is no response after this time. */
  timeoutMs?: number
}

/**
 * Sends one request. Any Host header can be sent. Redirects are not followed, and the body is not decompressed.
 * @param agent reuses connections for many requests. Without an agent each request opens its own.
 */
export function request(
  port: number,
  path: string,
  options: RequestOptions = {},
  agent: http.Agent | false = false,
): Promise<Reply> {
  const { method = 'GET', body, timeoutMs = 60_000 } = options
  const headers: RequestOptions['headers'] = { ...options.headers }
  // Node sends Content-Length only for some methods. Without Content-Length, the server would parse the body as the
  // next request.
  if (body !== undefined && !headers['content-length'] && !headers['transfer-encoding']) {
    headers['content-length'] = String(Buffer.byteLength(body))
  }
  // Browsers send `keep-alive` too. With `close`, a server that refuses a long body may close the
  // connection before the reply is read.
  headers.connection ??= 'keep-alive'
  return new Promise((resolve, reject) => {
    const sent = http.request(
      { host: '127.0.0.1', port, path, method, headers, agent, timeout: timeoutMs },
      (res) => {
        const chunks: Buffer[] = []
        res.on('data', (chunk: Buffer) => chunks.push(chunk))
        res.on('error', reject)
        res.on('end', () => {
          const whole = Buffer.concat(chunks)
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            body: whole,
            text: whole.toString(),
            json: () => JSON.parse(whole.toString()),
          })
        })
      },
    )
    sent.on('timeout', () =>
      sent.destroy(new Error(`${method} ${path}: no response within ${timeoutMs} ms`)),
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/**
 * Sends bytes unchanged, and returns everything that the server sends until it closes the connection.
 * @throws Error if the connection is open and silent for ten seconds
 */
export function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(10_000, () => socket.destroy(new Error('The connection was left open.')))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}
