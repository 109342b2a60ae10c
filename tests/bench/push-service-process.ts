import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

/** The requests since the last message of the parent. */
export type Counts = {
  requests: number
  /** How many different endpoints were requested. */
  endpoints: number
  /** Time from the first request to the last. */
  ms: number
}

// Usage: `node push-service-process.ts FOLDER`. A push service that accepts every request without decrypting it, so it
// is faster than the senders. The folder contains its key and certificate. The process sends its port to the parent,
// and replies to each message with `Counts`.
const folder = process.argv[2] ?? ''
const [key, cert] = ['key.pem', 'certificate.pem'].map((name) =>
  readFileSync(path.join(folder, name)),
)
const endpoints = new Set<string>()
let requests = 0
let firstAt = 0
let lastAt = 0

const server = createServer({ key, cert, keepAliveTimeout: 60_000 }, (request, response) => {
  if (!requests++) firstAt = performance.now()
  endpoints.add(request.url ?? '')
  request.resume()
  request.once('end', () => {
    lastAt = performance.now()
    response.writeHead(201).end()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => {
  process.send?.({ requests, endpoints: endpoints.size, ms: lastAt - firstAt } satisfies Counts)
  requests = 0
  endpoints.clear()
})
process.on('disconnect', () => process.exit())
